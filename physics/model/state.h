// State: all that influences the next step, what is read of its forces, and nothing else.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "physics/math/types.h"
#include "physics/model/bias_memory.h"
#include "physics/model/effect.h"
#include "physics/model/joint_config.h"
#include "physics/model/substep_mean.h"

namespace drawbar::physics {

/// Nothing that a trainer simulates moves faster (m/s, rad/s); what does has come apart numerically.
inline constexpr double kFastest = 1e5;

struct BodyState {
  Vec3 center = Vec3::Zero();            ///< centre of mass, m, world
  Quat orientation = Quat::Identity();   ///< body axes to world axes
  Vec3 velocity = Vec3::Zero();          ///< of the centre of mass, m/s
  Vec3 angular_velocity = Vec3::Zero();  ///< rad/s, world axes
  // Geometric stiffness (tree/geometric_stiffness.h)
  Vec3 smoothed_angular_velocity = Vec3::Zero();  ///< low-passed, rad/s, world axes
  double stiffness_measure = 0;                   ///< s of the last substep
  double smoothing = 0.2;                         ///< alpha of the low pass, adapted to changes of s
  // Where it was when it was last seen to move (sleep.h)
  Vec3 rest_center = Vec3::Zero();
  Quat rest_orientation = Quat::Identity();
};

/// What a joint's free axis does inside the articulated solve: on which segment of its law it is.
enum class AxisMode : std::uint8_t { free, sliding_forward, sliding_backward, stuck, at_lower, at_upper };

inline bool at_limit(AxisMode mode) {
  return mode == AxisMode::at_lower || mode == AxisMode::at_upper;
}

struct AxisState {
  double position = 0;       ///< coordinate with whole turns counted, m or rad
  double limit_impulse = 0;  ///< N s or N m s, positive pushes the coordinate up (lower limit), negative down
  double friction_impulse = 0;  ///< N s or N m s
  double spring_impulse = 0;    ///< N s or N m s
  double smoothed_rate = 0;     ///< low-passed qdot of a spring
  double held_position = 0;     ///< coordinate at which the axis has been stuck since its mode became stuck
  /// Rate that a held axis needs to stay where it is while its bodies drift (rad/s or m/s).
  BackwardDifferencesOf<double> held_bias;
  double rest_shift = 0;  ///< added to the rest position of the axis's spring by a steering
  AxisMode mode = AxisMode::free;
};

struct JointState {
  bool broken = false;
  std::array<double, 6> row_impulse{};  ///< of the constrained rows, N s or N m s
  std::array<AxisState, kMaxFreeAxes> axes;
  std::array<double, 2> cone_impulse{};  ///< of hard stops of swing and twist, as limit_impulse
  BiasMemory bias;                       ///< of a substep of State::last_substep
  Vec3 force = Vec3::Zero();             ///< reaction on the child at the joint, N, world (last kick)
  SubstepMean<Vec3> reaction;            ///< what is read of `force`; of ropes, too
  SubstepMean<Vec3> reaction_torque;     ///< on the child about the joint's point, N m, world
  // Where friction asks for them
  Vec3 force_rate = Vec3::Zero();  ///< of `force`, N/s, from that of the kick before
  double force_age = 0;  ///< s: since the instant of `force` (kick_interval.h); 0 before the first kick
  // Of a joint that may break
  double load = 0;      ///< mean between two substeps' middles, as a part of what breaks it
  double load_age = 0;  ///< s: since the instant of `load`, the drift after it; 0 before the first kick
  /// Where the child's point stands off the parent's: what is left of the gap a hitch closed with, m,
  /// parent's axes.
  Vec3 offset = Vec3::Zero();
};

struct CouplingState {
  double impulse = 0;         ///< N s or N m s, of the row
  SubstepMean<double> force;  ///< N or N m, likewise
};

struct SpringState {
  double impulse = 0;        ///< N s, positive pulls the ends together
  double smoothed_rate = 0;  ///< low-passed elongation rate, m/s
};

struct DriveState {
  double current = 0;              ///< A
  double impulse = 0;              ///< of the drive's row, N m s at the joint
  double controller_integral = 0;  ///< integral of the speed error, rad
  double temperature = 0;          ///< deg C
  bool enabled = true;
  bool burned = false;  ///< the winding is open for good
  AxisMode mode = AxisMode::free;
};

struct BrakeState {
  bool antilock = false;  ///< as configured: others have no state
  double pressure = 1;    ///< 0 to 1, of what the command asks for
};

struct SteeringState {
  double angle = 0;  ///< rad, of the wheel in the middle
};

enum class MotionKind : std::uint8_t { of_time, follower, outside };

/// Of a body that is moved (motion_config.h).
struct MotionState {
  MotionKind kind = MotionKind::of_time;  ///< as configured: one of the time has no state
  // Of a follower
  double value = 0;  ///< m or rad
  double rate = 0;   ///< per s
  // From outside: the way that the last effect `move` began; world, of the body frame
  std::uint64_t begun = 0;  ///< the last frame before it
  double duration = 0;      ///< s
  Vec3 from_position = Vec3::Zero();
  Quat from_orientation = Quat::Identity();
  Vec3 from_velocity = Vec3::Zero();
  Vec3 from_angular_velocity = Vec3::Zero();
  Vec3 to_position = Vec3::Zero();
  Quat to_orientation = Quat::Identity();
};

/// What is solved as one block: trees connected by loops, couplings or springs.
struct GroupState {
  double turn_rate = 0;            ///< rad/s, fastest turning of the last frame: how fine the next one starts
  double wandered = 0;             ///< m or rad, of its bodies in the last half second of stillness
  bool bounded = false;            ///< nothing drives or touches it, and what follows is known
  double energy_bound = 0;         ///< J: what it may have (control/energy_guard.h)
  double largest_kinetic = 0;      ///< J, since then
  std::uint64_t still_frames = 0;  ///< frames that its island has been still: from some number on it sleeps
};

/// Contact memory lives in CollisionWorld and is walked with the rest.
struct State {
  std::uint64_t frame = 0;
  /// s: impulses and biases are remembered as those of a substep of this length; 0 before the first.
  double last_substep = 0;
  std::vector<BodyState> bodies;  ///< one more than WorldConfig has: the world, which never changes
  std::vector<JointState> joints;
  std::vector<CouplingState> couplings;
  std::vector<SpringState> springs;
  std::vector<DriveState> drives;
  std::vector<BrakeState> brakes;
  std::vector<SteeringState> steerings;
  std::vector<MotionState> motions;  ///< of the bodies that are moved, in their order
  std::vector<double> controls;
  // Of `sequential_impulses` alone
  std::vector<GroupState> groups;
  std::vector<double> controls_before;  ///< in the last frame: what changes wakes what it acts on
  /// At work, in the order of their beginning. Saved only where there is one: a world that nothing acts on
  /// has the states it always had.
  std::vector<ActiveEffect> effects;
  /// What was asked of each control; `controls` is what the machine feels of it. Saved where an effect makes
  /// that another.
  std::vector<double> commands;
};

}  // namespace drawbar::physics
