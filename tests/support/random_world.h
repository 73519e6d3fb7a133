// Random mechanisms: what a scene author might write at three in the morning, all of it valid.
#pragma once

#include <cstdlib>
#include <random>

#include "tests/support/motors.h"
#include "tests/support/world_builder.h"

namespace drawbar::test {

struct RandomWorldOptions {
  int bodies = 8;
  double mass_decades = 4;     ///< masses spread over so many powers of ten
  double thin_decades = 0;     ///< bodies as needles, thinner than long by up to so many powers of ten
  bool loops = false;          ///< close some loops with distance joints
  bool hinge_loops = false;    ///< close some loops with hinges, of parallel axes in every other world
  bool elastic_stops = false;  ///< limits that give way, up to 1e12 N/m
  bool drives = false;         ///< on hinges, most of them with a limit of current that they reach
  bool cones = false;          ///< in place of limits on spherical joints, hard or giving way
  bool ground = false;
};

/// How many of them a test tries: as many as DRAWBAR_FUZZ_SEEDS asks for, else what is given.
inline std::uint64_t random_worlds(std::uint64_t by_default) {
  const char* asked = std::getenv("DRAWBAR_FUZZ_SEEDS");
  return asked ? std::strtoull(asked, nullptr, 10) : by_default;
}

/// A tree of random joints under gravity, with limits, friction, springs and fast initial spins.
inline WorldBuilder random_world(std::uint64_t seed, const RandomWorldOptions& options) {
  std::mt19937_64 random(seed);
  const auto uniform = [&](double lower, double upper) {
    return std::uniform_real_distribution<double>(lower, upper)(random);
  };
  const auto chance = [&](double p) { return uniform(0, 1) < p; };
  const auto vector = [&] { return Vec3(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)); };
  WorldBuilder b;
  b.surface(uniform(0, 1), uniform(0, 0.8));
  for (int i = 0; i < options.bodies; ++i) {
    const double mass = std::pow(10.0, uniform(-0.5, 0.5) * options.mass_decades);
    const double size = uniform(0.1, 0.6);
    // Principal moments of a box of random proportions: they satisfy the triangle inequality.
    Vec3 half = size * Vec3(uniform(0.05, 1), uniform(0.05, 1), uniform(0.05, 1));
    if (options.thin_decades > 0) {
      const double thickness = size * std::pow(10.0, -uniform(0, options.thin_decades));
      half = Vec3(size, thickness, thickness);
    }
    const Vec3 s = half.cwiseProduct(half) * mass / 3;
    const Vec3 at = Vec3(0, 0, options.ground ? 3 : 0) + 1.5 * vector();
    const BodyId body =
        b.body("body" + std::to_string(i), mass, diagonal(s.y() + s.z(), s.z() + s.x(), s.x() + s.y()), at,
               quaternion_exponential(2 * vector()));
    if (options.ground) b.shape(body, Box{half});
    b.config.bodies.back().linear_velocity = 2 * vector();
    b.config.bodies.back().angular_velocity = 10 * vector();
    const int choice = static_cast<int>(uniform(0, 8));
    if (choice == 7 && i > 0) continue;  // a body of its own
    constexpr JointType kTypes[] = {JointType::revolute,  JointType::prismatic, JointType::spherical,
                                    JointType::universal, JointType::fixed,     JointType::cylindrical,
                                    JointType::planar};
    const int parent = static_cast<int>(uniform(0, i + 1)) - 1;
    const Vec3 anchor = at + 0.5 * size * vector();
    JointConfig& joint =
        b.joint(kTypes[choice % 7], parent < 0 ? kWorldBody : BodyId{static_cast<std::uint32_t>(parent)},
                body, anchor, vector());
    for (int k = 0; k < free_axis_count(joint.type); ++k) {
      AxisConfig& axis = joint.axes[static_cast<std::size_t>(k)];
      if (chance(0.4))
        axis.limit = AxisLimit{-uniform(0, 0.8), uniform(0, 0.8), std::nullopt, 0, uniform(0, 1)};
      if (axis.limit && options.elastic_stops) {
        axis.limit->restitution = 0;
        axis.limit->stiffness = std::pow(10.0, uniform(2, 12));
        if (chance(0.5)) axis.limit->damping = std::pow(10.0, uniform(0, 6));
      }
      if (chance(0.3)) axis.friction.coulomb = mass * uniform(0, 3);
      if (chance(0.3)) axis.friction.viscous = mass * uniform(0, 1);
      if (chance(0.3))
        axis.spring = AxisSpring{mass * std::pow(10.0, uniform(0, 5)), mass * uniform(0, 5), 0, {}};
    }
    // Cardan angles are not defined at +-90 degrees of the second: what loads them keeps away from there.
    if (joint.type == JointType::spherical && options.cones) {
      const auto stop = [&](double range) {
        AxisLimit limit{-range, range, std::nullopt, 0, uniform(0, 1)};
        if (chance(0.7)) {
          limit = {-range, range, std::pow(10.0, uniform(2, 12)),
                   chance(0.5) ? std::pow(10.0, uniform(0, 6)) : 0, 0};
        }
        return limit;
      };
      joint.cone = ConeLimit{stop(uniform(0.1, 1.2)), stop(uniform(0, 3.1))};
      for (AxisConfig& axis : joint.axes) axis.limit.reset(), axis.spring.reset();
      continue;
    }
    if (joint.type == JointType::spherical) joint.axes[1].limit = AxisLimit{-1.2, 1.2, std::nullopt, 0, 0};
    if (options.drives && joint.type == JointType::revolute) {
      if (b.config.controls.empty()) b.config.controls.push_back({"u", -1, 1, 1});
      DriveConfig drive = re40(JointId{static_cast<std::uint32_t>(b.config.joints.size() - 1)});
      drive.coulomb_friction = kRe40Friction;
      drive.current_limit = uniform(1, 40);
      drive.gear = {std::pow(10.0, uniform(0, 2.3)), uniform(0.3, 1), std::nullopt, chance(0.2)};
      b.config.drives.push_back(drive);
    }
  }
  if (options.loops && options.bodies > 3) {
    for (int k = 0; k < options.bodies / 4; ++k) {
      const auto i = static_cast<std::uint32_t>(uniform(0, options.bodies / 2));
      const auto j = static_cast<std::uint32_t>(uniform(options.bodies / 2, options.bodies));
      JointConfig& rod = b.joint(JointType::distance, BodyId{i}, BodyId{j}, b.config.bodies[i].position);
      rod.child_position = b.config.bodies[j].position;
    }
  }
  if (options.hinge_loops) {
    const bool parallel = seed % 2 == 0;
    const Vec3 common = vector();
    for (JointConfig& joint : b.config.joints) {
      if (parallel && joint.type == JointType::revolute) joint.frame = frame_along(common);
    }
    for (int k = 0; k < options.bodies / 4; ++k) {
      const auto i = static_cast<std::uint32_t>(uniform(0, options.bodies / 2));
      const auto j = static_cast<std::uint32_t>(uniform(options.bodies / 2, options.bodies));
      b.joint(JointType::revolute, BodyId{i}, BodyId{j}, 1.5 * vector(), parallel ? common : vector());
    }
  }
  if (options.ground) b.ground();
  return b;
}

}  // namespace drawbar::test
