// Surfaces that run: which way and how fast they take along what lies on them, or the body that they are of.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/support/world_builder.h"

namespace drawbar::test {
namespace {

struct RunningSurface {
  const char* what;
  Vec3 axis;        ///< of the belt, in the shape's axes
  Vec3 shape_turn;  ///< of the shape on its body, as a vector
  Vec3 body_turn;   ///< of the body, likewise
  Vec3 carried;     ///< m/s, of a crate on top of it
};

constexpr double kRunningSpeed = 2;

/// A crate on a slab; of one of the two the surface runs.
FrameState after_two_seconds(const RunningSurface& of, bool slab_runs, double other_speed = 0) {
  WorldBuilder b;
  b.surface(0.5);
  const Quat turn = quaternion_exponential(of.body_turn);
  const auto add = [&](const std::string& name, double height, double half, bool runs) {
    const BodyId body =
        b.body(name, 1, diagonal(0.1, 0.1, 0.1), Vec3(0, 0, height), runs ? turn : Quat(Quat::Identity()));
    b.shape(body, Box{Vec3(half, half, half)});
    ShapeConfig& shape = b.config.bodies.back().shapes[0];
    if (runs) {
      shape.orientation = quaternion_exponential(of.shape_turn);
      shape.belt = BeltConfig{of.axis, kRunningSpeed, std::nullopt, 0};
    } else if (other_speed != 0) {
      shape.belt = BeltConfig{Vec3::UnitY(), other_speed, std::nullopt, 0};
    }
    return body;
  };
  const BodyId slab = add("slab", -20, 20, slab_runs);
  b.config.bodies[index_of(slab)].is_static = true;
  add("crate", 0.5, 0.5, !slab_runs);
  World world = b.build();
  return run(world, 50, 8);
}

const Vec3 kQuarterAboutZ(0, 0, 1.5707963267948966);

// Upwards it moves along axis x z; of the crate itself, whose lower side looks down, it drives the crate the
// same way. Where the axis leans to the normal by less than 30 degrees the speed fades, and along it there is
// none.
TEST(RunningSurfaces, TakeAlongWhatLiesOnThemOrTheBodyThatTheyAreOf) {
  const double speed = kRunningSpeed;
  const RunningSurface cases[] = {
      {"along x", Vec3::UnitY(), Vec3::Zero(), Vec3::Zero(), Vec3(speed, 0, 0)},
      {"against x", -Vec3::UnitY(), Vec3::Zero(), Vec3::Zero(), Vec3(-speed, 0, 0)},
      {"a turned shape", Vec3::UnitY(), kQuarterAboutZ, Vec3::Zero(), Vec3(0, speed, 0)},
      {"a turned body", Vec3::UnitY(), Vec3::Zero(), kQuarterAboutZ, Vec3(0, speed, 0)},
      {"both", Vec3::UnitY(), kQuarterAboutZ, kQuarterAboutZ, Vec3(-speed, 0, 0)},
      {"leaning", Vec3(0, 0.8, 0.6), Vec3::Zero(), Vec3::Zero(), Vec3(speed, 0, 0)},
      {"fading", Vec3(0, 0.25, std::sqrt(1 - 0.0625)), Vec3::Zero(), Vec3::Zero(), Vec3(0.5 * speed, 0, 0)},
      {"its flank", Vec3::UnitZ(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()},
  };
  for (const RunningSurface& c : cases) {
    for (const bool slab_runs : {true, false}) {
      const FrameState state = after_two_seconds(c, slab_runs);
      EXPECT_LT((state.bodies[1].linear_velocity - c.carried).norm(), 1e-6)
          << c.what << ' ' << slab_runs << ": " << state.bodies[1].linear_velocity.transpose();
      EXPECT_LT(state.bodies[1].angular_velocity.norm(), 1e-6) << c.what;
    }
  }
}

// On a slab that runs by itself: both speeds add up.
TEST(RunningSurfaces, OfBothAddUp) {
  const RunningSurface along{"along x", Vec3::UnitY(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
  for (const bool slab_runs : {true, false}) {
    EXPECT_NEAR(after_two_seconds(along, slab_runs, 0.75).bodies[1].linear_velocity.x(), 2.75, 1e-6);
    EXPECT_NEAR(after_two_seconds(along, slab_runs, -2).bodies[1].linear_velocity.x(), 0, 1e-6);
  }
}

}  // namespace
}  // namespace drawbar::test
