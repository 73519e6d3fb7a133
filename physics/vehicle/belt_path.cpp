#include "physics/vehicle/belt_path.h"

#include <algorithm>
#include <cmath>

#include "physics/math/elementary.h"

namespace drawbar::physics {
namespace {

/// A wheel that the belt would have to bend back for by less than this (rad) is passed straight.
constexpr double kPassedStraight = 3 * kPi / 180;

// Twice the area that the centres run round, positive about the axis.
double area(const std::vector<BeltWheel>& wheels, const Vec3& axis) {
  double sum = 0;
  for (std::size_t i = 0; i < wheels.size(); ++i) {
    sum += axis.dot(wheels[i].center.cross(wheels[(i + 1) % wheels.size()].center));
  }
  return sum;
}

double turned(const Vec3& from, const Vec3& to, const Vec3& axis) {
  const double angle = arc_tangent(axis.dot(from.cross(to)), from.dot(to));
  return angle < -kPassedStraight ? angle + 2 * kPi : angle;
}

}  // namespace

BeltPath belt_path(const std::vector<BeltWheel>& wheels, const Vec3& axis) {
  const std::size_t n = wheels.size();
  BeltPath path;
  if (n < 2) {
    path.error = BeltError::too_few_wheels;
    return path;
  }
  const bool forward = area(wheels, axis) >= 0;
  for (std::size_t k = 0; k < n; ++k) {
    BeltRun run;
    run.from = forward ? k : n - 1 - k;
    run.to = forward ? (k + 1) % n : (2 * n - 2 - k) % n;
    const BeltWheel& a = wheels[run.from];
    const BeltWheel& b = wheels[run.to];
    Vec3 way = b.center - a.center;
    way -= axis.dot(way) * axis;
    const double distance = std::sqrt(way.squaredNorm());
    if (!(distance > std::fabs(a.radius - b.radius))) {
      path.error = BeltError::wheel_in_wheel;
      path.runs.clear();
      return path;
    }
    way /= distance;
    // The outer common tangent: normal . (b - a) = r_a - r_b.
    const double along = (a.radius - b.radius) / distance;
    run.normal = along * way + std::sqrt(1 - along * along) * way.cross(axis);
    run.begin = a.center + a.radius * run.normal;
    run.end = b.center + b.radius * run.normal;
    path.runs.push_back(run);
  }
  double round = 0;
  for (std::size_t k = 0; k < n; ++k) {
    round += turned(path.runs[(k + n - 1) % n].normal, path.runs[k].normal, axis);
  }
  if (std::fabs(round - 2 * kPi) > kPi) {
    path.error = BeltError::not_round;
    path.runs.clear();
  }
  return path;
}

}  // namespace drawbar::physics
