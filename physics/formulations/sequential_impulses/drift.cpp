#include "physics/formulations/sequential_impulses/drift.h"

#include <cmath>

#include "physics/math/rotation.h"

namespace drawbar::physics {
namespace {

/// Body rates are right to this times 1/h (rad).
constexpr double kTolerance = 1e-11;
constexpr int kMostIterations = 40;
/// Up to these half angles the series below, five terms and eight, are exact to rounding.
constexpr double kShortSeries = 0.125;
constexpr double kLongSeries = 0.5;

// cos, sin(x)/x and (1 - cos x)/x^2 of x = |phi|.
struct RotationTerms {
  double cos;
  double sinc;
  double versine;
};

/// 1 + z/(first (first + 1)) (1 + z/((first + 2)(first + 3)) (...)): `terms` of them after the 1.
template <int first, int terms>
double series(double z) {
  if constexpr (terms == 0) {
    return 1.0;
  } else {
    return 1.0 + z * (1.0 / (first * (first + 1))) * series<first + 2, terms - 1>(z);
  }
}

template <int terms>
RotationTerms series_terms(double squared) {
  const double versine = 0.5 * series<3, terms>(-squared);
  return {1 - squared * versine, series<2, terms>(-squared), versine};
}

RotationTerms rotation_terms(double squared) {
  if (squared <= kShortSeries * kShortSeries) return series_terms<4>(squared);
  if (squared <= kLongSeries * kLongSeries) return series_terms<7>(squared);
  const double angle = std::sqrt(squared);
  const SinCos s = sin_cos(angle);
  return {s.cos, s.sin / angle, (1 - s.cos) / squared};
}

}  // namespace

void drift(const BodyModel& body, const BodyFrame& from, const Quat& orientation, const Vec3& velocity,
           const Vec3& angular_velocity, double h, DriftedBody& out) {
  const Vec3 before = from.rotation.transpose() * angular_velocity;
  const Vec3 momentum = body.inertia * before;
  Vec3 rates = before;
  RotationTerms terms{};
  Vec3 phi;
  for (int iteration = 0; iteration < kMostIterations; ++iteration) {
    phi = (0.5 * h) * rates;
    terms = rotation_terms(phi.squaredNorm());
    const Vec3 turned =
        terms.cos * momentum - terms.sinc * phi.cross(momentum) + (terms.versine * phi.dot(momentum)) * phi;
    const Vec3 residual = body.inverse_inertia * turned - rates;
    if (residual.squaredNorm() * (h * h) < kTolerance * kTolerance) break;
    if (terms.cos > 0.95) {
      // Newton with the derivative at small angles: (1 - h/2 I^-1 [L]x) dW = residual.
      const Mat3 slope = Mat3::Identity() - (0.5 * h) * (body.inverse_inertia * cross_matrix(turned));
      const Vec3 a = slope.col(0), b = slope.col(1), c = slope.col(2);
      const Vec3 bc = b.cross(c);
      const double determinant = a.dot(bc);
      rates += Vec3(residual.dot(bc), a.dot(residual.cross(c)), a.dot(b.cross(residual))) / determinant;
    } else {
      rates += residual;
    }
  }
  out.frame.center = from.center + h * velocity;
  const Vec3 v = terms.sinc * phi;
  out.orientation = renormalised(orientation * Quat(terms.cos, v.x(), v.y(), v.z()));
  out.frame.rotation = out.orientation.toRotationMatrix();
}

Vec3 drifted_angular_velocity(const BodyModel& body, const BodyFrame& from, const Vec3& angular_velocity,
                              const BodyFrame& to) {
  const Vec3 momentum = from.rotation * (body.inertia * (from.rotation.transpose() * angular_velocity));
  return to.rotation * (body.inverse_inertia * (to.rotation.transpose() * momentum));
}

}  // namespace drawbar::physics
