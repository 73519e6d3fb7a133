#include "physics/formulations/sequential_impulses/contact/lock_constraints.h"

#include <algorithm>
#include <array>

#include "physics/drive/commands.h"

namespace drawbar::physics {
namespace {

double lock_torque(const CouplingConfig::Lock& lock, const State& state) {
  return lock.torque * (lock.inputs.empty() ? 1.0 : command(lock.inputs, 0, 1, state));
}

}  // namespace

std::size_t LockConstraints::most_rows(const WorldConfig& config) {
  const auto has_lock = [](const CouplingConfig& coupling) { return coupling.lock.has_value(); };
  return static_cast<std::size_t>(std::count_if(config.couplings.begin(), config.couplings.end(), has_lock));
}

void LockConstraints::prepare(const Island& island, std::span<const BodyFrame> frames, const KickTimes& times,
                              const Topology& topology, RowSet& rows) const {
  if (!(times.drift > 0)) return;
  for (std::size_t group : island.groups) {
    for (std::size_t c : topology.groups[group].couplings) {
      const CouplingConfig& coupling = view_.config.couplings[c];
      if (!coupling.lock) continue;
      const double torque = lock_torque(*coupling.lock, view_.state);
      if (!(torque > 0)) continue;
      std::array<RowEnd, kMostRowEnds> ends;
      std::size_t count = 0;
      std::array<PointRow, 2> rates;
      for (const auto& [output, sign] : {std::pair(1, 1.0), std::pair(2, -1.0)}) {
        const CouplingConfig::Term& term = coupling.terms[static_cast<std::size_t>(output)];
        const JointModel& joint = view_.model.joints[index_of(term.joint)];
        const auto k = static_cast<std::size_t>(term.axis);
        JointGeometry g;
        evaluate_joint(joint, frames[joint.parent], frames[joint.child], g);
        PointRow& rate = rates[static_cast<std::size_t>(output - 1)];
        rate = {joint.parent,
                joint.child,
                g.parent_arm,
                g.child_arm,
                sign * g.rate_linear[k],
                sign * g.rate_angular[k]};
        count += row_ends(topology, rate, std::span(ends).subspan(count));
      }
      const std::size_t row = rows.add_row({ends.data(), count});
      for (const PointRow& rate : rates) rows.add_moved(row, rate);
      // From no impulse: what the clutch carries is found anew in every kick.
      const double most = times.kick * torque;
      rows.add_bound({.row = row, .lower = -most, .upper = most});
    }
  }
}

}  // namespace drawbar::physics
