// Six-vectors and symmetric 6x6 matrices of rigid-body motion, as plain scalars.
//
// A motion is (velocity of the centre of mass, angular velocity), a force or impulse (linear, about the
// centre of mass), both in world axes. A symmetric matrix maps motions to forces and has 21 elements in
// three blocks, [A B; B^T C]. Written out in scalars: 3.5 times as fast as the matrix expressions. A Number
// is a double, or Wide: four bodies side by side.
#pragma once

#include <array>
#include <type_traits>

#include "physics/math/wide_vectors.h"

namespace drawbar::physics {

/// Six scalars, like Vec3 not set unless asked to be: Spatial{} is zero.
template <class Number>
struct SpatialOf {
  std::array<Number, 6> e;

  Number& operator[](std::size_t k) { return e[k]; }
  const Number& operator[](std::size_t k) const { return e[k]; }
  Vec3Of<Number> linear() const { return {e[0], e[1], e[2]}; }
  Vec3Of<Number> angular() const { return {e[3], e[4], e[5]}; }
};
using Spatial = SpatialOf<double>;

/// An argument that follows what others say the Number is; also an expression.
template <class Number>
using AnyVec3 = std::type_identity_t<Vec3Of<Number>>;

template <class Number>
inline void set(const AnyVec3<Number>& linear, const AnyVec3<Number>& angular, SpatialOf<Number>& out) {
  out.e = {linear.x(), linear.y(), linear.z(), angular.x(), angular.y(), angular.z()};
}

template <class Number = double>
inline SpatialOf<Number> spatial(const AnyVec3<Number>& linear, const AnyVec3<Number>& angular) {
  SpatialOf<Number> s;
  set(linear, angular, s);
  return s;
}

/// A copy of what has just been written scalar by scalar: the processor would hold up one in pairs until all
/// of it had come to the cache.
template <class Number>
inline SpatialOf<Number> in_scalars(const SpatialOf<Number>& s) {
  return {{s[0], s[1], s[2], s[3], s[4], s[5]}};
}

template <class Number>
inline Number dot(const SpatialOf<Number>& a, const SpatialOf<Number>& b) {
  return (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) + (a[3] * b[3] + a[4] * b[4] + a[5] * b[5]);
}

template <class Number>
inline void add_scaled(SpatialOf<Number>& a, const std::type_identity_t<Number>& s,
                       const SpatialOf<Number>& b) {
  for (std::size_t k = 0; k < 6; ++k) a[k] += s * b[k];
}

/// Motion at a point `r` further on, both on one rigid body: v + w x r.
template <class Number>
inline SpatialOf<Number> motion_at(const SpatialOf<Number>& m, const AnyVec3<Number>& r) {
  return {{m[0] + m[4] * r.z() - m[5] * r.y(), m[1] + m[5] * r.x() - m[3] * r.z(),
           m[2] + m[3] * r.y() - m[4] * r.x(), m[3], m[4], m[5]}};
}

/// Adds to `f` a force that acts at a point `r` further on: r x linear.
template <class Number>
inline void add_force_from(SpatialOf<Number>& f, const SpatialOf<Number>& g, const AnyVec3<Number>& r) {
  f[0] += g[0];
  f[1] += g[1];
  f[2] += g[2];
  f[3] += g[3] + r.y() * g[2] - r.z() * g[1];
  f[4] += g[4] + r.z() * g[0] - r.x() * g[2];
  f[5] += g[5] + r.x() * g[1] - r.y() * g[0];
}

/// The same force at a point `r` nearer: r x linear is added.
template <class Number>
inline void move_force(SpatialOf<Number>& f, const AnyVec3<Number>& r) {
  f[3] = f[3] + r.y() * f[2] - r.z() * f[1];
  f[4] = f[4] + r.z() * f[0] - r.x() * f[2];
  f[5] = f[5] + r.x() * f[1] - r.y() * f[0];
}

/// [A B; B^T C]: A and C as (xx, xy, xz, yy, yz, zz), B by rows (linear row, angular column).
template <class Number>
struct SymmetricSpatialOf {
  std::array<Number, 6> a{};
  std::array<Number, 9> b{};
  std::array<Number, 6> c{};
};
using SymmetricSpatial = SymmetricSpatialOf<double>;

template <class Number>
inline SpatialOf<Number> operator*(const SymmetricSpatialOf<Number>& m, const SpatialOf<Number>& x) {
  const auto& [a, b, c] = m;
  return {{a[0] * x[0] + a[1] * x[1] + a[2] * x[2] + b[0] * x[3] + b[1] * x[4] + b[2] * x[5],
           a[1] * x[0] + a[3] * x[1] + a[4] * x[2] + b[3] * x[3] + b[4] * x[4] + b[5] * x[5],
           a[2] * x[0] + a[4] * x[1] + a[5] * x[2] + b[6] * x[3] + b[7] * x[4] + b[8] * x[5],
           b[0] * x[0] + b[3] * x[1] + b[6] * x[2] + c[0] * x[3] + c[1] * x[4] + c[2] * x[5],
           b[1] * x[0] + b[4] * x[1] + b[7] * x[2] + c[1] * x[3] + c[3] * x[4] + c[4] * x[5],
           b[2] * x[0] + b[5] * x[1] + b[8] * x[2] + c[2] * x[3] + c[4] * x[4] + c[5] * x[5]}};
}

/// What a body has of itself: m for its motion, a symmetric matrix (xx, xy, xz, yy, yz, zz) for its turning.
template <class Number>
struct BodyMassOf {
  Number mass = 0;
  std::array<Number, 6> inertia{};
};
using BodyMass = BodyMassOf<double>;

template <class Number>
inline SpatialOf<Number> operator*(const BodyMassOf<Number>& m, const SpatialOf<Number>& x) {
  const auto& c = m.inertia;
  return {{m.mass * x[0], m.mass * x[1], m.mass * x[2], c[0] * x[3] + c[1] * x[4] + c[2] * x[5],
           c[1] * x[3] + c[3] * x[4] + c[4] * x[5], c[2] * x[3] + c[4] * x[4] + c[5] * x[5]}};
}

template <class Number>
inline void set(const BodyMassOf<Number>& m, SymmetricSpatialOf<Number>& out) {
  out.a = {m.mass, 0, 0, m.mass, 0, m.mass};
  out.b = {};
  out.c = m.inertia;
}

/// out = m - w w^T; both may be the same.
template <class Number>
inline void subtract_outer(const SymmetricSpatialOf<Number>& m, const SpatialOf<Number>& w,
                           SymmetricSpatialOf<Number>& out) {
  out.a[0] = m.a[0] - w[0] * w[0];
  out.a[1] = m.a[1] - w[0] * w[1];
  out.a[2] = m.a[2] - w[0] * w[2];
  out.a[3] = m.a[3] - w[1] * w[1];
  out.a[4] = m.a[4] - w[1] * w[2];
  out.a[5] = m.a[5] - w[2] * w[2];
  for (std::size_t i = 0; i < 3; ++i) {
    out.b[3 * i] = m.b[3 * i] - w[i] * w[3];
    out.b[3 * i + 1] = m.b[3 * i + 1] - w[i] * w[4];
    out.b[3 * i + 2] = m.b[3 * i + 2] - w[i] * w[5];
  }
  out.c[0] = m.c[0] - w[3] * w[3];
  out.c[1] = m.c[1] - w[3] * w[4];
  out.c[2] = m.c[2] - w[3] * w[5];
  out.c[3] = m.c[3] - w[4] * w[4];
  out.c[4] = m.c[4] - w[4] * w[5];
  out.c[5] = m.c[5] - w[5] * w[5];
}

/// m += s w w^T.
template <class Number>
inline void add_outer(SymmetricSpatialOf<Number>& m, const Number& s, const SpatialOf<Number>& w) {
  const SpatialOf<Number> sw{{s * w[0], s * w[1], s * w[2], s * w[3], s * w[4], s * w[5]}};
  m.a[0] += sw[0] * w[0];
  m.a[1] += sw[0] * w[1];
  m.a[2] += sw[0] * w[2];
  m.a[3] += sw[1] * w[1];
  m.a[4] += sw[1] * w[2];
  m.a[5] += sw[2] * w[2];
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) m.b[3 * i + j] += sw[i] * w[3 + j];
  }
  m.c[0] += sw[3] * w[3];
  m.c[1] += sw[3] * w[4];
  m.c[2] += sw[3] * w[5];
  m.c[3] += sw[4] * w[4];
  m.c[4] += sw[4] * w[5];
  m.c[5] += sw[5] * w[5];
}

/// m += X^T n X with X the transport of motions by `r` (motion_at): what a body carries at `r`, felt at m.
template <class Number>
inline void add_transported(SymmetricSpatialOf<Number>& m, const SymmetricSpatialOf<Number>& n,
                            const AnyVec3<Number>& r) {
  const Number x = r.x(), y = r.y(), z = r.z();
  const auto& a = n.a;
  // T = B - A [r]x; column k of A [r]x is A (r x)_k
  const Number t00 = n.b[0] - (a[1] * z - a[2] * y), t01 = n.b[1] - (a[2] * x - a[0] * z),
               t02 = n.b[2] - (a[0] * y - a[1] * x);
  const Number t10 = n.b[3] - (a[3] * z - a[4] * y), t11 = n.b[4] - (a[4] * x - a[1] * z),
               t12 = n.b[5] - (a[1] * y - a[3] * x);
  const Number t20 = n.b[6] - (a[4] * z - a[5] * y), t21 = n.b[7] - (a[5] * x - a[2] * z),
               t22 = n.b[8] - (a[2] * y - a[4] * x);
  for (std::size_t k = 0; k < 6; ++k) m.a[k] += a[k];
  m.b[0] += t00;
  m.b[1] += t01;
  m.b[2] += t02;
  m.b[3] += t10;
  m.b[4] += t11;
  m.b[5] += t12;
  m.b[6] += t20;
  m.b[7] += t21;
  m.b[8] += t22;
  // C + [r]x T - B^T [r]x
  const auto& b = n.b;
  m.c[0] += n.c[0] + (y * t20 - z * t10) - (b[3] * z - b[6] * y);
  m.c[1] += n.c[1] + (y * t21 - z * t11) - (b[6] * x - b[0] * z);
  m.c[2] += n.c[2] + (y * t22 - z * t12) - (b[0] * y - b[3] * x);
  m.c[3] += n.c[3] + (z * t01 - x * t21) - (b[7] * x - b[1] * z);
  m.c[4] += n.c[4] + (z * t02 - x * t22) - (b[1] * y - b[4] * x);
  m.c[5] += n.c[5] + (x * t12 - y * t02) - (b[2] * y - b[5] * x);
}

}  // namespace drawbar::physics
