// One scalar constraint row between two bodies, the brick that joints, limits, drives and contacts are made
// of.
//
// With the Jacobian J = [-linear, -angular_a, linear, angular_b] on V = (v_a, w_a, v_b, w_b), a row knows its
// velocity J V, its response K = J M^-1 J^T (speed per unit of impulse) and how to apply an impulse M^-1 J^T
// L.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "physics/math/elementary.h"
#include "physics/math/types.h"
#include "physics/model/step_context.h"
#include "physics/model/twist.h"

namespace drawbar::physics {

/// What an impulse does to a body at the present pose.
struct BodyResponse {
  double inverse_mass = 0;              ///< 1/kg
  Mat3 inverse_inertia = Mat3::Zero();  ///< 1/(kg m^2), world axes
};

struct Row {
  std::size_t body_a = 0;
  std::size_t body_b = 0;
  Vec3 linear = Vec3::Zero();
  Vec3 angular_a = Vec3::Zero();
  Vec3 angular_b = Vec3::Zero();
  double inverse_mass_a = 0;
  double inverse_mass_b = 0;
  Vec3 turned_a = Vec3::Zero();  ///< I_a^-1 angular_a
  Vec3 turned_b = Vec3::Zero();
  double response = 0;  ///< K

  /// Row that acts with (linear, angular) on the velocity of b relative to a at points `arm_a`, `arm_b` off
  /// their centres of mass.
  static Row between(std::span<const BodyResponse> bodies, std::size_t a, std::size_t b, const Vec3& arm_a,
                     const Vec3& arm_b, const Vec3& linear, const Vec3& angular) {
    Row row;
    row.body_a = a;
    row.body_b = b;
    row.linear = linear;
    row.angular_a = arm_a.cross(linear) + angular;
    row.angular_b = arm_b.cross(linear) + angular;
    row.inverse_mass_a = bodies[a].inverse_mass;
    row.inverse_mass_b = bodies[b].inverse_mass;
    row.turned_a = bodies[a].inverse_inertia * row.angular_a;
    row.turned_b = bodies[b].inverse_inertia * row.angular_b;
    row.response = row.coupling(row);
    return row;
  }

  /// J M^-1 J'^T with another row between the same two bodies.
  double coupling(const Row& other) const {
    return (inverse_mass_a + inverse_mass_b) * linear.dot(other.linear) + angular_a.dot(other.turned_a) +
           angular_b.dot(other.turned_b);
  }

  double velocity(std::span<const Twist> v) const {
    return linear.dot(v[body_b].linear - v[body_a].linear) + angular_b.dot(v[body_b].angular) -
           angular_a.dot(v[body_a].angular);
  }

  void apply(std::span<Twist> v, double impulse) const {
    v[body_a].linear -= (impulse * inverse_mass_a) * linear;
    v[body_a].angular -= impulse * turned_a;
    v[body_b].linear += (impulse * inverse_mass_b) * linear;
    v[body_b].angular += impulse * turned_b;
  }
};

/// A row with a target speed, softness and bounds on its ACCUMULATED impulse (paper 003 eqs. 14-16, paper 004
/// eqs. 13-15):  J V + softness L = target,  lower <= L <= upper.
struct ScalarConstraint {
  Row row;
  double target = 0;    ///< m/s or rad/s
  double softness = 0;  ///< gamma: speed per unit of impulse
  double lower = -kUnbounded;
  double upper = kUnbounded;
  double impulse = 0;  ///< L, N s or N m s

  /// One visit; the speed it changed at the row (m/s or rad/s).
  double solve(std::span<Twist> v) {
    const double stiffness = row.response + softness;
    if (!(stiffness > 0)) return 0;
    const double wanted = impulse + (target - row.velocity(v) - softness * impulse) / stiffness;
    const double change = std::clamp(wanted, lower, upper) - impulse;
    impulse += change;
    row.apply(v, change);
    return change * row.response;
  }
};

}  // namespace drawbar::physics
