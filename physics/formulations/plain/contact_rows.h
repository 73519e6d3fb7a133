// Contact points as rows: normal, Coulomb cone, rolling and spinning friction.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "physics/constraint/row.h"
#include "physics/contact/collision_world.h"
#include "physics/model/model.h"
#include "physics/model/state.h"

namespace drawbar::physics {

/// All contacts of one substep. Impulses go back to the points' ContactMemory by store().
class ContactRows {
 public:
  explicit ContactRows(std::size_t capacity);

  /// Rows of every point of `manifolds`. `v` are the velocities BEFORE this substep's external impulses:
  /// restitution reflects them. Warm impulses are the remembered ones times `warm_scale`.
  void prepare(std::span<Manifold> manifolds, const std::vector<BodyState>& bodies,
               std::span<const BodyResponse> responses, std::span<const Twist> v, double h,
               double warm_scale);
  void warm_start(std::span<Twist> v) const;
  /// One visit of every point; the largest speed changed at a row.
  double solve(std::span<Twist> v);
  /// One visit of the pseudo-velocities that remove penetration.
  double solve_positions(std::span<Twist> pseudo);
  void store(double h) const;

 private:
  struct Point {
    ContactMemory* memory = nullptr;
    ScalarConstraint normal;
    ScalarConstraint push;  // the pseudo-velocity twin of `normal`
    Row tangent[2];
    double tangent_coupling = 0;
    std::array<double, 2> tangent_impulse{};
    double friction = 0;
    Row turn[3];  // about the tangents (rolling) and the normal (spinning)
    double turn_impulse[3] = {0, 0, 0};
    double rolling = 0;   // m
    double spinning = 0;  // m
  };
  static double solve_friction(Point& point, std::span<Twist> v);
  static double solve_turning(Point& point, std::span<Twist> v);

  std::vector<Point> points_;
};

}  // namespace drawbar::physics
