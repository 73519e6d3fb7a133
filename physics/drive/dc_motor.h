// A DC motor with gearbox as one implicit law: the torque at the joint as a function of the new joint speed.
//
// Over a kick of length h from w to w' the mean torque at the motor is
//   T_e = k I - b n w_mean - J_r n (w' - w)/h, less Coulomb friction: the torque T_m into the gear;
//   T = efficiency n T_m where T_m drives the joint, n T_m / back_efficiency where the joint drives the
//   motor.
// At w' = 0 every torque between the two laws that keeps the joint still is possible.
// The mean current I and the current i' at the end follow from the winding, L di/dt + R i + k n w = u:
//   exactly, for a speed that changes evenly from w to w' (second order; w_mean = (w + w')/2), or
//   by implicit Euler, I = i' = ((L/h) i + u - k n w') / (R + L/h) (first order; w_mean = w'),
// or by a part of each (DriveLaw::implicitness): neither an L/R of 0.1 ms nor a motor that brakes its load
// within a fraction of a substep can go unstable at 5 ms. Currents stay within the limit.
#pragma once

#include <optional>

#include "physics/model/drive_config.h"
#include "physics/model/state.h"

namespace drawbar::physics {

/// What the operator and the closed loops ask of the motor in one substep.
struct DriveDemand {
  bool open_circuit = false;  ///< disabled or burned: no current
  bool current_source =
      false;              ///< `current` is asked for, `voltage` bounds it; otherwise `voltage` is applied
  double voltage = 0;     ///< V, at the joint's present speed
  double speed_gain = 0;  ///< V per rad/s (m/s): by which a loop lowers it as the joint speeds up in the kick
  double current = 0;     ///< A
  double brake_torque = 0;  ///< N m at the joint
};

/// What the loops see of the drive's joint.
struct DriveFeedback {
  double position = 0;  ///< rad or m
  double speed = 0;     ///< rad/s or m/s
  double lower = 0;     ///< the range that a command of -1..1 spans in position mode
  double upper = 0;
  bool braked = false;  ///< a brake of the scene acts on the axis
};

/// Runs the speed or position loop once, after a drift of length h (s) at the joint's present speed;
/// `command` is the clamped sum of the drive's inputs.
DriveDemand drive_demand(const DriveConfig& drive, DriveState& state, double command,
                         const DriveFeedback& joint, double h);

/// Integral of a speed-mode drive whose joint turns at `speed` (rad/s or m/s) and is to go on so without a
/// load but the motor's own friction: the voltage is the back-EMF and what drives the friction's current, as
/// far as the supply goes. 0 of other modes and at rest.
double holding_integral(const DriveConfig& drive, double speed);

struct DriveSolution {
  double torque = 0;        ///< N m on the child about the joint's axis, equal and opposite on the parent
  double speed = 0;         ///< rad/s, the joint's new speed under that torque
  double current = 0;       ///< A, at the end of the kick
  double mean_current = 0;  ///< A, over the kick
  double slope = 0;         ///< -dT/dw' of the law where it was solved, N m s/rad; infinite while stuck
  AxisMode mode = AxisMode::free;
  bool turned = false;  ///< the law is made of two, each for a part of the kick that follows from the speed
};

/// What a winding's current follows from within h, with x = R h / L: e^-x and
///   phi1 = (1 - e^-x)/x,  phi2 = (1 - phi1)/x,  phi3 = (1/2 - phi2)/x.
struct WindingDecay {
  double h = 0;             ///< s
  double resistance = 0;    ///< Ohm: R, which an effect can change from one frame to the next
  double left = 0;          ///< e^-x
  double mean = 0;          ///< phi1: of a current that decays
  double taken = 1;         ///< x phi2 = 1 - phi1
  double taken_late = 0.5;  ///< x phi3 = 1/2 - phi2
};
WindingDecay winding_decay(const DriveConfig& drive, double h);

/// The law of one kick of length h (s).
class DriveLaw {
 public:
  /// `implicitness` from 0 (second order) to 1 (implicit Euler).
  DriveLaw(const DriveConfig& drive, const DriveState& state, const DriveDemand& demand, double speed_before,
           const WindingDecay& over_kick, double implicitness = 1);

  /// The part of implicit Euler that an axis of this inertia (kg m^2 or kg, without the rotor's) needs: with
  /// y the part of its speed that the motor takes away within h, coth(y/2) - 2/y. That is y/6 where the motor
  /// is slow, which keeps second order; without inductance the speed then falls exactly as exp(-y); and it
  /// tends to 1 where the motor is faster than the kick. Free shafts with any R, L and inertia were tried:
  /// the largest eigenvalue stays below 1.
  static double implicitness(const DriveConfig& drive, double inertia, double h);

  /// The one solution of w' = free_speed + response T(w'), where `response` (> 0) is the joint's speed change
  /// per unit of torque held over the substep (rad/s per N m) and `free_speed` its speed without the drive.
  /// Where the joint turns round within the kick, the law before standstill and the one after it each for its
  /// time: friction and gear act against the motion of the moment. The same where a standing voltage brings
  /// the current to its limit, or the speed takes it from there.
  DriveSolution solve(double free_speed, double response) const;

  /// Impulse (N m s at the joint) that turns the rotor round with a joint whose speed jumps from `before` to
  /// `after`, opposite: at first the rotor drives the gear, then the joint does, which a gear that locks does
  /// not let it.
  double turning_round(double before, double after) const;
  /// Torque at the joint, N m, when it has long turned at `speed` (not 0) under the demand.
  double steady_torque(double speed) const;

 private:
  // Current against the new speed: offset - slope w'.
  struct Line {
    double offset = 0;
    double slope = 0;
    double at(double speed) const { return offset - slope * speed; }
  };
  struct CurrentLine {
    Line mean;
    Line end;
    static CurrentLine constant(double current) { return {{current, 0}, {current, 0}}; }
  };
  /// By one law over the whole kick: that of the end; with a `side` (+1 or -1) that of one direction,
  /// whatever comes out.
  DriveSolution solve_straight(double free_speed, double response, double side = 0) const;
  /// The same law over another part of the kick, which begins with this speed and current.
  DriveLaw over(double part, double speed_before, double current_before) const;
  DriveSolution solve_with(const CurrentLine& line, double free_speed, double response, double side) const;
  CurrentLine winding(double voltage, double speed_gain = 0) const;
  // Torque at the joint of the motor's into the gear, where the joint turns, or begins to, to `sign` (+1 or
  // -1).
  double at_joint(double motor_torque, double sign) const;
  // Mean current at a speed that stays the same.
  double steady_current(double speed) const;

  // Where within the kick one law takes over from another.
  struct Instant {
    double part = 0;  // of the kick
    double speed = 0;
    double current = 0;
  };
  std::optional<Instant> comes_to_rest(const DriveSolution& straight, double free_speed,
                                       double response) const;
  std::optional<Instant> leaves_limit(double voltage, double most, double free_speed, double response) const;
  std::optional<Instant> reaches_limit(double free_speed, double response) const;
  DriveSolution from(const Instant& at, double free_speed, double response) const;

  const DriveConfig& drive_;
  const DriveDemand& demand_;
  double current_before_;
  double speed_before_;
  double measured_speed_;  // at which the loops found the demand
  bool was_held_;          // before the kick
  double implicitness_;
  double back_gain_;     // 1 / back efficiency; infinite: self-locking
  WindingDecay decay_;   // over h
  CurrentLine applied_;  // under the voltage asked for
};

/// Winding temperature after a substep whose mean current is `current` (exact for one that stays the same); a
/// winding above its limit burns and stays open.
void heat_winding(const DriveConfig& drive, DriveState& state, double current, double h);

}  // namespace drawbar::physics
