#include "physics/model/guide_curve.h"

#include <algorithm>
#include <cassert>

#include "physics/math/elementary.h"

namespace drawbar::physics {

// Curvatures from continuity of the slope at the inner knots, 0 at the ends: a tridiagonal system, by
// elimination from the left and substitution from the right.
GuideCurve::GuideCurve(std::span<const GuidePoint> points) : knots_(points.size()) {
  assert(points.size() >= 2);
  const std::size_t last = points.size() - 1;
  for (std::size_t i = 0; i <= last; ++i) {
    const GuidePoint& p = points[i];
    knots_[i].travel = p.travel;
    knots_[i].value << p.forward, p.sideways, p.toe, p.camber, p.caster;
    assert(i == 0 || p.travel > points[i - 1].travel);
  }
  const auto width = [&](std::size_t i) { return knots_[i + 1].travel - knots_[i].travel; };
  const auto rise = [&](std::size_t i) -> Values {
    return (knots_[i + 1].value - knots_[i].value) / width(i);
  };
  std::vector<double> share(points.size());  // of the next curvature in this one
  for (std::size_t i = 1; i < last; ++i) {
    const double pivot = 2 * (width(i - 1) + width(i)) - width(i - 1) * share[i - 1];
    share[i] = width(i) / pivot;
    knots_[i].curvature = (6 * (rise(i) - rise(i - 1)) - width(i - 1) * knots_[i - 1].curvature) / pivot;
  }
  for (std::size_t i = last; i-- > 1;) knots_[i].curvature -= share[i] * knots_[i + 1].curvature;
}

GuideCurve::Place GuideCurve::at(double travel) const {
  const auto next = std::upper_bound(knots_.begin() + 1, knots_.end() - 1, travel,
                                     [](double t, const Knot& knot) { return t < knot.travel; });
  const Knot &a = *(next - 1), &b = *next;
  const double width = b.travel - a.travel;
  const double inside = std::clamp(travel, a.travel, b.travel);
  const double s = (inside - a.travel) / width, r = 1 - s;
  const Values slope = (b.value - a.value) / width +
                       (width / 6) * ((3 * s * s - 1) * b.curvature - (3 * r * r - 1) * a.curvature);
  const Values value = r * a.value + s * b.value +
                       (width * width / 6) * ((s * s * s - s) * b.curvature + (r * r * r - r) * a.curvature) +
                       (travel - inside) * slope;
  const SinCos toe = sin_cos(value[2]), camber = sin_cos(value[3]), caster = sin_cos(value[4]);
  Mat3 r0, r1, r2;
  r0 << 1, 0, 0, 0, toe.cos, -toe.sin, 0, toe.sin, toe.cos;
  r1 << camber.cos, 0, camber.sin, 0, 1, 0, -camber.sin, 0, camber.cos;
  r2 << caster.cos, -caster.sin, 0, caster.sin, caster.cos, 0, 0, 0, 1;
  const Mat3 r01 = r0 * r1;
  return {Vec3(travel, value[0], value[1]), r01 * r2, Vec3(1, slope[0], slope[1]),
          slope[2] * Vec3::UnitX() + slope[3] * r0.col(1) + slope[4] * r01.col(2)};
}

}  // namespace drawbar::physics
