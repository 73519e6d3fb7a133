// A DC motor with gearbox as one implicit law: the torque at the joint as a function of the new joint speed.
//
// PHYSICS section 6. The winding (L di/dt + R i + k n w = u) and the rotor's inertia are taken at the END of
// the substep, so that neither an L/R of 0.1 ms nor a rotor that outweighs the link can go unstable at 5 ms:
//   i' = ((L/h) i + u - k n w') / (R + L/h), within the current limit;
//   T_e = k i' - b n w' - J_r n (w' - w)/h, less Coulomb friction: the torque T_m into the gear;
//   T = efficiency n T_m where T_m drives the joint, n T_m / back_efficiency where the joint drives the
//   motor.
// At w' = 0 every torque between the two laws that keeps the joint still is possible.
#pragma once

#include "physics/drive/drive_config.h"
#include "physics/world/state.h"

namespace drawbar::physics {

/// What the operator and the closed loops ask of the motor in one substep.
struct DriveDemand {
  bool open_circuit = false;  ///< disabled or burned: no current
  bool current_source =
      false;                ///< `current` is asked for, `voltage` bounds it; otherwise `voltage` is applied
  double voltage = 0;       ///< V
  double current = 0;       ///< A
  double brake_torque = 0;  ///< N m at the joint
};

/// Runs the speed or position loop once; `command` is the clamped sum of the drive's inputs. `position` and
/// `speed` are the joint's, `lower` and `upper` the range that -1..1 spans in position mode.
DriveDemand drive_demand(const DriveConfig& drive, DriveState& state, double command, double position,
                         double speed, double lower, double upper, double h);

struct DriveSolution {
  double torque = 0;   ///< N m on the child about the joint's axis, equal and opposite on the parent
  double speed = 0;    ///< rad/s, the joint's new speed under that torque
  double current = 0;  ///< A
  double slope = 0;    ///< -dT/dw' of the law where it was solved, N m s/rad; infinite while stuck
  AxisMode mode = AxisMode::free;
};

/// The law of one substep of length h (s).
class DriveLaw {
 public:
  DriveLaw(const DriveConfig& drive, const DriveState& state, const DriveDemand& demand, double speed_before,
           double h);

  /// The one solution of w' = free_speed + response T(w'), where `response` (> 0) is the joint's speed change
  /// per unit of torque held over the substep (rad/s per N m) and `free_speed` its speed without the drive.
  DriveSolution solve(double free_speed, double response) const;

 private:
  // i' = offset - slope w'
  struct CurrentLine {
    double offset = 0;
    double slope = 0;
  };
  DriveSolution solve_with(const CurrentLine& line, double free_speed, double response) const;
  CurrentLine winding(double voltage) const;

  const DriveConfig& drive_;
  const DriveDemand& demand_;
  double current_before_;
  double speed_before_;
  double h_;
  double back_gain_;  // 1 / back efficiency; infinite: self-locking
};

/// Winding temperature after a substep at `current` (implicit Euler of one thermal time constant); a winding
/// above its limit burns and stays open.
void heat_winding(const DriveConfig& drive, DriveState& state, double current, double h);

}  // namespace drawbar::physics
