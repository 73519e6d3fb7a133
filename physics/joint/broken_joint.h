// What joints and drives are once what they gave is forgotten, and what becomes of a joint that breaks.
#pragma once

#include <algorithm>

#include "physics/model/state.h"
#include "physics/model/world_config.h"

namespace drawbar::physics {

/// A drive that gives nothing and has nothing to remember; it stays as warm as it is.
inline void run_idle(DriveState& drive) {
  drive.current = drive.impulse = drive.controller_integral = 0;
  drive.mode = AxisMode::free;
}

/// The joint where it stands, whole, with nothing that it gave.
inline JointState without_impulses(const JointState& joint) {
  JointState fresh;
  for (std::size_t k = 0; k < fresh.axes.size(); ++k) {
    fresh.axes[k].position = joint.axes[k].position;
    fresh.axes[k].rest_shift = joint.axes[k].rest_shift;
  }
  return fresh;
}

/// Joint j is broken: what it, its drives and its couplings gave is gone. Where its axes are stays.
inline void break_joint(std::size_t j, const WorldConfig& config, State& state) {
  state.joints[j] = without_impulses(state.joints[j]);
  state.joints[j].broken = true;
  for (std::size_t d = 0; d < config.drives.size(); ++d) {
    if (index_of(config.drives[d].joint) == j) run_idle(state.drives[d]);
  }
  for (std::size_t c = 0; c < config.couplings.size(); ++c) {
    const auto& terms = config.couplings[c].terms;
    const bool acts = std::any_of(terms.begin(), terms.end(), [j](const CouplingConfig::Term& term) {
      return index_of(term.joint) == j;
    });
    if (acts) state.couplings[c] = {};
  }
}

}  // namespace drawbar::physics
