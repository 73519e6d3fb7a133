// The Magic Formula against the book's equations, written anew here, and a wheel that follows it.
#include "physics/vehicle/magic_formula.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <utility>

#include "tests/support/published_tyre.h"
#include "tests/vehicle/test_car.h"

namespace drawbar::test {
namespace {

/// Pacejka 2006, equations 4.E9 to 4.E67 without moments but the trail, for scaling factors 1.
struct Book {
  Coefficients p = published_tyre();
  double fz = 4000, kappa = 0, alpha = 0, gamma = 0, mu = 1;

  double of(const char* name) const {
    const auto found = p.find(name);
    return found != p.end() ? found->second : 0;
  }
  double d() const { return (fz - of("FNOMIN")) / of("FNOMIN"); }
  static double sgn(double x) { return x < 0 ? -1 : 1; }
  static double curve(double b, double e, double x) { return b * x - e * (b * x - std::atan(b * x)); }

  double fx0() const {
    const double kx = kappa + of("PHX1") + of("PHX2") * d();
    const double peak = mu * (of("PDX1") + of("PDX2") * d()) * (1 - of("PDX3") * gamma * gamma) * fz;
    const double e =
        std::min(1.0, (of("PEX1") + of("PEX2") * d() + of("PEX3") * d() * d()) * (1 - of("PEX4") * sgn(kx)));
    const double k = fz * (of("PKX1") + of("PKX2") * d()) * std::exp(of("PKX3") * d());
    const double b = k / (of("PCX1") * peak);
    return peak * std::sin(of("PCX1") * std::atan(curve(b, e, kx))) +
           mu * fz * (of("PVX1") + of("PVX2") * d());
  }
  double fx() const {
    const double b = of("RBX1") * std::cos(std::atan(of("RBX2") * kappa));
    const double e = std::min(1.0, of("REX1") + of("REX2") * d());
    const auto g = [&](double a) { return std::cos(of("RCX1") * std::atan(curve(b, e, a))); };
    return fx0() * g(alpha + of("RHX1")) / g(of("RHX1"));
  }
  double ky() const {
    return of("PKY1") * of("FNOMIN") * std::sin(2 * std::atan(fz / (of("PKY2") * of("FNOMIN")))) *
           (1 - of("PKY3") * std::fabs(gamma));
  }
  double muy() const { return mu * (of("PDY1") + of("PDY2") * d()) * (1 - of("PDY3") * gamma * gamma); }
  double fy0() const {
    const double a = alpha + of("PHY1") + of("PHY2") * d() + of("PHY3") * gamma;
    const double e =
        std::min(1.0, (of("PEY1") + of("PEY2") * d()) * (1 - (of("PEY3") + of("PEY4") * gamma) * sgn(a)));
    const double b = ky() / (of("PCY1") * muy() * fz);
    const double sv = mu * fz * (of("PVY1") + of("PVY2") * d() + (of("PVY3") + of("PVY4") * d()) * gamma);
    return muy() * fz * std::sin(of("PCY1") * std::atan(curve(b, e, a))) + sv;
  }
  double fy() const {
    const double b = of("RBY1") * std::cos(std::atan(of("RBY2") * (alpha - of("RBY3"))));
    const double e = std::min(1.0, of("REY1") + of("REY2") * d());
    const double shift = of("RHY1") + of("RHY2") * d();
    const auto g = [&](double k) { return std::cos(of("RCY1") * std::atan(curve(b, e, k))); };
    const double dv = muy() * fz * (of("RVY1") + of("RVY2") * d() + of("RVY3") * gamma) *
                      std::cos(std::atan(of("RVY4") * alpha));
    return g(kappa + shift) / g(shift) * fy0() + dv * std::sin(of("RVY5") * std::atan(of("RVY6") * kappa));
  }
  double trail() const {
    const double at = alpha + of("QHZ1") + of("QHZ2") * d() + (of("QHZ3") + of("QHZ4") * d()) * gamma;
    const double k = fz * (of("PKX1") + of("PKX2") * d()) * std::exp(of("PKX3") * d());
    const double eq = sgn(at) * std::atan(std::hypot(std::tan(at), k / ky() * kappa));
    const double b = (of("QBZ1") + of("QBZ2") * d() + of("QBZ3") * d() * d()) *
                     (1 + of("QBZ4") * gamma + of("QBZ5") * std::fabs(gamma));
    const double c = of("QCZ1");
    const double peak = fz * (of("QDZ1") + of("QDZ2") * d()) *
                        (1 + of("QDZ3") * gamma + of("QDZ4") * gamma * gamma) * of("UNLOADED_RADIUS") /
                        of("FNOMIN");
    const double e =
        std::min(1.0, (of("QEZ1") + of("QEZ2") * d() + of("QEZ3") * d() * d()) *
                          (1 + (of("QEZ4") + of("QEZ5") * gamma) * 2 / kPi * std::atan(b * c * eq)));
    return peak * std::cos(c * std::atan(curve(b, e, eq))) * std::cos(alpha);
  }
};

/// Without what shifts the curves off their origin.
Coefficients symmetric_tyre() {
  Coefficients p = published_tyre();
  for (const char* name :
       {"PHX1", "PHX2", "RHX1", "PHY1", "PHY2", "PHY3", "PVY1", "PVY2", "PVY3", "PVY4", "PEY3",
        "RBY3", "RHY1", "RVY1", "RVY2", "RVY3", "QHZ1", "QHZ2", "QHZ3", "QHZ4", "QEZ4"}) {
    p[name] = 0;
  }
  return p;
}

/// With a number of its own for every coefficient that the book's equations have and the published tyre has
/// not.
Coefficients tyre_with_everything() {
  Coefficients p = published_tyre();
  for (const auto& [name, value] : {std::pair("PDX3", 4.0),
                                    {"PEX4", 0.1},
                                    {"PVX1", 0.02},
                                    {"PVX2", -0.03},
                                    {"REX1", -0.5},
                                    {"REX2", 0.2},
                                    {"REY1", 0.3},
                                    {"REY2", -0.2},
                                    {"RHY2", 0.004},
                                    {"QBZ4", 0.1},
                                    {"QEZ3", 0.05}}) {
    p[name] = value;
  }
  return p;
}

TEST(MagicFormula, ForcesAndTrailAreTheBooks) {
  for (const Coefficients& tyre : {published_tyre(), tyre_with_everything()}) {
    Book book;
    book.p = tyre;
    const MagicFormula formula = formula_of(book.p);
    for (book.fz = 1000; book.fz <= 8000; book.fz += 1750) {
      for (book.mu = 0.4; book.mu <= 1; book.mu += 0.3) {
        for (const double kappa : {-1.0, -0.3, -0.08, -0.01, 0.0, 0.02, 0.15, 0.8}) {
          for (const double alpha : {-1.2, -0.2, -0.05, 0.0, 0.01, 0.1, 0.4}) {
            for (const double gamma : {-0.08, 0.0, 0.05}) {
              book.kappa = kappa;
              book.alpha = alpha;
              book.gamma = gamma;
              const SteadyForce found = magic_force(formula, book.fz, book.mu, {kappa, alpha, gamma});
              ASSERT_NEAR(found.longitudinal, book.fx(), 1e-9 * book.fz);
              ASSERT_NEAR(found.lateral, book.fy(), 1e-9 * book.fz);
              ASSERT_NEAR(found.trail, book.trail(), 1e-12);
            }
          }
        }
      }
    }
  }
}

// Pacejka, Tyre and Vehicle Dynamics, third edition, 2012, (4.E27) to (4.E30): the horizontal shift by camber
// is what is left of the camber stiffness when the vertical one is taken off.
TEST(MagicFormula, ANewerTyreHasTheCamberStiffnessOfItsFile) {
  Coefficients p = symmetric_tyre();
  p["PKY6"] = -0.9;
  p["PKY7"] = -0.2;
  p["PVY3"] = -0.3;
  p["PVY4"] = 0.1;
  MagicFormula formula = formula_of(p);
  formula.newer = true;
  constexpr double kSmall = 1e-6;  // rad
  for (const double load : {2000.0, 4000.0, 6000.0}) {
    const double more = (load - p["FNOMIN"]) / p["FNOMIN"];
    const double stiffness = load * (p["PKY6"] + p["PKY7"] * more);
    const auto lateral = [&](double camber) { return magic_force(formula, load, 1, {0, 0, camber}).lateral; };
    EXPECT_NEAR((lateral(kSmall) - lateral(-kSmall)) / (2 * kSmall), stiffness, 1e-5 * -stiffness) << load;
  }
}

TEST(MagicFormula, LoadsAndSlipsBeyondTheFilesRangesCountAsAtTheirBounds) {
  Coefficients p = published_tyre();
  p["KPUMIN"] = -0.5;
  p["FZMIN"] = 500;
  p["FZMAX"] = 6000;
  const MagicFormula formula = formula_of(p);
  EXPECT_EQ(magic_force(formula, 4000, 1, {-1, 0, 0}).longitudinal,
            magic_force(formula, 4000, 1, {-0.5, 0, 0}).longitudinal);
  const double saturated = magic_force(formula, 500, 1, {-0.1, 0, 0}).longitudinal;
  EXPECT_NEAR(magic_force(formula, 50, 1, {-0.1, 0, 0}).longitudinal, 0.1 * saturated, 1e-9);
  EXPECT_EQ(magic_force(formula, 0, 1, {-0.1, 0.1, 0}).lateral, 0);
  const SteadyForce most = magic_force(formula, 6000, 1, {-0.1, 0.1, 0});
  const SteadyForce more = magic_force(formula, 9000, 1, {-0.1, 0.1, 0});
  EXPECT_NEAR(more.longitudinal, 1.5 * most.longitudinal, 1e-9);
  EXPECT_NEAR(more.lateral, 1.5 * most.lateral, 1e-9);
}

// Each range is given, and each is another's length; between two of them the formula is the book's still.
TEST(MagicFormula, EverySlipIsHeldInItsOwnRange) {
  constexpr double kMostKappa = 0.1, kMostAlpha = 0.4, kMostCamber = 0.05;
  Book book;
  for (const auto& [name, most] :
       {std::pair("KPU", kMostKappa), std::pair("ALP", kMostAlpha), std::pair("CAM", kMostCamber)}) {
    book.p[std::string(name) + "MIN"] = -most;
    book.p[std::string(name) + "MAX"] = most;
  }
  const MagicFormula formula = formula_of(book.p);
  const double slips[] = {-0.6, -0.3, -0.08, -0.03, 0.03, 0.08, 0.3, 0.6};
  for (const double kappa : slips) {
    for (const double alpha : slips) {
      for (const double gamma : {-0.08, -0.03, 0.03, 0.08}) {
        book.kappa = std::clamp(kappa, -kMostKappa, kMostKappa);
        book.alpha = std::clamp(alpha, -kMostAlpha, kMostAlpha);
        book.gamma = std::clamp(gamma, -kMostCamber, kMostCamber);
        const SteadyForce found = magic_force(formula, book.fz, book.mu, {kappa, alpha, gamma});
        ASSERT_NEAR(found.longitudinal, book.fx(), 1e-9 * book.fz) << kappa << " " << alpha << " " << gamma;
        ASSERT_NEAR(found.lateral, book.fy(), 1e-9 * book.fz) << kappa << " " << alpha << " " << gamma;
        ASSERT_NEAR(found.trail, book.trail(), 1e-12) << kappa << " " << alpha << " " << gamma;
      }
    }
  }
}

/// The published tyre on a test car's wheel.
TyreConfig magic_tyre(const Coefficients& coefficients = published_tyre()) {
  TyreConfig tyre;
  tyre.magic_formula = formula_of(coefficients);
  tyre.nominal_load = tyre.magic_formula->fnomin;
  tyre.tread_damping = 2500;
  tyre.vertical_stiffness = 200e3;
  tyre.vertical_damping = 3000;
  return tyre;
}

/// One wheel drawn along at a slip angle (rad) under the nominal load, braked by what `pedal` asks for of 3
/// kN m.
WheelReading drawn(double angle, double pedal, double speed = 20, int substeps = 8) {
  VehicleBuilder b;
  b.surface(1);
  const TyreConfig tyre = magic_tyre();
  const double sag = tyre.nominal_load / tyre.vertical_stiffness;
  const BodyId carriage = b.body("carriage", 1e9, diagonal(1e9, 1e9, 1e9), Vec3(0, 0, 1));
  const BodyId hub = b.body("hub", tyre.nominal_load / kGravity - kWheelMass, diagonal(50, 50, 50),
                            Vec3(0, 0, kWheelRadius - sag));
  b.joint(JointType::prismatic, kWorldBody, carriage, Vec3(0, 0, 1), Vec3::UnitX());
  b.joint(JointType::prismatic, carriage, hub, Vec3(0, 0, kWheelRadius), Vec3::UnitZ());
  const JointId axle = b.add_wheel(hub, Vec3(0, 0, kWheelRadius - sag), tyre, -angle);
  b.ground();
  b.set_moving(Vec3(speed, 0, 0));
  const ControlId brake = b.control("brake");
  b.brake(axle, brake, 3000);
  World world = b.build();
  run(world, 25, substeps);
  world.set_control(brake, pedal);
  return run(world, 75, substeps).wheels[0];
}

// kappa of MF against the reading's slip, which is of the faster of rolling and moving.
TEST(MagicTyre, SteadyForcesAtEverySlipAreTheFormulas) {
  for (const double degrees : {-8.0, -1.0, 0.0, 3.0, 10.0}) {
    for (const double pedal : {0.0, 0.2, 0.3, 1.0}) {
      const WheelReading wheel = drawn(degrees * kDegree, pedal);
      Book book;
      book.fz = wheel.load;
      book.kappa = wheel.slip;
      book.alpha = wheel.slip_angle;
      EXPECT_NEAR(wheel.load, 4000, 1);
      EXPECT_NEAR(wheel.slip_angle, degrees * kDegree, 1e-3);
      EXPECT_NEAR(wheel.longitudinal_force, book.fx(), 20) << degrees << " " << pedal;
      EXPECT_NEAR(wheel.lateral_force, book.fy(), 20) << degrees << " " << pedal;
      if (pedal == 1) {
        EXPECT_NEAR(wheel.slip, -1, 1e-6);
      }
    }
  }
}

TEST(MagicTyre, SideForceFollowsASteeringStepOverItsRelaxationLength) {
  const MagicProperties at = magic_properties(formula_of(published_tyre()), 4000, 1);
  const double sigma = at.lateral_relaxation;
  EXPECT_NEAR(sigma, 1.8 * std::sin(2 * std::atan(1 / 1.9)) * 0.313, 1e-12);
  TyreConfig tyre = magic_tyre(symmetric_tyre());
  constexpr double kSpeed = 10, kStep = 1e-3, kSlip = 0.005;
  double e = 0;
  const auto force_after = [&](double way) {
    e = 0;
    MagicTread tread;
    for (int i = 0; i < static_cast<int>(way / kSpeed / kStep); ++i) {
      tread = magic_tread(tyre, 4000, 1, {0, e, 0}, {0, kSpeed * kSlip, 0, kSpeed, 0}, kStep);
      e = (e + kStep * (kSpeed * kSlip + tread.drift_across)) / (1 + tread.force.decay_across);
    }
    return -tread.force.lateral_stiffness * e;
  };
  const double last = force_after(50 * sigma);
  EXPECT_NEAR(force_after(sigma) / last, 1 - std::exp(-1.0), 0.02);
  EXPECT_NEAR(last, magic_force(*tyre.magic_formula, 4000, 1, {0, std::atan(kSlip), 0}).lateral, 1);
}

// Whatever the tread was deflected by, rolling, driven, braked, locked or aslant; as far as combined slip
// leaves a force.
TEST(MagicTyre, TreadThatGoesOnAsItDoesEndsAtTheFormulasForce) {
  const TyreConfig tyre = magic_tyre();
  constexpr double kSpeed = 15, kStep = 5e-3;
  for (const double kappa : {-1.0, -0.3, -0.05, 0.0, 0.02, 0.1, 0.5, 1.0}) {
    for (const double alpha : {-0.4, -0.1, 0.0, 0.02, 0.3}) {
      const TreadMotion motion{-kappa * kSpeed, kSpeed * std::tan(alpha), 0, kSpeed, 0.03};
      for (const double start : {-0.03, 0.0, 0.03}) {
        TreadDeflection e{start, start, 0};
        MagicTread tread;
        for (int i = 0; i < 400; ++i) {
          tread = magic_tread(tyre, 4000, 1, e, motion, kStep);
          e.along = (e.along + kStep * (motion.along + tread.drift_along)) / (1 + tread.force.decay_along);
          e.across =
              (e.across + kStep * (motion.across + tread.drift_across)) / (1 + tread.force.decay_across);
        }
        const SteadyForce steady = magic_force(*tyre.magic_formula, 4000, 1, {kappa, alpha, 0.03});
        EXPECT_NEAR(-tread.force.longitudinal_stiffness * e.along, steady.longitudinal, 4)
            << kappa << " " << alpha;
        EXPECT_NEAR(-tread.force.lateral_stiffness * e.across, steady.lateral, 4) << kappa << " " << alpha;
      }
    }
  }
}

// Up, aslant and along the slope: the car rocks as it is let go, and then stands.
TEST(MagicTyre, BrakedCarStandsOnASlopeWithoutCreep) {
  for (const double heading : {0.0, 40.0, 90.0}) {
    RigidCar car(1, magic_tyre());
    const Vec3 pull = gravity_on_slope(15 * kDegree);
    car.b.config.gravity = quaternion_exponential(Vec3(0, 0, heading * kDegree)) * pull;
    World world = car.b.build();
    world.set_control(car.brake_pedal, 1);
    const Vec3 settled = run(world, 250, 8).bodies[0].position;
    EXPECT_LT((settled - Vec3(0, 0, 0.5)).norm(), 0.03) << heading;
    const FrameState later = run(world, 1500, 8);  // a minute
    EXPECT_LT((later.bodies[0].position - settled).norm(), 1e-5) << heading;
  }
}

// A locked car from 20 m/s: the formula at a slip of -1 all the way, v^2/(2 mu g) with mu its force per load.
TEST(MagicTyre, LockedCarStopsAfterTheWayOfTheFormulasSlidingForce) {
  constexpr double kSpeed = 20;
  RigidCar car(1, magic_tyre(symmetric_tyre()), kWheelRadius);  // centre of mass low: loads stay nearly even
  car.b.set_moving(Vec3(kSpeed, 0, 0), false);
  World world = car.b.build();
  world.set_control(car.brake_pedal, 1);
  Book book;
  book.p = symmetric_tyre();
  book.kappa = -1;
  book.fz = 1500 * kGravity / 4;
  const double exact = kSpeed * kSpeed / (2 * -book.fx() / book.fz * kGravity);
  const FrameState state = run(world, 200, 8);
  EXPECT_NEAR(state.bodies[0].position.x(), exact, 0.02 * exact);
  EXPECT_LT(state.bodies[0].linear_velocity.norm(), 1e-2);
}

// Thrown about without a drive, spinning, sideways, backwards, hopping: energy only falls but for what the
// tyres' springs give back, and nothing is ever not a number.
TEST(MagicTyre, ACarThrownAboutOnlyLosesEnergy) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> any(-1, 1);
  for (int run = 0; run < 12; ++run) {
    RigidCar car(0.3 + 0.7 * std::fabs(any(random)), magic_tyre(symmetric_tyre()));
    const Vec3 velocity(25 * any(random), 15 * any(random), 0);
    for (BodyConfig& body : car.b.config.bodies) {
      if (!body.is_static) body.linear_velocity = velocity;
    }
    for (const JointId axle : car.axles) {
      const JointConfig& joint = car.b.config.joints[index_of(axle)];
      car.b.config.bodies[index_of(joint.child)].angular_velocity = Vec3(0, 150 * any(random), 0);
    }
    World world = car.b.build();
    world.set_control(car.brake_pedal, std::max(0.0, any(random)));
    FrameState state = world.make_frame_state();
    world.observe(state);
    double least = state.energy.kinetic + state.energy.potential;
    for (int frame = 0; frame < 150; ++frame) {
      world.step_frame(8);
      world.observe(state);
      const double now = state.energy.kinetic + state.energy.potential;
      ASSERT_TRUE(std::isfinite(now));
      // Springs: four of 200 kN/m, 2 cm deep, and the tread; not listed in the energy.
      ASSERT_LT(now, least + 400) << run << " " << frame;
      least = std::min(least, now);
    }
    EXPECT_EQ(state.statistics.recoveries, 0u);
  }
}

}  // namespace
}  // namespace drawbar::test
