// Rotations as vectors, matrices and quaternions.
#pragma once

#include <cmath>

#include "physics/math/elementary.h"
#include "physics/math/wide_vectors.h"

namespace drawbar::physics {

/// [a]x, so that cross_matrix(a) * b = a x b.
template <class Number>
inline Mat3Of<Number> cross_matrix(const Vec3Of<Number>& a) {
  Mat3Of<Number> m;
  m << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
  return m;
}

/// Quaternion of the rotation vector `r` (axis x angle, rad).
inline Quat quaternion_exponential(const Vec3& r) {
  const double angle = std::sqrt(r.squaredNorm());
  const SinCos half = sin_cos(0.5 * angle);
  // sin(a/2)/a -> 1/2 - a^2/48 as a -> 0
  const double scale = angle > 1e-4 ? half.sin / angle : 0.5 - angle * angle / 48.0;
  return Quat(half.cos, scale * r.x(), scale * r.y(), scale * r.z());
}

/// Rotation vector of a unit quaternion, angle in [0, pi].
inline Vec3 quaternion_logarithm(const Quat& q) {
  const double sign = q.w() < 0 ? -1.0 : 1.0;
  const Vec3 v = sign * q.vec();
  const double s = std::sqrt(v.squaredNorm());
  // 2 atan(s/c)/s -> 2/c as s -> 0
  const double scale = s > 1e-8 ? 2.0 * arc_tangent(s, sign * q.w()) / s : 2.0;
  return scale * v;
}

/// Angles (rad) of R = R0(a) R1(b) R2(c), turns about x, y and z; a and c lose their meaning at b = +-90
/// degrees.
struct CardanAngles {
  double a;
  double b;
  double c;
};
inline CardanAngles cardan_angles(const Mat3& r) {
  return {arc_tangent(-r(1, 2), r(2, 2)), arc_sine(r(0, 2)), arc_tangent(-r(0, 1), r(0, 0))};
}

inline Quat normalised(const Quat& q) {
  const double n = std::sqrt(q.squaredNorm());
  return Quat(q.w() / n, q.x() / n, q.y() / n, q.z() / n);
}

/// The same for a product of unit quaternions, off 1 by rounding alone: one step of Newton on 1/sqrt.
template <class Number>
inline QuatOf<Number> renormalised(const QuatOf<Number>& q) {
  const Number scale = 1.5 - 0.5 * q.squaredNorm();
  return QuatOf<Number>(scale * q.w(), scale * q.x(), scale * q.y(), scale * q.z());
}

/// Orthonormal tangents of the unit vector n: n, first, second are right-handed. Branches on the largest
/// components alone, so that neighbouring normals get neighbouring tangents almost everywhere.
inline void tangents_of(const Vec3& n, Vec3& first, Vec3& second) {
  const Vec3 a = std::fabs(n.x()) < 0.7 ? Vec3::UnitX() : Vec3::UnitY();
  first = a - n.dot(a) * n;
  first /= std::sqrt(first.squaredNorm());
  second = n.cross(first);
}

}  // namespace drawbar::physics
