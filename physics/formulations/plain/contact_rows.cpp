#include "physics/formulations/plain/contact_rows.h"

#include <algorithm>
#include <cmath>

#include "physics/math/rotation.h"

namespace drawbar::physics {
namespace {

/// Slower than this (m/s) an impact is plastic, so that a bouncing ball comes to rest.
constexpr double kRestitutionThreshold = 0.05;
/// Part of a penetration removed in one substep (paper 003 eq. 19).
constexpr double kErrorReduction = 0.2;

}  // namespace

ContactRows::ContactRows(std::size_t capacity) {
  points_.reserve(capacity);
}

void ContactRows::prepare(std::span<Manifold> manifolds, const std::vector<BodyState>& bodies,
                          std::span<const BodyResponse> responses, std::span<const Twist> v, double h,
                          double warm_scale) {
  points_.clear();
  for (Manifold& manifold : manifolds) {
    const std::size_t a = manifold.body_a;
    const std::size_t b = manifold.body_b;
    for (ContactPoint& contact : manifold.contacts()) {
      Point& point = points_.emplace_back();
      point.memory = &contact.memory;
      const Vec3 arm_a = contact.position - bodies[a].center;
      const Vec3 arm_b = contact.position - bodies[b].center;
      const auto row = [&](const Vec3& linear, const Vec3& angular) {
        return Row::between(responses, a, b, arm_a, arm_b, linear, angular);
      };
      Vec3 tangent[2];
      tangents_of(contact.normal, tangent[0], tangent[1]);

      point.normal.row = row(contact.normal, Vec3::Zero());
      point.normal.lower = 0;
      point.normal.impulse = warm_scale * contact.memory.normal_impulse;
      point.normal.target = -std::max(contact.gap, 0.0) / h;
      const double approach = point.normal.row.velocity(v);
      if (approach < -kRestitutionThreshold && contact.gap + h * approach < 0) {
        point.normal.target = std::max(point.normal.target, -manifold.surface.restitution * approach);
      }
      point.push.row = point.normal.row;
      point.push.lower = 0;
      point.push.target = -kErrorReduction * std::min(contact.gap, 0.0) / h;

      point.friction = manifold.surface.friction;
      for (std::size_t k = 0; k < 2; ++k) {
        point.tangent[k] = row(tangent[k], Vec3::Zero());
        point.tangent_impulse[k] = warm_scale * tangent[k].dot(contact.memory.friction_impulse);
      }
      point.tangent_coupling = point.tangent[0].coupling(point.tangent[1]);

      point.rolling = manifold.surface.rolling_friction;
      point.spinning = manifold.surface.spinning_friction;
      const Vec3 about[3] = {tangent[0], tangent[1], contact.normal};
      for (std::size_t k = 0; k < 3; ++k) {
        if ((k < 2 ? point.rolling : point.spinning) <= 0) continue;
        point.turn[k] = row(Vec3::Zero(), about[k]);
        point.turn_impulse[k] = warm_scale * about[k].dot(contact.memory.resistance_impulse);
      }
    }
  }
}

void ContactRows::warm_start(std::span<Twist> v) const {
  for (const Point& point : points_) {
    point.normal.row.apply(v, point.normal.impulse);
    for (std::size_t k = 0; k < 2; ++k) point.tangent[k].apply(v, point.tangent_impulse[k]);
    for (std::size_t k = 0; k < 3; ++k) {
      if (point.turn_impulse[k] != 0) point.turn[k].apply(v, point.turn_impulse[k]);
    }
  }
}

double ContactRows::solve(std::span<Twist> v) {
  double largest = 0;
  for (Point& point : points_) {
    largest = std::max(largest, std::fabs(point.normal.solve(v)));
    if (point.friction > 0) largest = std::max(largest, solve_friction(point, v));
    if (point.rolling > 0 || point.spinning > 0) largest = std::max(largest, solve_turning(point, v));
  }
  return largest;
}

// Sticking if the impulse that stops both tangents lies in the cone. Otherwise a step along the slip itself,
// back onto the disc: where that rests, friction opposes the slip. (Putting the stopping impulse on the disc
// instead would turn friction into the direction K^-1 u, and a box would slide down a slope that holds it.)
double ContactRows::solve_friction(Point& point, std::span<Twist> v) {
  const double k00 = point.tangent[0].response;
  const double k11 = point.tangent[1].response;
  const double k01 = point.tangent_coupling;
  const double determinant = k00 * k11 - k01 * k01;
  if (!(determinant > 0)) return 0;
  const double u0 = point.tangent[0].velocity(v);
  const double u1 = point.tangent[1].velocity(v);
  const double most = point.friction * point.normal.impulse;
  double wanted0 = point.tangent_impulse[0] - (k11 * u0 - k01 * u1) / determinant;
  double wanted1 = point.tangent_impulse[1] - (k00 * u1 - k01 * u0) / determinant;
  if (wanted0 * wanted0 + wanted1 * wanted1 > most * most) {
    const double half = 0.5 * (k00 - k11);
    const double largest = 0.5 * (k00 + k11) + std::sqrt(half * half + k01 * k01);
    wanted0 = point.tangent_impulse[0] - u0 / largest;
    wanted1 = point.tangent_impulse[1] - u1 / largest;
    const double length = std::sqrt(wanted0 * wanted0 + wanted1 * wanted1);
    if (length > most) {
      wanted0 *= most / length;
      wanted1 *= most / length;
    }
  }
  const double change0 = wanted0 - point.tangent_impulse[0];
  const double change1 = wanted1 - point.tangent_impulse[1];
  point.tangent_impulse[0] = wanted0;
  point.tangent_impulse[1] = wanted1;
  point.tangent[0].apply(v, change0);
  point.tangent[1].apply(v, change1);
  return std::max(std::fabs(change0) * k00, std::fabs(change1) * k11);
}

double ContactRows::solve_turning(Point& point, std::span<Twist> v) {
  double largest = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const double arm = k < 2 ? point.rolling : point.spinning;
    if (arm <= 0 || !(point.turn[k].response > 0)) continue;
    const double most = arm * point.normal.impulse;
    const double wanted = point.turn_impulse[k] - point.turn[k].velocity(v) / point.turn[k].response;
    const double change = std::clamp(wanted, -most, most) - point.turn_impulse[k];
    point.turn_impulse[k] += change;
    point.turn[k].apply(v, change);
    // In m/s at one metre, so that the sweeps' tolerance has one meaning.
    largest = std::max(largest, std::fabs(change) * point.turn[k].response);
  }
  return largest;
}

double ContactRows::solve_positions(std::span<Twist> pseudo) {
  double largest = 0;
  for (Point& point : points_) {
    if (point.push.target <= 0 && point.push.impulse <= 0) continue;
    largest = std::max(largest, std::fabs(point.push.solve(pseudo)));
  }
  return largest;
}

void ContactRows::store() const {
  for (const Point& point : points_) {
    ContactMemory& memory = *point.memory;
    memory.normal_impulse = point.normal.impulse;
    memory.friction_impulse = point.tangent_impulse[0] * point.tangent[0].linear +
                              point.tangent_impulse[1] * point.tangent[1].linear;
    memory.resistance_impulse = Vec3::Zero();
    for (std::size_t k = 0; k < 3; ++k) {
      if (point.turn_impulse[k] != 0)
        memory.resistance_impulse += point.turn_impulse[k] * point.turn[k].angular_b;
    }
  }
}

}  // namespace drawbar::physics
