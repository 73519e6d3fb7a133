// A convex polygon cut by half planes, every corner named by the two edges that meet there.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "physics/math/types.h"

namespace drawbar::physics {

struct ClipVertex {
  Vec3 position;      ///< x, y in the clipping plane; z: height above it, carried along
  std::uint8_t edge;  ///< name of the edge that starts here
};

/// At most 32 corners; a corner more is left out, which shrinks the polygon. Corners are not initialised
/// before they are added: this is the hot loop of a pile.
class ClipPolygon {
 public:
  static constexpr int kCapacity = 32;

  void add(const Vec3& position, std::uint8_t edge) {
    if (count_ == kCapacity) return;
    vertices_[static_cast<std::size_t>(count_)].position = position;
    vertices_[static_cast<std::size_t>(count_++)].edge = edge;
  }
  /// Keeps the part with direction . position <= offset; the cut becomes an edge named `name`. A "polygon" of
  /// two corners is a segment and stays one.
  void clip(const Vec3& direction, double offset, std::uint8_t name) {
    std::array<double, kCapacity> height;
    bool cuts = false;
    for (int k = 0; k < count_; ++k) {
      const double h = direction.dot((*this)[k].position) - offset;
      height[static_cast<std::size_t>(k)] = h;
      cuts |= h > 0;
    }
    if (!cuts) return;
    ClipPolygon result;
    for (int k = 0; k < count_; ++k) {
      const int next = k + 1 < count_ ? k + 1 : 0;
      const double h = height[static_cast<std::size_t>(k)];
      const double n = height[static_cast<std::size_t>(next)];
      const ClipVertex& here = (*this)[k];
      if (h <= 0) result.add(here.position, here.edge);
      if (count_ == 2 && k == 1) break;  // a segment has no way back
      if ((h <= 0) == (n <= 0)) continue;
      // Leaving: the cut starts here. Entering: the old edge goes on.
      result.add(here.position + h / (h - n) * ((*this)[next].position - here.position),
                 h <= 0 ? name : here.edge);
    }
    count_ = result.count_;
    std::copy_n(result.vertices_.begin(), count_, vertices_.begin());
  }
  int count() const { return count_; }
  const ClipVertex& operator[](int k) const { return vertices_[static_cast<std::size_t>(k)]; }
  /// Names of the edges that meet in corner k, the smaller first: 16 bits. Of a segment: which end.
  std::uint64_t feature(int k) const {
    if (count_ <= 2) return static_cast<std::uint64_t>(k);
    const std::uint8_t before = (*this)[(k + count_ - 1) % count_].edge;
    const std::uint8_t after = (*this)[k].edge;
    return static_cast<std::uint64_t>(std::min(before, after)) << 8 | std::max(before, after);
  }

 private:
  std::array<ClipVertex, kCapacity> vertices_;
  int count_ = 0;
};

}  // namespace drawbar::physics
