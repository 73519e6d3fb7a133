// Antilock brakes: each lets go where its wheel slips too much, and takes hold again where it does not.
//
// The pressure p, between 0 and 1, is what of the brake's commanded torque acts. With s the slip of the
// braked wheel, (v - w r)/v,
//   dp/dt = -release_rate  where s > slip and v > least_speed,     +apply_rate  elsewhere,
// which swings about the slip as a valve does (Rajamani, Vehicle Dynamics and Control, 2012, section 4.5).
// The slip is the true one, over what the wheel stands on; a wheel in the air keeps its pressure.
#pragma once

#include <cstddef>
#include <vector>

#include "physics/model/step_context.h"
#include "physics/model/twist.h"
#include "physics/vehicle/wheel_motion.h"

namespace drawbar::physics {

class Antilock {
 public:
  explicit Antilock(const StepContext& context);

  /// Advances the pressure of every such brake by a substep of `h` s, at its end.
  void advance(double h);

 private:
  void look_at_wheels(double age);

  struct Channel {
    std::size_t brake = 0;
    std::size_t wheel = 0;
  };
  StepContext context_;
  std::vector<Channel> channels_;
  std::vector<BodyFrame> frames_;     // of all bodies, if there is a channel
  std::vector<WheelMotion> motions_;  // [wheel] on the ground that carries most; no load: in the air
};

}  // namespace drawbar::physics
