#include "physics/contact/meeting.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace drawbar::physics {
namespace {

/// Newton's, from the straight way to the bent one: its error is that of the start, h^2 g, squared and
/// squared again.
constexpr int kBends = 3;

// From one centre to the other, t after the beginning of a drift: way + t velocity + t^2/2 acceleration.
struct Parabola {
  Vec3 way = Vec3::Zero();
  Vec3 velocity = Vec3::Zero();
  Vec3 acceleration = Vec3::Zero();

  Vec3 at(double t) const { return way + t * velocity + (0.5 * t * t) * acceleration; }
  Vec3 rate(double t) const { return velocity + t * acceleration; }
};

// When within h its length has fallen to `distance`, or, where it does not, is least.
double instant(const Parabola& between, double distance, double h) {
  const Vec3 mean = between.rate(0.5 * h);
  const double squared = mean.squaredNorm();
  const double nearer = -between.way.dot(mean);
  const double apart = between.way.squaredNorm() - distance * distance;
  if (!(nearer > 0)) return 0;
  const double reached = nearer * nearer - squared * apart;
  if (!(reached > 0)) return std::min(nearer / squared, h);
  double t = std::min(apart / (nearer + std::sqrt(reached)), h);
  for (int i = 0; i < kBends; ++i) {
    const Vec3 d = between.at(t);
    const double slope = 2 * d.dot(between.rate(t));
    if (!(slope < 0)) break;
    t = std::clamp(t - (d.squaredNorm() - distance * distance) / slope, 0.0, h);
  }
  return t;
}

// Of the centre of mass, t after the beginning.
Vec3 way_of(const Flight& flight, double t, double h) {
  return t * (flight.velocity + (0.5 * (t - h)) * flight.acceleration);
}

// Of a point that the body takes along.
Vec3 velocity_at(const Flight& flight, const Vec3& point) {
  return flight.velocity + flight.angular_velocity.cross(point - flight.center);
}

}  // namespace

bool is_of_balls(const Manifold& manifold, std::span<const PlacedShape> shapes) {
  return shapes[manifold.shape_a].shape->kind == ShapeKind::sphere &&
         shapes[manifold.shape_b].shape->kind == ShapeKind::sphere;
}

std::optional<Meeting> meet(const Manifold& manifold, std::span<const PlacedShape> shapes, const Flight& a,
                            const Flight& b, double h) {
  assert(is_of_balls(manifold, shapes));
  const PlacedShape& ball_a = shapes[manifold.shape_a];
  const PlacedShape& ball_b = shapes[manifold.shape_b];
  const double distance = ball_a.shape->radius + ball_b.shape->radius;
  const Vec3 way = ball_b.position - ball_a.position;
  if (!(way.squaredNorm() > distance * distance)) return std::nullopt;
  const Vec3 acceleration = b.acceleration - a.acceleration;
  const Vec3 velocity_a = velocity_at(a, ball_a.position);
  const Vec3 start = velocity_at(b, ball_b.position) - velocity_a - (0.5 * h) * acceleration;
  const Parabola between{way, start, acceleration};
  const double t = instant(between, distance, h);
  if (!(t > 0)) return std::nullopt;

  const Vec3 then = between.at(t);
  const double apart = std::sqrt(then.squaredNorm());
  Meeting meeting;
  meeting.way_a = way_of(a, t, h);
  meeting.way_b = way_of(b, t, h);
  const Vec3 center_a = ball_a.position + meeting.way_a + t * (velocity_a - a.velocity);
  meeting.normal = then / apart;
  meeting.gap = meeting.normal.dot(way) - distance;
  meeting.position = center_a + (ball_a.shape->radius + 0.5 * (apart - distance)) * meeting.normal;
  return meeting;
}

}  // namespace drawbar::physics
