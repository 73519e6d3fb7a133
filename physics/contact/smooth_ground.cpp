#include "physics/contact/smooth_ground.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace drawbar::physics {
namespace {

/// Change of slope (rise / run) from one cell to the next up to which ground is smooth: 11 degrees.
constexpr double kGentle = 0.2;

/// Of a sample; beyond the border the ground goes on straight, one sample far.
double height_at(const Heightfield& field, int column, int row) {
  if (row < 0) return 2 * height_at(field, column, 0) - height_at(field, column, 1);
  if (row >= field.rows) {
    return 2 * height_at(field, column, field.rows - 1) - height_at(field, column, field.rows - 2);
  }
  const double* heights =
      field.heights.data() + static_cast<std::size_t>(row) * static_cast<std::size_t>(field.columns);
  const std::size_t last = static_cast<std::size_t>(field.columns) - 1;
  if (column < 0) return 2 * heights[0] - heights[1];
  if (column >= field.columns) return 2 * heights[last] - heights[last - 1];
  return heights[column];
}

double bend_at(const Heightfield& field, int column, int row) {
  const double here = height_at(field, column, row);
  const auto line = [&](int dc, int dr) {
    return std::fabs(height_at(field, column + dc, row + dr) - 2 * here +
                     height_at(field, column - dc, row - dr));
  };
  double most = std::max(line(1, 0), line(0, 1));
  for (const int dr : {-1, 1}) {
    for (const int dc : {-1, 1}) {
      most = std::max(most,
                      std::fabs(height_at(field, column + dc, row + dr) - height_at(field, column, row + dr) -
                                height_at(field, column + dc, row) + here));
    }
  }
  return most;
}

/// Heights around a cell: [row][column], the cell's own corners at 1 and 2.
class Patch {
 public:
  Patch(const HeightfieldData& data, int column, int row) {
    const Heightfield& field = data.field;
    if (column > 0 && row > 0 && column + 2 < field.columns && row + 2 < field.rows) {
      first_ = field.heights.data() + data.place_of(column - 1, row - 1);
      stride_ = static_cast<std::size_t>(field.columns);
      return;
    }
    for (int r = 0; r < 4; ++r) {
      for (int c = 0; c < 4; ++c) {
        border_[static_cast<std::size_t>(4 * r + c)] = height_at(field, column + c - 1, row + r - 1);
      }
    }
    first_ = border_.data();
    stride_ = 4;
  }
  Patch(const Patch&) = delete;
  Patch& operator=(const Patch&) = delete;

  const double* row(std::size_t r) const { return first_ + r * stride_; }

 private:
  const double* first_;
  std::size_t stride_;
  std::array<double, 16> border_;
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

std::vector<float> ground_bends(const Heightfield& field) {
  std::vector<float> bends;
  bends.reserve(field.heights.size());
  for (int row = 0; row < field.rows; ++row) {
    for (int column = 0; column < field.columns; ++column) {
      bends.push_back(static_cast<float>(bend_at(field, column, row)));
    }
  }
  return bends;
}

SmoothGround smooth_ground(const HeightfieldData& data, double x, double y) {
  const Heightfield& field = data.field;
  const double across = (x - data.left()) / field.spacing;
  const double up = (y - data.bottom()) / field.spacing;
  SmoothGround ground;
  if (!(across >= 0 && up >= 0 && across <= field.columns - 1 && up <= field.rows - 1)) return ground;
  const int column = std::min(static_cast<int>(across), field.columns - 2);
  const int row = std::min(static_cast<int>(up), field.rows - 2);

  const double u = across - column, v = up - row;
  const float* bends = data.bends.data() + data.place_of(column, row);
  const auto part = [&](std::size_t place) {
    return std::clamp(2 - static_cast<double>(bends[place]) / (kGentle * field.spacing), 0.0, 1.0);
  };
  const auto next = static_cast<std::size_t>(field.columns);
  ground.part = (1 - v) * ((1 - u) * part(0) + u * part(1)) + v * ((1 - u) * part(next) + u * part(next + 1));
  if (!(ground.part > 0)) return ground;

  const Patch patch(data, column, row);
  const Weights along(u), aside(v);
  double rise_x = 0, rise_y = 0;
  for (std::size_t r = 0; r < 4; ++r) {
    const double* heights = patch.row(r);
    double value = 0, slope = 0;
    for (std::size_t c = 0; c < 4; ++c) {
      value += along.value[c] * heights[c];
      slope += along.slope[c] * heights[c];
    }
    ground.height += aside.value[r] * value;
    rise_x += aside.value[r] * slope;
    rise_y += aside.slope[r] * value;
  }
  const Vec3 upwards(-rise_x, -rise_y, field.spacing);
  ground.normal = upwards / std::sqrt(upwards.squaredNorm());
  return ground;
}

// A bend b of the height differences lifts the bicubic surface over a straight grid line by b/8, along both,
// and over the diagonal of a twisted cell by b/4 more; part x b is largest where b = kGentle x spacing.
// Samples next to the cells beneath count, too: the bicubic surface feels them.
Smoothing smoothing_under(const HeightfieldData& data, const Aabb& box) {
  const Heightfield& field = data.field;
  const double gentle = kGentle * field.spacing;
  const auto cells = [&](double from, double first, int count) {
    return std::clamp(std::floor((from - first) / field.spacing), -1.0, static_cast<double>(count));
  };
  const int left = static_cast<int>(cells(box.lower.x(), data.left(), field.columns)) - 1;
  const int right = static_cast<int>(cells(box.upper.x(), data.left(), field.columns)) + 2;
  const int low = static_cast<int>(cells(box.lower.y(), data.bottom(), field.rows)) - 1;
  const int high = static_cast<int>(cells(box.upper.y(), data.bottom(), field.rows)) + 2;
  float most = 0;
  for (int row = std::max(low, 0); row <= std::min(high, field.rows - 1); ++row) {
    const float* bends = data.bends.data() + data.place_of(0, row);
    for (int column = std::max(left, 0); column <= std::min(right, field.columns - 1); ++column) {
      most = std::max(most, bends[column]);
    }
  }
  const bool inside = left >= -1 && low >= -1 && right <= field.columns && high <= field.rows;
  const double bend = static_cast<double>(most);
  return {0.5 * std::min(bend, gentle), inside && bend <= gentle};
}

}  // namespace drawbar::physics
