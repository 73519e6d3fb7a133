// A static triangle mesh as collision detection holds it: welded, with neighbours and a bounding-volume tree.
#pragma once

#include <cstdint>
#include <vector>

#include "physics/contact/surface_triangles.h"

namespace drawbar::physics {

/// A node of the tree: a leaf holds `count` triangles from `first`, an inner node (count 0) the children
/// `first` and `first + 1`.
struct MeshNode {
  Aabb box;
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

struct MeshData {
  std::vector<SurfaceTriangle> triangles;  ///< in the order of the leaves; `index` is that of the mesh
  std::vector<MeshNode> nodes;             ///< the root first

  /// Calls visit(triangle) for those whose box passes, through nodes whose box passes; always in the same
  /// order.
  template <class Passes, class Visit>
  void for_each_where(const Passes& passes, const Visit& visit) const {
    if (nodes.empty()) return;
    std::uint32_t stack[kMaxDepth];
    int depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
      const MeshNode& node = nodes[stack[--depth]];
      if (!passes(node.box)) continue;
      if (node.count == 0) {
        stack[depth++] = node.first + 1;
        stack[depth++] = node.first;
        continue;
      }
      for (std::uint32_t t = node.first; t < node.first + node.count; ++t) {
        if (passes(triangles[t].bounds())) visit(triangles[t]);
      }
    }
  }

  /// Those whose own box overlaps `box`: with a triangle come all its neighbours that share a point of `box`
  /// with it.
  template <class Visit>
  void for_each_near(const Aabb& box, const Visit& visit) const {
    for_each_where([&](const Aabb& other) { return other.overlaps(box); }, visit);
  }

  static constexpr int kMaxDepth = 64;  ///< halving: 2^32 triangles need 32
};

/// Corners at the same place are one; triangles without area are left out. Of an edge with more than two
/// triangles each sees a border.
MeshData make_mesh_data(const TriangleMesh& mesh);

}  // namespace drawbar::physics
