#include "physics/contact/mesh_data.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace drawbar::physics {
namespace {

constexpr std::uint32_t kLeafSize = 4;

/// For every vertex the first one at the same place.
std::vector<std::uint32_t> weld(const std::vector<Vec3>& vertices) {
  std::vector<std::uint32_t> order(vertices.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto key = [&](std::uint32_t i) {
    return std::array{vertices[i].x(), vertices[i].y(), vertices[i].z()};
  };
  std::stable_sort(order.begin(), order.end(), [&](auto i, auto j) { return key(i) < key(j); });
  std::vector<std::uint32_t> same(vertices.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    const bool repeats = k > 0 && key(order[k]) == key(order[k - 1]);
    same[order[k]] = repeats ? same[order[k - 1]] : order[k];
  }
  return same;
}

/// One side of one triangle.
struct Side {
  std::uint32_t low, high;  ///< welded corners
  std::uint32_t triangle;
  std::uint32_t k;
};

void link(std::vector<SurfaceTriangle>& triangles) {
  std::vector<Side> sides;
  for (std::uint32_t t = 0; t < triangles.size(); ++t) {
    for (std::uint32_t k = 0; k < 3; ++k) {
      const std::uint32_t from = triangles[t].vertex[k];
      const std::uint32_t to = triangles[t].vertex[(k + 1) % 3];
      sides.push_back({std::min(from, to), std::max(from, to), t, k});
    }
  }
  std::sort(sides.begin(), sides.end(), [](const Side& x, const Side& y) {
    return std::array{x.low, x.high, x.triangle, x.k} < std::array{y.low, y.high, y.triangle, y.k};
  });
  std::uint32_t edge = 0;
  for (std::size_t first = 0; first < sides.size(); ++edge) {
    std::size_t end = first;
    while (end < sides.size() && sides[end].low == sides[first].low && sides[end].high == sides[first].high)
      ++end;
    for (std::size_t s = first; s < end; ++s) {
      SurfaceTriangle& t = triangles[sides[s].triangle];
      t.edge[sides[s].k] = edge;
      const bool is_inner = end - first == 2;
      t.across[sides[s].k] =
          is_inner ? triangles[sides[first + end - 1 - s].triangle].normal : Vec3(Vec3::Zero());
    }
    first = end;
  }
}

/// Halves the triangles of a node along its longest side until leaves are small.
void split(MeshData& data, std::uint32_t node, std::uint32_t first, std::uint32_t count) {
  Aabb box = data.triangles[first].bounds();
  for (std::uint32_t t = first + 1; t < first + count; ++t) {
    const Aabb other = data.triangles[t].bounds();
    box.include(other.lower);
    box.include(other.upper);
  }
  data.nodes[node] = {box, first, count};
  if (count <= kLeafSize) return;
  Eigen::Index axis = 0;
  (box.upper - box.lower).maxCoeff(&axis);
  const auto begin = data.triangles.begin() + first;
  const std::uint32_t half = count / 2;
  const auto middle = [axis](const SurfaceTriangle& t) {
    return t.corner[0][axis] + t.corner[1][axis] + t.corner[2][axis];
  };
  std::nth_element(begin, begin + half, begin + count,
                   [&](const SurfaceTriangle& x, const SurfaceTriangle& y) {
                     return middle(x) != middle(y) ? middle(x) < middle(y) : x.index < y.index;
                   });
  const auto child = static_cast<std::uint32_t>(data.nodes.size());
  data.nodes[node].first = child;
  data.nodes[node].count = 0;
  data.nodes.resize(data.nodes.size() + 2);
  split(data, child, first, half);
  split(data, child + 1, first + half, count - half);
}

}  // namespace

MeshData make_mesh_data(const TriangleMesh& mesh) {
  const std::vector<std::uint32_t> same = weld(mesh.vertices);
  MeshData data;
  for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
    SurfaceTriangle t;
    t.index = i;
    for (std::size_t k = 0; k < 3; ++k) {
      t.vertex[k] = same[mesh.triangles[i][k]];
      t.corner[k] = mesh.vertices[t.vertex[k]];
    }
    const Vec3 normal = t.side(0).cross(t.side(1));
    const double area = normal.norm();
    if (!(area > 0)) continue;
    t.normal = normal / area;
    data.triangles.push_back(t);
  }
  if (data.triangles.empty()) return data;
  link(data.triangles);
  data.nodes.resize(1);
  split(data, 0, 0, static_cast<std::uint32_t>(data.triangles.size()));
  return data;
}

}  // namespace drawbar::physics
