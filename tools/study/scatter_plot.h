// A figure over every parameter of a study, as one SVG drawing.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace drawbar::tools {

struct ScatterPanel {
  std::string name;           ///< of the parameter
  std::span<const double> x;  ///< a value for each variant
};

/// One panel a parameter, in each a point for every variant: `y`, called `name`, over the parameter. Points
/// that are not finite are left out.
std::string scatter_svg(const std::string& title, const std::string& name, std::span<const double> y,
                        const std::vector<ScatterPanel>& panels);

}  // namespace drawbar::tools
