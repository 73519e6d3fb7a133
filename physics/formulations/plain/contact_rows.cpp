#include "physics/formulations/plain/contact_rows.h"

#include <algorithm>
#include <cmath>

#include "physics/constraint/coulomb_disc.h"
#include "physics/constraint/stopping.h"
#include "physics/math/rotation.h"

namespace drawbar::physics {

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
        point.normal.target = std::max(point.normal.target, -contact.surface->restitution * approach);
      }
      point.push.row = point.normal.row;
      point.push.lower = 0;
      point.push.target = -kErrorReduction * std::min(contact.gap, 0.0) / h;

      point.friction = contact.surface->friction;
      for (std::size_t k = 0; k < 2; ++k) {
        point.tangent[k] = row(tangent[k], Vec3::Zero());
        point.tangent_impulse[k] = warm_scale * tangent[k].dot(contact.memory.friction_impulse);
      }
      point.tangent_coupling = point.tangent[0].coupling(point.tangent[1]);

      point.rolling = contact.surface->rolling_friction;
      point.spinning = contact.surface->spinning_friction;
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

double ContactRows::solve_friction(Point& point, std::span<Twist> v) {
  const Row &one = point.tangent[0], &two = point.tangent[1];
  const std::array<double, 2> wanted =
      coulomb_disc({one.response, two.response, point.tangent_coupling}, {one.velocity(v), two.velocity(v)},
                   point.tangent_impulse, point.friction * point.normal.impulse);
  double largest = 0;
  for (std::size_t k = 0; k < 2; ++k) {
    const double change = wanted[k] - point.tangent_impulse[k];
    point.tangent_impulse[k] = wanted[k];
    point.tangent[k].apply(v, change);
    largest = std::max(largest, std::fabs(change) * point.tangent[k].response);
  }
  return largest;
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

void ContactRows::store(double h) const {
  for (const Point& point : points_) {
    ContactMemory& memory = *point.memory;
    memory.normal_impulse = point.normal.impulse;
    memory.friction_impulse = point.tangent_impulse[0] * point.tangent[0].linear +
                              point.tangent_impulse[1] * point.tangent[1].linear;
    memory.force.mean = (memory.normal_impulse * point.normal.row.linear + memory.friction_impulse) / h;
    memory.resistance_impulse = Vec3::Zero();
    for (std::size_t k = 0; k < 3; ++k) {
      if (point.turn_impulse[k] != 0)
        memory.resistance_impulse += point.turn_impulse[k] * point.turn[k].angular_b;
    }
  }
}

}  // namespace drawbar::physics
