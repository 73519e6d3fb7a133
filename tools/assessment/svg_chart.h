// Charts as inline SVG: curves over time, and ways over a map.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace drawbar::tools {

/// `text` for HTML and SVG.
std::string html_text(std::string_view text);

struct ChartLine {
  std::string name;
  std::span<const double> x;
  std::span<const double> y;
  bool dashed = false;  ///< of the reference
};

struct ChartBand {
  double begin = 0, end = 0;  ///< along x, where points were lost
};

/// Curves over a common x (s), with bands behind them. Long curves are thinned to what the eye sees.
std::string line_chart(std::string_view unit, std::span<const ChartLine> lines,
                       std::span<const ChartBand> bands = {});

/// Ways over the ground (m), both axes to the same scale.
std::string map_chart(std::span<const ChartLine> lines);

}  // namespace drawbar::tools
