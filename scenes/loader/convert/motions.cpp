#include "scenes/loader/convert/motions.h"

#include <cmath>

#include "physics/math/rotation.h"
#include "scenes/loader/convert/convert.h"

namespace drawbar::scenes {
namespace {

std::optional<physics::Vec3> optional_vec3(const std::unique_ptr<scene::Vec3>& v) {
  return v ? std::optional(to_vec3(*v)) : std::nullopt;
}

}  // namespace

physics::PathMotion path_of(const scene::MotionT& motion) {
  physics::PathMotion path;
  path.repeats = motion.repeat;
  for (const auto& point : motion.points) {
    path.points.push_back({*point->time, to_vec3(*point->position),
                           physics::normalised(to_quat(*point->orientation)),
                           optional_vec3(point->linear_velocity), optional_vec3(point->angular_velocity)});
  }
  return path;
}

physics::MotionConfig motion_config(const scene::MotionT& motion, const scene::BodyT& body,
                                    const Names& names) {
  if (motion.type == scene::MotionType::outside) return physics::OutsideMotion{};
  if (motion.type == scene::MotionType::path) return path_of(motion);
  physics::AxisMotion axis;
  axis.turns = motion.type == scene::MotionType::turn;
  axis.axis = to_vec3(*motion.axis) / std::sqrt(to_vec3(*motion.axis).squaredNorm());
  if (axis.turns) axis.center = motion.center ? to_vec3(*motion.center) : to_vec3(*body.position);
  const auto inner = [&](double value) { return axis.turns ? radians(value) : value; };
  if (motion.control.empty()) {
    physics::AxisTable table;
    table.repeats = motion.repeat;
    for (const scene::TimedValue& point : axis.turns ? motion.table_deg : motion.table) {
      table.points.push_back({point.time(), inner(point.value()), std::nullopt});
    }
    axis.by = std::move(table);
  } else {
    physics::AxisFollower follower;
    follower.control = static_cast<physics::ControlId>(*names.control(motion.control));
    const scene::Range& range = axis.turns ? *motion.range_deg : *motion.range;
    follower.lower = inner(range.lower());
    follower.upper = inner(range.upper());
    follower.speed = inner(axis.turns ? *motion.speed_deg : *motion.speed);
    follower.acceleration = inner(axis.turns ? *motion.acceleration_deg : *motion.acceleration);
    axis.by = follower;
  }
  return axis;
}

}  // namespace drawbar::scenes
