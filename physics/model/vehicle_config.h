// What makes a vehicle of bodies and joints: tyres on wheels, brakes, steering, differential locks, hitches.
#pragma once

#include <string>
#include <vector>

#include "physics/model/drive_config.h"
#include "physics/model/ids.h"

namespace drawbar::physics {

/// A slip-based tyre; brush_tyre.h has the equations. Stiffnesses are those at the nominal load.
struct TyreConfig {
  double nominal_load = 0;            ///< N, > 0
  double longitudinal_stiffness = 0;  ///< N per unit of slip, > 0
  double lateral_stiffness = 0;       ///< N/rad of slip angle, > 0
  double stiffness_degression = 0;    ///< >= 0; 0: stiffness in proportion to the load
  double friction_degression = 0;     ///< >= 0; 0: friction the same at every load
  double relaxation_length = 0;       ///< m, > 0
  double tread_damping = 0;           ///< N s/m, of the tread's deflection
  double vertical_stiffness = 0;      ///< N/m, > 0
  double vertical_damping = 0;        ///< N s/m
  double rolling_resistance = 0;      ///< force per load
  double pneumatic_trail = 0;         ///< m, at no slip
  double bore_radius = 0;             ///< m: turned about the normal it resists with up to mu F_z times this
  double camber_stiffness = 0;        ///< N/rad of lean, towards which it pushes while it rolls
};

/// A body that rolls: the child of a revolute joint, with a shape that touches the ground.
struct WheelConfig {
  std::string name;
  JointId joint{0};
  TyreConfig tyre;
};

/// Dry friction on one axis of a joint, set by controls.
struct BrakeConfig {
  std::string name;
  JointId joint{0};
  int axis = 0;
  std::vector<DriveConfig::Input> inputs;  ///< command = sum of gain x control, clamped to 0..1
  double torque = 0;                       ///< N m (N) at command 1
  double locked = 0;                       ///< least command; effects alone set it (effect/alterations.h)
};

/// Turns the rest positions of springs on revolute joints (the steering linkage, elastic) through one angle.
struct SteeringConfig {
  /// A steered wheel's place: the vehicle turns about a point on the line where `along` is 0.
  struct Knuckle {
    JointId joint{0};
    double along = 0;   ///< m, from that line, forwards
    double across = 0;  ///< m, from the middle, towards the side of positive angles
  };
  std::string name;
  std::vector<Knuckle> knuckles;
  double wheelbase = 0;  ///< m, of the wheel in the middle that turns by the steering's angle
  std::vector<DriveConfig::Input> inputs;  ///< command = sum of gain x control, clamped to -1..1
  double angle = 0;                        ///< rad at command 1
  double rate = 0;                         ///< rad/s, the fastest; 0: at once
};

/// A joint that opens and closes while the world runs.
struct HitchConfig {
  std::string name;
  JointId joint{0};
  ControlId control{0};      ///< above 0.5: close if within reach; below -0.5: open; between: as it is
  double reach = 0;          ///< m, between the joint's points
  bool forced_open = false;  ///< effects alone set it (effect/alterations.h)
};

}  // namespace drawbar::physics
