// How often durations were how long, as /metrics tells it.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace drawbar::server {

/// Counts of durations by upper bound.
class Histogram {
 public:
  static constexpr std::array<double, 14> kBounds{1e-5,   2.5e-5, 5e-5, 1e-4, 2.5e-4, 5e-4, 1e-3,
                                                  2.5e-3, 5e-3,   1e-2, 2e-2, 4e-2,   0.1,  1};  ///< s

  void observe(double seconds);
  /// Prometheus text of it, with its HELP and TYPE.
  std::string text(const std::string& name, const std::string& help) const;
  /// The same without them, for one of several that differ by their labels, such as `to="10.0.0.5:8000"`.
  std::string series(const std::string& name, const std::string& labels) const;

 private:
  std::array<std::uint64_t, kBounds.size() + 1> counts_{};
  double sum_ = 0;
};

}  // namespace drawbar::server
