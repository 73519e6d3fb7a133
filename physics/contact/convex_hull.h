// Convex hull of a small point set, with faces as polygons: for hull shapes and their mass properties.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "physics/math/types.h"

namespace drawbar::physics {

inline constexpr std::size_t kMaxHullPoints = 256;

/// Why points have no hull.
enum class HullError {
  none,
  not_finite,       ///< a coordinate is NaN or infinite
  too_few_points,   ///< under 4
  too_many_points,  ///< over kMaxHullPoints
  flat,             ///< all points coincide, or lie on one line or in one plane: no volume
};

/// The error in plain words, such as "the points lie in one plane".
const char* describe(HullError error);

/// A face of a hull.
struct HullFace {
  Vec3 normal = Vec3::UnitZ();  ///< unit, outward
  double offset = 0;            ///< normal . x = offset on the face, m
  std::uint32_t first = 0;      ///< into ConvexHullData::loops
  std::uint32_t count = 0;      ///< corners, counter-clockwise seen from outside
};

/// Corner points and polygonal faces. Coplanar triangles are merged.
struct ConvexHullData {
  HullError error = HullError::none;  ///< when set, everything else is empty
  std::vector<Vec3> vertices;         ///< m; only the extreme points, in their original order
  std::vector<HullFace> faces;
  std::vector<std::uint32_t> loops;                 ///< vertex indices of all faces, one after the other
  std::vector<std::array<std::uint32_t, 2>> edges;  ///< each once, lower vertex first, sorted

  /// The corners of a face, counter-clockwise seen from outside: indices into the vertices.
  std::span<const std::uint32_t> loop(const HullFace& face) const {
    return {loops.data() + face.first, face.count};
  }
};

/// Hull of `points` (m). Points closer to it than a relative 1e-9 of the extent count as on it. The result
/// depends on the points and their order alone.
ConvexHullData convex_hull(std::span<const Vec3> points);

}  // namespace drawbar::physics
