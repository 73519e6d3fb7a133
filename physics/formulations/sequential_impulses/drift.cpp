#include "physics/formulations/sequential_impulses/drift.h"

#include <cmath>

#include "physics/math/rotation.h"

namespace drawbar::physics {
namespace {

/// Body rates are right to this times 1/h (rad).
constexpr double kTolerance = 1e-11;
constexpr int kMostIterations = 40;
/// Up to this half angle the series below are exact to rounding.
constexpr double kSeriesLimit = 0.5;

// cos, sin(x)/x and (1 - cos x)/x^2 of x = |phi|.
struct RotationTerms {
  double cos;
  double sinc;
  double versine;
};

RotationTerms rotation_terms(double squared) {
  if (squared <= kSeriesLimit * kSeriesLimit) {
    const double z = -squared;
    const double sinc =
        1 +
        z / 6 * (1 + z / 20 * (1 + z / 42 * (1 + z / 72 * (1 + z / 110 * (1 + z / 156 * (1 + z / 210))))));
    const double versine =
        0.5 *
        (1 +
         z / 12 * (1 + z / 30 * (1 + z / 56 * (1 + z / 90 * (1 + z / 132 * (1 + z / 182 * (1 + z / 240)))))));
    return {1 - squared * versine, sinc, versine};
  }
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
  out.orientation = normalised(orientation * Quat(terms.cos, v.x(), v.y(), v.z()));
  out.frame.rotation = out.orientation.toRotationMatrix();
}

Vec3 drifted_angular_velocity(const BodyModel& body, const BodyFrame& from, const Vec3& angular_velocity,
                              const BodyFrame& to) {
  const Vec3 momentum = from.rotation * (body.inertia * (from.rotation.transpose() * angular_velocity));
  return to.rotation * (body.inverse_inertia * (to.rotation.transpose() * momentum));
}

}  // namespace drawbar::physics
