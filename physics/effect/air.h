// The air: wind, and what it does to bodies that have a drag area.
//
// On a point that moves at v the air, itself moving at w, pushes with F = rho/2 A |u| u, u = w - v, A being
// drag coefficient times area (Hoerner, Fluid-Dynamic Drag, 1965, chapter 1: the definition of C_D).
//
// In a kick of k s that is the impulse of the exact solution of m u' = -rho/2 A |u| u,
//   p = k K u / (1 + k K / m),  K = rho/2 A |u|,
// u being taken in the middle of what else the kick does to the body freely: second order, and whatever
// moves lightly in a storm is brought to the wind's speed and never beyond. m is what resists at the point
// along u: of a body by itself 1/m = 1/mass + (r x e).I^-1(r x e); of a machine its whole mass.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "physics/effect/envelope.h"
#include "physics/model/model.h"
#include "physics/model/state.h"
#include "physics/model/wrench.h"

namespace drawbar::physics {

/// Of all winds together at an instant, m/s; each counts with its strength. `winds`: their places in
/// State::effects; `period` (s) of a frame, `now` s after its beginning. Gusts blow along the wind, in one
/// sine a turn or, with a seed, from one random speed to the next, smoothly; a pure function of seed and age.
Vec3 wind_at(const State& state, std::span<const std::uint32_t> winds, double period, double now);

/// Whether a wind's speed changes all the time.
bool is_gusty(const Effect& effect);

/// Bodies with a drag area, and what the air does to them.
class Air {
 public:
  Air(const WorldConfig& config, const Model& model);

  /// Those that move.
  std::span<const BodyIndex> bodies() const { return bodies_; }
  /// Mean over a kick of `kick` s of a body that `others` (N, N m) pushes besides gravity.
  Wrench push(BodyIndex body, const State& state, const Vec3& wind, const Wrench& others, double kick) const;

 private:
  const WorldConfig& config_;
  const Model& model_;
  std::vector<BodyIndex> bodies_;
  std::vector<double> held_mass_;  // [of bodies_] kg, of all that joints hold to it; 0 for a body by itself
};

}  // namespace drawbar::physics
