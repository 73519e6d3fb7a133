// How a body moves that no force moves: a path over time, an axis that follows a control, or targets from
// outside.
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "physics/math/types.h"
#include "physics/model/ids.h"

namespace drawbar::physics {

/// Where the body frame is at a time, world.
struct PathPoint {
  double time = 0;  ///< s
  Vec3 position = Vec3::Zero();
  Quat orientation = Quat::Identity();
  // Through the point; those left out overshoot nothing (motion/path.h)
  std::optional<Vec3> linear_velocity;   ///< m/s
  std::optional<Vec3> angular_velocity;  ///< rad/s
};

/// From the first point, at time 0, through all others; then on with the last one's velocities, or anew.
/// Times grow; from one point to the next it turns by less than half a turn. One that repeats ends where it
/// begins.
struct PathMotion {
  std::vector<PathPoint> points;
  bool repeats = false;
};

/// A point of the course of an axis.
struct AxisPoint {
  double time = 0;             ///< s
  double value = 0;            ///< m or rad
  std::optional<double> rate;  ///< likewise, per s
};

/// One that repeats goes on from where it ends.
struct AxisTable {
  std::vector<AxisPoint> points;  ///< the first at time 0 and value 0
  bool repeats = false;
};

/// Goes to where a control wants it, as fast as it may.
struct AxisFollower {
  ControlId control{0};
  double lower = 0;  ///< m or rad, where the control is at the lower end of its range
  double upper = 0;
  double speed = 0;         ///< m/s or rad/s at the most, > 0
  double acceleration = 0;  ///< m/s^2 or rad/s^2 at the most, > 0
};

/// Along or about one axis, from the initial pose.
struct AxisMotion {
  bool turns = false;
  Vec3 axis = Vec3::UnitZ();   ///< unit, world
  Vec3 center = Vec3::Zero();  ///< m, world: a point of the axis that it turns about
  std::variant<AxisTable, AxisFollower> by;
};

/// By the effect `move`; until the first it stands.
struct OutsideMotion {};

/// How a body is moved that no force moves.
using MotionConfig = std::variant<PathMotion, AxisMotion, OutsideMotion>;

}  // namespace drawbar::physics
