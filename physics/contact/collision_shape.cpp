#include "physics/contact/collision_shape.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include "physics/contact/heightfield_data.h"
#include "physics/contact/mesh_data.h"
#include "physics/contact/smooth_ground.h"

namespace drawbar::physics {
namespace {

void set_bounds(CollisionShape& shape, std::span<const Vec3> points) {
  Aabb box{points[0], points[0]};
  for (const Vec3& p : points) box.include(p);
  shape.bounds_centre = 0.5 * (box.lower + box.upper);
  shape.bounds_half = 0.5 * (box.upper - box.lower);
  shape.size = shape.bounds_half.norm();
}

struct Fill {
  CollisionShape& shape;

  void operator()(const Sphere& sphere) const {
    shape.kind = ShapeKind::sphere;
    shape.radius = shape.size = sphere.radius;
  }
  void operator()(const Capsule& capsule) const {
    shape.kind = ShapeKind::capsule;
    shape.radius = capsule.radius;
    shape.half_length = capsule.half_length;
    shape.size = capsule.radius + capsule.half_length;
  }
  void operator()(const Box& box) const {
    shape.kind = ShapeKind::box;
    shape.half_size = box.half_size;
    shape.size = box.half_size.norm();
  }
  void operator()(const Cylinder& cylinder) const {
    shape.kind = ShapeKind::cylinder;
    shape.radius = cylinder.radius;
    shape.half_length = cylinder.half_length;
    shape.size = std::sqrt(cylinder.radius * cylinder.radius + cylinder.half_length * cylinder.half_length);
  }
  void operator()(const ConvexHull& hull) const {
    shape.kind = ShapeKind::hull;
    shape.hull = std::make_unique<const ConvexHullData>(convex_hull(hull.points));
    assert(shape.hull->error == HullError::none);
    set_bounds(shape, shape.hull->vertices);
  }
  void operator()(const Plane&) const {
    shape.kind = ShapeKind::plane;
    shape.size = std::numeric_limits<double>::infinity();
  }
  void operator()(const Heightfield& field) const {
    shape.kind = ShapeKind::heightfield;
    assert(field.columns >= 2 && field.rows >= 2 && field.spacing > 0);
    assert(field.heights.size() ==
           static_cast<std::size_t>(field.columns) * static_cast<std::size_t>(field.rows));
    assert(field.cells.empty() || field.cells.size() == static_cast<std::size_t>(field.columns - 1) *
                                                            static_cast<std::size_t>(field.rows - 1));
    const auto [low, high] = std::minmax_element(field.heights.begin(), field.heights.end());
    shape.heightfield =
        std::make_unique<const HeightfieldData>(HeightfieldData{field, *low, *high, ground_bends(field)});
    shape.size = std::numeric_limits<double>::infinity();
  }
  void operator()(const TriangleMesh& mesh) const {
    shape.kind = ShapeKind::mesh;
    shape.mesh = std::make_unique<const MeshData>(make_mesh_data(mesh));
    set_bounds(shape, mesh.vertices);
  }
};

}  // namespace

CollisionShape::CollisionShape() = default;
CollisionShape::~CollisionShape() = default;
CollisionShape::CollisionShape(CollisionShape&&) noexcept = default;
CollisionShape& CollisionShape::operator=(CollisionShape&&) noexcept = default;

CollisionShape make_collision_shape(const ShapeConfig& config, std::uint32_t body, bool is_static) {
  CollisionShape shape;
  shape.body = body;
  shape.is_static = is_static;
  shape.is_sensor = config.sensor;
  shape.material = static_cast<std::uint32_t>(index_of(config.material));
  shape.local_position = config.position;
  shape.local_rotation = config.orientation.toRotationMatrix();
  std::visit(Fill{shape}, config.geometry);
  assert(is_static || is_convex(shape.kind));
  return shape;
}

Aabb bounds_of(const PlacedShape& placed) {
  const CollisionShape& shape = *placed.shape;
  Vec3 centre = placed.position;
  Vec3 half = Vec3::Zero();
  switch (shape.kind) {
    case ShapeKind::sphere:
      half = Vec3::Constant(shape.radius);
      break;
    case ShapeKind::capsule:
      half = shape.half_length * placed.axis().cwiseAbs() + Vec3::Constant(shape.radius);
      break;
    case ShapeKind::box:
      half = placed.rotation.cwiseAbs() * shape.half_size;
      break;
    case ShapeKind::cylinder:
      // A disc with unit normal u reaches r sqrt(1 - u_i^2) along axis i.
      for (int i = 0; i < 3; ++i) {
        const double u = placed.rotation(i, 2);
        half[i] = shape.half_length * std::abs(u) + shape.radius * std::sqrt(std::max(0.0, 1 - u * u));
      }
      break;
    case ShapeKind::hull:
    case ShapeKind::mesh:
      centre = placed.to_world(shape.bounds_centre);
      half = placed.rotation.cwiseAbs() * shape.bounds_half;
      break;
    case ShapeKind::plane:
    case ShapeKind::heightfield:
      assert(false);
  }
  return {centre - half, centre + half};
}

}  // namespace drawbar::physics
