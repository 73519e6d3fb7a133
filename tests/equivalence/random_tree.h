// Random trees of every joint type in both directions, for tests that hold formulations against each other.
#pragma once

#include <random>

#include "tests/support/world_builder.h"

namespace drawbar::test {

/// A deterministic generator: the library's distributions differ between implementations.
class Dice {
 public:
  explicit Dice(unsigned seed) : engine_(seed) {}
  double operator()(double low, double high) {
    return low + (high - low) * static_cast<double>(engine_() % 1000003u) / 1000002.0;
  }
  std::size_t below(std::size_t n) { return engine_() % n; }
  Vec3 vector(double size) {
    auto& d = *this;
    return {d(-size, size), d(-size, size), d(-size, size)};
  }

 private:
  std::mt19937 engine_;
};

struct RandomTree {
  std::size_t bodies = 12;
  double mass_ratio = 1000;  ///< masses from 1/sqrt to sqrt of it, kg
  double free_root = 0.3;    ///< probability that a body begins a tree of its own
  std::vector<JointType> types{JointType::fixed,       JointType::revolute,  JointType::prismatic,
                               JointType::cylindrical, JointType::universal, JointType::spherical,
                               JointType::planar};
  double speed = 2;  ///< of the bodies before their velocities are made consistent
};

inline WorldBuilder random_tree(unsigned seed, const RandomTree& kind) {
  Dice dice(seed);
  WorldBuilder b;
  for (std::size_t i = 0; i < kind.bodies; ++i) {
    const double mass = std::pow(kind.mass_ratio, dice(-0.5, 0.5));
    const double size = dice(0.1, 0.6);
    const Vec3 extents(size * dice(0.3, 1), size * dice(0.3, 1), size * dice(0.3, 1));
    const Vec3 squares = extents.cwiseProduct(extents);
    const Mat3 inertia =
        mass / 12 * diagonal(squares.y() + squares.z(), squares.z() + squares.x(), squares.x() + squares.y());
    const Quat turned = quaternion_exponential(dice.vector(2));
    const bool root = i == 0 || dice(0, 1) < kind.free_root;
    const std::size_t before = root ? 0 : dice.below(i);
    const Vec3 from = root ? Vec3(dice.vector(2)) : b.config.bodies[before].position;
    const Vec3 position = from + dice.vector(0.8);
    const BodyId body = b.body("b" + std::to_string(i), mass, inertia, position, turned);
    b.config.bodies.back().linear_velocity = dice.vector(kind.speed);
    b.config.bodies.back().angular_velocity = dice.vector(kind.speed);
    if (root && i > 0 && dice(0, 1) < 0.5) continue;  // free
    const BodyId parent = root ? kWorldBody : BodyId{static_cast<std::uint32_t>(before)};
    const bool turn = dice(0, 1) < 0.4;
    b.joint(kind.types[dice.below(kind.types.size())], turn ? body : parent, turn ? parent : body,
            0.5 * (from + position) + dice.vector(0.1), dice.vector(1));
  }
  return b;
}

}  // namespace drawbar::test
