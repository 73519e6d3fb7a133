#include "physics/formulations/sequential_impulses/drift.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "physics/math/rotation.h"
#include "physics/math/symmetric_eigen.h"

namespace drawbar::physics {
namespace {

/// Body rates are right to this times 1/h (rad).
constexpr double kTolerance = 1e-13;
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

// By the rotation vector 2 phi.
Quat turn(const Vec3& phi, const RotationTerms& terms) {
  const Vec3 v = terms.sinc * phi;
  return Quat(terms.cos, v.x(), v.y(), v.z());
}

Quat turn(const Vec3& phi) {
  return turn(phi, rotation_terms(phi.squaredNorm()));
}

// `momentum` in the axes of a body that has been turned by `q` since.
Vec3 turned_back(const Quat& q, const Vec3& momentum) {
  const Vec3 v = q.vec();
  const Vec3 t = 2 * momentum.cross(v);
  return momentum + (q.w() * t + t.cross(v));
}

// Turns a body about one of its principal axes as if nothing but the excess (1/kg m^2) of its inverse moment
// moved it; `momentum` in body axes.
Quat turn_about(const Vec3& axis, double excess, double h, const Vec3& momentum) {
  return turn((0.5 * h * excess * axis.dot(momentum)) * axis);
}

// Of a slender body, in body axes.
Quat slender_turn(const Slenderness& rod, const Vec3& at_start, double h) {
  const Mat3& axes = rod.principal_axes;
  const auto swing = [&](const Vec3& momentum) { return turn((0.5 * h * rod.across) * momentum); };
  const auto spin = [&](const Vec3& momentum) {
    return turn_about(axes.col(0), rod.along_excess, h, momentum);
  };
  const auto flat = [&](const Vec3& momentum) {
    return turn_about(axes.col(2), rod.flat_excess, 0.5 * h, momentum);
  };
  if (rod.round) return swing(at_start) * spin(at_start);
  const Quat first = flat(at_start);
  const Vec3 momentum = turned_back(first, at_start);
  const Quat third = spin(momentum);
  return first * swing(momentum) * third * flat(turned_back(third, momentum));
}

// Of any body, in body axes: the Lie midpoint's.
Quat midpoint_turn(const BodyModel& body, const Vec3& before, const Vec3& momentum, double h) {
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
  return turn(phi, terms);
}

}  // namespace

Slenderness::Slenderness(const Mat3& inertia) {
  constexpr double kSlender = 0.1;
  constexpr double kRound = 1e-9;
  std::array<double, 9> diagonal{};
  std::array<double, 9> axes{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      diagonal[3 * i + j] = inertia(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
    }
  }
  symmetric_eigen(3, diagonal, axes);
  std::array<std::size_t, 3> order{0, 1, 2};
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return diagonal[4 * a] < diagonal[4 * b]; });
  std::array<double, 3> moments{};  // kg m^2
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t from = order[k];
    moments[k] = diagonal[4 * from];
    principal_axes.col(static_cast<Eigen::Index>(k)) = Vec3(axes[from], axes[3 + from], axes[6 + from]);
  }
  slender = moments[0] < kSlender * moments[1];
  round = moments[2] - moments[1] < kRound * moments[1];
  across = 1 / moments[1];
  along_excess = 1 / moments[0] - across;
  flat_excess = 1 / moments[2] - across;
}

void drift(const BodyModel& body, const Slenderness& rod, const BodyFrame& from, const Quat& orientation,
           const Vec3& velocity, const Vec3& angular_velocity, double h, DriftedBody& out) {
  const Vec3 before = from.rotation.transpose() * angular_velocity;
  const Vec3 momentum = body.inertia * before;
  out.momentum = momentum;
  out.frame.center = from.center + h * velocity;
  out.orientation = renormalised(orientation * (rod.slender ? slender_turn(rod, momentum, h)
                                                            : midpoint_turn(body, before, momentum, h)));
  out.frame.rotation = out.orientation.toRotationMatrix();
}

}  // namespace drawbar::physics
