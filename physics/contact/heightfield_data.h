// A heightfield as collision detection holds it: samples, their range, and how much the ground bends at each.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "physics/model/shape.h"

namespace drawbar::physics {

struct HeightfieldData {
  Heightfield field;
  double lowest = 0;         ///< m, local z
  double highest = 0;        ///< m, local z
  std::vector<float> bends;  ///< by sample: ground_bends (smooth_ground.h)

  double left() const { return -0.5 * (field.columns - 1) * field.spacing; }  ///< local x of column 0
  double bottom() const { return -0.5 * (field.rows - 1) * field.spacing; }   ///< local y of row 0
  /// Of a sample in `field.heights` and `bends`.
  std::size_t place_of(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(field.columns) +
           static_cast<std::size_t>(column);
  }
  Vec3 vertex(int column, int row) const {
    return {left() + column * field.spacing, bottom() + row * field.spacing,
            field.heights[place_of(column, row)]};
  }
  /// Place in field.materials of the cell at or next to local (x, y); the field has cells.
  std::size_t material_at(double x, double y) const {
    const auto cell = [&](double from, int samples) {
      const double at = std::clamp(std::floor(from / field.spacing), 0.0, samples - 2.0);
      return static_cast<std::size_t>(at);
    };
    return field.cells[cell(y - bottom(), field.rows) * static_cast<std::size_t>(field.columns - 1) +
                       cell(x - left(), field.columns)];
  }
};

}  // namespace drawbar::physics
