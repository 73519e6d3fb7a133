// Springs, stops, friction, contact and motors against REFERENCES R2, R3 and R5
// (friction_springs_limits.json, dc_motor.json).
#include <gtest/gtest.h>

#include "tests/references/trajectory.h"

namespace drawbar::references {
namespace {

TEST(LinearSpring, OscillatesAsTheContinuousOscillator) {
  constexpr struct {
    double m, k, c;
    struct {
      double t, x;
    } rows[4];
  } kCases[] = {{1,
                 100,
                 0,
                 {{0.1, 0.05403023058681397},
                  {0.5, 0.02836621854632263},
                  {1, -0.08390715290764525},
                  {2, 0.0408082061813392}}},
                {1,
                 100,
                 2,
                 {{0.1, 0.05689718909460998},
                  {0.5, 0.009855066761858594},
                  {1, -0.03368516805904135},
                  {2, 0.00791160236189625}}},
                {1,
                 100,
                 20,
                 {{0.1, 0.07357588823428848},
                  {0.5, 0.00404276819945128},
                  {1, 4.993992273873334e-05},
                  {2, 4.328422607120972e-09}}},
                {10,
                 1000,
                 50,
                 {{0.1, 0.06070548491670356},
                  {0.5, -0.0036550787389343755},
                  {1, -0.008477596226436705},
                  {2, 0.0006720212549466391}}}};
  for (const auto& c : kCases) {
    Trajectory mass(scene(R"("bodies": [ { "name": "b", "mass": )" + text(c.m) +
                              R"(, "inertia": [1, 1, 1], "position": [1.1, 0, 0] } ],
        "springs": [ { "name": "s", "type": "linear", "from": { "body": "world", "position": [0, 0, 0] }, "to": { "body": "b", "position": [1.1, 0, 0] },
        "stiffness": )" + text(c.k) +
                              R"(, "damping": )" + text(c.c) + R"(, "rest_length": 1 } ])",
                          0),
                    kSubstepMs);
    for (const auto& row : c.rows) {
      EXPECT_NEAR(mass.at(row.t).bodies[0].position.x() - 1, row.x, 0.1 * kTolerance)
          << c.k << " " << c.c << " " << row.t;
    }
  }
}

/// 2 kg that hang on a strut of 1 m, from `height` below its upper end.
std::string strut(const std::string& fields, double height) {
  return scene(R"("bodies": [ { "name": "b", "mass": 2, "inertia": [1, 1, 1], "position": )" +
               text(0, 0, -height) + R"( } ],
      "springs": [ { "name": "s", "type": "linear", "from": { "body": "world", "position": [0, 0, 0] },
        "to": { "body": "b", "position": )" +
               text(0, 0, -height) + R"( }, "rest_length": 1, )" + fields + " } ]");
}

TEST(LinearSpring, OfATableRestsWhereItsForceIsTheLoad) {
  // 10 N within 0.1 m, then 500 N/m: 19.62 N at 0.1 + 9.62/500.
  Trajectory mass(strut(R"("table": [[-1, -100], [0, 0], [0.1, 10], [1.1, 510]], "damping": 20)", 1.2), 5);
  EXPECT_NEAR(-mass.at(20).bodies[0].position.z(), 1.1 + 9.62 / 500, 1e-6);
}

TEST(LinearSpring, StopsOnItsBumpStop) {
  // Nothing but the stop at 1.2 m: 1e4 N/m under 19.62 N.
  Trajectory mass(strut(R"("limits": [0.8, 1.2], "stop": { "stiffness": 1e4, "damping": 200 })", 1), 5);
  EXPECT_NEAR(-mass.at(0.12).bodies[0].position.z(), 1 + 0.5 * kGravity * 0.12 * 0.12, 1e-6);  // falls
  EXPECT_NEAR(-mass.at(10).bodies[0].position.z(), 1.2 + 19.62e-4, 1e-6);
}

TEST(LinearSpring, DampsReboundOtherThanBump) {
  // Compressing it takes 10 N per m/s, pulling it apart 100: 2 kg under 19.62 N sink at 0.1962 m/s.
  Trajectory mass(strut(R"("damper_table": [[-1, -10], [0, 0], [1, 100]])", 1), 5);
  EXPECT_NEAR(mass.at(2).bodies[0].linear_velocity.z(), -0.1962, 1e-6);
}

/// A rod of 2 kg and 1 m, hinged at its end, `angle` (rad) from straight down; `joint` are fields of its
/// hinge.
std::string hinged_rod(double mass, double angle, const std::string& joint) {
  std::string parts = Rods{{angle}, {1}, {mass}}.parts();
  parts.insert(parts.rfind(" }"), ", " + joint);
  return scene(parts);
}

double angle_from_down(const physics::FrameState& state) {
  const physics::Vec3& p = state.bodies[0].position;
  return std::atan2(p.x(), -p.z());
}

TEST(TorsionSpring, HingeFollowsTheReferenceForFiveSeconds) {
  // k = 30 N m/rad, c = 0.5, unstrained straight down, from 1 rad. The joint's axis +y turns the rod towards
  // -x.
  Trajectory rod(
      hinged_rod(2, 1,
                 R"("spring": { "stiffness": 30, "damping": 0.5, "rest_deg": )" + text(180 / kPi) + " }"),
      kSubstepMs);
  constexpr struct {
    double t, angle;
  } kRows[] = {{0.1, 0.7323501151231187}, {0.25, -0.2542001285698736}, {0.5, -0.6755935274016596},
               {1, 0.18188717415989852},  {2, -0.42550194567789673},   {5, 0.11762635301501392}};
  for (const auto& row : kRows) EXPECT_NEAR(angle_from_down(rod.at(row.t)), row.angle, kTolerance) << row.t;
}

TEST(TorsionSpring, BalancesTheRodsWeight) {
  // Unstrained at the horizontal, k = 30: rests 1.25951166 rad from straight down.
  Trajectory rod(hinged_rod(2, kPi / 2, R"("spring": { "stiffness": 30, "damping": 10 })"), 5);
  EXPECT_NEAR(angle_from_down(rod.at(10)), 1.2595116575051981, 1e-6);
}

TEST(Stop, IsMetWhenAndAsFastAsTheReferenceSays) {
  // From the horizontal to a hard stop 60 deg below it: t = 0.38449852 s, 5.04847775 rad/s.
  Trajectory rod(hinged_rod(1, kPi / 2, R"("limits_deg": [[-60, 60]])"), kSubstepMs);
  EXPECT_NEAR(std::abs(rod.at(0.384).joints[0].velocity[0]), 5.0484777540736, 0.02);
  EXPECT_NEAR(angle_from_down(rod.at(0.4)), kPi / 6, kTolerance);
  EXPECT_NEAR(rod.at(1).joints[0].velocity[0], 0, 1e-6);
}

TEST(JointFriction, StopsADiscAfterTwoAndAHalfSeconds) {
  // I = 0.5, 2 N m, 10 rad/s: 12.5 rad.
  Trajectory disc(
      scene(
          R"("bodies": [ { "name": "disc", "mass": 1, "inertia": [0.3, 0.3, 0.5], "angular_velocity": [0, 0, 10] } ],
      "joints": [ { "name": "axle", "type": "revolute", "parent": "world", "child": "disc", "position": [0, 0, 0], "axis": [0, 0, 1], "friction": { "coulomb": 2 } } ])"),
      kSubstepMs);
  EXPECT_NEAR(disc.at(2.4).joints[0].velocity[0], 0.4, 0.01);
  EXPECT_NEAR(disc.at(2.6).joints[0].position[0], 12.5, 0.0125);
  EXPECT_NEAR(disc.at(2.6).joints[0].velocity[0], 0, 1e-9);
}

TEST(JointFriction, FollowsTheJointsOwnReaction) {
  // 2 kg on a horizontal slider whose reaction is its weight of 50 N, friction coefficient 0.2, pulled by 15
  // N: 2.5 m/s^2. The pull is the component of gravity along the slide.
  Trajectory slider(R"({ "name": "slider", "gravity": [7.5, 0, -25],
      "bodies": [ { "name": "carriage", "mass": 2, "inertia": [1, 1, 1] } ],
      "joints": [ { "name": "slide", "type": "prismatic", "parent": "world", "child": "carriage", "position": [0, 0, 0], "axis": [1, 0, 0], "friction": { "coefficient": 0.2 } } ] })",
                    kSubstepMs);
  EXPECT_NEAR(slider.at(1).joints[0].velocity[0], 2.5, 0.01);
}

/// A block on a plane that falls towards +x by `degrees`, moving along it at `speed`.
std::string block_on_incline(double degrees, double friction, double speed) {
  const double a = degrees * kPi / 180;
  return scene(R"("materials": [ { "name": "m", "friction": )" + text(friction) + R"( } ],
      "bodies": [ { "name": "block", "mass": 1, "position": )" +
               text(0.05 * std::sin(a), 0, 0.05 * std::cos(a)) + R"(, "rotation_deg": )" +
               text(0, degrees, 0) + R"(, "linear_velocity": )" +
               text(speed * std::cos(a), 0, -speed * std::sin(a)) + R"(,
      "shapes": [ { "type": "box", "size": [0.2, 0.2, 0.1], "material": "m" } ] },
      { "name": "floor", "static": true, "shapes": [ { "type": "plane", "normal": )" +
               text(std::sin(a), 0, std::cos(a)) + R"(, "material": "m" } ] } ])");
}

double distance(const physics::FrameState& state) {
  return std::hypot(state.bodies[0].position.x(), state.bodies[0].position.z());
}

TEST(Incline, BlockSlidesByGravityLessFriction) {
  for (const double mu : {0.3, 0.5}) {
    for (const double degrees : {30.0, 40.0}) {
      const double a = degrees * kPi / 180;
      Trajectory block(block_on_incline(degrees, mu, 0), kSubstepMs);
      const double expected = kGravity * (std::sin(a) - mu * std::cos(a));
      EXPECT_NEAR(block.at(1).bodies[0].linear_velocity.norm(), expected, 5e-3 * expected)
          << mu << " " << degrees;
    }
  }
}

TEST(Incline, BlockUnderItsFrictionAngleDoesNotCreep) {
  Trajectory block(block_on_incline(29, std::tan(30 * kPi / 180), 0), 5);
  const physics::Vec3 start = block.at(0.2).bodies[0].position;
  EXPECT_LT((block.at(10).bodies[0].position - start).norm(), 1e-6);
}

TEST(Incline, LaunchedBlockStopsWhereTheReferenceSays) {
  // Down 20 deg at 3 m/s, friction 0.6: 1.378795 s, 2.068192 m.
  Trajectory block(block_on_incline(20, 0.6, 3), kSubstepMs);
  EXPECT_NEAR(distance(block.at(2)), 2.0681922891592825, 0.01);
  EXPECT_LT(block.at(2).bodies[0].linear_velocity.norm(), 1e-6);
}

TEST(Braking, LockedWheelsSlideAsFarAsEnergySays) {
  // 60 km/h, friction 0.8: v^2 / (2 mu g) = 17.6974 m (REFERENCES R5).
  Trajectory block(block_on_incline(0, 0.8, 60 / 3.6), kSubstepMs);
  EXPECT_NEAR(block.at(4).bodies[0].position.x(), 17.6974, 0.05);
}

TEST(Motor, GearedRunUpFollowsTheExactAnswer) {
  // RE 40 current edition, 100:1, efficiency 0.75, load 0.5 kg m^2: 2.4564090, 6.7413019, 7.9295383 rad/s.
  Trajectory motor(scene(R"("bodies": [ { "name": "load", "mass": 1, "inertia": [0.5, 0.5, 0.5] } ],
      "joints": [ { "name": "axle", "type": "revolute", "parent": "world", "child": "load", "position": [0, 0, 0], "axis": [0, 0, 1] } ],
      "drives": [ { "name": "motor", "type": "dc_motor", "joint": "axle", "control": "u", "supply_voltage": 24, "resistance": 0.299, "inductance": 8.23e-5,
      "torque_constant": 0.0302, "rotor_inertia": 1.42e-5, "coulomb_friction": 0.0041374, "gear": { "ratio": 100, "efficiency": 0.75 } } ],
      "controls": [ { "name": "u", "neutral": 1 } ])",
                         0),
                   kSubstepMs);
  constexpr struct { double t, speed; } kRows[] = {{0.01, 2.4564090}, {0.05, 6.7413019}, {0.2, 7.9295383}};
  for (const auto& row : kRows)
    EXPECT_NEAR(motor.at(row.t).joints[0].velocity[0], row.speed, 0.02 * row.speed) << row.t;
  EXPECT_NEAR(motor.at(1).drives[0].current, 0.137, 1e-3);
}

/// A round body on a plane that falls towards +x by `degrees`; `speed` (m/s) is rolled, not slid.
std::string round_on_incline(const char* shape, double radius, double degrees, double friction,
                             double rolling_friction, double speed) {
  const double a = degrees * kPi / 180;
  return scene(R"("materials": [ { "name": "m", "friction": )" + text(friction) +
               R"(, "rolling_friction": )" + text(rolling_friction) + R"( } ],
      "bodies": [ { "name": "body", "mass": 1, "position": )" +
               text(radius * std::sin(a), 0, radius * std::cos(a)) + R"(, "linear_velocity": )" +
               text(speed * std::cos(a), 0, -speed * std::sin(a)) + R"(, "angular_velocity": )" +
               text(0, speed / radius, 0) + R"(,
      "shapes": [ { )" +
               shape + R"(, "radius": )" + text(radius) + R"(, "material": "m" } ] },
      { "name": "floor", "static": true, "shapes": [ { "type": "plane", "normal": )" +
               text(std::sin(a), 0, std::cos(a)) + R"(, "material": "m" } ] } ])");
}

constexpr const char* kSphere = R"("type": "sphere")";
constexpr const char* kCylinder = R"("type": "cylinder", "length": 0.2, "rotation_deg": [90, 0, 0])";

TEST(Rolling, SphereAndCylinderRollDownAtTheirSharesOfGravity) {
  // 5/7 and 2/3 of g sin 30 deg.
  const double along = kGravity * 0.5;
  Trajectory sphere(round_on_incline(kSphere, 0.1, 30, 0.5, 0, 0), kSubstepMs);
  EXPECT_NEAR(sphere.at(1).bodies[0].linear_velocity.norm(), 5.0 / 7 * along, 5e-3 * along);
  Trajectory cylinder(round_on_incline(kCylinder, 0.1, 30, 0.5, 0, 0), kSubstepMs);
  EXPECT_NEAR(cylinder.at(1).bodies[0].linear_velocity.norm(), 2.0 / 3 * along, 5e-3 * along);
}

TEST(Rolling, SphereSlipsWhereTheSlopeIsTooSteepForItsFriction) {
  // 60 deg, friction 0.1: 8.005209 m/s^2, its spin 5/2 mu g cos / r = 1.22625 / r rad/s^2.
  Trajectory sphere(round_on_incline(kSphere, 0.1, 60, 0.1, 0, 0), kSubstepMs);
  const physics::BodyReading& body = sphere.at(1).bodies[0];
  EXPECT_NEAR(body.linear_velocity.norm(), 8.005209211125342, 0.04);
  EXPECT_NEAR(body.angular_velocity.norm(), 12.2625, 0.06);
}

TEST(Rolling, WheelCoastsToItsEndByRollingResistance) {
  // A cylinder with resistance f = 0.015 (rolling friction f r): f g / (1 + 1/2) slower each second, 2 m/s
  // lost in 20.39 s.
  constexpr double kRadius = 0.3;
  Trajectory wheel(round_on_incline(kCylinder, kRadius, 0, 0.8, 0.015 * kRadius, 2), 5);
  const double slowing = 0.015 * kGravity / 1.5;
  EXPECT_NEAR(wheel.at(10).bodies[0].linear_velocity.x(), 2 - 10 * slowing, 0.01);
  EXPECT_NEAR(wheel.at(24).bodies[0].position.x(), 2 * 2 / (2 * slowing), 0.05);
  EXPECT_LT(wheel.at(24).bodies[0].linear_velocity.norm(), 1e-4);
}

TEST(Motor, TwoOfThemDriveARobotUpSlopesAsFastAsTheBalanceSays) {
  // REFERENCES R5: two RE 40 with 43:1 of efficiency 0.72 on sprockets of 0.1 m, 100 kg, rolling resistance
  // 0.06. Two motors in parallel are one with half the resistance and twice the friction.
  constexpr struct {
    double degrees, speed;
  } kRows[] = {{0, 1.7725}, {10, 1.5639}, {20, 1.3638}, {30, 1.1783}};
  for (const auto& row : kRows) {
    const double a = row.degrees * kPi / 180;
    const double resistance = 0.06 * 100 * kGravity * std::cos(a);
    Trajectory robot(R"({ "name": "robot", "gravity": )" +
                         text(-kGravity * std::sin(a), 0, -kGravity * std::cos(a)) + R"(,
        "bodies": [ { "name": "robot", "mass": 100, "inertia": [10, 10, 10] } ],
        "joints": [ { "name": "track", "type": "prismatic", "parent": "world", "child": "robot", "position": [0, 0, 0], "axis": [1, 0, 0], "friction": { "coulomb": )" +
                         text(resistance) + R"( } } ],
        "drives": [ { "name": "motors", "type": "dc_motor", "joint": "track", "control": "u", "supply_voltage": 24, "resistance": 0.1495, "torque_constant": 0.0302,
        "rotor_inertia": 2.84e-5, "coulomb_friction": 0.0082748, "gear": { "ratio": 430, "efficiency": 0.72 } } ],
        "controls": [ { "name": "u", "neutral": 1 } ] })",
                     5);
    EXPECT_NEAR(robot.at(5).joints[0].velocity[0], row.speed, 2e-3 * row.speed) << row.degrees;
  }
}

}  // namespace
}  // namespace drawbar::references
