// Impacts of one joint axis on its limits: where in a drift they happen, and what they leave to the next
// kick.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "physics/constraint/impact.h"
#include "physics/formulations/sequential_impulses/joint/axis_impact.h"
#include "tests/analytic/lone_axis.h"

namespace drawbar::test {
namespace {

using namespace physics;

/// An axis that a drift takes beyond its limit at 0, from the side of `inwards` x 0.012.
AxisConstraint before_impact(double inwards, double rate_before, double rate) {
  AxisConstraint load = free_axis(inwards * rate_before);
  load.soft.position = inwards * 0.012;
  load.lowest = inwards > 0 ? -1.2 : -kUnbounded;
  load.highest = inwards > 0 ? kUnbounded : 1.2;
  load.solved_rate = inwards * rate;
  load.torque = inwards * 11;
  return load;
}

TEST(LimitImpacts, AreFoundAtTheInstantOfTheDrift) {
  for (const double inwards : {1.0, -1.0}) {
    // -2.5: what the kick changed is faster than the axis: a jump, no acceleration.
    for (const double rate_before : {-2.0, -1.9, -4.5}) {
      AxisLimit limit{-9, 9, std::nullopt, 0, 0.5};
      (inwards > 0 ? limit.lower : limit.upper) = 0;
      AxisConstraint load = before_impact(inwards, rate_before, -2);
      find_limit_impact(limit, kWholeKick, load);
      const double acceleration = rate_before == -4.5 ? 0 : (-2 - rate_before) / kAxisDrift;
      const auto impact = impact_within(0.012, -2, acceleration, 0.5, kAxisDrift);
      ASSERT_TRUE(impact);
      const double share = impact->delay / kAxisDrift;
      ASSERT_TRUE(load.impact.bounces) << rate_before;
      EXPECT_NEAR(load.impact.share, share, 1e-12);
      EXPECT_NEAR(load.impact.rebound, inwards * impact->speed, 1e-12);
      EXPECT_NEAR(load.impact.rate_before, inwards * impact->before, 1e-12);
      EXPECT_NEAR(load.impact.rate_after, -inwards * 0.5 * impact->before, 1e-12);
      EXPECT_EQ(load.impact.rate_past, inwards * -2);
      EXPECT_EQ(load.impact.torque_past, inwards * 11);
      EXPECT_NEAR(load.impact.fastest_back,
                  1.1 * std::fabs(impact->speed) + kAxisDrift * std::fabs(acceleration), 1e-12);
      // It drifts by -2 until then, and by the rebound from then on.
      const double reached = share * -2 + (1 - share) * impact->speed;
      EXPECT_NEAR(inwards > 0 ? load.lowest : load.highest, inwards * reached, 1e-12);
    }
  }
}

TEST(LimitImpacts, AreNoneOfWhatIsSlowComesLateOrDoesNotTurnRound) {
  struct Case {
    const char* what;
    double rate_before, rate, restitution;
    bool bounces;
  };
  for (const Case& c : {Case{"fast", -2, -2, 0.5, true}, Case{"slow before the kick", -0.04, -2, 0.5, false},
                        Case{"meets it after the drift", -1.2, -1.2 + 1e-9, 0.5, false},
                        Case{"is not turned round", -1.3, -1.3, 0, false}}) {
    for (const double inwards : {1.0, -1.0}) {
      const AxisLimit limit{inwards > 0 ? 0.0 : -9, inwards > 0 ? 9 : 0.0, std::nullopt, 0, c.restitution};
      AxisConstraint load = before_impact(inwards, c.rate_before, c.rate);
      // Where the drift may go: as far as where it would end without its impulse.
      if (!c.bounces && c.restitution == 0) load.lowest = load.highest = 0;
      const AxisConstraint before = load;
      find_limit_impact(limit, kWholeKick, load);
      EXPECT_EQ(load.impact.bounces, c.bounces) << c.what << inwards;
      if (!c.bounces) {
        EXPECT_EQ(load.lowest, before.lowest) << c.what;
        EXPECT_EQ(load.highest, before.highest) << c.what;
      }
    }
  }
}

/// 3 kg m^2 at -2 rad/s met its limit after 0.6 of the drift, and leaves it at 1 rad/s.
AxisConstraint at_impact() {
  AxisConstraint load = free_axis(-2);
  load.impact.bounces = true;
  load.impact.rate_before = -2;
  load.impact.rate_after = 1;
  load.impact.rate_past = -2;
  load.impact.share = 0.6;
  load.impact.fastest_back = 1.1;
  load.solved_rate = -0.8;
  load.torque = 3 * 1.2 / kAxisDrift;
  return load;
}

TEST(LimitImpacts, LeaveTheRestOfTheirImpulseToTheNextKick) {
  const auto split = [](auto change) {
    AxisConstraint load = at_impact();
    change(load);
    split_limit_impulse(kWholeKick, load);
    return std::array{load.impact.deferred, load.impact.deferred_at_close};
  };
  const auto expect = [](const std::array<double, 2>& found, double deferred, double at_close) {
    EXPECT_NEAR(found[0], deferred, 1e-12);
    EXPECT_NEAR(found[1], at_close, 1e-12);
  };
  // Of 9 N m s the first kick gave 3.6.
  expect(split([](AxisConstraint&) {}), 5.4, 5.4);
  // Springs' gain is no inertia of the axis.
  const double less = (3 - 0.02) * 3 - 3.6;
  expect(split([](AxisConstraint& load) { load.step.gain = 0.02; }), less, less);
  // A damper of 5 N m s/rad sees rates that change evenly in place of those before and after.
  const double half = 0.5 * kAxisDrift, until = half + 0.6 * kAxisDrift;
  const auto damped = [&](double after) {
    const double as_it_is = until * 10 + (half + kAxisDrift + after - until) * -5;
    return 5.4 + as_it_is - (half + half) * 7 - (half + after) * -0.5;
  };
  expect(split([](AxisConstraint& load) { load.soft.damping = 5; }), damped(half), damped(0));
  // So does dry friction, which is part of the torque: against the motion, 2 N m.
  const auto rubbed = [&](double after) {
    const double as_it_is = until * 2 + (half + kAxisDrift + after - until) * -2;
    const double first = 2, second = 2 * (0.8 / 1.8) - 2 * (1 / 1.8);
    return 5.4 + as_it_is - (half + half) * first - (half + after) * second;
  };
  expect(split([](AxisConstraint& load) {
           load.coulomb = 2;
           load.torque += 2;
           load.impact.torque_past = 2;
         }),
         rubbed(half), rubbed(0));
  // An inertia that cannot be: the lever law alone.
  expect(split([](AxisConstraint& load) { load.impact.torque_past = 0.2 * load.torque; }), 5.4, 5.4);
}

TEST(LimitImpacts, CancelWhatWouldThrowTheAxisBackTooFast) {
  for (const double way : {1.0, -1.0}) {
    AxisConstraint load = free_axis();
    load.impact.deferred = way * 5;
    load.impact.fastest_back = 1.1;
    load.inertia = 2;
    load.gain = 0.5;
    load.piece.slope = 50;
    load.solved_rate = way * 1.0;
    EXPECT_FALSE(defers_too_much(kWholeKick, load));
    EXPECT_EQ(load.impact.deferred, way * 5);
    load.solved_rate = way * 1.6;
    load.piece.held = true;
    EXPECT_FALSE(defers_too_much(kWholeKick, load));
    load.piece.held = false;
    EXPECT_TRUE(defers_too_much(kWholeKick, load));
    EXPECT_NEAR(load.impact.deferred, way * (5 - (2 + 0.5 + 0.5) * 0.5), 1e-12);
    load.solved_rate = way * 9;
    EXPECT_TRUE(defers_too_much(kWholeKick, load));
    EXPECT_EQ(load.impact.deferred, 0);
    load.solved_rate = -way * 9;
    load.impact.deferred = way * 5;
    EXPECT_FALSE(defers_too_much(kWholeKick, load)) << "it goes the other way";
  }
}

}  // namespace
}  // namespace drawbar::test
