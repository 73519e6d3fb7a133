// One free axis of a tree's joint in a kick: where it is, its law, what a solve and a drift made of it.
#pragma once

#include <optional>

#include "physics/articulation/spatial.h"
#include "physics/articulation/topology.h"
#include "physics/drive/dc_motor.h"
#include "physics/formulations/sequential_impulses/control/kick_interval.h"
#include "physics/formulations/sequential_impulses/joint/compliant_law.h"
#include "physics/model/state.h"

namespace drawbar::physics {

/// One straight or vertical segment of an axis's law.
struct LawSegment {
  AxisMode mode = AxisMode::free;
  bool held = false;
  double rate = 0;   ///< where held
  double slope = 0;  ///< otherwise torque = offset - slope w
  double offset = 0;
  bool turned = false;  ///< the axis comes to rest within the kick, and moves on the other way
  double side = 0;      ///< with play: +1 or -1, on which the drive pushes the axis; 0: on neither
};

/// An axis's bounce off a hard limit (axis_impact.h).
struct LimitImpact {
  bool may_bounce = false;
  bool bounces = false;    ///< off the limit that it is held at
  double rebound = 0;      ///< rate that the limit gives back
  double rate_before = 0;  ///< rate just before the impact, and just after
  double rate_after = 0;
  double rate_past = 0;  ///< where the axis would go without the limit, and its law's torque there
  double torque_past = 0;
  double share = 0;              ///< of the limit's impulse that the next kick gives
  double deferred = 0;           ///< of that by the kick before, N s or N m s; 0 between frames
  double deferred_at_close = 0;  ///< the same if this kick closes the frame
  double fastest_back = 0;       ///< rate after that, at most
};

/// Play between the gear of a drive and its axis (axis_play.h).
struct AxisPlay {
  double half = 0;                ///< rad or m: free way to either side; 0: none
  PlayState before;               ///< of the gear's side
  DriveDemand demand;             ///< what acts on that side alone
  std::optional<DriveLaw> alone;  ///< its law while it pushes nothing
};

/// The drive of an axis.
struct AxisMotor {
  DriveState state;
  DriveDemand demand;
  WindingDecay decay;           ///< within the kick
  std::optional<DriveLaw> law;  ///< once the axis's inertia is known
  bool fresh = false;           ///< the law waits for that
  AxisPlay play;
  DriveSolution solution;  ///< of the last solve; with play its speed is that of the gear's side
};

/// A rotor that turns with the axis. Its own rate is the mean one of a drift: while its bodies drift, an axis
/// changes its rate without a torque on it (a slide on an arm that turns), and the rotor does not.
struct AxisRotor {
  double inertia = 0;  ///< kg or kg m^2
  double rate = 0;     ///< of the drift before; the axis's where the kick opens a frame
  double way = 0;      ///< m or rad, of the drift at hand
};

struct AxisConstraint {
  std::size_t node = 0;
  std::size_t joint = 0;
  std::size_t axis = 0;
  std::size_t drive = kNone;
  std::size_t first_brake = 0;  ///< of AxisConstraints
  std::size_t last_brake = 0;
  // Of this kick
  Spatial motion;      ///< S at the node's centre of mass
  SoftLoad soft;       ///< springs, dampers, stops that give way
  double coulomb = 0;  ///< and brakes, N or N m
  double lowest = 0;   ///< rates at which the limits are reached
  double highest = 0;
  LimitImpact impact;
  AxisRotor rotor;
  double held_position = 0;
  double held_bias = 0;  ///< rate besides its law's where that keeps a place
  AxisMotor motor;
  // Of the present factor
  double inertia = 0;
  Spatial momentum;        ///< A S
  SoftStep step;           ///< of `soft`
  double gain = 0;         ///< of `step` and the rotor
  double impulse = 0;      ///< N s or N m s
  std::size_t column = 0;  ///< among the node's axes that are not held
  LawSegment piece;
  // Of the last solve
  double solved_rate = 0;
  double torque = 0;  ///< of the law, N or N m
  CompliantDrift drift;

  bool is_beyond_limit(double at_rate) const { return at_rate < lowest || at_rate > highest; }
  /// What the axis's springs and motor move.
  double moved_inertia() const { return rotor.inertia > 0 ? inertia + rotor.inertia : inertia; }
  /// What must answer to a way of the drift that differs from the solved rate's (per rate).
  double unresolved() const { return rotor.inertia > 0 ? step.unresolved + rotor.inertia : step.unresolved; }
  /// What the rotor gives the axis in a kick of a drift of length h after which it has this rate.
  double rotor_impulse(double new_rate, double h) const {
    const double curvature_offset = h > 0 ? soft.curvature_offset / h : 0.0;
    return rotor.inertia * (rotor.rate - new_rate - curvature_offset);
  }
};

}  // namespace drawbar::physics
