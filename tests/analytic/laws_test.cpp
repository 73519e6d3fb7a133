// Laws of one coordinate by themselves: friction's disc, the instant of an impact, springs with tables and
// stops, and what is read of forces that kicks give.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <vector>

#include "physics/constraint/coulomb_disc.h"
#include "physics/constraint/impact.h"
#include "physics/formulations/sequential_impulses/control/kick_interval.h"
#include "physics/formulations/sequential_impulses/joint/compliant_law.h"
#include "physics/math/elementary.h"
#include "physics/spring/elastic_law.h"
#include "physics/spring/spring_law.h"

namespace drawbar::test {
namespace {

using namespace physics;

using Slip = std::array<double, 2>;

Slip slip_under(const TangentResponse& k, const Slip& free, const Slip& force) {
  return {free[0] + k.first * force[0] + k.coupling * force[1],
          free[1] + k.coupling * force[0] + k.second * force[1]};
}

TEST(CoulombDisc, StopsBothTangentsWhereThatLiesInIt) {
  const TangentResponse k{2, 1, 0.5};
  const Slip free{0.3, -0.2};
  // -K^-1 free = (-0.4, 0.55)/1.75, 0.3886 long, whatever acts now.
  for (const Slip now : {Slip{0, 0}, Slip{0.2, -0.1}}) {
    const Slip stopping = coulomb_disc(k, slip_under(k, free, now), now, 0.389);
    EXPECT_NEAR(stopping[0], -0.4 / 1.75, 1e-15);
    EXPECT_NEAR(stopping[1], 0.55 / 1.75, 1e-15);
  }
  // Just outside: a step along the slip by the largest response, 1.5 + sqrt(0.5), back onto the disc.
  const double largest = 1.5 + std::sqrt(0.5);
  const Slip step = coulomb_disc(k, free, {0, 0}, 0.388);
  EXPECT_NEAR(step[0], -0.3 / largest, 1e-15);
  EXPECT_NEAR(step[1], 0.2 / largest, 1e-15);
  const Slip held = coulomb_disc(k, free, {0, 0}, 0.1);
  EXPECT_NEAR(held[0], -0.1 * 3 / std::sqrt(13.0), 1e-15);
  EXPECT_NEAR(held[1], 0.1 * 2 / std::sqrt(13.0), 1e-15);
}

TEST(CoulombDisc, RestsWhereFrictionOpposesTheSlipWithAllOfIt) {
  for (const TangentResponse& k : {TangentResponse{2, 1, 0.5}, {1, 3, -1.2}, {1, 1, 0}, {1, 4, 2}}) {
    for (const Slip free : {Slip{3, 1}, Slip{-2, 0.5}, Slip{0.1, -4}}) {
      Slip force{0.1, 0.2};
      for (int visit = 0; visit < 400; ++visit)
        force = coulomb_disc(k, slip_under(k, free, force), force, 0.3);
      const Slip slip = slip_under(k, free, force);
      const double speed = std::sqrt(slip[0] * slip[0] + slip[1] * slip[1]);
      ASSERT_GT(speed, 0.1);
      EXPECT_NEAR(force[0], -0.3 * slip[0] / speed, 1e-9) << k.coupling << ' ' << free[0];
      EXPECT_NEAR(force[1], -0.3 * slip[1] / speed, 1e-9) << k.coupling << ' ' << free[0];
    }
  }
}

TEST(CoulombDisc, LeavesWhatNothingMoves) {
  const Slip now{0.1, -0.2};
  EXPECT_EQ(coulomb_disc({0, 0, 0}, {1, 2}, now, 5), now);
}

// Of what flies under a constant acceleration: the parabola meets the stop at that time with that speed.
TEST(Impact, IsWhereTheParabolaMeetsTheStop) {
  constexpr double kStep = 0.01;
  for (const double room : {0.0, 1e-4, 5e-3, 0.02}) {
    for (const double acceleration : {-50.0, -9.81, 0.0, 9.81, 30.0}) {
      for (const double speed : {-3.0, -1.0, -0.3, -0.01, 0.2}) {
        const double start = speed - 0.5 * kStep * acceleration;
        const auto way = [&](double t) { return room + start * t + 0.5 * acceleration * t * t; };
        // Where the way first comes to 0.
        double meets = -1;
        const int kPieces = 20000;
        for (int i = 0; i <= kPieces && meets < 0; ++i) {
          const double t = kStep * i / kPieces;
          if (start < 0 && way(t) <= 1e-15 && start + acceleration * t < 1e-9) meets = t;
        }
        const auto found = impact_within(room, speed, acceleration, 0.6, kStep);
        if (meets < 0 || meets == kStep) {
          if (start >= 0) {
            EXPECT_FALSE(found) << room << ' ' << acceleration << ' ' << speed;
          }
          continue;
        }
        ASSERT_TRUE(found) << room << ' ' << acceleration << ' ' << speed;
        EXPECT_NEAR(found->delay, meets, 1e-6) << room << ' ' << acceleration << ' ' << speed;
        EXPECT_NEAR(found->before, start + acceleration * found->delay, 1e-9);
        EXPECT_NEAR(found->speed, -0.6 * found->before + acceleration * (0.5 * kStep - found->delay), 1e-12);
      }
    }
  }
  EXPECT_FALSE(impact_within(1, -3, 0, 1, 0.01)) << "after it";
  const auto beyond = impact_within(-0.5, -3, 0, 0.5, 0.01);  // it is past its stop
  ASSERT_TRUE(beyond);
  EXPECT_EQ(beyond->delay, 0);
  EXPECT_EQ(beyond->before, -3);
  EXPECT_EQ(beyond->speed, 1.5);
}

AxisSpring spring_of_tables() {
  return {0, 0, 0.1, {{-2, -10}, {-1, -8}, {1, 8}, {3, 48}}, {{-1, -20}, {0, 0}, {0.5, 2}, {2, 4}}};
}

TEST(SpringTables, AreReadBetweenTheirPointsAndGoOnStraight) {
  const AxisSpring spring = spring_of_tables();
  for (const auto& [x, force, slope] :
       {std::tuple(-3.0, -12.0, 2.0), std::tuple(-1.5, -9.0, 2.0), std::tuple(0.0, 0.0, 8.0),
        std::tuple(0.5, 4.0, 8.0), std::tuple(2.0, 28.0, 20.0), std::tuple(4.0, 68.0, 20.0)}) {
    EXPECT_NEAR(spring_force(spring, x).force, force, 1e-13) << x;
    EXPECT_NEAR(spring_force(spring, x).slope, slope, 1e-13) << x;
  }
  for (const auto& [rate, force, slope] :
       {std::tuple(-2.0, -40.0, 20.0), std::tuple(-0.5, -10.0, 20.0), std::tuple(0.25, 1.0, 4.0),
        std::tuple(1.0, 2 + 0.5 / 0.75, 1 / 0.75), std::tuple(3.5, 6.0, 1 / 0.75)}) {
    EXPECT_NEAR(damper_force(spring, rate).force, force, 1e-13) << rate;
    EXPECT_NEAR(damper_force(spring, rate).slope, slope, 1e-13) << rate;
  }
  const AxisSpring straight{30, 2, 0.5, {}, {}};
  EXPECT_EQ(spring_force(straight, -2).force, -60);
  EXPECT_EQ(spring_force(straight, -2).slope, 30);
  EXPECT_EQ(damper_force(straight, 5).force, 0);
  EXPECT_EQ(damper_force(straight, 5).slope, 0);
}

/// Springs, tables, stops, and two of them together.
struct Elastic {
  AxisSpring spring;
  ElasticLaw law;
  /// Force at a coordinate.
  double (*force)(double x) = nullptr;
};

double table_force(double way) {
  return way < -1 ? -8 + 2 * (way + 1) : way < 1 ? 8 * way : 8 + 20 * (way - 1);
}

double stop_force(double x) {
  return x < -0.75 ? 100 * (x + 0.75) : x > 1.5 ? 100 * (x - 1.5) : 0;
}

std::vector<Elastic> elastic_laws() {
  std::vector<Elastic> out(5);
  out[0].law = ElasticLaw::linear(30, 0.4);
  out[0].force = [](double x) { return 30 * (x - 0.4); };
  out[1].spring = spring_of_tables();
  out[1].law = ElasticLaw(out[1].spring, 0.2);  // moved to 0.3
  out[1].force = [](double x) { return table_force(x - 0.3); };
  out[2].law.add_stop(-0.75, 1.5, 100);
  out[2].force = stop_force;
  out[3].spring = {30, 0, 0.4, {}, {}};
  out[3].law = ElasticLaw(out[3].spring, -0.3);
  out[3].law.add_stop(AxisLimit{-0.75, 1.5, 100, 7, 0});
  out[3].force = [](double x) { return 30 * (x - 0.1) + stop_force(x); };
  out[4].spring = spring_of_tables();
  out[4].law = ElasticLaw(out[4].spring, 0.2);
  out[4].law.add_stop(AxisLimit{-0.75, 1.5, 100, 7, 0});
  out[4].force = [](double x) { return table_force(x - 0.3) + stop_force(x); };
  return out;
}

constexpr double kPlaces[] = {-4, -1.9, -0.75, -0.7, -0.3, 0.1, 0.35, 1.2, 1.3, 1.45, 1.5, 1.6, 2.9, 5};

TEST(ElasticLaws, GiveTheirForceInPiecesThatHoldBetweenTheirBends) {
  const std::vector<Elastic> all = elastic_laws();
  for (std::size_t n = 0; n < all.size(); ++n) {
    const Elastic& e = all[n];
    EXPECT_FALSE(e.law.empty()) << n;
    EXPECT_EQ(e.law.straight(), n == 0) << n;
    for (const double x : kPlaces) {
      EXPECT_NEAR(e.law.force(x), e.force(x), 1e-12) << n << ' ' << x;
      for (const bool upwards : {false, true}) {
        const ElasticLaw::Piece piece = e.law.piece(x, upwards);
        const double beside = x + (upwards ? 1e-6 : -1e-6);
        EXPECT_NEAR(piece.force(beside), e.force(beside), 1e-9) << n << ' ' << x << ' ' << upwards;
        EXPECT_LE(piece.lower, x);
        EXPECT_GE(piece.upper, x);
        for (const double end : {std::max(piece.lower, -20.0), std::min(piece.upper, 20.0)})
          EXPECT_NEAR(piece.force(end), e.force(end), 1e-9) << n << ' ' << x << ' ' << end;
        // And no longer: just beyond its ends it is another.
        for (const double beyond : {piece.upper + 0.01, piece.lower - 0.01}) {
          if (std::fabs(beyond) > 20) continue;
          EXPECT_GT(std::fabs(piece.force(beyond) - e.force(beyond)), 1e-3) << n << ' ' << x << ' ' << beyond;
        }
      }
    }
  }
  EXPECT_TRUE(ElasticLaw().empty());
  EXPECT_TRUE(ElasticLaw::linear(0, 1).empty());
  ElasticLaw hard;
  hard.add_stop(AxisLimit{-1, 1, std::nullopt, 0, 0});
  EXPECT_TRUE(hard.empty()) << "a hard limit stores nothing";
}

TEST(ElasticLaws, StoreTheIntegralOfTheirForce) {
  const std::vector<Elastic> all = elastic_laws();
  const auto integral = [](const Elastic& e, double from, double to) {
    constexpr int kSteps = 20000;
    double sum = 0;
    for (int k = 0; k < kSteps; ++k) sum += e.force(from + (k + 0.5) / kSteps * (to - from));
    return sum * (to - from) / kSteps;
  };
  constexpr double kUnstrained[] = {0.4, 0.3, 0, 0.1, 0.3};
  for (std::size_t n = 0; n < all.size(); ++n) {
    const Elastic& e = all[n];
    for (const double x : kPlaces) {
      EXPECT_NEAR(e.law.energy(x), integral(e, kUnstrained[n], x), 1e-5) << n << ' ' << x;
      for (const double y : kPlaces) {
        if (x == y) continue;
        const ElasticLaw::Mean mean = e.law.mean(x, y);
        EXPECT_NEAR(mean.force, integral(e, x, y) / (y - x), 1e-5) << n << ' ' << x << ' ' << y;
        const double more = 1e-6;
        const double change = (e.law.mean(x, y + more).force - e.law.mean(x, y - more).force) / (2 * more);
        const bool at_bend = y == -0.75 || y == 1.3 || y == 1.5;
        if (at_bend) continue;
        EXPECT_NEAR(mean.slope, change, 1e-4 * (1 + change)) << n << ' ' << x << ' ' << y;
      }
    }
  }
}

TEST(ElasticLaws, KnowHowFarTheyAreInTheirStop) {
  const std::vector<Elastic> all = elastic_laws();
  for (const std::size_t n : {2u, 3u, 4u}) {
    for (const double x : kPlaces) {
      EXPECT_NEAR(all[n].law.overrun(x), stop_force(x) / 100, 1e-15) << n << ' ' << x;
      EXPECT_NEAR(all[n].law.stop_force(x), stop_force(x), 1e-13) << n << ' ' << x;
      EXPECT_NEAR(all[n].law.without_stop().force(x), all[n].force(x) - stop_force(x), 1e-12)
          << n << ' ' << x;
    }
  }
  EXPECT_EQ(all[0].law.overrun(9), 0);
  EXPECT_EQ(all[1].law.overrun(-9), 0);
}

// max(0, k p' + r (p' - p)) against what is overrun, to either side, beside the spring's own force.
TEST(ElasticLaws, OfADampedStopPressWithBothAndNeverPull) {
  constexpr double kResistance = 60;
  const ElasticLaw law = elastic_laws()[2].law;
  for (const double x : kPlaces) {
    const ElasticLaw damped = law.damped(x, kResistance);
    for (const double to : kPlaces) {
      const double from = std::fabs(law.overrun(x)), reached = std::fabs(law.overrun(to));
      const double side = to > 0 ? 1 : -1;
      const double began = law.overrun(x) * side > 0 ? from : 0;
      const double pressed = std::max(0.0, 100 * reached + kResistance * (reached - began));
      EXPECT_NEAR(damped.force(to), reached > 0 ? side * pressed : 0, 1e-12) << x << ' ' << to;
    }
    EXPECT_EQ(law.damped(x, 0).force(x), law.force(x));
  }
}

// A frame of three substeps, the last in two pieces: the mean over the first is that of the kick that closed
// the frame before and the one that opens this; and of several pieces it is their sum, each for its time.
TEST(ReadForces, AreTheMeanOfASubstepHoweverItIsCut) {
  constexpr double kStep = 0.01;
  SubstepMean<double> known;
  const auto kick = [&](double before, double after, bool closing, bool begins) {
    KickTimes times;
    times.closing = closing;
    times.drift = closing ? before : after;
    times.kick = 0.5 * (before + (closing ? 0 : after));
    times.whole = kStep;
    times.begins = begins;
    EXPECT_DOUBLE_EQ(times.before(), before);
    EXPECT_DOUBLE_EQ(times.after(), closing ? 0 : after);
    EXPECT_EQ(times.opens(), before == 0);
    EXPECT_DOUBLE_EQ(times.from_memory() * times.to_memory(), 1);
    EXPECT_DOUBLE_EQ(times.from_memory(), times.kick / kStep);
    EXPECT_DOUBLE_EQ(times.instant(), closing ? -before / 3 : before > 0 ? 0 : after / 3);
    return times;
  };
  read_force(8.0, kick(0, kStep, false, true), known);
  EXPECT_EQ(known.mean, 4) << "before the first was none";
  read_force(6.0, kick(kStep, kStep, false, true), known);
  EXPECT_EQ(known.mean, 6);
  read_force(2.0, kick(kStep, 0.5 * kStep, false, true), known);
  EXPECT_EQ(known.mean, 1);
  read_force(10.0, kick(0.5 * kStep, 0.5 * kStep, false, false), known);
  EXPECT_EQ(known.mean, 6);
  read_force(20.0, kick(0.5 * kStep, 0, true, false), known);
  EXPECT_EQ(known.mean, 6) << "of the last substep still";
  EXPECT_EQ(known.at_close, 20);
  EXPECT_EQ(joined(4.0, kick(0, kStep, false, true), known), 12);
  read_force(4.0, kick(0, kStep, false, true), known);
  EXPECT_EQ(known.mean, 12);
  EXPECT_EQ(known.at_close, 0);
}

constexpr double kSoftDrift = 0.01, kSoftMass = 4;

KickTimes soft_kick(double before, double after) {
  KickTimes times;
  times.closing = after == 0;
  times.drift = after == 0 ? before : after;
  times.kick = 0.5 * (before + after);
  times.whole = kSoftDrift;
  return times;
}

SoftLoad spring_and_damper(double stiffness, double damping) {
  SoftLoad load;
  load.start(0.3, -2);
  load.elastic = ElasticLaw::linear(stiffness, 0.1);
  load.damping = damping;
  load.drag = 0.7;
  load.follow(-1.5, soft_kick(kSoftDrift, kSoftDrift));
  return load;
}

constexpr std::array<double, 2> kSoftWays[] = {
    {kSoftDrift, kSoftDrift}, {0, kSoftDrift}, {kSoftDrift, 0}, {0.5 * kSoftDrift, kSoftDrift}};

// What a drag and a damper give beside it: the damper's weight grows with what it takes within a drift.
double drag_and_damper(const KickTimes& times, double damping, double rate) {
  const double weight = std::max(0.5, 0.556 - kSoftMass / (kSoftDrift * damping));
  return times.kick * (0.7 + damping * -2) + weight * times.drift * damping * (rate + 2);
}

// Half of the mean force over the way before the kick, and half of that over the one after at the new rate.
TEST(SoftSteps, OfASlowSpringAreTheImplicitMidpoint) {
  constexpr double kStiffness = 100;  // h w = 0.05
  for (const double damping : {3.0, 2e5}) {
    const SoftLoad load = spring_and_damper(kStiffness, damping);
    for (const auto& [before, after] : kSoftWays) {
      const KickTimes times = soft_kick(before, after);
      const SoftStep step = soft_step(load, kSoftMass, times);
      EXPECT_EQ(step.unresolved, 0);
      for (const double rate : {-3.0, 0.0, 1.5}) {
        const double spring = 0.5 * before * kStiffness * (0.2 + 0.5 * before * 2) +
                              0.5 * after * kStiffness * (0.2 + 0.5 * after * rate);
        const double expected = spring + drag_and_damper(times, damping, rate);
        EXPECT_NEAR(step.at(-2, rate), expected, 1e-11 * (1 + damping))
            << before << ' ' << after << ' ' << rate;
        const SoftTarget row = soft_target(step, -2, kSoftMass);
        EXPECT_NEAR((row.target - rate) / row.softness, -expected, 1e-10 * (1 + damping)) << rate;
      }
    }
  }
}

// Over the whole drift, also where the kick is half of one, and with what the way is known to bend by.
TEST(SoftSteps, OfASpringThatTheDriftDoesNotResolveAreImplicitEuler) {
  constexpr double kStiffness = 1e6;  // h w = 5
  SoftLoad load = spring_and_damper(kStiffness, 3);
  load.curvature_offset = 0.004;
  for (const auto& [before, after] : kSoftWays) {
    const KickTimes times = soft_kick(before, after);
    const SoftStep step = soft_step(load, kSoftMass, times);
    EXPECT_DOUBLE_EQ(step.unresolved, times.drift * times.drift * kStiffness);
    for (const double rate : {-3.0, 0.0, 1.5}) {
      const double h = times.drift;
      const double expected = times.kick * kStiffness * 0.2 + h * kStiffness * (0.004 + h * rate) +
                              drag_and_damper({h, times.kick, false, h, false}, 3, rate);
      EXPECT_NEAR(step.at(-2, rate), expected, 1e-9) << before << ' ' << after << ' ' << rate;
    }
  }
}

TEST(SoftSteps, FollowTheRateButInAClosingKick) {
  SoftLoad load;
  load.start(0, 3);
  load.follow(1, soft_kick(kSoftDrift, kSoftDrift));
  EXPECT_DOUBLE_EQ(load.smoothed_rate, 1 + 0.7 * 2);
  load.follow(1, soft_kick(kSoftDrift, 0));
  EXPECT_EQ(load.smoothed_rate, 1);
  EXPECT_TRUE(load.empty());
  EXPECT_EQ(soft_step(load, 1, soft_kick(kSoftDrift, kSoftDrift)).at(3, 5), 0);
  // The straight piece of a damper's table at the present rate, beside its own damping.
  load.add_damper({0, 1.5, 0, {}, {{-1, -20}, {0, 0}, {2, 4}, {5, 16}}});
  EXPECT_DOUBLE_EQ(load.damping, 1.5 + 4);
  EXPECT_DOUBLE_EQ(load.drag, 8 - 4 * 3);
  EXPECT_FALSE(load.empty());
}

TEST(CompliantDrifts, AnswerToWhatTheirWayBendsBy) {
  CompliantDrift drift;
  drift.bend(0.5, 2);
  EXPECT_EQ(drift.error, 0.5);
  drift.compensate(0.25);
  drift.bend(0.6, 2);
  EXPECT_DOUBLE_EQ(drift.error, 0.6 - 0.125);
  SoftLoad load;
  drift.hand_over(load);
  EXPECT_EQ(load.curvature_offset, 0.6);
  drift.bend(0.6, 2);
  EXPECT_EQ(drift.error, 0);
  drift.bend(0.9, 0);
  EXPECT_EQ(drift.error, 0) << "nothing answers";
  EXPECT_EQ(drift.curvature_offset, 0.9);
}

}  // namespace
}  // namespace drawbar::test
