#include "scenes/loader/convert/geometry.h"

#include <cassert>

#include "physics/math/rotation.h"
#include "scenes/loader/convert/convert.h"

namespace drawbar::scenes {
namespace {

constexpr double kLargestSample = 65535;

/// The rotation that takes z to `normal` by the shortest way.
physics::Quat rotation_of_z_to(const physics::Vec3& normal) {
  const physics::Vec3 n = normal / std::sqrt(normal.squaredNorm());
  if (n.z() < -1 + 1e-12) return {0, 1, 0, 0};
  return physics::normalised(physics::Quat(1 + n.z(), -n.y(), n.x(), 0));
}

physics::Heightfield heightfield(const scene::ShapeT& shape) {
  physics::Heightfield field;
  field.columns = static_cast<int>(shape.columns.value_or(0));
  field.rows = static_cast<int>(shape.rows.value_or(0));
  field.spacing = shape.spacing.value_or(0);
  const std::size_t count = static_cast<std::size_t>(field.columns) * static_cast<std::size_t>(field.rows);
  field.heights.resize(count);
  for (std::size_t i = 0; i < count; ++i) field.heights[i] = height_at(shape, i);
  field.cells = shape.map;
  return field;
}

std::vector<physics::Vec3> vectors(const std::vector<scene::Vec3>& from) {
  std::vector<physics::Vec3> out;
  out.reserve(from.size());
  for (const scene::Vec3& v : from) out.push_back(to_vec3(v));
  return out;
}

physics::Geometry geometry(const scene::ShapeT& shape) {
  const double radius = shape.radius.value_or(0);
  const double half_length = 0.5 * shape.length.value_or(0);
  switch (shape.type) {
    case scene::ShapeType::sphere:
      return physics::Sphere{radius};
    case scene::ShapeType::box:
      return physics::Box{0.5 * vec3_or_zero(shape.size)};
    case scene::ShapeType::capsule:
      return physics::Capsule{radius, half_length};
    case scene::ShapeType::cylinder:
      return physics::Cylinder{radius, half_length};
    case scene::ShapeType::convex:
      return physics::ConvexHull{vectors(shape.points)};
    case scene::ShapeType::heightfield:
      return heightfield(shape);
    case scene::ShapeType::plane:
      return physics::Plane{};
    case scene::ShapeType::mesh: {
      physics::TriangleMesh mesh{vectors(shape.vertices), {}};
      for (const scene::Triangle& t : shape.triangles) mesh.triangles.push_back({t.a(), t.b(), t.c()});
      return mesh;
    }
  }
  assert(false && "a shape type that the schema does not have");
  return physics::Plane{};
}

}  // namespace

bool is_for_static_bodies(scene::ShapeType type) {
  return type == scene::ShapeType::plane || type == scene::ShapeType::heightfield ||
         type == scene::ShapeType::mesh;
}

double height_at(const scene::ShapeT& shape, std::size_t index) {
  if (!shape.heights.empty()) return shape.heights[index];
  const double low = shape.min_height.value_or(0);
  const double high = shape.max_height.value_or(0);
  return low + (high - low) * shape.samples[index] / kLargestSample;
}

physics::ShapeConfig shape_config(const scene::ShapeT& shape) {
  physics::ShapeConfig config;
  config.geometry = geometry(shape);
  config.position = vec3_or_zero(shape.position);
  config.sensor = shape.sensor;
  if (shape.type == scene::ShapeType::plane) {
    config.orientation = rotation_of_z_to(vec3_or_zero(shape.normal));
  } else if (shape.orientation) {
    config.orientation = physics::normalised(to_quat(*shape.orientation));
  }
  return config;
}

}  // namespace drawbar::scenes
