// Two balls on their ways: when they touch, and how they stand then, against closed forms.
#include "physics/contact/meeting.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "tests/contact/fixture.h"

namespace drawbar::physics {
namespace {

using test::at;
using test::Stage;

/// A ball of 0.1 m about the origin and one of 0.2 m at `place`.
std::optional<Meeting> met(const Vec3& place, const Flight& a, const Flight& b, double h) {
  Stage stage({{Sphere{0.1}, {}}, {Sphere{0.2}, {place, Quat::Identity()}}});
  stage.world.place(stage.poses);
  Manifold manifold;
  manifold.body_b = manifold.shape_b = 1;
  return meet(manifold, stage.world.placed_shapes(), a, b, h);
}

Flight flight(const Vec3& center, const Vec3& velocity, const Vec3& acceleration = Vec3::Zero()) {
  return {center, velocity, Vec3::Zero(), acceleration};
}

TEST(Meeting, OfStraightWaysIsWhereTheQuadraticSays) {
  const Vec3 place(1, 0.1, 0), drift(2, 3, 4);  // both drift, which changes nothing between them
  const auto meeting = met(place, flight(Vec3::Zero(), drift), flight(place, drift + Vec3(-10, 0, 0)), 0.2);
  ASSERT_TRUE(meeting);
  const double apart = std::sqrt(0.3 * 0.3 - 0.1 * 0.1), t = (1 - apart) / 10;
  const Vec3 normal = Vec3(apart, 0.1, 0) / 0.3;
  EXPECT_LT((meeting->normal - normal).norm(), 1e-12);
  EXPECT_NEAR(meeting->gap, normal.dot(place) - 0.3, 1e-12);
  EXPECT_LT((meeting->way_a - t * drift).norm(), 1e-12);
  EXPECT_LT((meeting->way_b - t * (drift + Vec3(-10, 0, 0))).norm(), 1e-12);
  EXPECT_LT((meeting->position - t * drift - 0.1 * normal).norm(), 1e-12);
}

TEST(Meeting, OfAccelerationIsOnTheParabola) {
  // 0.35 - 2 t - 5 t^2 = 0.3: the velocity is that in the middle of the drift.
  constexpr double kDrift = 0.05;
  const double t = (std::sqrt(5.0) - 2) / 10;
  for (const bool other : {false, true}) {  // the one accelerates or, the other way, the other
    const Vec3 gravity(0, 0, other ? 10 : -10);
    const Flight still = flight(Vec3::Zero(), Vec3::Zero());
    const Flight flying = flight(Vec3::Zero(), 0.2 * gravity + 0.5 * kDrift * gravity, gravity);
    const auto meeting =
        other ? met(Vec3(0, 0, 0.35), flying, still, kDrift) : met(Vec3(0, 0, 0.35), still, flying, kDrift);
    ASSERT_TRUE(meeting);
    const Vec3 way = (0.2 * t + 0.5 * t * t) * gravity;
    EXPECT_LT(((other ? meeting->way_a : meeting->way_b) - way).norm(), 1e-9) << other;
    EXPECT_EQ((other ? meeting->way_b : meeting->way_a).norm(), 0) << other;
    EXPECT_NEAR(meeting->gap, 0.05, 1e-12) << other;
    EXPECT_LT((meeting->position - Vec3(0, 0, other ? 0.15 : 0.1)).norm(), 1e-9) << other;
  }
}

TEST(Meeting, OfABallOnATurningBodyIsByThatTurn) {
  Flight turning;
  turning.center = Vec3(0, -1, 0);
  turning.angular_velocity = Vec3(0, 0, 5);  // the ball moves by -5 m/s along x
  const auto meeting = met(Vec3(1, 0, 0), turning, flight(Vec3(1, 0, 0), Vec3(-10, 0, 0)), 0.2);
  ASSERT_TRUE(meeting);
  EXPECT_LT((meeting->way_b - Vec3(-1.4, 0, 0)).norm(), 1e-12);
  EXPECT_EQ(meeting->way_a.norm(), 0) << "its centre of mass stays";
  EXPECT_LT((meeting->position - Vec3(-0.7 + 0.1, 0, 0)).norm(), 1e-12);
}

TEST(Meeting, OfBallsThatMissEachOtherIsWhereTheyAreNearest) {
  const Vec3 place(1, 0.5, 0);
  const auto passing = met(place, flight(Vec3::Zero(), Vec3::Zero()), flight(place, Vec3(-10, 0, 0)), 0.2);
  ASSERT_TRUE(passing);
  EXPECT_LT((passing->normal - Vec3::UnitY()).norm(), 1e-12);
  EXPECT_NEAR(passing->gap, 0.2, 1e-12);
  EXPECT_LT((passing->position - Vec3(0, 0.2, 0)).norm(), 1e-12);
  // And where the drift ends before, at its end.
  const auto short_of = met(place, flight(Vec3::Zero(), Vec3::Zero()), flight(place, Vec3(-10, 0, 0)), 0.05);
  ASSERT_TRUE(short_of);
  EXPECT_LT((short_of->way_b - Vec3(-0.5, 0, 0)).norm(), 1e-12);
  EXPECT_LT((short_of->normal - Vec3(1, 1, 0).normalized()).norm(), 1e-12);
}

TEST(Meeting, IsNoneOfBallsThatPartStayOrOverlap) {
  const Flight still = flight(Vec3::Zero(), Vec3::Zero());
  EXPECT_FALSE(met(Vec3(1, 0, 0), still, flight(Vec3(1, 0, 0), Vec3(10, 0, 0)), 0.2));
  EXPECT_FALSE(met(Vec3(1, 0, 0), still, still, 0.2));
  EXPECT_FALSE(met(Vec3(0.3, 0, 0), still, flight(Vec3(0.3, 0, 0), Vec3(-10, 0, 0)), 0.2));
  EXPECT_FALSE(met(Vec3(0.25, 0, 0), still, flight(Vec3(0.25, 0, 0), Vec3(-10, 0, 0)), 0.2));
}

TEST(Meeting, IsOfTwoBallsAlone) {
  Stage stage({{Sphere{0.1}, {}}, {Box{{1, 1, 1}}, {}}, {Sphere{0.2}, {}}});
  stage.world.place(stage.poses);
  const auto are_balls = [&](std::uint32_t a, std::uint32_t b) {
    Manifold manifold;
    manifold.shape_a = a;
    manifold.shape_b = b;
    return is_of_balls(manifold, stage.world.placed_shapes());
  };
  EXPECT_TRUE(are_balls(0, 2));
  EXPECT_FALSE(are_balls(0, 1));
  EXPECT_FALSE(are_balls(1, 2));
}

}  // namespace
}  // namespace drawbar::physics
