// The law of a motor in one kick against the winding's own equation L di/dt + R i + k n w = u and closed
// forms.
#include <gtest/gtest.h>

#include <cmath>
#include <tuple>
#include <utility>

#include "physics/drive/dc_motor.h"
#include "tests/support/motors.h"

namespace drawbar::test {
namespace {

using namespace physics;

TEST(WindingDecay, IsOfItsExponentialAndTheMeansOfIt) {
  DriveConfig drive = re40(JointId{0});
  for (const double x : {1e-9, 1e-4, 0.01, 0.3, 0.999999, 1.000001, 2.0, 10.0, 60.0}) {
    const double h = x * drive.inductance / drive.resistance;
    const WindingDecay decay = winding_decay(drive, h);
    EXPECT_EQ(decay.h, h);
    EXPECT_EQ(decay.resistance, drive.resistance);
    EXPECT_NEAR(decay.left, std::exp(-x), 1e-15) << x;
    const double phi1 = -std::expm1(-x) / x;
    EXPECT_NEAR(decay.mean, phi1, 1e-15) << x;
    // By their series where differences cancel.
    const bool small = x <= 0.01;
    const auto series = [x](double first) {  // 1/first! - x/(first + 1)! + ...
      double term = 1, sum = 0;
      for (double k = 1; k <= first; ++k) term /= k;
      for (int k = 1; k < 9; term *= -x / (first + k++)) sum += term;
      return sum;
    };
    const double taken = small ? x * series(2) : 1 - phi1;
    const double late = small ? x * series(3) : 0.5 - (1 - phi1) / x;
    EXPECT_NEAR(decay.taken, taken, 1e-12 * taken + 1e-15 * (small ? 0 : 1)) << x;
    EXPECT_NEAR(decay.taken_late, late, 1e-9 * late + 1e-15 * (small ? 0 : 1)) << x;
  }
  drive.inductance = 0;
  const WindingDecay decay = winding_decay(drive, 0.01);
  EXPECT_EQ(decay.left, 0);
  EXPECT_EQ(decay.mean, 0);
  EXPECT_EQ(decay.taken, 1);
  EXPECT_EQ(decay.taken_late, 0.5);
  EXPECT_EQ(decay.resistance, drive.resistance);
}

/// Its speed is given: the motor moves nothing.
constexpr double kImmovable = 1e-9;

/// The winding's equation over h at a speed that changes evenly, in fine steps.
struct Winding {
  double end = 0;
  double mean = 0;
};
template <class Voltage>
Winding integrate(const DriveConfig& drive, double current, double from, double to, double h,
                  const Voltage& voltage) {
  constexpr int kSteps = 20000;
  const double step = h / kSteps;
  const auto slope = [&](double t, double i) {
    const double speed = from + t / h * (to - from);
    return (voltage(speed, i) - drive.resistance * i - drive.torque_constant * drive.gear.ratio * speed) /
           drive.inductance;
  };
  Winding out{current, 0};
  for (int k = 0; k < kSteps; ++k) {
    const double t = k * step, i = out.end;
    const double k1 = slope(t, i), k2 = slope(t + step / 2, i + step / 2 * k1);
    const double k3 = slope(t + step / 2, i + step / 2 * k2), k4 = slope(t + step, i + step * k3);
    out.end += step / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    out.mean += (i + out.end) / 2 / kSteps;
  }
  return out;
}

TEST(MotorLaw, OfSecondOrderIsTheWindingsOwnAtASpeedThatChangesEvenly) {
  const DriveConfig drive = geared_re40();
  for (const double h : {1e-4, 2e-3}) {
    for (const auto& [from, to, voltage, current, gain] :
         {std::tuple(10.0, 30.0, 20.0, 2.0, 0.0), std::tuple(-10.0, -40.0, -15.0, 5.0, 0.0),
          std::tuple(20.0, 15.0, 3.0, -4.0, 0.3)}) {
      DriveState state;
      state.current = current;
      DriveDemand demand;
      demand.voltage = voltage;
      demand.speed_gain = gain;
      const DriveLaw law(drive, state, demand, from, winding_decay(drive, h), 0);
      const DriveSolution found = law.solve(to, kImmovable);
      const auto applied = [&, v = voltage, g = gain, w0 = from](double speed, double) {
        return v - g * (speed - w0);
      };
      const Winding exact = integrate(drive, current, from, to, h, applied);
      EXPECT_NEAR(found.current, exact.end, 1e-6) << h << ' ' << from;
      EXPECT_NEAR(found.mean_current, exact.mean, 1e-6) << h << ' ' << from;
      const double sign = std::copysign(1.0, to);
      const double motor =
          0.0302 * exact.mean - 2e-5 * 3 * (from + to) / 2 - 1.42e-5 * 3 * (to - from) / h - sign * 0.004;
      EXPECT_NEAR(found.torque, 3 * motor, 1e-6) << h << ' ' << from;
      EXPECT_EQ(found.mode, to > 0 ? AxisMode::sliding_forward : AxisMode::sliding_backward);
      EXPECT_FALSE(found.turned);
    }
  }
}

TEST(MotorLaw, OfFirstOrderIsThatOfImplicitEuler) {
  const DriveConfig drive = geared_re40();
  constexpr double kStep = 5e-3, kFrom = 10, kTo = 30;
  DriveState state;
  state.current = 2;
  DriveDemand demand;
  demand.voltage = 20;
  const DriveLaw law(drive, state, demand, kFrom, winding_decay(drive, kStep), 1);
  const DriveSolution found = law.solve(kTo, kImmovable);
  const double l_over_h = drive.inductance / kStep;
  const double current = (l_over_h * 2 + 20 - 0.0302 * 3 * kTo) / (0.299 + l_over_h);
  EXPECT_NEAR(found.current, current, 1e-6);
  EXPECT_NEAR(found.mean_current, current, 1e-6);
  EXPECT_NEAR(found.torque,
              3 * (0.0302 * current - 2e-5 * 3 * kTo - 1.42e-5 * 3 * (kTo - kFrom) / kStep - 0.004), 1e-6);
  const double slope = 9 * (0.0302 * 0.0302 / (0.299 + l_over_h) + 2e-5 + 1.42e-5 / kStep);
  EXPECT_NEAR(found.slope, slope, 1e-12);
}

// Without inductance: w' - w_inf = (w - w_inf) exp(-y), however fast the motor is against the kick, with the
// viscous friction and the voltage that a loop takes back.
TEST(MotorLaw, TakesTheExponentialPartOfItsSpeedInAnyKick) {
  DriveConfig drive = geared_re40();
  drive.inductance = 0;
  drive.coulomb_friction = 0;
  drive.supply_voltage = 1e6;
  drive.current_limit = 1e6;
  for (const DriveMode mode : {DriveMode::voltage, DriveMode::speed}) {
    drive.mode = mode;
    drive.controller.speed_proportional = 0.07;
    for (const double inertia : {1e-6, 1e-4, 0.01, 1.0, 100.0}) {
      constexpr double kStep = 5e-3, kFrom = 15;
      DriveState state;
      DriveDemand demand;
      demand.voltage = 6;
      demand.speed_gain = mode == DriveMode::speed ? 0.07 : 0;
      const double part = DriveLaw::implicitness(drive, inertia, kStep);
      const DriveLaw law(drive, state, demand, kFrom, winding_decay(drive, kStep), part);
      const DriveSolution found = law.solve(kFrom, kStep / inertia);
      // (inertia + J n^2) w' = n k (u - (k n + g) w)/R - b n^2 w
      const double back = 0.0302 * 3, gain = demand.speed_gain;
      const double drag = back * (back + gain) / 0.299 + 2e-5 * 9;
      const double settled = back * (6 + gain * kFrom) / 0.299 / drag;
      const double y = kStep * drag / (inertia + 1.42e-5 * 9);
      EXPECT_NEAR(found.speed, settled + (kFrom - settled) * std::exp(-y), 1e-8 * kFrom) << inertia;
      EXPECT_GE(part, 0);
      EXPECT_LT(part, 1);
    }
  }
}

// At rest: what the motor gives, less or more by the friction that the gear passes on and the brake, holds.
TEST(MotorLaw, HoldsWhatLiesBetweenItsTwoDirections) {
  DriveConfig drive = geared_re40();
  drive.inductance = 0;
  drive.gear.efficiency = 0.8;
  drive.gear.back_efficiency = 0.5;
  constexpr double kStep = 5e-3, kResponse = 0.01;
  for (const double volts : {0.0, 1.0, -1.0}) {
    DriveState state;
    DriveDemand demand;
    demand.voltage = volts;
    demand.brake_torque = 0.25;
    const double motor = 0.0302 * volts / 0.299;
    const auto at_joint = [](double torque, double sign) {
      return 3 * torque * (torque * sign >= 0 ? 0.8 : 2.0) - sign * 0.25;
    };
    const double up = at_joint(motor - 0.004, 1), down = at_joint(motor + 0.004, -1);
    ASSERT_LT(up, down);
    const DriveLaw law(drive, state, demand, 0, winding_decay(drive, kStep), 0);
    for (const double holding : {up + 1e-6, 0.3 * up + 0.7 * down, down - 1e-6}) {
      const DriveSolution found = law.solve(-holding * kResponse, kResponse);
      EXPECT_EQ(found.mode, AxisMode::stuck) << volts << ' ' << holding;
      EXPECT_NEAR(found.torque, holding, 1e-12);
      EXPECT_EQ(found.speed, 0);
      EXPECT_NEAR(found.current, volts / 0.299, 1e-12);
    }
    EXPECT_EQ(law.solve(-(up - 1e-4) * kResponse, kResponse).mode, AxisMode::sliding_forward) << volts;
    EXPECT_EQ(law.solve(-(down + 1e-4) * kResponse, kResponse).mode, AxisMode::sliding_backward) << volts;
  }
}

TEST(MotorLaw, OfASelfLockingGearRunsNoFasterThanItsOwnTorqueTakesIt) {
  DriveConfig drive = geared_re40();
  drive.inductance = 0;
  drive.gear.self_locking = true;
  DriveState state;
  DriveDemand demand;
  const DriveLaw stands(drive, state, demand, 0, winding_decay(drive, 5e-3), 1);
  for (const double load : {1e6, -1e6}) EXPECT_EQ(stands.solve(load, 1).mode, AxisMode::stuck);
  demand.voltage = -12;
  constexpr double kFrom = -40;
  const DriveLaw lowers(drive, state, demand, kFrom, winding_decay(drive, 5e-3), 1);
  const DriveSolution found = lowers.solve(-1e4, 1);
  // 0 = k (u - k n w)/R - b n w - J n (w - w0)/h + c
  const double offset = -0.0302 * 12 / 0.299 + 1.42e-5 * 3 / 5e-3 * kFrom + 0.004;
  const double slope = 0.0302 * 0.0302 * 3 / 0.299 + 2e-5 * 3 + 1.42e-5 * 3 / 5e-3;
  EXPECT_NEAR(found.speed, offset / slope, 1e-12);
  EXPECT_NEAR(found.torque, 1e4 + offset / slope, 1e-8);
  EXPECT_EQ(found.mode, AxisMode::sliding_backward);
}

// 24 V at most: beyond the speed at which they drive the current asked for, they set it; either way round.
TEST(MotorLaw, OfACurrentSourceGivesWhatItsSupplyCan) {
  DriveConfig drive = geared_re40();
  drive.inductance = 0;
  drive.current_limit = 8;
  DriveState state;
  DriveDemand demand;
  demand.current_source = true;
  demand.voltage = 24;
  for (const auto& [asked, speed, given] :
       {std::tuple(6.0, 100.0, 6.0), std::tuple(-6.0, 100.0, -6.0), std::tuple(9.0, 100.0, 8.0),
        std::tuple(-9.0, -100.0, -8.0), std::tuple(6.0, 250.0, (24 - 0.0906 * 250) / 0.299),
        std::tuple(-6.0, -250.0, -(24 - 0.0906 * 250) / 0.299), std::tuple(6.0, -250.0, 6.0)}) {
    demand.current = asked;
    const DriveLaw law(drive, state, demand, speed, winding_decay(drive, 1e-3), 0);
    const DriveSolution found = law.solve(speed, kImmovable);
    EXPECT_NEAR(found.mean_current, given, 1e-6) << asked << ' ' << speed;
    EXPECT_NEAR(found.current, given, 1e-6) << asked << ' ' << speed;
    const double sign = std::copysign(1.0, speed);
    EXPECT_NEAR(law.steady_torque(speed), 3 * (0.0302 * given - 2e-5 * 3 * speed - sign * 0.004), 1e-12);
  }
}

TEST(MotorLaw, OfALimitedCurrentIsCutOffOnBothSides) {
  DriveConfig drive = geared_re40();
  drive.inductance = 0;
  drive.current_limit = 8;
  DriveState state;
  for (const double way : {1.0, -1.0}) {
    for (const auto& [volts, given] :
         {std::pair(24.0, 8.0), {2.0, 2 / 0.299 - 0.0906 * 10 / 0.299}, {-24.0, -8.0}}) {
      DriveDemand demand;
      demand.voltage = way * volts;
      const DriveLaw law(drive, state, demand, way * 10, winding_decay(drive, 1e-3), 0);
      EXPECT_NEAR(law.solve(way * 10, kImmovable).mean_current, way * given, 1e-6) << way << ' ' << volts;
    }
  }
}

// The current climbs to its limit, and stays there; and it leaves it where the voltage drives no more.
TEST(MotorLaw, ComesToItsLimitOfCurrentAndLeavesItWithinTheKick) {
  DriveConfig drive = geared_re40();
  drive.coulomb_friction = drive.viscous_friction = drive.rotor_inertia = 0;
  drive.current_limit = 20;
  constexpr double kStep = 1e-4, kFirm = 1e-6;
  for (const double way : {1.0, -1.0}) {
    DriveState state;
    state.current = way * 12;
    DriveDemand demand;
    demand.voltage = way * 24;
    // Of the climb itself the mean is that of its ends.
    const DriveLaw climbs(drive, state, demand, way * 50, winding_decay(drive, kStep), 0);
    const DriveSolution at_limit = climbs.solve(way * 50, kFirm);
    const double driven = (24 - 0.0906 * 50) / 0.299, rate = 0.299 / drive.inductance;
    const double until = std::log((driven - 12) / (driven - 20)) / rate;
    ASSERT_LT(until, kStep);
    EXPECT_NEAR(at_limit.current, way * 20, 1e-6);
    EXPECT_NEAR(at_limit.mean_current, way * (16 * until + 20 * (kStep - until)) / kStep, 2e-4);
    const double climbed = driven * until - (driven - 12) * (1 - std::exp(-rate * until)) / rate;
    EXPECT_NEAR(at_limit.torque, way * 0.0906 * (climbed + 20 * (kStep - until)) / kStep, 1e-4);
    EXPECT_TRUE(at_limit.turned);

    // 20 A take 5.98 V: at 198.9 rad/s the supply's 24 V drive no more.
    state.current = way * 20;
    constexpr double kBefore = 190, kAfter = 220;
    const DriveLaw leaves(drive, state, demand, way * kBefore, winding_decay(drive, kStep), 0);
    const DriveSolution below = leaves.solve(way * kAfter, kFirm);
    const double part = ((24 - 5.98) / 0.0906 - kBefore) / (kAfter - kBefore);
    const auto full = [](double, double) { return 24.0; };
    const Winding rest =
        integrate(drive, 20, kBefore + part * (kAfter - kBefore), kAfter, (1 - part) * kStep, full);
    EXPECT_NEAR(below.current, way * rest.end, 1e-5);
    EXPECT_NEAR(below.mean_current, way * (20 * part + rest.mean * (1 - part)), 1e-4);
    EXPECT_NEAR(below.torque, way * 0.0906 * (20 * part + rest.mean * (1 - part)), 1e-4);
    EXPECT_TRUE(below.turned);
  }
}

TEST(MotorLaw, OfAnOpenCircuitIsItsFrictionAlone) {
  DriveConfig drive = geared_re40();
  drive.gear.efficiency = 0.8;
  drive.gear.back_efficiency = 0.5;
  DriveState state;
  DriveDemand demand;
  demand.open_circuit = true;
  demand.voltage = 24;
  for (const double speed : {30.0, -30.0}) {
    const DriveLaw law(drive, state, demand, speed, winding_decay(drive, 1e-3), 0);
    const DriveSolution found = law.solve(speed, kImmovable);
    const double expected = -2 * 3 * (2e-5 * 3 * speed + std::copysign(0.004, speed));
    EXPECT_NEAR(found.torque, expected, 1e-9) << speed;
    EXPECT_EQ(found.current, 0);
    EXPECT_EQ(found.mean_current, 0);
    EXPECT_NEAR(law.steady_torque(speed), expected, 1e-12);
  }
}

// Through the gear's efficiency where the motor drives, through that of the other direction where it brakes,
// and less what a brake holds.
TEST(MotorLaw, AtASteadySpeedGivesTheTorqueOfItsSteadyCurrent) {
  DriveConfig drive = geared_re40();
  drive.current_limit = 30;
  drive.gear.efficiency = 0.8;
  drive.gear.back_efficiency = 0.5;
  DriveState state;
  constexpr double kMeasured = 100;
  for (const auto& [volts, speed, gain, current] :
       {std::tuple(12.0, 100.0, 0.0, (12 - 9.06) / 0.299), std::tuple(6.0, 100.0, 0.0, (6 - 9.06) / 0.299),
        std::tuple(24.0, 100.0, 0.0, 30.0), std::tuple(-6.0, 100.0, 0.0, -30.0),
        std::tuple(12.0, 110.0, 0.2, (12 - 2 - 0.0906 * 110) / 0.299), std::tuple(23.0, -200.0, 0.2, 30.0),
        std::tuple(22.0, 220.0, 0.05, (16 - 0.0906 * 220) / 0.299)}) {
    DriveDemand demand;
    demand.voltage = volts;
    demand.speed_gain = gain;
    demand.brake_torque = 0.1;
    const DriveLaw law(drive, state, demand, kMeasured, winding_decay(drive, 1e-3), 0);
    const double sign = std::copysign(1.0, speed);
    const double motor = 0.0302 * current - 2e-5 * 3 * speed - sign * 0.004;
    const double geared = motor * sign >= 0 ? 0.8 * 3 * motor : 3 * motor / 0.5;
    EXPECT_NEAR(law.steady_torque(speed), geared - sign * 0.1, 1e-12) << volts << ' ' << speed;
  }
}

TEST(MotorLaw, TurnsItsRotorRoundThroughBothEfficiencies) {
  DriveConfig drive = geared_re40();
  drive.gear.efficiency = 0.8;
  drive.gear.back_efficiency = 0.5;
  const DriveState state;
  const DriveDemand demand;
  const DriveLaw law(drive, state, demand, 0, winding_decay(drive, 1e-3), 0);
  EXPECT_NEAR(law.turning_round(-5, 2), 9 * 1.42e-5 * (2 / 0.5 + 0.8 * 5), 1e-18);
  EXPECT_NEAR(law.turning_round(5, -2), -9 * 1.42e-5 * (2 / 0.5 + 0.8 * 5), 1e-18);
}

}  // namespace
}  // namespace drawbar::test
