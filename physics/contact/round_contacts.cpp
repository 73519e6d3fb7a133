// Spheres and capsules with each other, and spheres with boxes and cylinders: closed forms.
#include <algorithm>
#include <cmath>

#include "physics/contact/closest_points.h"
#include "physics/contact/convex_contacts.h"

namespace drawbar::physics {
namespace {

/// Adds the contact of two balls. Concentric ones part along `fallback`.
void add_balls(const Vec3& a, double radius_a, const Vec3& b, double radius_b, const Vec3& fallback,
               double margin, std::uint64_t feature, Candidates& out) {
  const Vec3 between = b - a;
  const double distance = between.norm();
  const double gap = distance - radius_a - radius_b;
  if (gap > margin) return;
  const Vec3 normal = distance > 1e-12 ? Vec3(between / distance) : fallback;
  out.add({a + radius_a * normal, b - radius_b * normal, normal, gap, feature});
}

struct Segment {
  Vec3 from;
  Vec3 to;
  Vec3 at(double part) const { return from + part * (to - from); }
};

Segment core_of(const PlacedShape& s) {
  const Vec3 reach = s.shape->half_length * s.axis();  // zero for a sphere
  return {s.position - reach, s.position + reach};
}

/// Nearest point of a solid to `point`, both in its axes, and the way out.
struct Surface {
  Vec3 point = Vec3::Zero();
  Vec3 normal = Vec3::UnitZ();
  double distance = 0;  ///< of `point`, negative inside
};

Surface nearest_on_box(const Vec3& half, const Vec3& point) {
  Surface s;
  s.point = point.cwiseMax(-half).cwiseMin(half);
  const Vec3 away = point - s.point;
  s.distance = away.norm();
  if (s.distance > 1e-12) {
    s.normal = away / s.distance;
    return s;
  }
  int axis = 0;
  for (int i = 1; i < 3; ++i) {
    if (half[i] - std::abs(point[i]) < half[axis] - std::abs(point[axis])) axis = i;
  }
  const double side = point[axis] < 0 ? -1 : 1;
  s.distance = std::abs(point[axis]) - half[axis];
  s.normal = side * Vec3::Unit(axis);
  s.point[axis] = side * half[axis];
  return s;
}

Surface nearest_on_cylinder(double radius, double half_length, const Vec3& point) {
  const double across = std::sqrt(point.x() * point.x() + point.y() * point.y());
  const Vec3 outward = across > 1e-12 ? Vec3(point.x() / across, point.y() / across, 0) : Vec3(Vec3::UnitX());
  const double beyond_side = across - radius;
  const double beyond_end = std::abs(point.z()) - half_length;
  const double end = point.z() < 0 ? -1 : 1;
  Surface s;
  if (beyond_side <= 0 && beyond_end <= 0) {
    const bool through_side = beyond_side >= beyond_end;
    s.distance = through_side ? beyond_side : beyond_end;
    s.normal = through_side ? outward : Vec3(end * Vec3::UnitZ());
    s.point = point - s.distance * s.normal;
    return s;
  }
  s.point = std::min(across, radius) * outward;
  s.point.z() = std::clamp(point.z(), -half_length, half_length);
  const Vec3 away = point - s.point;
  s.distance = away.norm();
  s.normal = s.distance > 1e-12 ? Vec3(away / s.distance)
                                : (beyond_side > beyond_end ? outward : Vec3(end * Vec3::UnitZ()));
  return s;
}

}  // namespace

void find_round_contacts(const PlacedShape& a, const PlacedShape& b, double margin, Candidates& out) {
  const Segment core_a = core_of(a);
  const Segment core_b = core_of(b);
  const SegmentPair nearest = closest_points_of_segments(core_a.from, core_a.to, core_b.from, core_b.to);
  const Vec3 along_a = core_a.to - core_a.from;
  const Vec3 along_b = core_b.to - core_b.from;
  const Vec3 cross = along_a.cross(along_b);
  const double crossing = cross.norm();
  const Vec3 fallback = crossing > 1e-12 ? Vec3(cross / crossing) : a.rotation.col(0).eval();

  // Nearly parallel capsules touch along a line: the two ends of the common part carry it.
  constexpr double kNearlyParallel = 0.05;
  const double lengths = along_a.norm() * along_b.norm();
  if (lengths > 0 && crossing < kNearlyParallel * lengths) {
    const double squared = along_a.squaredNorm();
    const double first = (core_b.from - core_a.from).dot(along_a) / squared;
    const double last = (core_b.to - core_a.from).dot(along_a) / squared;
    const double low = std::clamp(std::min(first, last), 0.0, 1.0);
    const double high = std::clamp(std::max(first, last), 0.0, 1.0);
    if ((high - low) * along_a.norm() > 1e-3 * std::min(a.shape->radius, b.shape->radius)) {
      for (const double part : {low, high}) {
        const Vec3 on_a = core_a.at(part);
        const double on_b = std::clamp((on_a - core_b.from).dot(along_b) / along_b.squaredNorm(), 0.0, 1.0);
        add_balls(on_a, a.shape->radius, core_b.at(on_b), b.shape->radius, fallback, margin,
                  part == low ? 1 : 2, out);
      }
      return;
    }
  }
  add_balls(core_a.at(nearest.s), a.shape->radius, core_b.at(nearest.t), b.shape->radius, fallback, margin, 3,
            out);
}

void find_ball_contact(const PlacedShape& a, const PlacedShape& ball, double margin, Candidates& out) {
  const Vec3 centre = a.to_local(ball.position);
  const Surface s = a.shape->kind == ShapeKind::box
                        ? nearest_on_box(a.shape->half_size, centre)
                        : nearest_on_cylinder(a.shape->radius, a.shape->half_length, centre);
  const double gap = s.distance - ball.shape->radius;
  if (gap > margin) return;
  const Vec3 normal = a.rotation * s.normal;
  out.add({a.to_world(s.point), ball.position - ball.shape->radius * normal, normal, gap, 1});
}

}  // namespace drawbar::physics
