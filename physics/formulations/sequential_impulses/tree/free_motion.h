// Free flight of one body, or of four, over a substep at constant momentum: the drift of the leapfrog.
#pragma once

#include <cmath>
#include <limits>

#include "physics/joint/joint_geometry.h"
#include "physics/math/rotation.h"
#include "physics/model/model.h"

namespace drawbar::physics {

/// Whether a body is a rod, and its axes then (see drift).
template <class Number>
struct SlendernessOf {
  bool slender = false;  ///< the least principal moment is below a tenth of the middle one
  bool round = false;    ///< the two larger ones are equal
  Mat3Of<Number> principal_axes = Mat3Of<Number>::Identity();  ///< columns, body axes, least moment first
  // Inverse moments, 1/(kg m^2): the middle one, and by how much the others exceed it.
  Number across = 1;
  Number along_excess = 0;
  Number flat_excess = 0;
};
using Slenderness = SlendernessOf<double>;

/// `inertia` in body axes.
Slenderness slenderness(const Mat3& inertia);

/// Pose after `h` of a body that starts at (`from`, `orientation`) with momentum m v and world angular
/// momentum L = I(orientation) w. The rotation is the Lie midpoint's,
///   q' = q exp(h W),   I_body W = rotation of L_body by -h W / 2,
/// solved for the body rates W at the middle: symmetric in time, |L| kept, energy without drift.
///
/// A slender body would lose its spin that way (W about its axis is w / (1 + (I/I_1)(|w| h/2)^2)). Its
/// kinetic energy is split in two instead: that of a symmetric top, whose motion is known (it turns about L
/// by h |L|/I_2 and spins about itself by h l_1 (1/I_1 - 1/I_2)), between two halves of l_3^2 (1/I_3 -
/// 1/I_2)/2, which turn it about its third axis. Symmetric in time, |L| and every l_1 of a round rod kept
/// (Fasso, Comparison of splitting algorithms for the rigid body, J. Comput. Phys. 189, 2003).
template <class Number>
struct DriftedBodyOf {
  BodyFrameOf<Number> frame;
  QuatOf<Number> orientation = QuatOf<Number>::Identity();
  /// Angular, which the drift keeps in world axes, in body axes at its start.
  Vec3Of<Number> momentum = Vec3Of<Number>::Zero();
};
using DriftedBody = DriftedBodyOf<double>;

/// cos, sin(x)/x and (1 - cos x)/x^2 of x = |phi|.
template <class Number>
struct RotationTermsOf {
  Number cos;
  Number sinc;
  Number versine;
};

/// 1 + z/(first (first + 1)) (1 + z/((first + 2)(first + 3)) (...)): `terms` of them after the 1.
template <int first, int terms, class Number>
inline Number series(const Number& z) {
  if constexpr (terms == 0) {
    return 1.0;
  } else {
    return 1.0 + z * (1.0 / (first * (first + 1))) * series<first + 2, terms - 1>(z);
  }
}

template <int terms, class Number>
inline RotationTermsOf<Number> series_terms(const Number& squared) {
  const Number versine = 0.5 * series<3, terms>(Number(-squared));
  return {1.0 - squared * versine, series<2, terms>(Number(-squared)), versine};
}

/// Up to these half angles the series, five terms and eight, are exact to rounding.
inline constexpr double kShortSeries = 0.125;
inline constexpr double kLongSeries = 0.5;

inline RotationTermsOf<double> rotation_terms(double squared) {
  if (squared <= kShortSeries * kShortSeries) return series_terms<4>(squared);
  if (squared <= kLongSeries * kLongSeries) return series_terms<7>(squared);
  const double angle = std::sqrt(squared);
  const SinCos s = sin_cos(angle);
  return {s.cos, s.sin / angle, (1 - s.cos) / squared};
}

/// Beyond the series a lane is not a number.
inline RotationTermsOf<Wide> rotation_terms(const Wide& squared) {
  RotationTermsOf<Wide> terms = series_terms<4>(squared);
  const auto longer = !(squared <= kShortSeries * kShortSeries);
  if (!any(longer)) return terms;
  constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
  const RotationTermsOf<Wide> more = series_terms<7>(squared);
  const auto known = squared <= kLongSeries * kLongSeries;
  terms.cos = select(longer, select(known, more.cos, kNothing), terms.cos);
  terms.sinc = select(longer, select(known, more.sinc, kNothing), terms.sinc);
  terms.versine = select(longer, select(known, more.versine, kNothing), terms.versine);
  return terms;
}

/// By the rotation vector 2 phi.
template <class Number>
inline QuatOf<Number> turn(const Vec3Of<Number>& phi, const RotationTermsOf<Number>& terms) {
  const Vec3Of<Number> v = terms.sinc * phi;
  return QuatOf<Number>(terms.cos, v.x(), v.y(), v.z());
}

template <class Number>
inline QuatOf<Number> turn(const Vec3Of<Number>& phi) {
  return turn(phi, rotation_terms(Number(phi.squaredNorm())));
}

/// `momentum` in the axes of a body that has been turned by `q` since.
template <class Number>
inline Vec3Of<Number> turned_back(const QuatOf<Number>& q, const Vec3Of<Number>& momentum) {
  const Vec3Of<Number> v = q.vec();
  const Vec3Of<Number> t = 2 * momentum.cross(v);
  return momentum + (q.w() * t + t.cross(v));
}

/// Turns a body about one of its principal axes as if nothing but the excess (1/kg m^2) of its inverse moment
/// moved it; `momentum` in body axes.
template <class Number>
inline QuatOf<Number> turn_about(const Vec3Of<Number>& axis, const Number& excess, double h,
                                 const Vec3Of<Number>& momentum) {
  return turn(Vec3Of<Number>((0.5 * h * excess * axis.dot(momentum)) * axis));
}

/// Rotation of a slender body over a drift, in body axes.
template <class Number>
inline QuatOf<Number> slender_turn(const SlendernessOf<Number>& rod, const Vec3Of<Number>& at_start,
                                   double h) {
  const Vec3Of<Number> along = rod.principal_axes.col(0);
  const Vec3Of<Number> flat = rod.principal_axes.col(2);
  const Number swing = 0.5 * h * rod.across;
  if (rod.round) {
    return turn(Vec3Of<Number>(swing * at_start)) * turn_about(along, rod.along_excess, h, at_start);
  }
  const QuatOf<Number> first = turn_about(flat, rod.flat_excess, 0.5 * h, at_start);
  const Vec3Of<Number> momentum = turned_back(first, at_start);
  const QuatOf<Number> third = turn_about(along, rod.along_excess, h, momentum);
  return first * turn(Vec3Of<Number>(swing * momentum)) * third *
         turn_about(flat, rod.flat_excess, 0.5 * h, turned_back(third, momentum));
}

/// Rotation of any body over a drift, in body axes, by the Lie midpoint rule.
template <class Number>
inline QuatOf<Number> midpoint_turn(const Mat3Of<Number>& inverse_inertia, const Vec3Of<Number>& before,
                                    const Vec3Of<Number>& momentum, double h) {
  constexpr double kTolerance = 1e-13;  // body rates are right to this times 1/h (rad)
  constexpr int kMostIterations = 40;
  constexpr double kSmallAngle = 0.95;  // its cosine
  Vec3Of<Number> rates = before;
  RotationTermsOf<Number> terms{};
  Vec3Of<Number> phi;
  for (int iteration = 0; iteration < kMostIterations; ++iteration) {
    phi = (0.5 * h) * rates;
    terms = rotation_terms(Number(phi.squaredNorm()));
    const Vec3Of<Number> turned =
        terms.cos * momentum - terms.sinc * phi.cross(momentum) + (terms.versine * phi.dot(momentum)) * phi;
    const Vec3Of<Number> residual = inverse_inertia * turned - rates;
    const auto going_on = !(residual.squaredNorm() * (h * h) < kTolerance * kTolerance);
    if (!any(going_on)) break;
    Vec3Of<Number> step = residual;
    const auto small = terms.cos > kSmallAngle;
    if (any(small)) {
      // Newton with the derivative at small angles: (1 - h/2 I^-1 [L]x) dW = residual.
      const Mat3Of<Number> slope =
          Mat3Of<Number>::Identity() - (0.5 * h) * (inverse_inertia * cross_matrix(turned));
      const Vec3Of<Number> a = slope.col(0), b = slope.col(1), c = slope.col(2);
      const Vec3Of<Number> bc = b.cross(c);
      const Number determinant = a.dot(bc);
      const Vec3Of<Number> newton =
          Vec3Of<Number>(residual.dot(bc), a.dot(residual.cross(c)), a.dot(b.cross(residual))) / determinant;
      step = select(small, newton, step);
    }
    rates = select(going_on, Vec3Of<Number>(rates + step), rates);
  }
  return turn(phi, terms);
}

/// `Body` has inertia and inverse_inertia in body axes, as BodyModel.
template <class Number, class Body>
inline void drift(const Body& body, const SlendernessOf<Number>& rod, const BodyFrameOf<Number>& from,
                  const QuatOf<Number>& orientation, const Vec3Of<Number>& velocity,
                  const Vec3Of<Number>& angular_velocity, double h, DriftedBodyOf<Number>& out) {
  const Vec3Of<Number> before = from.rotation.transpose() * angular_velocity;
  const Vec3Of<Number> momentum = body.inertia * before;
  out.momentum = momentum;
  out.frame.center = from.center + h * velocity;
  const QuatOf<Number> turned = rod.slender
                                    ? slender_turn(rod, momentum, h)
                                    : midpoint_turn<Number>(body.inverse_inertia, before, momentum, h);
  out.orientation = renormalised(QuatOf<Number>(orientation * turned));
  out.frame.rotation = out.orientation.toRotationMatrix();
}

/// Angular velocity (world axes) of the body after a drift from `from`: the same L at the new axes.
template <class Number, class Body>
inline Vec3Of<Number> drifted_angular_velocity(const Body& body, const BodyFrameOf<Number>& from,
                                               const DriftedBodyOf<Number>& to) {
  const Mat3Of<Number>& axes = to.frame.rotation;
  return axes * (body.inverse_inertia * (axes.transpose() * (from.rotation * to.momentum)));
}

}  // namespace drawbar::physics
