#include "physics/formulations/sequential_impulses/stepper.h"

#include <algorithm>

#include "physics/effect/absence.h"

namespace drawbar::physics {

LeapfrogStepper::LeapfrogStepper(const StepContext& context)
    : view_(context),
      topology_(context.config, context.model),
      detection_(context, topology_),
      sleep_(view_, topology_, context.collisions),
      energy_bound_(view_, topology_),
      island_substep_(context, topology_, detection_),
      currents_(context.config.drives.size()) {}

void LeapfrogStepper::refresh_if_old() {
  if (poses_are_old_) island_substep_.refresh();
  poses_are_old_ = false;
}

// What is absent touches nothing, so it is an island of its own.
bool LeapfrogStepper::is_absent(const Island& island) const {
  return view_.absence.any() && view_.absence.is_absent(topology_.nodes[island.nodes[0]].body);
}

void LeapfrogStepper::project_initial_velocities() {
  Store& store = island_substep_.store();
  island_substep_.refresh();
  for (std::size_t j = 0; j < view_.model.joints.size(); ++j) store.coordinates(j, island_substep_.poses());
  for (const Island& island : detection_.islands().all()) {
    island_substep_.make_consistent(island);
    store.energy(energy_bound_, island, island_substep_.poses());
  }
}

void LeapfrogStepper::begin_frame(double h) {
  Store& store = island_substep_.store();
  store.begin_frame(h);
  island_substep_.begin_frame();
  store.wake_by_controls(sleep_);
  poses_are_old_ = true;
}

void LeapfrogStepper::substep(double h, bool is_read) {
  Store& store = island_substep_.store();
  refresh_if_old();
  for (const HitchConfig& hitch : view_.config.hitches) island_substep_.refresh_joint(index_of(hitch.joint));
  detection_.find(h, [&](std::span<std::uint8_t> still) { sleep_.mark_unmoved(still); });
  for (const Island& island : detection_.islands().all()) {
    if (is_absent(island)) continue;
    if (sleep_.is_asleep(island) && !sleep_.is_moved(island)) {
      store.asleep(sleep_, island, h);
      continue;
    }
    store.wake(sleep_, island);
    island_substep_.advance(island, h, is_read);
    if (!island.manifolds.empty()) store.exchanges_energy(island);
  }
}

void LeapfrogStepper::end_frame() {
  Store& store = island_substep_.store();
  detection_.set_new(false);
  refresh_if_old();
  for (const Island& island : detection_.islands().all()) {
    if (is_absent(island)) continue;
    island_substep_.synchronise(island);
    if (detection_.any_shapes() && view_.config.sleep) store.rest(sleep_, island);
    for (const std::size_t group : island.groups) {
      store.turn_rate(group, island_substep_.turn_rate(group));
      for (const std::size_t j : topology_.groups[group].joints) {
        store.coordinates(j, island_substep_.poses());
      }
    }
    store.energy(energy_bound_, island, island_substep_.poses());
  }
}

void LeapfrogStepper::synchronised_velocities(std::span<Twist> out) {
  for (std::size_t b = 0; b < out.size(); ++b) {
    out[b] = {view_.state.bodies[b].velocity, view_.state.bodies[b].angular_velocity};
  }
  for (std::size_t d = 0; d < currents_.size(); ++d) currents_[d] = view_.state.drives[d].current;
  detection_.set_new(false);
  for (const Island& island : detection_.islands().all()) {
    const Velocities* velocities = island_substep_.closing_velocities(island, currents_);
    if (velocities == nullptr) continue;
    for (const std::size_t i : island.nodes) {
      out[topology_.nodes[i].body] = {velocities->node[i].linear(), velocities->node[i].angular()};
    }
  }
}

void LeapfrogStepper::synchronised_currents(std::span<double> out) const {
  std::copy(currents_.begin(), currents_.end(), out.begin());
}

}  // namespace drawbar::physics
