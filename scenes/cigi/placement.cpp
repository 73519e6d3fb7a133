#include "scenes/cigi/placement.h"

#include <cmath>

#include "physics/math/elementary.h"
#include "scenes/loader/convert/convert.h"

namespace drawbar::scenes {

namespace {

using physics::Mat3;
using physics::Vec3;

// WGS 84 (NIMA TR8350.2, table 3.1): semi-major axis, and the square of the first eccentricity f (2 - f).
constexpr double kSemiMajor = 6378137.0;
constexpr double kFlattening = 1 / 298.257223563;
constexpr double kEccentricity2 = kFlattening * (2 - kFlattening);
constexpr double kDegrees = 180 / physics::kPi;

struct OnEllipsoid {
  double latitude = 0;  ///< rad
  double longitude = 0;
  double altitude = 0;  ///< m
};

/// Radius of curvature across the meridian.
double prime_vertical(double sine) {
  return kSemiMajor / std::sqrt(1 - kEccentricity2 * sine * sine);
}

Vec3 earth_point(const OnEllipsoid& at) {
  const auto [sine, cosine] = physics::sin_cos(at.latitude);
  const auto [sine_l, cosine_l] = physics::sin_cos(at.longitude);
  const double across = prime_vertical(sine);
  return {(across + at.altitude) * cosine * cosine_l, (across + at.altitude) * cosine * sine_l,
          (across * (1 - kEccentricity2) + at.altitude) * sine};
}

/// The fixed point of tan(latitude) = (z + e^2 N sin(latitude)) / p; each round leaves less than 0.7 percent
/// of the error.
OnEllipsoid on_ellipsoid(const Vec3& point) {
  constexpr int kRounds = 8;
  const double p = std::sqrt(point.x() * point.x() + point.y() * point.y());
  OnEllipsoid at;
  at.longitude = physics::arc_tangent(point.y(), point.x());
  at.latitude = physics::arc_tangent(point.z(), p * (1 - kEccentricity2));
  for (int i = 0; i < kRounds; ++i) {
    const double sine = physics::sin_cos(at.latitude).sin;
    at.latitude = physics::arc_tangent(point.z() + kEccentricity2 * prime_vertical(sine) * sine, p);
  }
  const auto [sine, cosine] = physics::sin_cos(at.latitude);
  at.altitude = p * cosine + point.z() * sine - kSemiMajor * std::sqrt(1 - kEccentricity2 * sine * sine);
  return at;
}

/// Columns: north, east and down in Earth's axes.
Mat3 north_east_down(const OnEllipsoid& at) {
  const auto [sine, cosine] = physics::sin_cos(at.latitude);
  const auto [sine_l, cosine_l] = physics::sin_cos(at.longitude);
  Mat3 axes;
  axes << -sine * cosine_l, -sine_l, -cosine * cosine_l,  //
      -sine * sine_l, cosine_l, -cosine * sine_l,         //
      cosine, 0, -sine;
  return axes;
}

/// Angles of `turn` = Rz(yaw) Ry(pitch) Rx(roll); where it points straight up or down the roll is 0.
void set_angles(const Mat3& turn, CigiPose& pose) {
  constexpr double kUpright = 1e-9;
  const double forwards = std::sqrt(turn(0, 0) * turn(0, 0) + turn(1, 0) * turn(1, 0));
  pose.pitch = kDegrees * physics::arc_tangent(-turn(2, 0), forwards);
  if (forwards > kUpright) {
    pose.roll = kDegrees * physics::arc_tangent(turn(2, 1), turn(2, 2));
    pose.yaw = kDegrees * physics::arc_tangent(turn(1, 0), turn(0, 0));
  } else {
    pose.yaw = kDegrees * physics::arc_tangent(-turn(0, 1), turn(1, 1));
  }
  if (pose.yaw < 0) pose.yaw += 360;
}

/// Of the same turn where y and z of both sides are opposite.
Mat3 turned_over(const Mat3& turn) {
  const Vec3 over(1, -1, -1);
  return over.asDiagonal() * turn * over.asDiagonal();
}

}  // namespace

CigiPlacement::CigiPlacement(const scene::CigiOriginT& origin, scene::CigiPlacement placement)
    : placement_(placement) {
  const OnEllipsoid at{radians(origin.latitude_deg.value_or(0)), radians(origin.longitude_deg.value_or(0)),
                       origin.altitude};
  origin_ = earth_point(at);
  const auto [sine, cosine] = physics::sin_cos(radians(origin.heading_deg));
  Mat3 to_north_east_down;                 // columns: the world's x, y, z
  to_north_east_down << -sine, cosine, 0,  //
      cosine, sine, 0,                     //
      0, 0, -1;
  to_earth_ = north_east_down(at) * to_north_east_down;
}

CigiPose CigiPlacement::on_earth(const Vec3& position, const physics::Quat& orientation) const {
  const OnEllipsoid at = on_ellipsoid(origin_ + to_earth_ * position);
  CigiPose pose;
  pose.x = kDegrees * at.latitude;
  pose.y = kDegrees * at.longitude;
  pose.z = at.altitude;
  const Vec3 over(1, -1, -1);
  set_angles(north_east_down(at).transpose() * to_earth_ * orientation.toRotationMatrix() * over.asDiagonal(),
             pose);
  return pose;
}

CigiPose CigiPlacement::under_world(const Vec3& position, const physics::Quat& orientation) {
  const Vec3 offset = scenes::turned_over(position);
  CigiPose pose;
  pose.x = offset.x();
  pose.y = offset.y();
  pose.z = offset.z();
  set_angles(turned_over(orientation.toRotationMatrix()), pose);
  return pose;
}

}  // namespace drawbar::scenes
