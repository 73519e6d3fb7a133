// Durations gathered in a run, and what is said of them at its end.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <vector>

#include "server/loop/clock.h"

namespace drawbar::server::test {

class Durations {
 public:
  void add(Nanoseconds duration) { milliseconds_.push_back(static_cast<double>(duration) / 1e6); }
  void add(const Durations& other) {
    milliseconds_.insert(milliseconds_.end(), other.milliseconds_.begin(), other.milliseconds_.end());
  }

  std::size_t size() const { return milliseconds_.size(); }
  /// ms; 0 when there are none. `share` 0.99: the 99th percentile.
  double quantile(double share) const {
    if (milliseconds_.empty()) return 0;
    std::vector<double> sorted = milliseconds_;
    const auto at =
        sorted.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(sorted.size() - 1));
    std::nth_element(sorted.begin(), at, sorted.end());
    return *at;
  }

  void print(const char* what) const {
    std::printf("%-44s n %8zu   p50 %7.3f   p99 %7.3f   p99.9 %7.3f   max %7.3f ms\n", what, size(),
                quantile(0.5), quantile(0.99), quantile(0.999), quantile(1));
  }

 private:
  std::vector<double> milliseconds_;
};

}  // namespace drawbar::server::test
