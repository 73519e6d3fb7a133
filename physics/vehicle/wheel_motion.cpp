#include "physics/vehicle/wheel_motion.h"

#include <algorithm>
#include <cmath>

namespace drawbar::physics {

double WheelMotion::slip(double least) const {
  return (rolling - forward) / std::max({std::fabs(forward), std::fabs(rolling), least});
}

std::optional<WheelMotion> wheel_motion(const WheelModel& wheel, const TyreConfig& tyre,
                                        const WheelContact& contact, const Manifold& manifold,
                                        std::span<const BodyFrame> frames, const Twist& wheel_velocity,
                                        const Twist& ground_velocity, double age) {
  WheelMotion motion;
  double pressed = 0;                                   // deflection, times load
  Vec3 normal = Vec3::Zero(), position = Vec3::Zero();  // times load
  for (const ContactPoint& point : manifold.contacts()) {
    const auto axes = patch_axes(contact.axis, contact.sign * point.normal);
    const double carried = point.memory.normal_impulse;
    if (!axes || !(carried > 0)) continue;
    motion.load += carried;
    normal += carried * axes->normal;
    position += carried * point.position;
    pressed += carried * std::max(0.0, -point.gap);
  }
  const double length = std::sqrt(normal.squaredNorm());
  const auto axes = length > 0 ? patch_axes(contact.axis, normal / length) : std::nullopt;
  if (!axes) return std::nullopt;
  position /= motion.load;
  const BodyFrame& frame = frames[contact.body];
  const Vec3 center = frame.rotation * wheel.center;
  Vec3 arm = position - frames[contact.ground].center;
  const Vec3 gone = age * (ground_velocity.linear + ground_velocity.angular.cross(arm));
  if (gone != Vec3::Zero()) {
    position += gone;
    arm += gone;
  }
  const Vec3 over = wheel_velocity.linear + wheel_velocity.angular.cross(center) - ground_velocity.linear -
                    ground_velocity.angular.cross(arm);
  motion.forward = axes->forward.dot(over);
  motion.left = axes->left.dot(over);
  const double radius = axes->normal.dot(frame.center + center - position) +
                        (0.5 - tyre.rolling_deflection) * pressed / motion.load;
  motion.rolling = radius * contact.axis.dot(wheel_velocity.angular - ground_velocity.angular);
  return motion;
}

}  // namespace drawbar::physics
