// What makes a vehicle of bodies and joints: tyres on wheels, brakes, steering, differential locks, hitches.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "physics/model/drive_config.h"
#include "physics/model/ids.h"
#include "physics/model/magic_formula.h"

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
  double sliding_friction = 1;        ///< 0 to 1: friction of fast sliding, as a part of that at no speed
  double sliding_speed = 5;           ///< m/s, > 0: at which 63 % of the way down to it are done
  double rolling_deflection = 0.5;    ///< effective rolling radius = radius - this x deflection
  double arm_deflection = 0.5;        ///< arm of the longitudinal force = radius - this x deflection
  /// In place of the brush: stiffnesses, friction, trail and camber thrust are the formula's then, and the
  /// relaxation lengths where the one above is 0.
  std::optional<MagicFormula> magic_formula;
  double reference_friction = 1;  ///< of the materials where the formula was measured, > 0
};

/// A body that rolls: the child of a revolute joint, with a shape that touches the ground.
struct WheelConfig {
  std::string name;
  JointId joint{0};
  TyreConfig tyre;
};

/// Lets a brake go where its wheel slips too much; antilock.h has the law.
struct AntilockConfig {
  double slip = 0.15;        ///< 0 to 1: more than that and the pressure falls
  double apply_rate = 10;    ///< 1/s, > 0: of the pressure, as a part of what the pedal asks for
  double release_rate = 30;  ///< 1/s, > 0
  double least_speed = 1;    ///< m/s: slower wheels may lock
};

/// Dry friction on one axis of a joint, set by controls.
struct BrakeConfig {
  std::string name;
  JointId joint{0};
  int axis = 0;
  std::vector<DriveConfig::Input> inputs;  ///< command = sum of gain x control, clamped to 0..1
  double torque = 0;                       ///< N m (N) at command 1
  double locked = 0;                       ///< least command; effects alone set it (effect/alterations.h)
  std::optional<AntilockConfig> antilock = std::nullopt;  ///< of a joint whose child is a wheel on a tyre
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
