#include "server/system/histogram.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace drawbar::server {

void Histogram::observe(double value) {
  const auto bound = std::ranges::lower_bound(kBounds, value);
  ++counts_[static_cast<std::size_t>(std::distance(kBounds.begin(), bound))];
  sum_ += value;
}

std::string Histogram::text(const std::string& name, const std::string& help) const {
  return fmt::format("# HELP {0} {1}\n# TYPE {0} histogram\n", name, help) + series(name, "");
}

std::string Histogram::series(const std::string& name, const std::string& labels) const {
  const std::string in_braces = labels.empty() ? "" : "{" + labels + "}";
  const std::string and_more = labels.empty() ? "" : labels + ",";
  std::string out;
  std::uint64_t below = 0;
  for (std::size_t i = 0; i < kBounds.size(); ++i) {
    below += counts_[i];
    out += fmt::format("{}_bucket{{{}le=\"{}\"}} {}\n", name, and_more, kBounds[i], below);
  }
  const std::uint64_t all = below + counts_.back();
  return out + fmt::format("{0}_bucket{{{1}le=\"+Inf\"}} {2}\n{0}_sum{3} {4}\n{0}_count{3} {2}\n", name,
                           and_more, all, in_braces, sum_);
}

}  // namespace drawbar::server
