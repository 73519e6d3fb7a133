#include "physics/formulations/sequential_impulses/joint/axis_terms.h"

#include <cmath>

namespace drawbar::physics {

void set_spring(const AxisConfig& axis, const AxisState& state, const KickTimes& times, SoftLoad& load) {
  load.follow(state.smoothed_rate, times);
  load.elastic = {};
  load.drag = 0;
  load.damping = axis.friction.viscous;
  if (!axis.spring) return;
  load.elastic = ElasticLaw(*axis.spring, state.rest_shift);
  load.add_damper(*axis.spring);
}

double dry_friction(const AxisFriction& friction, const Vec3& pressing) {
  return friction.coulomb + friction.reaction_arm * std::sqrt(pressing.squaredNorm());
}

}  // namespace drawbar::physics
