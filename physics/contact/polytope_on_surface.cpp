// Boxes and hulls on triangulated ground: their corners like balls without radius, and the ground's convex
// edges against their faces.
#include <algorithm>
#include <cmath>

#include "physics/contact/surface_query.h"

namespace drawbar::physics {
namespace {

constexpr std::uint64_t kCornerFeature = 1;
constexpr double kHullDepth = 0.25;  // of its size: how deep a hull's corner may be in a mesh
constexpr std::uint64_t kFaceFeature = 1u << 12;

void place_polytope(const PlacedShape& shape, Polytope& out) {
  out.vertices.clear();
  out.normals.clear();
  out.offsets.clear();
  const auto add_face = [&](const Vec3& local_normal, double local_offset) {
    const Vec3 normal = shape.rotation * local_normal;
    out.normals.push_back(normal);
    out.offsets.push_back(local_offset + normal.dot(shape.position));
  };
  if (shape.shape->kind == ShapeKind::hull) {
    for (const Vec3& v : shape.shape->hull->vertices) out.vertices.push_back(shape.to_world(v));
    for (const HullFace& f : shape.shape->hull->faces) add_face(f.normal, f.offset);
    return;
  }
  const Vec3& half = shape.shape->half_size;
  for (unsigned corner = 0; corner < 8; ++corner) {
    const Vec3 sign((corner & 1u) != 0 ? 1 : -1, (corner & 2u) != 0 ? 1 : -1, (corner & 4u) != 0 ? 1 : -1);
    out.vertices.push_back(shape.to_world(sign.cwiseProduct(half)));
  }
  for (int axis = 0; axis < 3; ++axis) {
    add_face(Vec3::Unit(axis), half[axis]);
    add_face(-Vec3::Unit(axis), half[axis]);
  }
}

/// The direction nearest to `wish` among those square to edge k and between the normals of its triangles. The
/// border of a mesh pushes nothing back over the mesh: what comes from there is on its surface.
Vec3 between_normals(const SurfaceTriangle& t, std::size_t k, const Vec3& wish) {
  if (t.is_border(k)) {
    const bool from_inside = wish.dot(t.side(k).cross(t.normal)) < 0;
    return from_inside ? Vec3(std::copysign(1.0, wish.dot(t.normal)) * t.normal) : wish;
  }
  const Vec3 along = t.side(k).normalized();
  const Vec3 square = wish - wish.dot(along) * along;
  if (square.dot(t.normal.cross(along)) > 0) return t.normal;
  if (square.dot(t.across[k].cross(along)) < 0) return t.across[k];
  const double length = square.norm();
  return length > 0.1 ? Vec3(square / length) : Vec3((t.normal + t.across[k]).normalized());
}

constexpr std::size_t kEveryFace = ~std::size_t{0};

/// Part of the segment inside all faces, of which `widened` (or every one) is moved out by `margin`; false if
/// none.
bool clip(const Polytope& polytope, double margin, std::size_t widened, const Vec3& from, const Vec3& along,
          double& enter, double& leave) {
  enter = 0;
  leave = 1;
  for (std::size_t f = 0; f < polytope.normals.size(); ++f) {
    const double out_by = widened == kEveryFace || widened == f ? margin : 0;
    const double start = polytope.normals[f].dot(from) - polytope.offsets[f] - out_by;
    const double slope = polytope.normals[f].dot(along);
    if (slope == 0) {
      if (start > 0) return false;
    } else if (slope > 0) {
      leave = std::min(leave, -start / slope);
    } else {
      enter = std::max(enter, -start / slope);
    }
    if (enter > leave) return false;
  }
  return true;
}

void add_edge(const SurfaceQuery& query, const Polytope& polytope, const SurfaceTriangle& t, std::size_t k) {
  double enter = 0;
  double leave = 1;
  const Vec3 along = t.side(k);
  if (!clip(polytope, query.margin, kEveryFace, t.corner[k], along, enter, leave)) return;
  // The face that the edge is nearest to leaving, taken at the middle, serves both ends.
  const Vec3 middle = t.corner[k] + 0.5 * (enter + leave) * along;
  std::size_t face = 0;
  double height = -1e300;
  for (std::size_t f = 0; f < polytope.normals.size(); ++f) {
    const double h = polytope.normals[f].dot(middle) - polytope.offsets[f];
    if (h > height) {
      height = h;
      face = f;
    }
  }
  if (!clip(polytope, query.margin, face, t.corner[k], along, enter, leave)) return;
  const Vec3& outward = polytope.normals[face];
  const Vec3 normal = between_normals(t, k, -outward);
  const double facing = -outward.dot(normal);
  if (facing < 0.1) return;  // the face looks elsewhere: its corners and other edges carry it
  const auto add = [&](double part, bool is_corner, std::uint32_t vertex, std::uint64_t end) {
    const Vec3 ground = t.corner[k] + part * along;
    const double gap = (outward.dot(ground) - polytope.offsets[face]) / facing;
    const std::uint64_t body = kFaceFeature + face;
    query.add(ground + gap * normal, normal, gap,
              is_corner ? surface_feature(body, GroundFeature::vertex, vertex)
                        : surface_feature(body, end == 0 ? GroundFeature::edge : GroundFeature::edge_end,
                                          t.edge[k]));
  };
  const bool forward = t.vertex[k] < t.vertex[(k + 1) % 3];  // both triangles of an edge name its ends alike
  add(enter, enter == 0, t.vertex[k], forward ? 0 : 1);
  if (leave > enter) add(leave, leave == 1, t.vertex[(k + 1) % 3], forward ? 1 : 0);
}

}  // namespace

void add_polytope_contacts(const SurfaceQuery& query) {
  Polytope& polytope = query.scratch.polytope;
  place_polytope(query.shape, polytope);
  const CollisionShape& shape = *query.shape.shape;
  const double depth = shape.kind == ShapeKind::box ? shape.half_size.minCoeff() : kHullDepth * shape.size;
  for (std::size_t i = 0; i < polytope.vertices.size(); ++i) {
    add_ball_contacts(query, polytope.vertices[i], 0, depth, kCornerFeature + i);
  }
  for (const SurfaceTriangle& t : query.triangles()) {
    for (std::size_t k = 0; k < 3; ++k) {
      if (t.is_first_owner(k) && t.is_convex(k)) add_edge(query, polytope, t, k);
    }
  }
}

}  // namespace drawbar::physics
