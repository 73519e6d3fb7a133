// Closest points of segments and triangles.
#pragma once

#include <array>
#include <cstdint>

#include "physics/math/types.h"

namespace drawbar::physics {

struct TrianglePoint {
  Vec3 point = Vec3::Zero();
  std::uint8_t region = 0;  ///< 0: inside; 1 + k: edge k (corner k to k + 1); 4 + k: corner k
};

/// The point of the triangle nearest to `point`, by Voronoi regions.
TrianglePoint closest_point_on_triangle(const std::array<Vec3, 3>& corner, const Vec3& point);

struct SegmentPair {
  double s = 0;  ///< 0 to 1 along the first segment
  double t = 0;  ///< 0 to 1 along the second
  bool parallel = false;
};

/// The nearest points of the segments a0 a1 and b0 b1.
SegmentPair closest_points_of_segments(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1);

}  // namespace drawbar::physics
