// Slip tyres against closed forms (REFERENCES R5) and against what a driver would notice.
#include <gtest/gtest.h>

#include "physics/vehicle/brush_tyre.h"
#include "physics/vehicle/contact_patch.h"
#include "physics/vehicle/sinkage.h"
#include "tests/vehicle/test_car.h"

namespace drawbar::test {
namespace {

/// Side force of the brush tyre (REFERENCES R5): C tan a (1 - p/3 + p^2/27), p = C tan a / (mu Fz), to mu Fz.
double brush_force(double stiffness, double slip, double limit) {
  const double p = stiffness * slip / limit;
  return p < 3 ? stiffness * slip * (1 - p / 3 + p * p / 27) : limit;
}

/// Deflection of a tread that has rolled at one slip across for long, some of a relaxation length in a
/// substep.
TreadDeflection rolled_on(const TyreConfig& tyre, const LoadedTyre& loaded, double slip, double rolled) {
  TreadDeflection e;
  for (int i = 0; i < 500; ++i) {
    const TreadDeflection reached{0, e.across + rolled * tyre.relaxation_length * slip};
    const TreadForce force = tread_force(tyre, loaded, reached, rolled);
    e = held_to_adhesion(loaded, {0, reached.across / (1 + force.decay_across)});
  }
  return e;
}

TEST(BrushTyre, SteadyForceOfEachSlipIsTheClosedForm) {
  const TyreConfig tyre = car_tyre();
  const LoadedTyre loaded = loaded_tyre(tyre, tyre.nominal_load, 0.8);
  EXPECT_DOUBLE_EQ(loaded.lateral, tyre.lateral_stiffness);
  EXPECT_DOUBLE_EQ(loaded.limit, 0.8 * tyre.nominal_load);
  const double stiffness = tyre.lateral_stiffness / tyre.relaxation_length;
  for (const double rolled : {0.05, 0.5, 5.0}) {
    for (const double slip : {0.001, 0.02, 0.05, 0.1, 0.1471, 0.2, 1.0}) {
      EXPECT_NEAR(stiffness * rolled_on(tyre, loaded, slip, rolled).across,
                  brush_force(tyre.lateral_stiffness, slip, loaded.limit), 1e-4 * loaded.limit)
          << slip << " " << rolled;
    }
  }
}

TEST(BrushTyre, AtRestIsASpringUpToItsLimitAndSpringsBackByNoMore) {
  const TyreConfig tyre = car_tyre();
  const LoadedTyre loaded = loaded_tyre(tyre, tyre.nominal_load, 0.8);
  const double most = loaded.limit / (tyre.lateral_stiffness / tyre.relaxation_length);
  const TreadForce force = tread_force(tyre, loaded, {0, 0.9 * most}, 0);
  EXPECT_EQ(force.decay_across, 0);
  EXPECT_DOUBLE_EQ(force.lateral_stiffness * most, loaded.limit);
  EXPECT_DOUBLE_EQ(held_to_adhesion(loaded, {0, 0.9 * most}).across, 0.9 * most);
  EXPECT_NEAR(held_to_adhesion(loaded, {0, 5 * most}).across, most, 1e-15);
}

TEST(BrushTyre, HeavierLoadsGiveLessThanProportionalForces) {
  TyreConfig tyre = car_tyre();
  tyre.stiffness_degression = 0.5;
  tyre.friction_degression = 0.1;
  const LoadedTyre once = loaded_tyre(tyre, tyre.nominal_load, 0.8);
  const LoadedTyre twice = loaded_tyre(tyre, 2 * tyre.nominal_load, 0.8);
  EXPECT_DOUBLE_EQ(once.lateral, tyre.lateral_stiffness);
  EXPECT_NEAR(twice.lateral, tyre.lateral_stiffness * 2 * 1.5 / 2, 1e-9);
  EXPECT_NEAR(twice.limit, 0.8 * 2 * tyre.nominal_load * 1.1 / 1.2, 1e-9);
}

// A stone that passes under a wheel from rim to rim presses with half of the spring at either and with all of
// it in the middle, and nowhere jumps from the one to the other.
TEST(ContactPatch, APointThatPassesFromRimToRimPressesWithoutJumps) {
  WheelModel wheel;
  wheel.half_width = 0.1;
  const WheelContact contact;  // axis along y
  BodyFrame frame;
  Manifold manifold;
  manifold.point_count = 1;
  ContactPoint& point = manifold.points[0];
  point.gap = -0.01;
  double before = 0.5;
  for (double across = 0.1; across > -0.1001; across -= 0.001) {
    point.position = Vec3(0, across, -0.3);
    const ContactPatches found = contact_patches(wheel, contact, frame, manifold);
    ASSERT_EQ(found.count, 1u);
    const ContactPatch& patch = found.patches[0];
    EXPECT_NEAR(patch.part * patch.deflection, 0.01 * (1 - 0.5 * std::fabs(across) / 0.1), 1e-12);
    EXPECT_NEAR(patch.part, before, 0.006);
    EXPECT_NEAR(patch.share[0], 1, 1e-12);
    before = patch.part;
  }
}

/// One wheel drawn over the ground at a slip angle: a heavy carriage on a rail, a hub that slides up and
/// down.
struct Rig {
  VehicleBuilder b;
  JointId axle;
  ControlId brake;

  Rig(double angle, double speed, double friction = 0.8) {
    b.surface(friction);
    const TyreConfig tyre = car_tyre();
    const double hub_mass = tyre.nominal_load / kGravity - kWheelMass;
    const BodyId carriage = b.body("carriage", 1e9, diagonal(1e9, 1e9, 1e9), Vec3(0, 0, 1));
    const BodyId hub = b.body("hub", hub_mass, diagonal(50, 50, 50), Vec3(0, 0, kWheelRadius));
    b.joint(JointType::prismatic, kWorldBody, carriage, Vec3(0, 0, 1), Vec3::UnitX());
    b.joint(JointType::prismatic, carriage, hub, Vec3(0, 0, kWheelRadius), Vec3::UnitZ());
    const double sag = tyre.nominal_load / tyre.vertical_stiffness;
    b.config.bodies[1].position.z() -= sag;
    axle = b.add_wheel(hub, Vec3(0, 0, kWheelRadius - sag), tyre, angle);
    b.ground();
    b.set_moving(Vec3(speed, 0, 0));
    brake = b.control("brake");
    b.brake(axle, brake, 600);
  }
};

TEST(Tyre, SideForceAtASlipAngleIsTheBrushTyres) {
  for (const double degrees : {0.5, 2.0, 4.0, 8.0, 12.0}) {
    Rig rig(-degrees * kPi / 180, 20);
    World world = rig.b.build();
    const FrameState state = run(world, 50, 8);
    const WheelReading& wheel = state.wheels[0];
    const TyreConfig tyre = car_tyre();
    const double slip = std::tan(degrees * kPi / 180);
    EXPECT_NEAR(wheel.load, tyre.nominal_load, 1e-3 * tyre.nominal_load);
    EXPECT_NEAR(-wheel.lateral_force, brush_force(tyre.lateral_stiffness, slip, 0.8 * wheel.load),
                2e-3 * tyre.nominal_load)
        << degrees;
    EXPECT_NEAR(wheel.slip_angle * 180 / kPi, degrees, 1e-2 * degrees);
  }
}

TEST(Tyre, BrakingTakesFromTheSideForceAndBothStayWithinTheLimit) {
  const double degrees = 4;
  Rig rig(-degrees * kPi / 180, 20);
  World world = rig.b.build();
  run(world, 50, 8);
  double free_side = 0;
  for (const double pedal : {0.0, 0.5, 1.0}) {
    world.set_control(rig.brake, pedal);
    const FrameState state = run(world, 50, 8);
    const WheelReading& wheel = state.wheels[0];
    const TyreConfig tyre = car_tyre();
    const double limit = 0.8 * wheel.load;
    const double total = std::hypot(wheel.longitudinal_force, wheel.lateral_force);
    EXPECT_LT(total, limit * 1.0001);
    // Both forces from the two slips by the combined brush.
    const double rolling = 1 + wheel.slip;  // braked: rolling speed per forward speed
    const double qx = tyre.longitudinal_stiffness * wheel.slip / rolling;
    const double qy = -tyre.lateral_stiffness * std::tan(wheel.slip_angle) / rolling;
    const double q = std::hypot(qx, qy);
    const double whole = brush_force(1, q, limit);
    EXPECT_NEAR(wheel.longitudinal_force, whole * qx / q, 5e-3 * limit) << pedal;
    EXPECT_NEAR(wheel.lateral_force, whole * qy / q, 5e-3 * limit) << pedal;
    if (pedal == 0) {
      free_side = std::fabs(wheel.lateral_force);
    } else {
      EXPECT_NEAR(wheel.longitudinal_force, -pedal * 600 / (kWheelRadius - 0.009), 40);
      EXPECT_LT(std::fabs(wheel.lateral_force), free_side);
      free_side = std::fabs(wheel.lateral_force);
    }
  }
}

/// A wheel that stands under its nominal load and is steered by a spring of 5 kN m/rad about its own middle.
struct SteeredWheel {
  static constexpr double kLinkage = 5000;
  VehicleBuilder b;

  SteeredWheel(double angle, double speed) {
    b.surface(0.8);
    TyreConfig tyre = car_tyre();
    tyre.bore_radius = 0.05;
    const double sag = tyre.nominal_load / tyre.vertical_stiffness;
    const Vec3 center(0, 0, kWheelRadius - sag);
    const double hub_mass = tyre.nominal_load / kGravity - kWheelMass - 5;
    const BodyId carriage = b.body("carriage", 1e9, diagonal(1e9, 1e9, 1e9), Vec3(0, 0, 1));
    const BodyId hub = b.body("hub", hub_mass, diagonal(50, 50, 50), center);
    const BodyId knuckle = b.body("knuckle", 5, diagonal(0.2, 0.2, 0.2), center);
    b.joint(JointType::prismatic, kWorldBody, carriage, Vec3(0, 0, 1), Vec3::UnitX());
    b.joint(JointType::prismatic, carriage, hub, center, Vec3::UnitZ());
    JointConfig& kingpin = b.joint(JointType::revolute, hub, knuckle, center, Vec3::UnitZ());
    kingpin.axes[0].spring = AxisSpring{kLinkage, 200, angle, {}, {}};
    b.add_wheel(knuckle, center, tyre);
    b.ground();
    b.set_moving(Vec3(speed, 0, 0));
  }
  /// After five seconds.
  double angle() {
    World world = b.build();
    return run(world, 125, 8).joints[2].position[0];
  }
};

TEST(Tyre, ResistsSteeringAtRestAsATorsionSpringUpToFrictionTimesItsBoreRadius) {
  const TyreConfig tyre = car_tyre();
  const double linkage = SteeredWheel::kLinkage;
  const double torsion =
      0.5 * (tyre.longitudinal_stiffness + tyre.lateral_stiffness) / tyre.relaxation_length * 0.05 * 0.05;
  const double held = 0.001 * linkage / (linkage + torsion);
  EXPECT_NEAR(SteeredWheel(0.001, 0).angle(), held, 0.01 * held);
  const double most = 0.8 * tyre.nominal_load * 0.05;
  const double behind = most / linkage;
  // All of the patch slides beyond mu F_z R_B / torsion = 0.25 rad.
  EXPECT_NEAR(SteeredWheel(1, 0).angle(), 1 - behind, 0.02 * behind);
  EXPECT_NEAR(SteeredWheel(-1, 0).angle(), -1 + behind, 0.02 * behind);
  // What rolls is light to steer.
  EXPECT_NEAR(SteeredWheel(0.05, 5).angle(), 0.05, 0.01 * behind);
}

TEST(Tyre, PushesTowardsTheSideToWhichItLeansWhileItRolls) {
  for (const double lean : {-0.05, 0.02, 0.05}) {  // rad, of the ground
    Rig rig(0, 20);
    rig.b.config.wheels[0].tyre.camber_stiffness = 6000;
    const Vec3 normal(0, std::sin(lean), std::cos(lean));
    rig.b.config.bodies.back().shapes[0].orientation = Quat::FromTwoVectors(Vec3::UnitZ(), normal);
    World world = rig.b.build();
    const TyreConfig& tyre = rig.b.config.wheels[0].tyre;
    const WheelReading wheel = run(world, 50, 8).wheels[0];
    const double stiffness = tyre.lateral_stiffness * wheel.load / tyre.nominal_load;
    const double thrust = brush_force(stiffness, 0.1 * std::sin(std::fabs(lean)), 0.8 * wheel.load);
    EXPECT_NEAR(wheel.lateral_force, lean > 0 ? -thrust : thrust, 0.01 * thrust) << lean;
  }
}

TEST(Tyre, SideForceFollowsASteeringStepOverTheRelaxationLength) {
  // 1 - 1/e of the final force after one relaxation length, at a small angle: sigma / v = 0.3 m / 10 m/s.
  Rig rig(-0.5 * kPi / 180, 10);
  World world = rig.b.build();
  world.begin_frame(40);
  FrameState state = world.make_frame_state();
  for (int i = 0; i < 30; ++i) world.substep();
  world.observe(state);
  const double early = state.wheels[0].lateral_force;
  for (int i = 30; i < 40; ++i) world.substep();
  const double last = run(world, 50, 40).wheels[0].lateral_force;
  EXPECT_NEAR(early / last, 1 - std::exp(-1.0), 0.02);
}

struct Stop {
  double kmh;
  double friction;
};

class Braking : public ::testing::TestWithParam<Stop> {};

TEST_P(Braking, LockedWheelsStopTheCarAfterItsSpeedSquaredOverTwoMuG) {
  const auto& [kmh, friction] = GetParam();
  const double speed = kmh / 3.6;
  RigidCar car(friction);
  car.b.set_moving(Vec3(speed, 0, 0));
  World world = car.b.build();
  world.set_control(car.brake_pedal, 1);
  const double seconds = speed / (friction * kGravity) + 3;
  const FrameState state = run(world, static_cast<int>(seconds / 0.04), 8);
  const double exact = speed * speed / (2 * friction * kGravity);
  EXPECT_NEAR(state.bodies[0].position.x(), exact, 1e-3 * exact);
  EXPECT_LT(state.bodies[0].linear_velocity.norm(), 1e-3);
}

INSTANTIATE_TEST_SUITE_P(Speeds, Braking,
                         ::testing::Values(Stop{60, 0.3}, Stop{60, 0.5}, Stop{60, 0.8}, Stop{100, 0.3},
                                           Stop{100, 0.5}, Stop{100, 0.8}));

// Dry friction acts against the sliding, although treads are stiffer along than across.
TEST(Tyre, LockedCarSlidesStraightWhicheverWayItLooks) {
  constexpr double kSpeed = 15, kFriction = 0.5, kYaw = 45 * kPi / 180;
  const double exact = kSpeed * kSpeed / (2 * kFriction * kGravity);
  for (const int substeps : {2, 8}) {
    RigidCar car(kFriction);
    for (BodyConfig& body : car.b.config.bodies) {
      if (!body.is_static) body.linear_velocity = kSpeed * Vec3(std::cos(kYaw), std::sin(kYaw), 0);
    }
    World world = car.b.build();
    world.set_control(car.brake_pedal, 1);
    const Vec3 stop = run(world, 125, substeps).bodies[0].position;
    EXPECT_NEAR(std::hypot(stop.x(), stop.y()), exact, 1e-3 * exact);
    EXPECT_NEAR(stop.x() - stop.y(), 0, 1e-3 * exact);
  }
}

TEST(Tyre, CoastingLosesRollingResistanceTimesGravityAndEndsAtRest) {
  TyreConfig tyre = car_tyre();
  tyre.rolling_resistance = 0.015;
  RigidCar car(0.8, tyre);
  car.b.set_moving(Vec3(2, 0, 0));
  World world = car.b.build();
  const FrameState after = run(world, 125, 8);  // 5 s
  // The turning wheels add m/2 each to the inertia.
  const double inertia = 1500 + 4 * 0.5 * kWheelMass;
  const double slowing = 0.015 * 1500 * kGravity / inertia;
  EXPECT_NEAR(after.bodies[0].linear_velocity.x(), 2 - 5 * slowing, 0.01);
  const FrameState later = run(world, 375, 8);
  EXPECT_LT(later.bodies[0].linear_velocity.norm(), 1e-4);
  EXPECT_NEAR(later.bodies[0].position.x(), 4 / (2 * slowing), 0.05);
}

/// Sandy loam of 15 % moisture (Wong, Theory of Ground Vehicles, table 2.3).
constexpr Soil kLoam{5270, 1515040, 0.7};

TEST(Soil, RutOfAWheelIsBekkers) {
  // n = 1/2: z = 3 W/(2.5 b k sqrt D), the exponent 2/(2n + 1) being 1.
  const Soil sand{1000, 1e6, 0.5};
  const Rut rut = rut_of(sand, 0.2, 0.64, 2000);
  const double pressing = 1000 + 0.2e6;
  const double depth = 3 * 2000 / (2.5 * pressing * 0.8);
  EXPECT_NEAR(rut.depth, depth, 1e-14);
  EXPECT_NEAR(rut.resistance, pressing * std::pow(depth, 1.5) / 1.5, 1e-10);
  // Twice the load takes 2^(2(n + 1)/(2n + 1)) times the force.
  const double more = rut_of(kLoam, 0.2, 0.6, 5000).resistance / rut_of(kLoam, 0.2, 0.6, 2500).resistance;
  EXPECT_NEAR(more, std::pow(2, 3.4 / 2.4), 1e-12);
  EXPECT_EQ(rut_of(Soil{}, 0.2, 0.6, 2500).resistance, 0);
}

TEST(Soil, CoastingCarLosesWhatItsRutsTakeAndStandsOnALightSlope) {
  RigidCar car(0.8);
  car.b.config.surface_pairs[0].soil = kLoam;
  car.b.set_moving(Vec3(10, 0, 0));
  World world = car.b.build();
  const double sag = 1500 * kGravity / 4 / car_tyre().vertical_stiffness;
  const double held = 4 * rut_of(kLoam, 0.2, 2 * kWheelRadius - sag, 1500 * kGravity / 4).resistance;
  // The turning wheels add m/2 each to the inertia.
  const double slowing = held / (1500 + 4 * 0.5 * kWheelMass);
  const double before = run(world, 25, 8).bodies[0].linear_velocity.x();
  const double after = run(world, 50, 8).bodies[0].linear_velocity.x();
  EXPECT_NEAR((before - after) / 2, slowing, 0.01 * slowing);
  car.b.set_moving(Vec3::Zero());
  car.b.config.gravity = gravity_on_slope(std::asin(0.8 * held / (1500 * kGravity)));
  World sloping = car.b.build();
  const Vec3 settled = run(sloping, 50, 8).bodies[0].position;
  EXPECT_LT((run(sloping, 100, 8).bodies[0].position - settled).norm(), 1e-6);
}

/// With its brakes on.
World car_on_slope(double friction, double angle) {
  RigidCar car(friction);
  car.b.config.gravity = gravity_on_slope(angle);
  World world = car.b.build();
  world.set_control(car.brake_pedal, 1);
  return world;
}

TEST(Tyre, BrakedCarStandsOnASlopeWithoutCreep) {
  World world = car_on_slope(0.8, 20 * kPi / 180);
  const FrameState settled = run(world, 250, 8);  // 10 s
  const FrameState later = run(world, 1500, 8);   // a minute
  EXPECT_LT((later.bodies[0].position - settled.bodies[0].position).norm(), 1e-6);
  EXPECT_LT(later.bodies[0].linear_velocity.norm(), 1e-6);
}

TEST(Tyre, BrakedCarSlidesOnASlopeSteeperThanItsFriction) {
  const double a = 20 * kPi / 180;
  World world = car_on_slope(0.3, a);
  const double before = run(world, 50, 8).bodies[0].linear_velocity.x();
  const double after = run(world, 50, 8).bodies[0].linear_velocity.x();
  const double slip = kGravity * (std::sin(a) - 0.3 * std::cos(a));
  EXPECT_NEAR((after - before) / 2, -slip, 0.005 * slip);
}

class Substeps : public ::testing::TestWithParam<int> {};

/// At 5 ms and at 40 ms: from standstill to 60 m/s under a constant torque, then at rest again.
TEST_P(Substeps, DrivenCarIsSmoothFromStandstillToFullSpeedAndBack) {
  RigidCar car(0.9);
  const ControlId throttle = car.b.control("throttle");
  for (const JointId axle : car.axles) {
    DriveConfig drive;
    drive.name = "motor";
    drive.joint = axle;
    drive.inputs = {{throttle, 1}};
    drive.mode = DriveMode::current;
    drive.supply_voltage = 400;
    drive.resistance = 0.05;
    drive.torque_constant = 1;
    drive.current_limit = 300;
    car.b.config.drives.push_back(drive);
  }
  World world = car.b.build();
  FrameState state = world.make_frame_state();
  run(world, 25, GetParam());  // settled
  world.set_control(throttle, 1);
  double speed = 0;
  double slip = 0;
  for (int frame = 0; frame < 550; ++frame) {
    world.step_frame(GetParam());
    world.observe(state);
    ASSERT_GT(state.bodies[0].linear_velocity.x(), speed - 1e-6) << frame;
    speed = state.bodies[0].linear_velocity.x();
    if (frame > 50) {
      EXPECT_NEAR(state.wheels[0].slip, slip, 0.05 * std::fabs(slip)) << frame;
    }
    slip = state.wheels[0].slip;
  }
  const double inertia = 1500 + 4 * 0.5 * kWheelMass;
  const double radius = kWheelRadius - 0.5 * 1500 * kGravity / 4 / car_tyre().vertical_stiffness;
  EXPECT_NEAR(speed, 22 * 4 * 300 / radius / inertia, 0.3);
  EXPECT_NEAR(state.bodies[0].position.y(), 0, 1e-3);
  world.set_control(throttle, 0);
  world.set_control(car.brake_pedal, 1);
  state = run(world, 250, GetParam());
  EXPECT_LT(state.bodies[0].linear_velocity.norm(), 1e-3);
  EXPECT_EQ(state.statistics.recoveries, 0u);
}

INSTANTIATE_TEST_SUITE_P(FiveAndForty, Substeps, ::testing::Values(8, 1));

TEST(Tyre, QuarterCarSwingsAtItsTwoFrequencies) {
  // 300/40 kg on 20/180 kN/m (REFERENCES R5): 1.23198 and 11.26155 Hz. Started in each mode shape.
  const double sprung = 300, unsprung = 40, spring = 20e3, stiffness = 180e3;
  for (const double hertz : {1.23198, 11.26155}) {
    VehicleBuilder b;
    b.surface(0.8);
    TyreConfig tyre = car_tyre();
    tyre.vertical_stiffness = stiffness;
    tyre.vertical_damping = 0;
    const double sag = (sprung + unsprung) * kGravity / stiffness;
    const BodyId body = b.body("body", sprung, diagonal(10, 10, 10), Vec3(0, 0, 1));
    const BodyId hub =
        b.body("hub", unsprung - kWheelMass, diagonal(1, 1, 1), Vec3(0, 0, kWheelRadius - sag));
    b.joint(JointType::prismatic, kWorldBody, body, Vec3(0, 0, 1), Vec3::UnitZ());
    AxisSpring strut;
    strut.stiffness = spring;
    strut.rest = -sprung * kGravity / spring;
    b.joint(JointType::prismatic, body, hub, Vec3(0, 0, kWheelRadius), Vec3::UnitZ()).axes[0].spring = strut;
    b.add_wheel(hub, Vec3(0, 0, kWheelRadius - sag), tyre);
    b.ground();
    // m_s x_s'' = k (x_u - x_s): the mode's ratio of amplitudes.
    const double w = 2 * kPi * hertz;
    const double ratio = 1 - sprung * w * w / spring;  // unsprung per sprung
    const double amplitude = 0.005 / std::max(1.0, std::fabs(ratio));
    b.config.bodies[0].linear_velocity.z() = amplitude * w;
    b.config.bodies[1].linear_velocity.z() = amplitude * w * ratio;
    b.config.bodies[2].linear_velocity.z() = amplitude * w * ratio;
    World world = b.build();
    FrameState state = world.make_frame_state();
    double last = 0, first_crossing = 0, crossing = 0;
    int crossings = 0;
    constexpr int kSubsteps = 16;
    const double h = 0.04 / kSubsteps;
    double time = 0;
    const double start = 1;
    for (int frame = 0; frame < 250; ++frame) {
      world.begin_frame(kSubsteps);
      for (int i = 0; i < kSubsteps; ++i) {
        world.substep();
        world.observe(state);
        time += h;
        const double height = state.bodies[0].position.z() - start;
        if (last < 0 && height >= 0) {
          crossing = time - h * height / (height - last);
          if (crossings++ == 0) first_crossing = crossing;
        }
        last = height;
      }
    }
    EXPECT_NEAR((crossings - 1) / (crossing - first_crossing), hertz, 0.003 * hertz);
  }
}

}  // namespace
}  // namespace drawbar::test
