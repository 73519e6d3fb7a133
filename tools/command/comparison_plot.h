// Curves over time on logarithmic axes, as an SVG drawing.
#pragma once

#include <string>
#include <vector>

namespace drawbar::tools {

struct Curve {
  std::string name;
  std::vector<double> time;   ///< s
  std::vector<double> value;  ///< zeros and what is not finite are left out
};

struct Panel {
  std::string title;  ///< with its unit
  std::vector<Curve> curves;
};

/// Panels one above the other with one legend; curves of the same index have the same colour.
std::string draw_svg(const std::string& title, const std::vector<Panel>& panels);

}  // namespace drawbar::tools
