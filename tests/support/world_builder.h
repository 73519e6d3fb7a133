// Builds small worlds on one screen, for tests of the physics library alone.
#pragma once

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "physics/math/rotation.h"
#include "physics/world/world.h"

namespace drawbar::test {

using namespace physics;

inline Mat3 diagonal(double x, double y, double z) {
  return Vec3(x, y, z).asDiagonal();
}

/// Orthonormal joint frame whose first column is `axis`.
inline Mat3 frame_along(const Vec3& axis) {
  Mat3 frame;
  Vec3 first, second;
  const Vec3 n = axis / std::sqrt(axis.squaredNorm());
  tangents_of(n, first, second);
  frame << n, first, second;
  return frame;
}

class WorldBuilder {
 public:
  WorldConfig config;

  explicit WorldBuilder(double gravity = 9.81) { config.gravity = Vec3(0, 0, -gravity); }

  WorldBuilder& formulation(Formulation value) {
    config.formulation = value;
    return *this;
  }

  BodyId body(const std::string& name, double mass, const Mat3& inertia, const Vec3& position,
              const Quat& orientation = Quat::Identity()) {
    BodyConfig body;
    body.name = name;
    body.mass_properties = {mass, Vec3::Zero(), inertia};
    body.position = position;
    body.orientation = orientation;
    config.bodies.push_back(body);
    return BodyId{static_cast<std::uint32_t>(config.bodies.size() - 1)};
  }

  BodyId ground(const Vec3& normal = Vec3::UnitZ()) {
    BodyConfig body;
    body.name = "ground";
    body.is_static = true;
    ShapeConfig shape;
    shape.geometry = Plane{};
    shape.orientation = Quat::FromTwoVectors(Vec3::UnitZ(), normal);
    body.shapes.push_back(shape);
    config.bodies.push_back(body);
    return BodyId{static_cast<std::uint32_t>(config.bodies.size() - 1)};
  }

  void shape(BodyId body, const Geometry& geometry) {
    ShapeConfig shape;
    shape.geometry = geometry;
    config.bodies[index_of(body)].shapes.push_back(shape);
  }

  void surface(double friction, double restitution = 0) {
    config.surface_pairs[0].friction = friction;
    config.surface_pairs[0].restitution = restitution;
  }

  JointConfig& joint(JointType type, BodyId parent, BodyId child, const Vec3& position,
                     const Vec3& axis = Vec3::UnitY()) {
    JointConfig joint;
    joint.name = "joint" + std::to_string(config.joints.size());
    joint.type = type;
    joint.parent = parent;
    joint.child = child;
    joint.position = joint.child_position = position;
    joint.frame = frame_along(axis);
    config.joints.push_back(joint);
    return config.joints.back();
  }

  /// Planar chain of uniform slender rods from the origin, in the x-z plane; angles from straight down
  /// towards +x.
  void chain(const std::vector<double>& angles, const std::vector<double>& lengths,
             const std::vector<double>& masses) {
    Vec3 end = Vec3::Zero();
    BodyId parent = kWorldBody;
    for (std::size_t k = 0; k < angles.size(); ++k) {
      const Vec3 along(std::sin(angles[k]), 0, -std::cos(angles[k]));
      const double i = masses[k] * lengths[k] * lengths[k] / 12;
      const Quat orientation = quaternion_exponential(Vec3(0, -angles[k], 0));
      const BodyId link = body("link" + std::to_string(k), masses[k], diagonal(i, i, 1e-3 * i),
                               end + 0.5 * lengths[k] * along, orientation);
      joint(JointType::revolute, parent, link, end);
      end += lengths[k] * along;
      parent = link;
    }
  }

  World build() const { return World(config); }
};

/// Runs `frames` frames of `substeps` substeps and reads the world at the end.
inline FrameState run(World& world, int frames, int substeps) {
  for (int i = 0; i < frames; ++i) world.step_frame(substeps);
  FrameState out = world.make_frame_state();
  world.observe(out);
  return out;
}

/// End of a rod of `length` that hangs along -z of its body axes.
inline Vec3 rod_end(const BodyReading& rod, double length) {
  return rod.position + rod.orientation * Vec3(0, 0, -0.5 * length);
}

inline std::vector<std::byte> state_of(const World& world) {
  std::vector<std::byte> bytes;
  world.save_state(bytes);
  return bytes;
}

}  // namespace drawbar::test
