// A start that nobody would choose: bodies of random shapes thrown on a heap inside each other.
#pragma once

#include <random>

#include "tests/support/world_builder.h"

namespace drawbar::test {

/// `count` bodies with their centres in a cube of 0.4 m above a plane, much of it shared.
inline WorldBuilder overlapping_start(std::uint32_t seed, int count) {
  std::mt19937 random(seed);
  const auto between = [&](double lower, double upper) {
    return lower + (upper - lower) * (static_cast<double>(random()) / 4294967296.0);
  };
  WorldBuilder b;
  b.surface(between(0, 1), between(0, 0.5));
  for (int i = 0; i < count; ++i) {
    const Vec3 at(between(-0.2, 0.2), between(-0.2, 0.2), between(0, 0.4));
    const double mass = between(0.1, 10);
    const double size = between(0.05, 0.2);
    const Quat turned = quaternion_exponential(Vec3(between(-3, 3), between(-3, 3), between(-3, 3)));
    const BodyId body = b.body("body", mass, diagonal(1, 1, 1) * (0.4 * mass * size * size), at, turned);
    switch (random() % 4) {
      case 0:
        b.shape(body, Sphere{size});
        break;
      case 1:
        b.shape(body, Box{Vec3(size, between(0.05, 0.2), between(0.05, 0.2))});
        break;
      case 2:
        b.shape(body, Capsule{size, between(0.05, 0.2)});
        break;
      default:
        b.shape(body, Cylinder{size, between(0.05, 0.2)});
        break;
    }
  }
  b.ground();
  return b;
}

/// What became of such a start.
struct Settled {
  bool finite = true;  ///< and never had to be stopped
  double kinetic = 0;  ///< J
  double deepest = 0;  ///< m below the plane, of any centre
};

inline Settled settle(std::uint32_t seed, int count, int frames, int substeps) {
  World world = overlapping_start(seed, count).build();
  const FrameState state = run(world, frames, substeps);
  Settled out;
  out.finite = state.statistics.recoveries == 0;
  for (int i = 0; i < count; ++i) {
    const Vec3& at = state.bodies[static_cast<std::size_t>(i)].position;
    out.finite = out.finite && at.allFinite();
    out.deepest = std::max(out.deepest, -at.z());
  }
  out.kinetic = state.energy.kinetic;
  return out;
}

}  // namespace drawbar::test
