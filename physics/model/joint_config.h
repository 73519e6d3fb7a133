// A joint as it is described: type, bodies, frame, and what acts on its free axes.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "physics/math/types.h"
#include "physics/model/drive_config.h"
#include "physics/model/ids.h"

namespace drawbar::physics {

/// Kinds of joints, by the axes that they leave free.
enum class JointType {
  fixed,
  revolute,     ///< angle about n0
  prismatic,    ///< slide along n0
  cylindrical,  ///< slide along n0, angle about n0
  universal,    ///< angle about n0 (fixed in the parent), angle about n1 (fixed in the child)
  spherical,    ///< angles (a, b, c) of R_relative = R0(a) R1(b) R2(c)
  planar,       ///< slides along n0 and n1, angle about n2
  distance,     ///< the anchors keep their distance: a massless rod
  rope,         ///< the anchors' distance does not exceed its initial value
  guided,       ///< slides along n0, everything else following a curve of that travel
};

/// Largest number of free axes a joint has coordinates for.
inline constexpr int kMaxFreeAxes = 3;

/// Number of free axes with coordinates: 0 to 3. A distance joint or rope has one, its elongation (m).
constexpr int free_axis_count(JointType type) {
  switch (type) {
    case JointType::fixed:
      return 0;
    case JointType::revolute:
    case JointType::prismatic:
    case JointType::distance:
    case JointType::rope:
    case JointType::guided:
      return 1;
    case JointType::cylindrical:
    case JointType::universal:
      return 2;
    case JointType::spherical:
    case JointType::planar:
      return 3;
  }
  return 0;
}

/// Whether the joint's free axis slides (m, N) rather than turns (rad, N m).
constexpr bool axis_slides(JointType type, int axis) {
  switch (type) {
    case JointType::fixed:
    case JointType::revolute:
    case JointType::universal:
    case JointType::spherical:
      return false;
    case JointType::prismatic:
    case JointType::distance:
    case JointType::rope:
    case JointType::guided:
      return true;
    case JointType::cylindrical:
      return axis == 0;
    case JointType::planar:
      return axis < 2;
  }
  return false;
}

/// Number of free axes that turn.
constexpr int turning_axis_count(JointType type) {
  int count = 0;
  for (int axis = 0; axis < free_axis_count(type); ++axis) count += axis_slides(type, axis) ? 0 : 1;
  return count;
}

/// Number of axes that its frame is described by: 0, 1 (n0) or 2 (n0 and n1).
constexpr int frame_axis_count(JointType type) {
  switch (type) {
    case JointType::fixed:
    case JointType::distance:
    case JointType::rope:
      return 0;
    case JointType::revolute:
    case JointType::prismatic:
    case JointType::cylindrical:
      return 1;
    case JointType::universal:
    case JointType::spherical:
    case JointType::planar:
    case JointType::guided:
      return 2;
  }
  return 0;
}

/// Which of n0, n1 and n2 is the axle of a wheel that the joint carries; 0 where nothing turns.
constexpr int axle_of(JointType type) {
  switch (type) {
    case JointType::fixed:
    case JointType::revolute:
    case JointType::prismatic:
    case JointType::cylindrical:
    case JointType::universal:
    case JointType::spherical:
    case JointType::distance:
    case JointType::rope:
    case JointType::guided:
      return 0;
    case JointType::planar:
      return 2;
  }
  return 0;
}

/// Range of a coordinate. Hard unless a stiffness is given.
struct AxisLimit {
  double lower = 0;                 ///< m or rad
  double upper = 0;                 ///< m or rad
  std::optional<double> stiffness;  ///< of the stop, N/m or N m/rad
  double damping = 0;               ///< of the stop, N s/m or N m s/rad; used with a stiffness
  double restitution = 0;           ///< 0 to 1, of a hard stop
};

/// Friction on a free axis.
struct AxisFriction {
  double coulomb = 0;       ///< N or N m
  double viscous = 0;       ///< N s/m or N m s/rad
  double reaction_arm = 0;  ///< m (turning) or 1 (sliding): friction coefficient x bearing radius, times the
                            ///< joint's own reaction force
};

/// Spring and damper on a free axis.
struct AxisSpring {
  double stiffness = 0;  ///< N/m or N m/rad
  double damping = 0;    ///< N s/m or N m s/rad
  double rest = 0;       ///< coordinate at which it is unstrained, m or rad
  /// Progressive spring: (deflection from rest, force) pairs in increasing order; empty: linear with
  /// `stiffness`.
  std::vector<std::array<double, 2>> table;
  /// Damper whose resistance depends on speed and direction: (rate, force) pairs in increasing order through
  /// (0, 0), beside `damping`.
  std::vector<std::array<double, 2>> damper_table = {};
};

/// Limits of a spherical joint as a cone for n0 and a range for the turn about it, instead of three Cardan
/// ranges.
struct ConeLimit {
  AxisLimit swing;  ///< `upper`, rad: largest angle between n0 of the parent and n0 of the child
  std::optional<AxisLimit> twist;  ///< rad; none: turns freely

  /// Whether the swing's limit is elastic.
  bool swing_gives_way() const { return swing.stiffness.has_value(); }
  /// Whether the twist has a limit and it is elastic.
  bool twist_gives_way() const { return twist && twist->stiffness; }
};

/// Where the child of a guided joint is at one travel along n0, against travel 0: a wheel carrier with n0 up
/// and n1 forward. Turns are right-handed about n0, n1 and n2, in this order (ISO 8855: toe and camber alone
/// say where the axle points).
struct GuidePoint {
  double travel = 0;    ///< m, along n0
  double forward = 0;   ///< m, of the child's anchor along n1
  double sideways = 0;  ///< m, along n2
  double toe = 0;       ///< rad, about n0
  double camber = 0;    ///< rad, about n1
  double caster = 0;    ///< rad, about n2
};

/// What acts on one free axis of a joint.
struct AxisConfig {
  std::optional<AxisLimit> limit;
  AxisFriction friction;
  std::optional<AxisSpring> spring;
  /// Inertia of a rotor that turns with the axis, as the axis feels it: kg or kg m^2, added to the diagonal
  /// of the joint-space inertia (MuJoCo's armature). It has no weight and no gyroscopic torque.
  double armature = 0;
};

/// A joint between two bodies, or a body and the world.
struct JointConfig {
  std::string name;
  JointType type = JointType::fixed;
  BodyId parent = kWorldBody;
  BodyId child = kWorldBody;
  Vec3 position = Vec3::Zero();        ///< the parent's anchor at the initial pose, m, world
  Vec3 child_position = Vec3::Zero();  ///< the child's anchor at the initial pose, m, world; differs from
                                       ///< `position` for distance and rope only
  Mat3 frame = Mat3::Identity();  ///< columns n0, n1, n2 at the initial pose, world, orthonormal right-handed
  std::array<AxisConfig, kMaxFreeAxes> axes;
  std::optional<ConeLimit> cone;       ///< spherical only
  std::vector<GuidePoint> guide;       ///< guided only: two or more, in increasing order of travel
  std::optional<double> break_force;   ///< N: the joint lets go when its reaction force exceeds this
  std::optional<double> break_torque;  ///< N m
  bool belts_off = false;              ///< it moves no belt; effects alone set it (effect/alterations.h)
};

/// A linear relation between joint coordinates: sum of coefficient x position = 0. Gear: q1 + ratio q2 = 0;
/// rack and pinion: slide - radius x angle = 0; differential: 2 q_in - q_left - q_right = 0. An elastic one
/// lets the sum be s and answers with the force -(stiffness s + damping ds/dt) on it: an anti-roll bar.
struct CouplingConfig {
  /// One coordinate of the sum, with its factor.
  struct Term {
    JointId joint{0};
    int axis = 0;
    double coefficient = 0;
  };
  std::string name;
  std::vector<Term> terms;  ///< two or three
  /// How an elastic coupling answers.
  struct Elastic {
    double stiffness = 0;  ///< N/m or N m/rad
    double damping = 0;    ///< N s/m or N m s/rad
  };
  std::optional<Elastic> elastic;
  /// A clutch between the last two joints of a differential.
  struct Lock {
    double torque = 0;  ///< N m between the two, the largest it carries
    std::vector<DriveConfig::Input>
        inputs;  ///< part engaged = sum of gain x control, clamped to 0..1; none: 1
  };
  std::optional<Lock> lock;
};

}  // namespace drawbar::physics
