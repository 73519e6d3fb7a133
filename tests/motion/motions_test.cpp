// Where motions put their bodies, that State holds them, and that they cost nothing.
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "physics/formulations/registry.h"
#include "physics/motion/axis_follower.h"
#include "tests/motion/decks.h"
#include "tests/support/allocation_count.h"

namespace drawbar::test {
namespace {

AxisFollower follower() {
  AxisFollower law;
  law.lower = -1;
  law.upper = 3;
  law.speed = 0.5;
  law.acceleration = 1;
  return law;
}

TEST(Motions, APathGoesThroughItsPointsSmoothlyAndNoFarther) {
  PathMotion path;
  path.points = {{0, Vec3(0, 0, 0), Quat::Identity(), {}, {}},
                 {2, Vec3(1, 0, 3), quaternion_exponential(Vec3(0.4, 0, 0)), {}, {}},
                 {3, Vec3(1, 0, 3), quaternion_exponential(Vec3(0.4, 0, 0)), {}, {}},
                 {6, Vec3(5, -2, 9), quaternion_exponential(Vec3(1, 1.2, -0.7)), {}, {}}};
  path = complete(path);
  for (const PathPoint& point : path.points) {
    const PathPlace place = place_at(path, point.time);
    EXPECT_LT((place.pose.position - point.position).norm(), 1e-12);
    EXPECT_LT(quaternion_logarithm(place.pose.orientation * point.orientation.conjugate()).norm(), 1e-12);
  }
  constexpr double kStep = 1e-6;
  for (double t = 0.05; t < 7; t += 0.13) {
    const PathPlace place = place_at(path, t);
    const PathPlace before = place_at(path, t - kStep), after = place_at(path, t + kStep);
    const Vec3 speed = (after.pose.position - before.pose.position) / (2 * kStep);
    EXPECT_LT((place.twist.linear - speed).norm(), 1e-5) << t;
    const Vec3 turning =
        quaternion_logarithm(after.pose.orientation * before.pose.orientation.conjugate()) / (2 * kStep);
    EXPECT_LT((place.twist.angular - turning).norm(), 1e-5) << t;
    EXPECT_GE(place.pose.position.z(), -1e-12);
    EXPECT_LE(place.pose.position.z(), t <= 3 ? 3 + 1e-12 : 9 + 1e-12) << t;
  }
  EXPECT_EQ(place_at(path, 2.5).twist.linear.norm(), 0) << "a lift stands at its floor";
}

TEST(Motions, PastItsLastPointAPathGoesOnTurningAboutAnAxisOfTheWorld) {
  PathMotion path;
  path.points = {{0, Vec3(0, 0, 0), Quat::Identity(), {}, {}},
                 {2, Vec3(1, 0, 3), quaternion_exponential(Vec3(kPi / 2, 0, 0)), {}, Vec3(0, 0, kPi / 2)}};
  path = complete(path);
  // It arrives rolled by a quarter turn about x, its y axis upwards; from there on it turns about the
  // upright.
  for (const auto& [t, forwards] :
       {std::pair(2.0, Vec3(1, 0, 0)), {3.0, Vec3(0, 1, 0)}, {4.0, Vec3(-1, 0, 0)}}) {
    const PathPlace place = place_at(path, t);
    EXPECT_LT((place.pose.orientation * Vec3::UnitX() - forwards).norm(), 1e-12) << t;
    EXPECT_LT((place.pose.orientation * Vec3::UnitY() - Vec3::UnitZ()).norm(), 1e-12) << t;
    EXPECT_EQ(place.twist.angular, Vec3(0, 0, kPi / 2)) << t;
  }
}

TEST(Motions, ARepeatedTurnGoesOnForEver) {
  AxisTable table;
  table.points = {{0, 0, {}}, {8, 2 * kPi, {}}};
  table.repeats = true;
  table = complete(table);
  for (double t = 0; t < 100; t += 0.7) {
    EXPECT_NEAR(place_at(table, t).value, 2 * kPi * t / 8, 1e-9);
    EXPECT_NEAR(place_at(table, t).rate, 2 * kPi / 8, 1e-12);
  }
}

// A round adds what lies between its first point and its last; at the points it has their rates.
TEST(Motions, ARepeatedCourseThatDoesNotEndWhereItBeganClimbsRoundByRound) {
  AxisTable table;
  table.points = {{0, 0, 0.5}, {1, 2, -1.0}, {3, 1.5, 0.5}};
  for (const bool repeats : {true, false}) {
    table.repeats = repeats;
    const AxisTable course = complete(table);
    for (const int round : {0, 1, 2, 40}) {
      const double base = 1.5 * round;
      if (!repeats && round > 0) {  // it goes on with its last rate
        EXPECT_NEAR(place_at(course, 3 + round).value, 1.5 + 0.5 * round, 1e-12);
        EXPECT_EQ(place_at(course, 3 + round).rate, 0.5);
        continue;
      }
      EXPECT_NEAR(place_at(course, 3 * round).value, base, 1e-12) << round;
      EXPECT_NEAR(place_at(course, 3 * round).rate, 0.5, 1e-12) << round;
      EXPECT_NEAR(place_at(course, 3 * round + 1).value, base + 2, 1e-12) << round;
      EXPECT_NEAR(place_at(course, 3 * round + 1).rate, -1, 1e-12) << round;
      // Half way between two points a cubic lies at their mean and an eighth of h (rate before - rate after).
      EXPECT_NEAR(place_at(course, 3 * round + 0.5).value, base + 1 + (0.5 + 1) / 8, 1e-12) << round;
      EXPECT_NEAR(place_at(course, 3 * round + 2).value, base + 1.75 + 2 * (-1 - 0.5) / 8, 1e-12) << round;
    }
  }
}

// The mean of the slopes to both sides, weighed by Fritsch and Butland's rule; none where they turn round.
TEST(Motions, ACourseWithoutRatesTakesThoseThatOvershootNothing) {
  AxisTable table;
  table.points = {{0, 0, {}}, {1, 2, {}}, {3, 3, {}}, {4, 1, {}}};
  const AxisTable course = complete(table);
  EXPECT_EQ(*course.points[0].rate, 0);
  // Slopes 2 over 1 s and 0.5 over 2 s: 3 (1 + 2) / ((2 x 2 + 1)/2 + (2 + 2 x 1)/0.5).
  EXPECT_NEAR(*course.points[1].rate, 9 / (2.5 + 8.0), 1e-15);
  EXPECT_EQ(*course.points[2].rate, 0);
  EXPECT_EQ(*course.points[3].rate, 0);
  table.repeats = true;  // from the last slope, -2 over 1 s, to the first, 2 over 1 s
  EXPECT_EQ(*complete(table).points[0].rate, 0);
  table.points = {{0, 0, {}}, {1, 2, {}}, {3, 3, {}}};
  const AxisTable rising = complete(table);
  // The last piece, 0.5 over 2 s, before the first, 2 over 1 s.
  EXPECT_NEAR(*rising.points[0].rate, 9 / ((2.0 + 2) / 0.5 + (1 + 4.0) / 2), 1e-15);
  EXPECT_EQ(*rising.points[2].rate, *rising.points[0].rate);
}

TEST(Motions, ARepeatedPathBeginsAnewAndOneOfASinglePointGoesOn) {
  PathMotion path;
  path.points = {{0, Vec3(1, 0, 0), Quat::Identity(), Vec3(0, 0, 1), Vec3(Vec3::Zero())},
                 {1, Vec3(0, 2, 0), quaternion_exponential(Vec3(0, 0, 1)), Vec3(1, 0, 0), Vec3(0, 0, 0.5)},
                 {3, Vec3(1, 0, 0), Quat::Identity(), Vec3(0, 0, 1), Vec3(Vec3::Zero())}};
  path.repeats = true;
  for (const double t : {0.0, 0.3, 1.0, 2.9}) {
    const PathPlace once = place_at(path, t), later = place_at(path, t + 3 * 7);
    EXPECT_LT((once.pose.position - later.pose.position).norm(), 1e-12) << t;
    EXPECT_LT((once.twist.linear - later.twist.linear).norm(), 1e-12) << t;
    EXPECT_LT((once.twist.angular - later.twist.angular).norm(), 1e-12) << t;
  }
  EXPECT_LT((place_at(path, 22).twist.angular - Vec3(0, 0, 0.5)).norm(), 1e-12);
  path.repeats = false;
  EXPECT_LT((place_at(path, 5).pose.position - Vec3(1, 0, 2)).norm(), 1e-12);
  path.points.resize(1);
  for (const bool repeats : {false, true}) {
    path.repeats = repeats;
    EXPECT_LT((place_at(path, 2).pose.position - Vec3(1, 0, 2)).norm(), 1e-12) << repeats;
    EXPECT_EQ(place_at(path, 2).twist.linear, Vec3(0, 0, 1)) << repeats;
  }
}

// The range of the control is that of the axis, which counts from where the body was placed.
TEST(Motions, FollowersGoToThePartOfTheirRangeThatTheirControlIsAt) {
  for (const bool turns : {false, true}) {
    for (const auto& [asked, value] : {std::pair(-2.0, -1.0), {0.0, 0.0}, {4.0, 2.0}, {6.0, 3.0}}) {
      WorldBuilder builder;
      builder.config.controls = {{"other", -1, 1, 0}, {"lever", -2, 6, 0}};
      AxisMotion axis;
      axis.turns = turns;
      axis.axis = turns ? Vec3(0, 0, 1) : Vec3(0.6, 0, 0.8);
      axis.center = Vec3(10, 1, 0);
      axis.by = follower();
      std::get<AxisFollower>(axis.by).control = ControlId{1};
      deck(builder, OutsideMotion{}, 1);
      const BodyId body = deck(builder, axis, 1);
      builder.config.bodies[index_of(body)].position = Vec3(10, 0, 2);
      World world = builder.build();
      world.set_control(ControlId{0}, 1);
      world.set_control(ControlId{1}, asked);
      const BodyReading at = run(world, 250, 8).bodies[index_of(body)];
      const Vec3 expected = turns ? Vec3(10 + std::sin(value), 1 - std::cos(value), 2)
                                  : Vec3(10 + 0.6 * value, 0, 2 + 0.8 * value);
      EXPECT_LT((at.position - expected).norm(), 1e-9) << turns << ' ' << asked;
      const Quat turned = quaternion_exponential(Vec3(0, 0, turns ? value : 0));
      EXPECT_LT(quaternion_logarithm(at.orientation * turned.conjugate()).norm(), 1e-9) << turns << asked;
      EXPECT_EQ(at.linear_velocity.norm(), 0) << turns << ' ' << asked;
    }
  }
}

TEST(Motions, AFollowerKeepsItsLimitsAndArrivesAtRest) {
  const AxisFollower law = follower();
  for (const double h : {0.001, 0.005, 0.02}) {
    FollowedAxis axis;
    const double target = 2.345;
    double time = 0, arrived = 0;
    while (time < 8) {
      const FollowedAxis next = follow(law, axis, target, h);
      EXPECT_LE(std::fabs(next.rate), law.speed + 1e-12);
      EXPECT_LE(std::fabs(next.rate - axis.rate), law.acceleration * h * (1 + 1e-9));
      EXPECT_LE(next.value, target + 1e-4 * h);
      axis = next;
      time += h;
      if (arrived == 0 && std::fabs(axis.value - target) < 1e-9) arrived = time;
    }
    EXPECT_EQ(axis.value, target);
    EXPECT_EQ(axis.rate, 0);
    // Half a second up, half a second down, the rest at full speed.
    EXPECT_NEAR(arrived, target / law.speed + law.speed / law.acceleration, 5 * h + 0.01) << h;
  }
}

// All kinds at once, boxes on them.
WorldBuilder every_kind() {
  WorldBuilder builder;
  builder.surface(0.5);
  builder.config.controls.push_back({"lever", -1, 1, 0});
  PathMotion path;
  path.points = {{0, Vec3(0, 0, 0), Quat::Identity(), {}, {}},
                 {1, Vec3(0.5, 0, 0.3), quaternion_exponential(Vec3(0, 0, 0.5)), {}, {}},
                 {2, Vec3(0, 0, 0), Quat::Identity(), {}, {}}};
  path.repeats = true;
  deck(builder, path, 1);
  box_at(builder, Vec3::Zero());
  AxisMotion axis;
  axis.turns = true;
  axis.axis = Vec3::UnitZ();
  axis.center = Vec3(10, 1, 0);
  axis.by = follower();
  const BodyId turned = deck(builder, axis, 1);
  builder.config.bodies[index_of(turned)].position = Vec3(10, 0, 0);
  box_at(builder, Vec3(10, 0, 0));
  const BodyId outside = deck(builder, OutsideMotion{}, 1);
  builder.config.bodies[index_of(outside)].position = Vec3(20, 0, 0);
  box_at(builder, Vec3(20, 0, 0));
  return builder;
}

Effect move_to(std::size_t body, const Vec3& place, double yaw, double seconds) {
  Effect effect;
  effect.id = EffectId{7};
  effect.type = EffectType::move;
  effect.target = {TargetKind::body, static_cast<std::uint32_t>(body)};
  effect.parameters = {place.x(), place.y(), place.z(), 0, 0, yaw, seconds};
  return effect;
}

TEST(Motions, FromOutsideABodyReachesItsTargetsInTimeAndRestsThere) {
  WorldBuilder builder = every_kind();
  World world = builder.build();
  run(world, 10, 8);
  ASSERT_TRUE(world.begin_effect(move_to(4, Vec3(21, 0.5, 0.2), 0.4, 2)));
  FrameState state = run(world, 25, 8);
  EXPECT_GT(state.bodies[4].linear_velocity.x(), 0.1);
  // Another one takes over at the speed that it has.
  const double speed = state.bodies[4].linear_velocity.x();
  ASSERT_TRUE(world.begin_effect(move_to(4, Vec3(20.5, 0, 0), 0, 2)));
  state = run(world, 1, 8);
  EXPECT_NEAR(state.bodies[4].linear_velocity.x(), speed, 0.1 * speed);
  state = run(world, 49, 8);
  EXPECT_LT((state.bodies[4].position - Vec3(20.5, 0, 0)).norm(), 1e-12);
  EXPECT_EQ(state.bodies[4].linear_velocity.norm(), 0);
  EXPECT_LT((seen_from(state.bodies[5], state.bodies[4]) - Vec3(0, 0, 0.1)).norm(), 1e-4) << "carried along";
}

TEST(Motions, ARestoredWorldGoesOnToTheSameBits) {
  WorldBuilder builder = every_kind();
  World world = builder.build(), other = builder.build();
  world.set_control(ControlId{0}, 0.7);
  run(world, 20, 8);
  ASSERT_TRUE(world.begin_effect(move_to(4, Vec3(21, 0, 0), 0.4, 2)));
  run(world, 13, 8);
  const std::vector<std::byte> middle = saved(world);
  run(world, 60, 8);
  ASSERT_TRUE(other.restore_state(middle));
  EXPECT_EQ(saved(other), middle);
  run(other, 60, 8);
  EXPECT_EQ(saved(other), saved(world));
  // And taken back.
  ASSERT_TRUE(world.restore_state(middle));
  run(world, 60, 8);
  EXPECT_EQ(saved(other), saved(world));
}

TEST(Motions, StateTellsWhichBodyItsNumbersAreOf) {
  World world = every_kind().build();
  const std::vector<std::byte> bytes = saved(world);
  bool follower = false, outside = false;
  for (const StateField& field : world.state_fields(bytes)) {
    follower |= field.name == "motions[deck].rate";
    outside |= field.name == "motions[deck].to_position";
  }
  EXPECT_TRUE(follower && outside);
}

TEST(Motions, NothingIsAllocatedInAStep) {
  World world = every_kind().build();
  world.set_control(ControlId{0}, -1);
  ASSERT_TRUE(world.begin_effect(move_to(4, Vec3(21, 0, 0), 0.4, 2)));
  run(world, 2, 8);
  const std::size_t before = allocation_count();
  for (int frame = 0; frame < 30; ++frame) world.step_frame(8);
  EXPECT_EQ(allocation_count(), before);
}

TEST(Motions, OtherFormulationsRefuseThem) {
  for (const Formulation formulation : {Formulation::sequential_impulses_plain, Formulation::penalty}) {
    WorldBuilder builder = every_kind();
    builder.formulation(formulation);
    const auto reason = unsupported(builder.config);
    ASSERT_TRUE(reason);
    EXPECT_NE(reason->find("the motion of body 'deck'"), std::string::npos) << *reason;
  }
}

}  // namespace
}  // namespace drawbar::test
