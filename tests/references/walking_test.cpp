// Paper 002's walking mechanism (REFERENCES R4) as it ships, against an independent reduction to its one
// freedom, the hull's rocking angle phi: crank angle 2 pi t / T, the supporting foot rolling, plastic impacts
// that keep the angular momentum about the ground point. That gait has phi = 0 wherever a leg is upright,
// phi' = -0.2136490 rad/s there, and a half-step map of trace -1.2269264 and determinant 1.
#include <gtest/gtest.h>

#include <array>

#include "scenes/loader/loader.h"
#include "tests/support/allocation_count.h"
#include "tests/support/paths.h"
#include "tests/support/world_builder.h"

namespace drawbar::test {
namespace {

constexpr double kPeriod = 2.6;                          // s, one turn of the crank
constexpr double kRockingRate = -0.2136490;              // rad/s, a leg upright
constexpr double kStep = 2 * 1.5 * 0.16744807921968932;  // m per half turn: 2 e1 arcsin(e2 / e3)

WorldConfig mechanism() {
  auto loaded = scenes::load_file(tests::source_folder() / "scenes/walking_mechanism.json");
  EXPECT_TRUE(loaded.has_value()) << (loaded ? "" : loaded.error().text);
  WorldConfig config = loaded ? std::move(loaded->world) : WorldConfig{};
  config.period = 0.02;  // half a turn is a whole number of frames
  return config;
}

// The scene's start with another rocking rate, every velocity following from it.
WorldConfig rocking_at(double rate) {
  WorldConfig config = mechanism();
  const double crank = 2 * kPi / kPeriod, swing = crank * 0.05 / 0.3;
  const double vertex = -1.5 * (rate + swing);
  const auto set = [&](std::size_t body, double height, double turning) {
    config.bodies[body].linear_velocity = Vec3(0, vertex - (height - 1.5) * rate, 0);
    config.bodies[body].angular_velocity = Vec3(turning, 0, 0);
  };
  set(1, 1.25, rate);          // hull
  set(2, 1.25, rate + crank);  // crank
  set(3, 1.5, rate);           // slider and leg 1
  set(4, 1.5, rate + swing);
  set(5, 1.6, rate);  // slider and leg 2
  set(6, 1.6, rate - swing);
  return config;
}

struct Rocking {
  double angle = 0;      ///< rad
  double rate = 0;       ///< rad/s
  double travelled = 0;  ///< m
};

class Walk {
 public:
  explicit Walk(WorldConfig config, int substeps = 20) : world_(std::move(config)), substeps_(substeps) {}

  /// After `halves` more half turns of the crank.
  Rocking after(int halves) {
    const FrameState state = run(world_, 65 * halves, substeps_);
    const JointReading& plane = state.joints[0];
    return {plane.position[2], plane.velocity[2], -plane.position[0]};
  }

 private:
  World world_;
  int substeps_;
};

TEST(WalkingMechanism, WalksAsFarAsItsFeetRollAndComesBackToItsPhase) {
  const Rocking after = Walk(mechanism()).after(2);
  EXPECT_NEAR(after.travelled, 2 * kStep, 1e-3);
  EXPECT_NEAR(after.angle, 0, 1e-3);
  EXPECT_NEAR(after.rate, kRockingRate, 1e-3);
}

TEST(WalkingMechanism, TendsToTheReducedGaitWithTheSubstep) {
  const auto error = [](int substeps) {
    const Rocking after = Walk(mechanism(), substeps).after(1);
    return std::fabs(after.travelled - kStep) + std::fabs(after.angle) + std::fabs(after.rate - kRockingRate);
  };
  const double coarse = error(10), fine = error(40);
  EXPECT_LT(fine, 0.5 * coarse);
  EXPECT_LT(fine, 1e-3);
}

TEST(WalkingMechanism, IsNeutrallyStable) {
  // x0 = (0, d) goes to x1 and x2 in two half turns: x2 = trace x1 - determinant x0.
  constexpr double kDisturbance = 0.02;
  Walk more(rocking_at(kRockingRate + kDisturbance)), less(rocking_at(kRockingRate - kDisturbance));
  const auto deviation = [&] {
    const Rocking a = more.after(1), b = less.after(1);
    return std::array{0.5 * (a.angle - b.angle), 0.5 * (a.rate - b.rate)};
  };
  const auto one = deviation(), two = deviation();
  const double trace = two[0] / one[0];
  const double determinant = (trace * one[1] - two[1]) / kDisturbance;
  EXPECT_NEAR(trace, -1.2269264, 0.02);
  EXPECT_NEAR(determinant, 1, 0.02);
}

TEST(WalkingMechanism, WalksTheSameInTheRealTimeSolver) {
  WorldConfig config = mechanism();
  config.formulation = Formulation::sequential_impulses;
  const Rocking after = Walk(std::move(config)).after(2);
  EXPECT_NEAR(after.travelled, 2 * kStep, 1e-3);
  EXPECT_NEAR(after.angle, 0, 1e-3);
  EXPECT_NEAR(after.rate, kRockingRate, 1e-3);
}

TEST(WalkingMechanism, RestoredBeforeAnImpactGoesOnToTheSameBitsAndWithoutHeap) {
  World one(mechanism());
  run(one, 30, 10);
  const std::vector<std::byte> saved = state_of(one);
  const std::size_t before = allocation_count();
  for (int i = 0; i < 5; ++i) one.step_frame(10);
  EXPECT_EQ(allocation_count(), before);
  World two(mechanism());
  ASSERT_TRUE(two.restore_state(saved));
  for (int i = 0; i < 5; ++i) two.step_frame(10);
  EXPECT_EQ(state_of(one), state_of(two));
}

TEST(WalkingMechanism, KeepsItsLoopsClosedThroughTheImpacts) {
  World world(mechanism());
  FrameState state = run(world, 65, 20);
  for (const JointReading& joint : state.joints) EXPECT_LT(joint.error, 1e-9);
}

}  // namespace
}  // namespace drawbar::test
