#include "physics/formulations/sequential_impulses/tree/rotation_rates.h"

#include <algorithm>
#include <cmath>

#include "physics/formulations/sequential_impulses/control/substep_level.h"
#include "physics/math/rotation.h"

namespace drawbar::physics {
namespace {

/// A nutation of less (rad) is left as it comes.
constexpr double kSeenNutation = 1e-3;

// Determinant of the response of a node's angular velocity across `axle` to angular impulses, 1/(kg m^2)^2.
double mobility_across(std::size_t i, const Vec3& axle, const TreeFactor& factor) {
  Vec3 first, second;
  tangents_of(axle, first, second);
  Spatial a = spatial(Vec3::Zero(), first);
  Spatial b = spatial(Vec3::Zero(), second);
  double aa = 0, ab = 0, bb = 0;
  for (std::size_t node = i; node != kNone; node = factor.pivots[node].parent) {
    NodeCoordinates z{}, y{};
    factor.step_up(node, a, z);
    factor.step_up(node, b, y);
    for (std::size_t k = 0; k < z.size(); ++k) {
      aa += z[k] * z[k];
      ab += z[k] * y[k];
      bb += y[k] * y[k];
    }
  }
  return std::max(0.0, aa * bb - ab * ab);
}

}  // namespace

double RotationRates::squared_across_axle(std::size_t i, const Vec3& w) const {
  const Vec3 axle = poses_.start[topology_.nodes[i].body].rotation * data_.models[i].spin_axis;
  return (w - axle.dot(w) * axle).squaredNorm();
}

// `turn` (of a node) is an angular velocity or a change of it.
template <class Turn>
double RotationRates::largest_squared(std::size_t group, Turn turn) const {
  double largest = 0;
  topology_.for_each_node(topology_.groups[group], [&](std::size_t i) {
    if (!data_.models[i].lone) largest = std::max(largest, squared(i, turn(i)));
  });
  return largest;
}

double RotationRates::of_motion(std::size_t group, const State& state) const {
  return std::sqrt(largest_squared(
      group, [&](std::size_t i) -> Vec3 { return state.bodies[topology_.nodes[i].body].angular_velocity; }));
}

double RotationRates::of_acceleration(std::size_t group, double kick, const Velocities& velocities) const {
  const double change = largest_squared(group, [&](std::size_t i) -> Vec3 {
    return velocities.node[i].angular() - data_.links[i].angular_velocity_before;
  });
  return std::sqrt(std::sqrt(change) / kick);
}

// A spinning body turns its axle sideways: I w' = L x w, where I is the inertia of the whole machine there
// across the axle. The axle nutates at L / I rad/s, which no angular velocity shows; the leapfrog errs in its
// phase.
double RotationRates::of_nutation(std::size_t i, double kick, const Velocities& velocities,
                                  const TreeFactor& factor) const {
  const LinkModel& link = data_.models[i];
  if (!link.has_spin_axis || !data_.links[i].joined) return 0;
  const Vec3 axle = poses_.start[topology_.nodes[i].body].rotation * link.spin_axis;
  const auto across = [&](const Vec3& w) { return (w - axle.dot(w) * axle).squaredNorm(); };
  const Vec3 w = velocities.node[i].angular();
  const double momentum = link.inertia_along * std::fabs(axle.dot(w));
  if (!(momentum > Refinement::kSlowRate * link.inertia_across)) return 0;
  const double rate = momentum * std::sqrt(mobility_across(i, axle, factor));
  if (!(rate > Refinement::kSlowRate)) return 0;
  // The phase per kick of an oscillation.
  const double phase = kick * rate;
  const double swung = across(w) + across(w - data_.links[i].angular_velocity_before) / (phase * phase);
  const double seen = kSeenNutation * rate;
  return swung > seen * seen ? rate : 0;
}

bool RotationRates::turn_too_far(const Island& island, double h, const Velocities& velocities) const {
  const double most = kLargestTurn * kLargestTurn;
  for (const std::size_t i : island.nodes) {
    const Vec3 w = velocities.node[i].angular();
    if (w.squaredNorm() * (h * h) <= most || data_.models[i].spins_freely) continue;
    if (squared(i, w) * (h * h) > most) return true;
  }
  return false;
}

}  // namespace drawbar::physics
