// Shapes and poses as Foxglove primitives.
#include "protocol/foxglove.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numbers>
#include <string_view>

#include "protocol/encode.h"

namespace drawbar::protocol {
namespace {

using flatbuffers::FlatBufferBuilder;
using flatbuffers::Offset;

struct Vector {
  double x = 0, y = 0, z = 0;
};

struct Rotation {
  double w = 1, x = 0, y = 0, z = 0;
};

Rotation operator*(const Rotation& a, const Rotation& b) {
  return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
          a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

struct Colour {
  double r = 0.7, g = 0.7, b = 0.7, a = 1;
};

constexpr double kPlaneSize = 200;              // m: Foxglove has no endless plane
constexpr double kPlaneThickness = 0.01;        // m
constexpr std::uint32_t kTerrainSamples = 129;  // per side, at most

foxglove::Time time_of(std::uint64_t utc_ns) {
  return {static_cast<std::uint32_t>(utc_ns / 1'000'000'000),
          static_cast<std::uint32_t>(utc_ns % 1'000'000'000)};
}

Vector vector_of(const scene::Vec3* v, Vector otherwise = {}) {
  return v == nullptr ? otherwise : Vector{v->x(), v->y(), v->z()};
}

/// Of a shape in its body, whichever way the scene gives it.
Rotation rotation_of(const scene::Shape& shape) {
  if (const auto* q = shape.orientation()) {
    return {q->w(), q->x(), q->y(), q->z()};
  }
  const Vector half = vector_of(shape.rotation_deg());
  const auto about = [](double degrees) { return degrees * std::numbers::pi / 360; };
  const Rotation roll{std::cos(about(half.x)), std::sin(about(half.x)), 0, 0};
  const Rotation pitch{std::cos(about(half.y)), 0, std::sin(about(half.y)), 0};
  const Rotation yaw{std::cos(about(half.z)), 0, 0, std::sin(about(half.z))};
  return yaw * pitch * roll;
}

/// The rotation that turns z to `direction`.
Rotation from_z_to(Vector direction) {
  const double length = std::hypot(direction.x, direction.y, direction.z);
  if (!(length > 0)) {
    return {};
  }
  const Vector n{direction.x / length, direction.y / length, direction.z / length};
  if (n.z < -0.999999) {
    return {0, 1, 0, 0};
  }
  const double w = std::sqrt((1 + n.z) / 2);
  return {w, -n.y / (2 * w), n.x / (2 * w), 0};
}

Colour colour_of(const flatbuffers::String* text) {
  Colour colour;
  const std::string_view hex =
      text == nullptr ? std::string_view() : std::string_view(text->c_str(), text->size());
  unsigned value = 0;
  if (hex.size() == 7 && hex[0] == '#' &&
      std::from_chars(hex.data() + 1, hex.data() + 7, value, 16).ptr == hex.data() + 7) {
    colour = {((value >> 16) & 0xFF) / 255.0, ((value >> 8) & 0xFF) / 255.0, (value & 0xFF) / 255.0, 1};
  }
  return colour;
}

constexpr double kSensorAlpha = 0.25;  ///< what is inside shows through

/// The primitives of one body while its entity is built.
class Primitives {
 public:
  explicit Primitives(FlatBufferBuilder& out) : out_(out) {}

  void add(const scene::Shape& shape) {
    position_ = vector_of(shape.position());
    rotation_ = rotation_of(shape);
    colour_ = colour_of(shape.color());
    if (shape.sensor()) colour_.a = kSensorAlpha;
    const double radius = shape.radius().value_or(0);
    const double length = shape.length().value_or(0);
    switch (shape.type()) {
      case scene::ShapeType::sphere:
        sphere(position_, radius);
        break;
      case scene::ShapeType::box:
        box(position_, vector_of(shape.size()));
        break;
      case scene::ShapeType::capsule:
        cylinder(radius, length);
        sphere(along_axis(length / 2), radius);
        sphere(along_axis(-length / 2), radius);
        break;
      case scene::ShapeType::cylinder:
        cylinder(radius, length);
        break;
      case scene::ShapeType::plane:
        rotation_ = from_z_to(vector_of(shape.normal(), {0, 0, 1}));
        box(along_axis(-kPlaneThickness / 2), {kPlaneSize, kPlaneSize, kPlaneThickness});
        break;
      case scene::ShapeType::convex:
        box_around(shape.points());
        break;
      case scene::ShapeType::mesh:
        mesh(shape);
        break;
      case scene::ShapeType::heightfield:
        heightfield(shape);
        break;
    }
  }

  Offset<foxglove::SceneEntity> finish(std::uint64_t utc_ns, const std::string& name) {
    const auto metadata = empty<foxglove::KeyValuePair>();
    const auto arrows = empty<foxglove::ArrowPrimitive>();
    const auto cubes = out_.CreateVector(cubes_);
    const auto spheres = out_.CreateVector(spheres_);
    const auto cylinders = out_.CreateVector(cylinders_);
    const auto lines = empty<foxglove::LinePrimitive>();
    const auto triangles = out_.CreateVector(triangles_);
    const auto texts = empty<foxglove::TextPrimitive>();
    const auto models = empty<foxglove::ModelPrimitive>();
    const auto id = out_.CreateString(name);
    const foxglove::Time time = time_of(utc_ns);
    const foxglove::Duration for_ever(0, 0);
    return foxglove::CreateSceneEntity(out_, &time, id, id, &for_ever, true, metadata, arrows, cubes, spheres,
                                       cylinders, lines, triangles, texts, models);
  }

 private:
  template <class Table>
  Offset<flatbuffers::Vector<Offset<Table>>> empty() {
    return out_.CreateVector(std::vector<Offset<Table>>());
  }
  /// A point on the shape's z axis.
  Vector along_axis(double distance) const {
    const Rotation& q = rotation_;
    return {position_.x + 2 * (q.x * q.z + q.w * q.y) * distance,
            position_.y + 2 * (q.y * q.z - q.w * q.x) * distance,
            position_.z + (1 - 2 * (q.x * q.x + q.y * q.y)) * distance};
  }
  Offset<foxglove::Vector3> vector(Vector v) { return foxglove::CreateVector3(out_, v.x, v.y, v.z); }
  Offset<foxglove::Pose> pose(Vector position) {
    const auto p = vector(position);
    const auto q = foxglove::CreateQuaternion(out_, rotation_.x, rotation_.y, rotation_.z, rotation_.w);
    return foxglove::CreatePose(out_, p, q);
  }
  Offset<foxglove::Color> colour() {
    return foxglove::CreateColor(out_, colour_.r, colour_.g, colour_.b, colour_.a);
  }

  void sphere(Vector position, double radius) {
    const auto at = pose(position);
    const auto size = vector({2 * radius, 2 * radius, 2 * radius});
    spheres_.push_back(foxglove::CreateSpherePrimitive(out_, at, size, colour()));
  }
  void box(Vector position, Vector edges) {
    const auto at = pose(position);
    const auto size = vector(edges);
    cubes_.push_back(foxglove::CreateCubePrimitive(out_, at, size, colour()));
  }
  void cylinder(double radius, double length) {
    const auto at = pose(position_);
    const auto size = vector({2 * radius, 2 * radius, length});
    cylinders_.push_back(foxglove::CreateCylinderPrimitive(out_, at, size, 1, 1, colour()));
  }
  void box_around(const flatbuffers::Vector<const scene::Vec3*>* points) {
    if (points == nullptr || points->size() == 0) {
      return;
    }
    Vector low = vector_of(points->Get(0));
    Vector high = low;
    for (const scene::Vec3* point : *points) {
      low = {std::min(low.x, point->x()), std::min(low.y, point->y()), std::min(low.z, point->z())};
      high = {std::max(high.x, point->x()), std::max(high.y, point->y()), std::max(high.z, point->z())};
    }
    const Vector middle{(low.x + high.x) / 2, (low.y + high.y) / 2, (low.z + high.z) / 2};
    const Rotation q = rotation_;
    const Rotation turned = q * Rotation{0, middle.x, middle.y, middle.z} * Rotation{q.w, -q.x, -q.y, -q.z};
    box({position_.x + turned.x, position_.y + turned.y, position_.z + turned.z},
        {high.x - low.x, high.y - low.y, high.z - low.z});
  }
  void triangle_list(const std::vector<Offset<foxglove::Point3>>& points,
                     const std::vector<std::uint32_t>& indices) {
    const auto at = pose(position_);
    const auto point_vector = out_.CreateVector(points);
    const auto index_vector = out_.CreateVector(indices);
    const auto no_colours = empty<foxglove::Color>();
    triangles_.push_back(
        foxglove::CreateTriangleListPrimitive(out_, at, point_vector, colour(), no_colours, index_vector));
  }
  void mesh(const scene::Shape& shape) {
    if (shape.vertices() == nullptr || shape.triangles() == nullptr) {
      return;
    }
    std::vector<Offset<foxglove::Point3>> points;
    for (const scene::Vec3* vertex : *shape.vertices()) {
      points.push_back(foxglove::CreatePoint3(out_, vertex->x(), vertex->y(), vertex->z()));
    }
    std::vector<std::uint32_t> indices;
    for (const scene::Triangle* triangle : *shape.triangles()) {
      indices.insert(indices.end(), {triangle->a(), triangle->b(), triangle->c()});
    }
    triangle_list(points, indices);
  }
  void heightfield(const scene::Shape& shape) {
    const std::uint32_t columns = shape.columns().value_or(0);
    const std::uint32_t rows = shape.rows().value_or(0);
    const std::size_t count = std::size_t{columns} * rows;
    const auto* heights = shape.heights();
    const auto* samples = shape.samples();
    const bool has_heights = heights != nullptr && heights->size() == count;
    const bool has_samples = samples != nullptr && samples->size() == count;
    if (columns < 2 || rows < 2 || (!has_heights && !has_samples)) {
      return;
    }
    const double low = shape.min_height().value_or(0);
    const double scale = (shape.max_height().value_or(0) - low) / 65535;
    const double spacing = shape.spacing().value_or(1);
    const auto height = [&](std::uint32_t column, std::uint32_t row) {
      const auto i = static_cast<flatbuffers::uoffset_t>(std::size_t{row} * columns + column);
      return has_heights ? heights->Get(i) : low + samples->Get(i) * scale;
    };
    const std::uint32_t wide = std::min(columns, kTerrainSamples);
    const std::uint32_t deep = std::min(rows, kTerrainSamples);
    std::vector<Offset<foxglove::Point3>> points;
    for (std::uint32_t j = 0; j < deep; ++j) {
      const std::uint32_t row = j * (rows - 1) / (deep - 1);
      for (std::uint32_t i = 0; i < wide; ++i) {
        const std::uint32_t column = i * (columns - 1) / (wide - 1);
        points.push_back(foxglove::CreatePoint3(out_, (column - (columns - 1) / 2.0) * spacing,
                                                (row - (rows - 1) / 2.0) * spacing, height(column, row)));
      }
    }
    std::vector<std::uint32_t> indices;
    for (std::uint32_t j = 0; j + 1 < deep; ++j) {
      for (std::uint32_t i = 0; i + 1 < wide; ++i) {
        const std::uint32_t a = j * wide + i, b = a + 1, c = a + wide, d = c + 1;
        indices.insert(indices.end(), {a, b, d, a, d, c});
      }
    }
    triangle_list(points, indices);
  }

  FlatBufferBuilder& out_;
  Vector position_;
  Rotation rotation_;
  Colour colour_;
  std::vector<Offset<foxglove::CubePrimitive>> cubes_;
  std::vector<Offset<foxglove::SpherePrimitive>> spheres_;
  std::vector<Offset<foxglove::CylinderPrimitive>> cylinders_;
  std::vector<Offset<foxglove::TriangleListPrimitive>> triangles_;
};

bool is_shown(const scene::Body& body) {
  return body.shapes() != nullptr && body.name() != nullptr;
}

Offset<foxglove::SceneEntity> entity_of(FlatBufferBuilder& out, std::uint64_t utc_ns,
                                        const scene::Body& body) {
  Primitives primitives(out);
  for (const scene::Shape* shape : *body.shapes()) {
    primitives.add(*shape);
  }
  return primitives.finish(utc_ns, body.name()->str());
}

}  // namespace

std::vector<std::string> frame_names(const scene::Scene& scene) {
  std::vector<std::string> names;
  if (scene.bodies() == nullptr) {
    return names;
  }
  for (const scene::Body* body : *scene.bodies()) {
    names.push_back(body->name() == nullptr ? "" : body->name()->str());
  }
  return names;
}

PresenceWatch::Change PresenceWatch::observe(std::span<const stream::BodyState> bodies) {
  Change change;
  for (const stream::BodyState& body : bodies) {
    const bool absent = (body.flags() & kBodyAbsent) != 0;
    if (body.id() >= absent_.size() || absent_[body.id()] == absent) {
      continue;
    }
    absent_[body.id()] = absent;
    (absent ? change.gone : change.back).push_back(body.id());
  }
  return change;
}

void build_frame_transforms(FlatBufferBuilder& out, std::uint64_t utc_ns,
                            std::span<const std::string> body_names,
                            std::span<const stream::BodyState> bodies) {
  const foxglove::Time time = time_of(utc_ns);
  const auto world = out.CreateString("world");
  std::vector<Offset<foxglove::FrameTransform>> transforms;
  transforms.reserve(bodies.size());
  for (const stream::BodyState& body : bodies) {
    if (body.id() >= body_names.size()) {
      continue;
    }
    const auto& p = body.position();
    const auto& q = body.orientation();
    const auto name = out.CreateString(body_names[body.id()]);
    const auto translation = foxglove::CreateVector3(out, p.x(), p.y(), p.z());
    const auto rotation = foxglove::CreateQuaternion(out, q.x(), q.y(), q.z(), q.w());
    transforms.push_back(foxglove::CreateFrameTransform(out, &time, world, name, translation, rotation));
  }
  out.Finish(foxglove::CreateFrameTransforms(out, out.CreateVector(transforms)));
}

void build_scene_update(FlatBufferBuilder& out, std::uint64_t utc_ns, const scene::Scene& scene) {
  std::vector<Offset<foxglove::SceneEntity>> entities;
  if (scene.bodies() != nullptr) {
    for (const scene::Body* body : *scene.bodies()) {
      if (is_shown(*body)) entities.push_back(entity_of(out, utc_ns, *body));
    }
  }
  const foxglove::Time time = time_of(utc_ns);
  const auto everything =
      foxglove::CreateSceneEntityDeletion(out, &time, foxglove::SceneEntityDeletionType::ALL);
  const auto deletions = out.CreateVector(&everything, 1);
  const auto entity_vector = out.CreateVector(entities);
  out.Finish(foxglove::CreateSceneUpdate(out, deletions, entity_vector));
}

void build_presence_update(FlatBufferBuilder& out, std::uint64_t utc_ns, const scene::Scene& scene,
                           std::span<const std::uint32_t> gone, std::span<const std::uint32_t> back) {
  const foxglove::Time time = time_of(utc_ns);
  std::vector<Offset<foxglove::SceneEntityDeletion>> deletions;
  std::vector<Offset<foxglove::SceneEntity>> entities;
  const auto for_each_shown = [&](std::span<const std::uint32_t> ids, auto act) {
    for (const std::uint32_t id : ids) {
      const bool exists = scene.bodies() != nullptr && id < scene.bodies()->size();
      if (exists && is_shown(*scene.bodies()->Get(id))) act(*scene.bodies()->Get(id));
    }
  };
  for_each_shown(gone, [&](const scene::Body& body) {
    const auto name = out.CreateString(body.name()->str());
    deletions.push_back(foxglove::CreateSceneEntityDeletion(
        out, &time, foxglove::SceneEntityDeletionType::MATCHING_ID, name));
  });
  for_each_shown(back, [&](const scene::Body& body) { entities.push_back(entity_of(out, utc_ns, body)); });
  const auto deletion_vector = out.CreateVector(deletions);
  const auto entity_vector = out.CreateVector(entities);
  out.Finish(foxglove::CreateSceneUpdate(out, deletion_vector, entity_vector));
}

}  // namespace drawbar::protocol
