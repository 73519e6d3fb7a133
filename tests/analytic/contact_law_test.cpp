// The law of one contact point in a kick, row by row, and what the point remembers of the answer.
#include "physics/formulations/sequential_impulses/contact/contact_law.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <tuple>
#include <vector>

namespace drawbar::test {
namespace {

using namespace physics;

constexpr double kDrift = 0.01;
const std::array<Vec3, 2> kTangents{Vec3::UnitX(), Vec3::UnitY()};
const Vec3 kWeight(0, 0, -10);

KickTimes kick_between(double before, double after) {
  return {after, 0.5 * (before + after), false, kDrift, true};
}
KickTimes closing_kick() {
  return {kDrift, 0.5 * kDrift, true, kDrift, false};
}

/// A point of the ground under something that falls.
struct PointOfGround {
  SurfacePair surface;
  ContactPoint contact;
  ContactNote note;
  ContactMotion motion;

  PointOfGround() {
    contact.surface = &surface;
    motion.falling = kWeight;
  }
  ContactLawRows rows(const KickTimes& times, double gap,
                      ContactPairKind kind = ContactPairKind::free_bodies) {
    return contact_rows(contact, Vec3::UnitZ(), gap, kTangents, motion, kind, times, note);
  }
};

// What carries may close its gap within the drift; its impulse gives a little against changes alone.
TEST(ContactLaw, OfWhatLiesLetsItsGapClose) {
  for (const ContactPairKind kind :
       {ContactPairKind::free_bodies, ContactPairKind::machines, ContactPairKind::within_machine}) {
    for (const double gap : {0.002, 0.0, -0.003}) {
      PointOfGround p;
      p.contact.memory.normal_impulse = 0.6;
      p.motion.approach = -0.04;
      const ContactLawRows rows = p.rows(kick_between(0, kDrift), gap, kind);
      EXPECT_EQ(rows.normal.target, gap > 0 ? -gap / kDrift : 0) << gap;
      EXPECT_EQ(rows.normal.impulse, 0.3) << "half of that of a whole substep";
      EXPECT_EQ(rows.normal.reference_impulse, 0.3);
      EXPECT_EQ(rows.normal.relative_compliance, kind == ContactPairKind::free_bodies ? 1e-4 : 0.01);
      EXPECT_EQ(rows.normal.softness, 0);
      EXPECT_EQ(rows.range.lower, 0);
      EXPECT_EQ(rows.range.upper, std::numeric_limits<double>::infinity());
      EXPECT_FALSE(p.note.had_impact);
    }
  }
}

// It strikes where it is faster than 0.05 m/s and would be through within the drift.
TEST(ContactLaw, TellsAnImpactByItsSpeedAndItsWay) {
  struct Case {
    double approach, gap;
    bool strikes;
  };
  for (const Case& c : {Case{-0.0499, 0, false}, Case{-0.0501, 0, true}, Case{-1, 0.0109, true},
                        Case{-1, 0.0111, false}, Case{1, -0.02, false}}) {
    for (const ContactPairKind kind :
         {ContactPairKind::free_bodies, ContactPairKind::machines, ContactPairKind::within_machine}) {
      PointOfGround p;
      p.motion.approach = c.approach;
      p.note.had_impact = !c.strikes;
      p.note.delay = 7;
      const ContactLawRows rows = p.rows(kick_between(kDrift, kDrift), c.gap, kind);  // 0.1 m/s of weight
      EXPECT_EQ(p.note.had_impact, c.strikes) << c.approach << ' ' << c.gap;
      if (!c.strikes) {
        EXPECT_EQ(p.note.delay, 0);
      }
      if (c.strikes) {
        EXPECT_EQ(rows.normal.relative_compliance, kind == ContactPairKind::within_machine ? 0.01 : 0);
        EXPECT_EQ(rows.normal.reference_impulse, 0);
      }
    }
  }
}

// A machine's impact: the speed before the kick, and the part of the kick that belongs to the drift before,
// turned round; the rest of the kick goes on. A free body's: where the parabola meets the ground.
TEST(ContactLaw, TurnsAnImpactRound) {
  PointOfGround p;
  p.surface.restitution = 0.5;
  p.motion.approach = -2;
  for (const double before : {0.0, 0.5 * kDrift, kDrift}) {
    const KickTimes times = kick_between(before, kDrift);
    const double fall = -10 * times.kick, part = before / (before + kDrift);
    const ContactLawRows rows = p.rows(times, 0.004, ContactPairKind::machines);
    EXPECT_NEAR(rows.normal.target, 0.5 * (2 - part * fall) + (1 - part) * fall, 1e-14) << before;
    EXPECT_EQ(p.note.delay, 0);
    // At the middle of the drift it falls at 2 + 10 kick.
    const ContactLawRows free = p.rows(times, 0.004);
    const double start = -2 + fall + 0.5 * 10 * kDrift;
    const double meets = -std::sqrt(start * start + 2 * 10 * 0.004);
    const double delay = (meets - start) / -10;
    EXPECT_NEAR(p.note.delay, delay, 1e-12) << before;
    EXPECT_NEAR(free.normal.target, -0.5 * meets - 10 * (0.5 * kDrift - delay), 1e-12) << before;
    // Friction stops it at that instant, and the weight pulls it along a slope for the time between.
    p.motion.falling = Vec3(3, 0, -10);
    const ContactLawRows leaning = p.rows(times, 0.004);
    EXPECT_NEAR(leaning.tangents[0].target, 3 * (0.5 * kDrift - delay), 1e-12);
    EXPECT_EQ(leaning.tangents[1].target, 0);
    EXPECT_EQ(leaning.tangents[0].relative_compliance, 0);
    p.motion.falling = kWeight;
  }
  // What would fall again before the drift ends does not bounce: it is turned round no further than stopped.
  p.surface.restitution = 0.02;
  p.motion.approach = -0.4;
  const KickTimes times = kick_between(kDrift, kDrift);
  const ContactLawRows rows = p.rows(times, 0.0);
  EXPECT_TRUE(p.note.had_impact);
  EXPECT_EQ(p.note.delay, 0);
  EXPECT_NEAR(rows.normal.target, std::max(0.0, 0.02 * (0.4 + 0.05) - 0.05), 1e-14);
}

// A body that leaves, or hangs above and has not touched, may be brought nearer by others' impacts: by the
// gap, and by what bounces 0.05 m times its restitution more.
TEST(ContactLaw, LetsOthersImpactsPassThrough) {
  struct Case {
    double approach, gap, pressed, restitution, target;
  };
  for (const Case& c : {Case{0.06, 0, 1, 0.5, -2.5}, Case{0.04, 0, 1, 0.5, 0}, Case{0, 0.001, 0, 0.5, -2.6},
                        Case{0, 0.001, 1, 0.5, -0.1}, Case{0, 0, 0, 0.5, 0}, Case{0.06, 0.001, 1, 0, -0.1}}) {
    PointOfGround p;
    p.motion.falling = Vec3::Zero();
    p.motion.approach = c.approach;
    p.surface.restitution = c.restitution;
    p.contact.memory.normal_impulse = c.pressed;
    EXPECT_NEAR(p.rows(kick_between(kDrift, kDrift), c.gap).normal.target, c.target, 1e-12)
        << c.approach << ' ' << c.gap << ' ' << c.pressed;
  }
}

// k depth + c rate, implicit in the rate: L = kick (k (depth - h u') - c u').
TEST(ContactLaw, OfASoftSurfaceIsItsSpringAndDamper) {
  PointOfGround p;
  p.surface.stiffness = 5e4;
  p.surface.damping = 200;
  p.motion.approach = -3;
  for (const double gap : {-0.004, 0.0, 0.006}) {
    const KickTimes times = kick_between(0.5 * kDrift, kDrift);
    const ContactLawRows rows = p.rows(times, gap);
    EXPECT_FALSE(p.note.had_impact);
    const double speed = 0.25;
    const double impulse = (rows.normal.target - speed) / rows.normal.softness;
    const double free_way = gap < 0 ? 5e4 * (-gap - kDrift * speed) - 200 * speed
                                    : -(5e4 * kDrift + 200) * (speed + gap / kDrift);
    EXPECT_NEAR(impulse, times.kick * free_way, 1e-9 * std::fabs(impulse)) << gap;
    EXPECT_EQ(rows.normal.relative_compliance, 0);
  }
}

TEST(ContactLaw, InAClosingKickHoldsWhatCarried) {
  for (const double stiffness : {0.0, 5e4}) {
    for (const double pressed : {0.0, 0.8}) {
      for (const bool struck : {true, false}) {
        PointOfGround p;
        p.surface.stiffness = stiffness;
        p.contact.memory.normal_impulse = pressed;
        p.contact.memory.friction_impulse = Vec3(0.2, -0.4, 0);
        p.contact.memory.slip = Vec3(1, 1, 0);
        p.motion.approach = -1;
        p.motion.surface_speed = {0.3, -0.2};
        p.note.had_impact = struck;
        p.note.delay = 0.001;
        const ContactLawRows rows = p.rows(closing_kick(), -0.01);
        EXPECT_EQ(rows.normal.target, pressed > 0 ? 0 : -std::numeric_limits<double>::infinity());
        EXPECT_EQ(rows.normal.impulse, 0.5 * pressed);
        EXPECT_EQ(rows.normal.reference_impulse, 0.5 * pressed);
        if (stiffness > 0) {
          EXPECT_EQ(rows.range.lower, 0.5 * pressed);
          EXPECT_EQ(rows.range.upper, 0.5 * pressed);
        } else {
          EXPECT_EQ(rows.range.lower, 0);
          EXPECT_EQ(p.note.had_impact, struck);
        }
        for (const auto& [k, impulse, speed] : {std::tuple(0u, 0.1, -0.3), std::tuple(1u, -0.2, 0.2)}) {
          EXPECT_EQ(rows.tangents[k].impulse, impulse);
          EXPECT_EQ(rows.tangents[k].reference_impulse, impulse);
          EXPECT_EQ(rows.tangents[k].target, speed);
        }
      }
    }
  }
}

// What slipped comes back by a fifth in each drift; surfaces run; the give is that of a force, not of an
// impulse.
TEST(ContactLaw, AlongItsTangentsTakesSlipBack) {
  PointOfGround p;
  p.contact.memory.slip = Vec3(2e-3, -1e-3, 0);
  p.contact.memory.friction_impulse = Vec3(0.2, -0.4, 0.9);
  p.motion.surface_speed = {0.3, -0.2};
  const ContactLawRows whole = p.rows(kick_between(kDrift, kDrift), 0);
  EXPECT_NEAR(whole.tangents[0].target, -0.2 * 2e-3 / kDrift - 0.3, 1e-15);
  EXPECT_NEAR(whole.tangents[1].target, 0.2 * 1e-3 / kDrift + 0.2, 1e-15);
  EXPECT_EQ(whole.tangents[0].impulse, 0.2);
  EXPECT_EQ(whole.tangents[1].impulse, -0.4);
  EXPECT_DOUBLE_EQ(whole.tangents[0].relative_compliance, 1e-3);
  EXPECT_EQ(whole.tangents[0].reference_impulse, 0);
  EXPECT_DOUBLE_EQ(p.rows(kick_between(0, kDrift), 0).tangents[0].relative_compliance, 2e-3);
}

TEST(ContactLaw, HoldsByItsStaticFrictionWhatDidNotSlide) {
  struct Case {
    double pressed;
    bool slides;
    double slip_speed, friction;
  };
  for (const Case& c : {Case{1, false, 5, 0.8}, Case{1, true, 0, 0.5}, Case{0, false, 0.9e-3, 0.8},
                        Case{0, true, 0.9e-3, 0.8}, Case{0, false, 1.1e-3, 0.5}}) {
    PointOfGround p;
    p.surface.friction = 0.5;
    p.surface.static_friction = 0.8;
    p.contact.memory.normal_impulse = c.pressed;
    p.contact.memory.slides = c.slides;
    p.motion.squared_slip = c.slip_speed * c.slip_speed;
    EXPECT_EQ(p.rows(kick_between(kDrift, kDrift), 0).friction, c.friction) << c.pressed << c.slides;
    p.surface.static_friction = 0.3;
    EXPECT_EQ(p.rows(kick_between(kDrift, kDrift), 0).friction, 0.5);
  }
}

TEST(ContactLaw, PushesApartByAFifthAndNoFasterThanItsBound) {
  PointOfGround p;
  for (const auto& [gap, penetrating, speed] :
       {std::tuple(-1e-3, true, 0.2 * (1e-3 - 1e-6) / kDrift), std::tuple(-0.9e-6, false, 0.0),
        std::tuple(-0.5, true, 0.2), std::tuple(0.002, false, -0.2), std::tuple(0.0, false, 0.0)}) {
    p.surface.stiffness = 0;
    EXPECT_EQ(penetrates(p.contact, gap), penetrating) << gap;
    EXPECT_NEAR(push_speed(p.contact, gap, kDrift), speed, 1e-15) << gap;
    p.surface.stiffness = 1e5;
    EXPECT_FALSE(penetrates(p.contact, gap));
    EXPECT_EQ(push_speed(p.contact, gap, kDrift), gap > 0 ? -gap / kDrift : 0) << gap;
  }
}

ContactAnswer answer_of(double normal, double along, double speed) {
  ContactAnswer answer;
  answer.normal_impulse = normal;
  answer.tangents = kTangents;
  answer.impulse = {along, -2 * along};
  answer.speed = {speed, 3 * speed};
  answer.softness = {0.01, 0.02};
  return answer;
}

TEST(ContactMemory, IsTheImpulseOfAWholeSubstepAndTheSlip) {
  const KickTimes half = kick_between(0, kDrift);
  PointOfGround p;
  p.contact.memory.slip = Vec3(1e-3, 2e-3, 5e-3);  // the last of a plane that has turned since
  remember(answer_of(0.4, 0.05, 0.02), half, p.contact);
  const ContactMemory& memory = p.contact.memory;
  EXPECT_DOUBLE_EQ(memory.normal_impulse, 0.8);
  EXPECT_LT((memory.friction_impulse - Vec3(0.1, -0.2, 0)).norm(), 1e-15);
  EXPECT_LT((memory.slip - Vec3(1e-3 + 2e-4, 2e-3 + 6e-4, 0)).norm(), 1e-16);
  EXPECT_FALSE(memory.slides);
  // It does not press: nothing holds it.
  remember(answer_of(0, 0.05, 0.02), half, p.contact);
  EXPECT_EQ(memory.normal_impulse, 0);
  EXPECT_EQ(memory.slip, Vec3::Zero());
  EXPECT_FALSE(memory.slides);
}

// Of what slides the anchor comes along, to where the friction's give holds it: 5 h x softness x impulse
// against it; but not where it is nearer already.
TEST(ContactMemory, OfWhatSlidesTakesItsAnchorAlong) {
  const KickTimes whole = kick_between(kDrift, kDrift);
  for (const double far : {1.0, -1.0}) {
    PointOfGround p;
    p.contact.memory.slip = Vec3(far, 0, 0);
    ContactAnswer answer = answer_of(0.4, 0.05, 0.02);
    answer.slides = true;
    remember(answer, whole, p.contact);
    EXPECT_TRUE(p.contact.memory.slides);
    const Vec3 elastic = -5 * kDrift * Vec3(0.01 * 0.05, -0.02 * 0.1, 0);
    EXPECT_LT((p.contact.memory.slip - elastic).norm(), 1e-17) << far;
    p.contact.memory.slip = Vec3::Zero();
    answer.speed = {1e-5, 0};
    remember(answer, whole, p.contact);
    EXPECT_LT((p.contact.memory.slip - Vec3(1e-7, 0, 0)).norm(), 1e-20) << far;
    EXPECT_FALSE(p.contact.memory.slides) << "slower than a millimetre a second";
    answer.speed = {0.8e-3, 0.7e-3};
    remember(answer, whole, p.contact);
    EXPECT_TRUE(p.contact.memory.slides);
    answer.normal_impulse = 0;
    remember(answer, whole, p.contact);
    EXPECT_FALSE(p.contact.memory.slides);
  }
}

Manifold manifold_of(std::uint64_t pair) {
  Manifold manifold;
  manifold.shape_a = static_cast<std::uint32_t>(pair);
  return manifold;
}

// Notes stay with their pair while manifolds come and go, and are new where they are begun anew.
TEST(ContactScratch, KeepsItsNotesByPairs) {
  ContactScratch scratch(8);
  std::vector<Manifold> manifolds{manifold_of(2), manifold_of(4), manifold_of(6)};
  scratch.begin(manifolds);
  for (std::uint32_t m = 0; m < 3; ++m) scratch.of(m).points[1].delay = 1 + m;
  manifolds = {manifold_of(1), manifold_of(4), manifold_of(5), manifold_of(6), manifold_of(9)};
  scratch.follow(manifolds);
  const auto delays = [&](std::uint32_t count) {
    std::vector<double> out;
    for (std::uint32_t m = 0; m < count; ++m) out.push_back(scratch.of(m).points[1].delay);
    return out;
  };
  EXPECT_EQ(delays(5), (std::vector<double>{0, 2, 0, 3, 0}));
  manifolds = {manifold_of(2), manifold_of(6)};
  scratch.follow(manifolds);
  EXPECT_EQ(delays(2), (std::vector<double>{0, 3}));
  scratch.begin(manifolds);
  EXPECT_EQ(delays(2), (std::vector<double>{0, 0}));
}

}  // namespace
}  // namespace drawbar::test
