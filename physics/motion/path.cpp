#include "physics/motion/path.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <span>

#include "physics/math/elementary.h"
#include "physics/math/rotation.h"

namespace drawbar::physics {
namespace {

/// Below this angle (rad) the quotients of the Jacobian are series.
constexpr double kSmall = 0.1;

// Weights of T m0, x1 - x0 and T m1.
struct Hermite {
  double m0, way, m1;
};

Hermite places(double s) {
  const double s2 = s * s, s3 = s2 * s;
  return {s3 - 2 * s2 + s, 3 * s2 - 2 * s3, s3 - s2};
}

// Their derivatives by s.
Hermite slopes(double s) {
  const double s2 = s * s;
  return {3 * s2 - 4 * s + 1, 6 * s - 6 * s2, 3 * s2 - 2 * s};
}

template <class Value>
Value blend(const Hermite& w, const Value& m0, const Value& way, const Value& m1) {
  return w.m0 * m0 + w.way * way + w.m1 * m1;
}

double overshooting_nothing(double h0, double d0, double h1, double d1) {
  if (!(d0 * d1 > 0)) return 0;
  return 3 * (h0 + h1) / ((2 * h1 + h0) / d0 + (h1 + 2 * h0) / d1);
}

Vec3 overshooting_nothing(double h0, const Vec3& d0, double h1, const Vec3& d1) {
  Vec3 m;
  for (int k = 0; k < 3; ++k) m[k] = overshooting_nothing(h0, d0[k], h1, d1[k]);
  return m;
}

// (1 - cos a)/a^2 and (a - sin a)/a^3.
std::array<double, 2> jacobian_quotients(const Vec3& phi) {
  const double squared = phi.squaredNorm();
  const double angle = std::sqrt(squared);
  if (angle < kSmall) {
    return {0.5 - squared * (1.0 / 24 - squared * (1.0 / 720 - squared / 40320)),
            1.0 / 6 - squared * (1.0 / 120 - squared * (1.0 / 5040 - squared / 362880))};
  }
  const double half = sin_cos(0.5 * angle).sin;
  return {2 * half * half / squared, (angle - sin_cos(angle).sin) / (squared * angle)};
}

// J_r(phi) rate
Vec3 body_rate(const Vec3& phi, const Vec3& rate) {
  const auto [a, b] = jacobian_quotients(phi);
  const Vec3 across = phi.cross(rate);
  return rate - a * across + b * phi.cross(across);
}

// J_r(phi)^-1 rate = rate + phi x rate / 2 + (1 - (a/2) cot(a/2))/a^2 phi x (phi x rate)
Vec3 vector_rate(const Vec3& phi, const Vec3& rate) {
  const double squared = phi.squaredNorm();
  const double angle = std::sqrt(squared);
  double quotient = 1.0 / 12 + squared * (1.0 / 720 + squared * (1.0 / 30240 + squared / 1209600));
  if (angle >= kSmall) {
    const SinCos half = sin_cos(0.5 * angle);
    quotient = (1 - 0.5 * angle * half.cos / half.sin) / squared;
  }
  const Vec3 across = phi.cross(rate);
  return rate + 0.5 * across + quotient * phi.cross(across);
}

Vec3 turn_between(const Quat& from, const Quat& to) {
  return quaternion_logarithm(from.conjugate() * to);
}

// The piece in which t lies, of at least one.
template <class Point>
std::size_t piece_at(std::span<const Point> points, double t) {
  const auto next = std::upper_bound(points.begin() + 1, points.end() - 1, t,
                                     [](double time, const Point& point) { return time < point.time; });
  return static_cast<std::size_t>(next - points.begin()) - 1;
}

// Whole rounds of `length` before t, and the time in the present one, s.
struct Round {
  double count = 0;
  double time = 0;
};
Round round_of(double t, double length) {
  const double count = std::floor(t / length);
  return {count, std::clamp(t - count * length, 0.0, length)};
}

// fill(point, h0, before, h1, after): a point between the pieces `before`, of h0 s, and `after`;
// stand(point): an end of a path that does not repeat.
template <class Point, class Fill, class Stand>
void for_each_point(std::vector<Point>& points, bool repeats, Fill fill, Stand stand) {
  const std::size_t last = points.size() - 1;
  const auto length = [&](std::size_t piece) { return points[piece + 1].time - points[piece].time; };
  for (std::size_t i = 1; i < last; ++i) fill(points[i], length(i - 1), i - 1, length(i), i);
  for (Point* end : {&points.front(), &points.back()}) {
    if (repeats && last > 0) {
      fill(*end, length(last - 1), last - 1, length(0), 0);
    } else {
      stand(*end);
    }
  }
}

}  // namespace

bool never_turns(const MotionConfig& motion) {
  if (const auto* axis = std::get_if<AxisMotion>(&motion)) return !axis->turns;
  const auto* path = std::get_if<PathMotion>(&motion);
  return path != nullptr &&
         std::all_of(path->points.begin(), path->points.end(), [&](const PathPoint& point) {
           return point.orientation.coeffs() == path->points[0].orientation.coeffs() &&
                  point.angular_velocity.value_or(Vec3::Zero()) == Vec3::Zero();
         });
}

PathMotion complete(PathMotion path) {
  std::vector<PathPoint>& points = path.points;
  assert(!points.empty());
  std::vector<Vec3> ways, turns;  // [piece] m/s; rad/s, in the axes of the points at its ends
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const double rate = 1 / (points[i + 1].time - points[i].time);
    ways.emplace_back(rate * (points[i + 1].position - points[i].position));
    turns.emplace_back(rate * turn_between(points[i].orientation, points[i + 1].orientation));
  }
  for_each_point(
      points, path.repeats,
      [&](PathPoint& point, double h0, std::size_t before, double h1, std::size_t after) {
        if (!point.linear_velocity) {
          point.linear_velocity = overshooting_nothing(h0, ways[before], h1, ways[after]);
        }
        if (!point.angular_velocity) {
          point.angular_velocity =
              point.orientation * overshooting_nothing(h0, turns[before], h1, turns[after]);
        }
      },
      [](PathPoint& point) {
        if (!point.linear_velocity) point.linear_velocity = Vec3::Zero();
        if (!point.angular_velocity) point.angular_velocity = Vec3::Zero();
      });
  return path;
}

AxisTable complete(AxisTable table) {
  std::vector<AxisPoint>& points = table.points;
  assert(!points.empty());
  const auto slope = [&](std::size_t piece) {
    return (points[piece + 1].value - points[piece].value) / (points[piece + 1].time - points[piece].time);
  };
  for_each_point(
      points, table.repeats,
      [&](AxisPoint& point, double h0, std::size_t before, double h1, std::size_t after) {
        if (!point.rate) point.rate = overshooting_nothing(h0, slope(before), h1, slope(after));
      },
      [](AxisPoint& point) {
        if (!point.rate) point.rate = 0;
      });
  return table;
}

PathPlace place_between(const PathPoint& from, const PathPoint& to, double t) {
  const double length = to.time - from.time;
  const double s = (t - from.time) / length;
  const Hermite at = places(s), by = slopes(s);
  PathPlace place;
  // From the first point on, so that what stands between two equal ones stands to the last bit.
  const Vec3 way = to.position - from.position;
  const Vec3 v0 = length * *from.linear_velocity, v1 = length * *to.linear_velocity;
  place.pose.position = from.position + blend(at, v0, way, v1);
  place.twist.linear = blend(by, v0, way, v1) / length;
  const Vec3 turn = turn_between(from.orientation, to.orientation);
  const Vec3 w0 = length * (from.orientation.conjugate() * *from.angular_velocity);
  const Vec3 w1 = length * vector_rate(turn, to.orientation.conjugate() * *to.angular_velocity);
  const Vec3 phi = blend(at, w0, turn, w1);
  place.pose.orientation = renormalised(from.orientation * quaternion_exponential(phi));
  const Vec3 rate = blend(by, w0, turn, w1) / length;
  place.twist.angular = place.pose.orientation * body_rate(phi, rate);
  return place;
}

PathPlace place_at(const PathMotion& path, double t) {
  const std::span<const PathPoint> points = path.points;
  const PathPoint& last = points.back();
  if (path.repeats && points.size() > 1) {
    t = round_of(t, last.time).time;
  } else if (t >= last.time) {
    const double since = t - last.time;
    const Quat turn = quaternion_exponential(since * *last.angular_velocity);
    return {{last.position + since * *last.linear_velocity, renormalised(turn * last.orientation)},
            {*last.linear_velocity, *last.angular_velocity}};
  }
  const std::size_t piece = piece_at(points, t);
  return place_between(points[piece], points[piece + 1], t);
}

AxisPlace place_at(const AxisTable& table, double t) {
  const std::span<const AxisPoint> points = table.points;
  const AxisPoint& last = points.back();
  double base = 0;
  if (table.repeats && points.size() > 1) {
    const Round round = round_of(t, last.time);
    base = round.count * (last.value - points[0].value);
    t = round.time;
  } else if (t >= last.time) {
    return {last.value + (t - last.time) * *last.rate, *last.rate};
  }
  const std::size_t piece = piece_at(points, t);
  const AxisPoint& from = points[piece];
  const AxisPoint& to = points[piece + 1];
  const double length = to.time - from.time;
  const double s = (t - from.time) / length;
  const double way = to.value - from.value;
  const double m0 = length * *from.rate, m1 = length * *to.rate;
  return {base + (from.value + blend(places(s), m0, way, m1)), blend(slopes(s), m0, way, m1) / length};
}

}  // namespace drawbar::physics
