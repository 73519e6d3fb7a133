#include "physics/contact/smooth_ground.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace drawbar::physics {
namespace {

/// Change of slope (rise / run) from one cell to the next up to which ground is smooth: 11 degrees.
constexpr double kGentle = 0.2;

/// Heights around a cell: [row][column], the cell's own corners at 1 and 2. Beyond the border the ground goes
/// on straight.
class Patch {
 public:
  Patch(const HeightfieldData& data, int column, int row) {
    const Heightfield& field = data.field;
    const auto sample = [&](int c, int r) {
      return field.heights[static_cast<std::size_t>(r) * static_cast<std::size_t>(field.columns) +
                           static_cast<std::size_t>(c)];
    };
    const auto along_row = [&](int c, int r) {
      if (c < 0) return 2 * sample(0, r) - sample(1, r);
      if (c >= field.columns) return 2 * sample(field.columns - 1, r) - sample(field.columns - 2, r);
      return sample(c, r);
    };
    const auto anywhere = [&](int c, int r) {
      if (r < 0) return 2 * along_row(c, 0) - along_row(c, 1);
      if (r >= field.rows) return 2 * along_row(c, field.rows - 1) - along_row(c, field.rows - 2);
      return along_row(c, r);
    };
    for (int r = 0; r < 4; ++r) {
      for (int c = 0; c < 4; ++c) at(r, c) = anywhere(column + c - 1, row + r - 1);
    }
  }
  double& at(int row, int column) {
    return heights_[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
  }
  double at(int row, int column) const {
    return heights_[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
  }

  /// Largest change of height differences (m) across a corner of the cell: along both grid lines, and from
  /// one side of each cell around it to the other.
  double bend(int row, int column) const {
    const auto line = [&](int dr, int dc) {
      return std::fabs(at(row + dr, column + dc) - 2 * at(row, column) + at(row - dr, column - dc));
    };
    double most = std::max(line(0, 1), line(1, 0));
    for (const int dr : {-1, 1}) {
      for (const int dc : {-1, 1}) {
        most = std::max(most, std::fabs(at(row + dr, column + dc) - at(row + dr, column) -
                                        at(row, column + dc) + at(row, column)));
      }
    }
    return most;
  }

 private:
  std::array<std::array<double, 4>, 4> heights_;
};

/// What the four samples around weigh at t, 0 to 1 between the middle two; and the derivatives by t.
struct Weights {
  explicit Weights(double t)
      : value{0.5 * t * (t * (2 - t) - 1), 0.5 * (t * t * (3 * t - 5) + 2), 0.5 * t * (t * (4 - 3 * t) + 1),
              0.5 * t * t * (t - 1)},
        slope{0.5 * (t * (4 - 3 * t) - 1), 0.5 * t * (9 * t - 10), 0.5 * (t * (8 - 9 * t) + 1),
              0.5 * t * (3 * t - 2)} {}
  std::array<double, 4> value, slope;
};

}  // namespace

SmoothGround smooth_ground(const HeightfieldData& data, double x, double y) {
  const Heightfield& field = data.field;
  const double across = (x - data.left()) / field.spacing;
  const double up = (y - data.bottom()) / field.spacing;
  SmoothGround ground;
  if (!(across >= 0 && up >= 0 && across <= field.columns - 1 && up <= field.rows - 1)) return ground;
  const int column = std::min(static_cast<int>(across), field.columns - 2);
  const int row = std::min(static_cast<int>(up), field.rows - 2);
  const Patch patch(data, column, row);

  const double u = across - column, v = up - row;
  const auto part = [&](int r, int c) {
    return std::clamp(2 - patch.bend(r, c) / (kGentle * field.spacing), 0.0, 1.0);
  };
  ground.part =
      (1 - v) * ((1 - u) * part(1, 1) + u * part(1, 2)) + v * ((1 - u) * part(2, 1) + u * part(2, 2));
  if (!(ground.part > 0)) return ground;

  const Weights along(u), aside(v);
  double rise_x = 0, rise_y = 0;
  for (int r = 0; r < 4; ++r) {
    double value = 0, slope = 0;
    for (int c = 0; c < 4; ++c) {
      value += along.value[static_cast<std::size_t>(c)] * patch.at(r, c);
      slope += along.slope[static_cast<std::size_t>(c)] * patch.at(r, c);
    }
    ground.height += aside.value[static_cast<std::size_t>(r)] * value;
    rise_x += aside.value[static_cast<std::size_t>(r)] * slope;
    rise_y += aside.slope[static_cast<std::size_t>(r)] * value;
  }
  const Vec3 upwards(-rise_x, -rise_y, field.spacing);
  ground.normal = upwards / std::sqrt(upwards.squaredNorm());
  return ground;
}

// A bend b of the height differences lifts the bicubic surface over a straight grid line by b/8, along both,
// and over the diagonal of a twisted cell by b/4 more; part x b is largest where b = kGentle x spacing.
double smoothing_reach(const HeightfieldData& data) {
  return 0.5 * kGentle * data.field.spacing;
}

}  // namespace drawbar::physics
