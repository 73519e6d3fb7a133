// The law of one joint axis by itself: on which of its segments a kick ends, with friction, limits and play.
#include "physics/formulations/sequential_impulses/joint/axis_law.h"

#include <gtest/gtest.h>

#include <cmath>
#include <tuple>

#include "physics/formulations/sequential_impulses/joint/axis_impact.h"
#include "physics/formulations/sequential_impulses/joint/axis_play.h"
#include "tests/analytic/lone_axis.h"
#include "tests/support/motors.h"

namespace drawbar::test {
namespace {

using namespace physics;

struct FrictionCase {
  const char* what;
  double before, back, free;
  AxisMode mode;
  double rate;
};

// 3 N m with a response of 0.1: 0.3 rad/s.
TEST(AxisLaw, OfFrictionSlidesSticksOrTurnsRound) {
  const FrictionCase cases[] = {
      {"slides on", 1, 0, 0.8, AxisMode::sliding_forward, 0.5},
      {"slides back", -1, 0, -0.8, AxisMode::sliding_backward, -0.5},
      {"is torn loose", 0, 0, 0.31, AxisMode::sliding_forward, 0.01},
      {"is torn loose the other way", 0, 0, -0.31, AxisMode::sliding_backward, -0.01},
      {"sticks", 0.5, 0, 0.29, AxisMode::stuck, 0},
      {"sticks against a pull back", 0.1, 0, -0.15, AxisMode::stuck, 0},
      {"returns to where it stuck", 0, 0.2, 0.45, AxisMode::stuck, 0.2},
      {"returns, from the other side", 0, 0.2, -0.09, AxisMode::stuck, 0.2},
      {"is torn from there", 0, 0.2, 0.51, AxisMode::sliding_forward, 0.21},
      {"is torn from there back", 0, 0.2, -0.11, AxisMode::sliding_backward, 0.19},
      // 1 rad/s until it stands, 1.3 after: of both motions the friction is against, each for its time.
      {"turns round", 1, 0, -1, AxisMode::sliding_backward, -1 + 0.3 * (1 - 2 / 2.3)},
      {"turns round the other way", -1, 0, 1, AxisMode::sliding_forward, 1 - 0.3 * (1 - 2 / 2.3)},
  };
  for (const FrictionCase& c : cases) {
    AxisConstraint load = free_axis(c.before);
    load.coulomb = 3;
    double rate = 7;
    const LawSegment piece = solve_friction(load, c.back, c.free, 0.1, rate);
    EXPECT_NEAR(rate, c.rate, 1e-14) << c.what;
    const bool turns = c.before * c.rate < 0;
    EXPECT_EQ(piece.mode, c.mode) << c.what;
    EXPECT_EQ(piece.held, c.mode == AxisMode::stuck) << c.what;
    EXPECT_EQ(piece.turned, turns) << c.what;
    EXPECT_EQ(piece.slope, 0) << c.what;
    if (piece.held) {
      EXPECT_EQ(piece.rate, c.rate) << c.what;
    } else {
      EXPECT_NEAR(c.free + 0.1 * piece.offset, c.rate, 1e-14) << c.what;
    }
  }
  AxisConstraint smooth = free_axis(1);
  double rate = 0;
  EXPECT_EQ(solve_friction(smooth, 0, -0.4, 0.1, rate).mode, AxisMode::free);
  EXPECT_EQ(rate, -0.4);
}

// Where it stuck it is held within the drift, but where nothing moves any more.
TEST(AxisLaw, ReturnsToItsHeldPlaceWithinTheDrift) {
  AxisConstraint load = free_axis();
  load.coulomb = 3;
  load.soft.position = 0.504;
  load.held_position = 0.506;
  DriveSolution motor;
  double rate = 0;
  LawSegment piece = solve_between_limits(load, kWholeKick, 0, 0.1, motor, rate);
  EXPECT_EQ(piece.mode, AxisMode::stuck);
  EXPECT_NEAR(rate, 0.2, 1e-12);
  piece = solve_between_limits(load, kClosing, 0, 0.1, motor, rate);
  EXPECT_EQ(piece.mode, AxisMode::stuck);
  EXPECT_EQ(rate, 0);
  piece = solve_between_limits(load, {kAxisDrift, 0, false, kAxisDrift, true}, 0.7, 0.1, motor, rate);
  EXPECT_EQ(piece.mode, AxisMode::free) << "in no time";
  EXPECT_EQ(rate, 0.7);
}

TEST(AxisLaw, StopsAtTheLimitThatItWouldPass) {
  AxisConstraint load = free_axis();
  load.lowest = -0.5;
  load.highest = 0.25;
  DriveSolution motor;
  for (const auto& [free, mode, rate] :
       {std::tuple(-0.6, AxisMode::at_lower, -0.5), std::tuple(0.3, AxisMode::at_upper, 0.25),
        std::tuple(0.2, AxisMode::free, 0.0), std::tuple(-0.5, AxisMode::free, 0.0)}) {
    const LawSegment piece = solve_law(load, kWholeKick, free, 0.1, motor);
    EXPECT_EQ(piece.mode, mode) << free;
    EXPECT_EQ(piece.held, mode != AxisMode::free) << free;
    if (piece.held) {
      EXPECT_EQ(piece.rate, rate) << free;
    }
  }
}

// From the segment of the kick before, where that still serves.
TEST(AxisLaw, BeginsOnTheSegmentOfTheKickBefore) {
  struct Case {
    const char* what;
    AxisMode before;
    double rate, lowest, highest, coulomb;
    AxisMode begins;
    double held;
  };
  const Case cases[] = {
      {"still pressed below", AxisMode::at_lower, -0.3, -0.2, 9, 0, AxisMode::at_lower, -0.2},
      {"has left it", AxisMode::at_lower, 0.3, -0.2, 9, 0, AxisMode::free, 0},
      {"still pressed above", AxisMode::at_upper, 0.3, -9, 0.2, 0, AxisMode::at_upper, 0.2},
      {"has left the upper", AxisMode::at_upper, 0.1, -9, 0.2, 0, AxisMode::free, 0},
      {"has no lower limit any more", AxisMode::at_lower, -0.3, -kUnbounded, 9, 0, AxisMode::free, 0},
      {"has no upper limit any more", AxisMode::at_upper, 0.3, -9, kUnbounded, 0, AxisMode::free, 0},
      {"stuck", AxisMode::stuck, 5, -9, 9, 3, AxisMode::stuck, -0.1},
      {"stuck without friction any more", AxisMode::stuck, 5, -9, 9, 0, AxisMode::free, 0},
      {"slid, and is fast", AxisMode::sliding_backward, 5, -9, 9, 3, AxisMode::sliding_forward, 0},
      {"was free, and is beyond", AxisMode::free, 5, -9, 4, 0, AxisMode::at_upper, 4},
  };
  for (const Case& c : cases) {
    AxisConstraint load = free_axis(c.rate);
    load.lowest = c.lowest;
    load.highest = c.highest;
    load.coulomb = c.coulomb;
    load.held_position = -0.1 * kAxisDrift;
    const LawSegment piece = first_segment(load, c.before, kWholeKick);
    EXPECT_EQ(piece.mode, c.begins) << c.what;
    if (piece.held) {
      EXPECT_NEAR(piece.rate, c.held, 1e-14) << c.what;
    }
    // What bounces begins between its limits.
    load.impact.may_bounce = true;
    EXPECT_FALSE(at_limit(first_segment(load, c.before, kWholeKick).mode)) << c.what;
    load.impact = {};
    load.impact.deferred = 1;
    EXPECT_FALSE(at_limit(first_segment(load, c.before, kWholeKick).mode)) << c.what;
  }
}

TEST(AxisLaw, SticksBeforeItSlidesTheOtherWay) {
  constexpr AxisMode kForward = AxisMode::sliding_forward, kBackward = AxisMode::sliding_backward;
  for (const AxisMode now : {AxisMode::free, kForward, kBackward, AxisMode::stuck, AxisMode::at_lower}) {
    for (const AxisMode then : {AxisMode::free, kForward, kBackward, AxisMode::stuck, AxisMode::at_upper}) {
      for (const double coulomb : {0.0, 2.0}) {
        AxisConstraint load = free_axis();
        load.coulomb = coulomb;
        load.piece.mode = now;
        load.held_position = 0.3 * kAxisDrift;
        LawSegment next;
        next.mode = then;
        next.offset = 17;
        const LawSegment taken = step_towards(load, kWholeKick, next);
        const bool against = (now == kForward && then == kBackward) || (now == kBackward && then == kForward);
        EXPECT_EQ(taken.mode, against && coulomb > 0 ? AxisMode::stuck : then);
        EXPECT_EQ(taken.offset, against && coulomb > 0 ? 0 : 17);
        if (against && coulomb > 0) {
          EXPECT_TRUE(taken.held);
          EXPECT_NEAR(taken.rate, 0.3, 1e-14);
        }
      }
    }
  }
}

TEST(AxisLaw, IsSolvedWhereItEndsOnTheSegmentThatItWasSolvedFor) {
  AxisConstraint load = free_axis();
  load.piece = {AxisMode::sliding_forward, false, 0, 2, -5, false, 0};
  load.solved_rate = 3;
  const auto still = [&](LawSegment next) { return is_still_on(load, next); };
  EXPECT_TRUE(still(load.piece));
  const auto with = [&](auto change) {
    LawSegment next = load.piece;
    change(next);
    return still(next);
  };
  EXPECT_FALSE(with([](LawSegment& next) { next.mode = AxisMode::sliding_backward; }));
  EXPECT_FALSE(with([](LawSegment& next) { next.held = true; }));
  EXPECT_FALSE(with([](LawSegment& next) { next.side = 1; }));
  // The slope to a millionth of itself, the offset to one of the law's torque, 5 + 2 x 3.
  EXPECT_TRUE(with([](LawSegment& next) { next.slope += 1.9e-6; }));
  EXPECT_FALSE(with([](LawSegment& next) { next.slope += 2.1e-6; }));
  EXPECT_TRUE(with([](LawSegment& next) { next.offset += 10.9e-6; }));
  EXPECT_FALSE(with([](LawSegment& next) { next.offset += 11.2e-6; }));
  load.coulomb = 4;
  EXPECT_TRUE(with([](LawSegment& next) { next.offset += 14.9e-6; })) << "friction is part of it";
  load.coulomb = 0;
  // Of an axis that turns round, to a thousandth.
  EXPECT_FALSE(with([](LawSegment& next) { next.turned = true, next.offset += 9e-3; }));
  load.piece.turned = true;
  EXPECT_TRUE(with([](LawSegment& next) { next.offset += 9e-3; }));
  EXPECT_FALSE(with([](LawSegment& next) { next.offset += 13e-3; }));
  load.piece = {AxisMode::at_lower, true, -0.5, 0, 0, false, 0};
  EXPECT_TRUE(with([](LawSegment& next) { next.rate += 0.4e-6; }));
  EXPECT_FALSE(with([](LawSegment& next) { next.rate += 0.6e-6; }));
}

/// A motor without current whose rotor, of 0.4 kg m^2 at the axis, turns at `gear_rate` within a play.
struct AxisWithPlay {
  static constexpr double kHalfPlay = 0.05, kRotor = 0.4, kInertia = 2;
  DriveConfig drive = re40(JointId{0});
  DriveState state;
  AxisConstraint load = free_axis();
  WindingDecay decay;

  AxisWithPlay(double offset, double gear_rate, const KickTimes& times) {
    drive.rotor_inertia = kRotor;
    decay = winding_decay(drive, times.kick);
    load.drive = 0;
    AxisPlay& play = load.motor.play;
    play.half = kHalfPlay;
    play.before = {offset, gear_rate};
    play.demand.open_circuit = true;
    load.motor.demand.open_circuit = true;
    play.alone.emplace(drive, state, play.demand, gear_rate, decay);
    load.motor.law.emplace(drive, state, load.motor.demand, gear_rate, decay);
  }
  AxisWithPlay(const AxisWithPlay&) = delete;  // the laws look at it
};

TEST(AxisLaw, WithPlayLetsBothSidesGoOrJoinsThemAtTheEndOfTheWay) {
  struct Case {
    double offset, gear_rate, free, side;
  };
  for (const Case& c : {Case{0, 3, 1, 0}, Case{0.04, 3, 1, 1}, Case{0.04, 1.9, 1, 0}, Case{0.04, 2.1, 1, 1},
                        Case{-0.04, 1, 3, -1}, Case{0.05, 1, 3, 0}, Case{0.05, 1, 1, 0}}) {
    AxisWithPlay axis(c.offset, c.gear_rate, kWholeKick);
    DriveSolution motor;
    double rate = 0;
    const double response = kAxisDrift / AxisWithPlay::kInertia;
    const LawSegment piece = solve_with_play(axis.load, kWholeKick, c.free, response, motor, rate);
    ASSERT_EQ(piece.side, c.side) << c.offset << ' ' << c.gear_rate;
    // Nobody gets momentum.
    EXPECT_NEAR(AxisWithPlay::kInertia * (rate - c.free) + AxisWithPlay::kRotor * (motor.speed - c.gear_rate),
                0, 1e-9)
        << c.offset << ' ' << c.gear_rate;
    const double end = c.offset + kAxisDrift * (motor.speed - rate);
    if (c.side == 0) {
      EXPECT_EQ(rate, c.free);
      EXPECT_EQ(motor.torque, 0);
      EXPECT_LE(std::fabs(end), AxisWithPlay::kHalfPlay + 1e-12);
    } else {
      EXPECT_NEAR(end, c.side * AxisWithPlay::kHalfPlay, 1e-12);
      EXPECT_NEAR(kAxisDrift * motor.torque, AxisWithPlay::kInertia * (rate - c.free), 1e-9);
      EXPECT_NEAR(piece.offset - piece.slope * rate, motor.torque, 1e-9) << "the law goes through it";
    }
    axis.load.motor.solution = motor;
    axis.load.solved_rate = rate;
    axis.load.piece = piece;
    const PlayState after = play_after(kWholeKick, axis.load);
    EXPECT_NEAR(after.offset, end, 1e-12);
    EXPECT_EQ(after.rate, motor.speed);
    const PlayState at_close = play_after(kClosing, axis.load);
    EXPECT_EQ(at_close.offset, c.offset) << "nothing moves";
    EXPECT_EQ(at_close.rate, motor.speed);
  }
}

// At a frame's end they push each other where they touch and would go on into each other.
TEST(AxisLaw, WithPlayInAClosingKickPushesWhereItTouches) {
  struct Case {
    double offset, gear_rate, free, side;
  };
  for (const Case& c : {Case{0.05, 3, 1, 1}, Case{0.05, 1, 3, 0}, Case{-0.05, 1, 3, -1}, Case{-0.05, 3, 1, 0},
                        Case{0.0499, 30, 1, 0}}) {
    AxisWithPlay axis(c.offset, c.gear_rate, kClosing);
    DriveSolution motor;
    double rate = 0;
    const double response = kClosing.kick / AxisWithPlay::kInertia;
    const LawSegment piece = solve_with_play(axis.load, kClosing, c.free, response, motor, rate);
    ASSERT_EQ(piece.side, c.side) << c.offset << ' ' << c.gear_rate;
    const double joined = (2 * c.free + 0.4 * c.gear_rate) / 2.4;
    EXPECT_NEAR(rate, c.side == 0 ? c.free : joined, 1e-9);
    EXPECT_NEAR(motor.speed, c.side == 0 ? c.gear_rate : joined, 1e-9);
  }
}

TEST(AxisLaw, WithPlayIsHeldWhereItsGearHasIt) {
  AxisWithPlay axis(0.02, 1, kWholeKick);
  axis.load.soft.position = 3;
  axis.load.held_position = 2.5;
  axis.load.piece.side = 1;
  EXPECT_NEAR(held_place(axis.load), 3 + 0.02 - 0.05, 1e-15);
  axis.load.piece.side = -1;
  EXPECT_NEAR(held_place(axis.load), 3 + 0.02 + 0.05, 1e-15);
  axis.load.piece.side = 0;
  EXPECT_EQ(held_place(axis.load), 2.5);
  axis.load.piece.side = 1;
  axis.load.motor.play.half = 0;
  EXPECT_EQ(held_place(axis.load), 2.5);
  axis.load.motor.play.half = 0.05;
  axis.load.drive = kNone;
  EXPECT_EQ(held_place(axis.load), 2.5);
}

// The axis stops; its gear goes on, or stops at the end of the play.
TEST(AxisLaw, WithPlayAtALimitItsGearGoesOnToTheEndOfTheWay) {
  AxisWithPlay runs(-0.04, 3, kWholeKick);
  runs.load.highest = 0.5;
  DriveSolution motor;
  LawSegment piece = solve_law(runs.load, kWholeKick, 2, 0.1, motor);
  EXPECT_EQ(piece.mode, AxisMode::at_upper);
  EXPECT_NEAR(motor.speed, 3, 1e-9);
  AxisWithPlay meets(0.04, 3, kWholeKick);
  meets.load.highest = 0.5;
  piece = solve_law(meets.load, kWholeKick, 2, 0.1, motor);
  EXPECT_EQ(piece.mode, AxisMode::at_upper);
  EXPECT_EQ(piece.rate, 0.5);
  EXPECT_NEAR(motor.speed, 0.5 + 0.01 / kAxisDrift, 1e-9);
}

}  // namespace
}  // namespace drawbar::test
