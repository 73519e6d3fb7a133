// Stick and slip on an incline, one percent to either side of the threshold.
#include <gtest/gtest.h>

#include <optional>

#include "tests/support/world_builder.h"

namespace drawbar::test {
namespace {

class Slope {
 public:
  Slope(double degrees, double sticking, double sliding) {
    const double angle = degrees * kPi / 180;
    const Vec3 normal(std::sin(angle), 0, std::cos(angle));
    downhill_ = Vec3(std::cos(angle), 0, -std::sin(angle));
    WorldBuilder b;
    b.surface(sliding);
    b.config.surface_pairs[0].static_friction = sticking;
    const BodyId block = b.body("block", 1, diagonal(0.0042, 0.0042, 0.0067), 0.05 * normal,
                                quaternion_exponential(Vec3(0, angle, 0)));
    b.shape(block, Box{Vec3(0.1, 0.1, 0.05)});
    b.ground(normal);
    start_ = 0.05 * normal;
    world_.emplace(b.build());
  }
  FrameState after(int frames, int substeps) { return run(*world_, frames, substeps); }
  double travelled(const FrameState& state) const { return downhill_.dot(state.bodies[0].position - start_); }
  double speed(const FrameState& state) const { return downhill_.dot(state.bodies[0].linear_velocity); }

 private:
  Vec3 downhill_, start_;
  std::optional<World> world_;
};

// An hour at 1 mm would be 17 um in a minute; what it settles by at the start is not creep.
TEST(StickAndSlip, OnePercentUnderTheThresholdABlockStaysWhereItIs) {
  constexpr double kAngle = 25;
  const double threshold = std::tan(kAngle * kPi / 180);
  Slope slope(kAngle, 1.01 * threshold, 0.8 * threshold);
  const double settled = slope.travelled(slope.after(25, 8));
  EXPECT_LT(std::fabs(settled), 1e-4);
  EXPECT_LT(std::fabs(slope.travelled(slope.after(1500, 8)) - settled), 1e-6);
}

TEST(StickAndSlip, OnePercentAboveTheThresholdItSlidesUnderItsDynamicFriction) {
  constexpr double kAngle = 25, kGravity = 9.81;
  const double angle = kAngle * kPi / 180;
  const double sliding = 0.8 * std::tan(angle);
  Slope slope(kAngle, std::tan(angle) / 1.01, sliding);
  const FrameState after_one = slope.after(25, 8);
  const FrameState after_two = slope.after(25, 8);
  const double expected = kGravity * (std::sin(angle) - sliding * std::cos(angle));
  EXPECT_NEAR(slope.speed(after_two) - slope.speed(after_one), expected, 1e-3 * expected);
}

// What lands sliding is slowed by its dynamic friction times the impulse of the impact, however much it would
// take to tear it loose at rest.
TEST(StickAndSlip, WhatLandsSlidingIsNotHeldByItsStaticFriction) {
  constexpr double kGravity = 9.81, kDrop = 0.4, kSliding = 0.1, kSpeed = 4;
  for (const bool jointed : {false, true}) {
    for (const int substeps : {8, 40}) {
      WorldBuilder b;
      b.surface(kSliding);
      b.config.surface_pairs[0].static_friction = 0.9;
      const BodyId box = b.body("box", 6, diagonal(0.2, 0.2, 0.2), Vec3(0, 0, kDrop + 0.1));
      b.shape(box, Box{Vec3(0.5, 0.5, 0.1)});
      b.config.bodies[0].linear_velocity = Vec3(kSpeed, 0, 0);
      if (jointed) {
        const BodyId lid = b.body("lid", 1e-9, diagonal(1e-9, 1e-9, 1e-9), Vec3(0, 0, kDrop + 0.1));
        b.config.bodies[1].linear_velocity = Vec3(kSpeed, 0, 0);
        b.joint(JointType::fixed, box, lid, Vec3(0, 0, kDrop + 0.1));
      }
      b.ground(Vec3::UnitZ());
      World world = b.build();
      const double falls = std::sqrt(2 * kDrop / kGravity);
      const double expected = kSpeed - kSliding * (kGravity * falls + kGravity * (0.6 - falls));
      EXPECT_NEAR(run(world, 15, substeps).bodies[0].linear_velocity.x(), expected, 1e-3 * kSpeed) << jointed;
    }
  }
}

}  // namespace
}  // namespace drawbar::test
