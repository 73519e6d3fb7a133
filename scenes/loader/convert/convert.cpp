#include "scenes/loader/convert/convert.h"

#include <cmath>

#include "physics/math/elementary.h"
#include "scenes/loader/text/number_text.h"

namespace drawbar::scenes {
namespace {

physics::Quat about(int axis, double degrees) {
  const physics::SinCos half = sin_cos_degrees(0.5 * degrees);
  physics::Vec3 v = physics::Vec3::Zero();
  v[axis] = half.sin;
  return {half.cos, v.x(), v.y(), v.z()};
}

}  // namespace

physics::SinCos sin_cos_degrees(double degrees) {
  int quadrant = 0;
  const double rest = std::remquo(degrees, 90.0, &quadrant);
  physics::SinCos r = physics::sin_cos(radians(rest));
  // Half of a right angle: both parts the same, so that a turn by 90 degrees takes axes to axes.
  if (std::abs(rest) == 45.0) r = {std::copysign(std::sqrt(0.5), rest), std::sqrt(0.5)};
  switch (quadrant & 3) {
    case 0:
      return {r.sin, r.cos};
    case 1:
      return {r.cos, -r.sin};
    case 2:
      return {-r.sin, -r.cos};
    default:
      return {-r.cos, r.sin};
  }
}

double radians(double degrees) {
  return degrees * (physics::kPi / 180.0);
}

std::string wrong_quaternion(const physics::Quat& q) {
  constexpr double kRounding = 1e-3;
  const double norm = std::sqrt(q.squaredNorm());
  if (std::abs(norm - 1) <= kRounding) return "";
  return "is not a unit quaternion, its norm is " + number_text(norm) + "; allowed: [w, x, y, z] of norm 1";
}

physics::Quat quaternion_of_angles(const physics::Vec3& degrees) {
  return about(2, degrees.z()) * about(1, degrees.y()) * about(0, degrees.x());
}

}  // namespace drawbar::scenes
