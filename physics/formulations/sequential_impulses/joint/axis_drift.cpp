// Axes after a drift: how far those that are held have moved, and how springs answer to a way that bends.
#include <cmath>

#include "physics/formulations/sequential_impulses/joint/axis_constraints.h"

namespace drawbar::physics {
namespace {

/// A substep turns no body that far (rad): an angle that differs by more has jumped.
constexpr double kJump = 1;

}  // namespace

// Held where a drift must leave it, not at a rate.
bool AxisLoads::keeps_place(const AxisConstraint& load) {
  return load.piece.held &&
         (load.piece.mode == AxisMode::stuck || (at_limit(load.piece.mode) && !load.impact.bounces));
}

void AxisLoads::measure(std::span<const DriftedBody> trial, std::span<const std::array<double, 3>> rates,
                        Closure& closure) {
  for (const std::size_t n : present_) {
    AxisConstraint& load = loads_[n];
    const double before = load.drift.error;
    load.drift.error = 0;
    if (trial_.broken(load.joint)) continue;
    double target = load.held_position;
    if (!load.piece.held) {
      if (rates.empty() || (!(load.step.unresolved > 0) && load.soft.elastic.straight())) continue;
      load.drift.rate = rates[load.node][load.column];
      target = load.soft.position + times_.drift * load.drift.rate;
    } else if (!keeps_place(load)) {
      continue;
    } else if (at_limit(load.piece.mode)) {
      const bool low = load.piece.mode == AxisMode::at_lower;
      target = load.soft.position + times_.drift * (low ? load.lowest : load.highest);
    }
    const JointModel& joint = view_.model.joints[load.joint];
    const double found =
        joint_coordinates(joint, trial[joint.parent].frame, trial[joint.child].frame)[load.axis];
    const bool slides = axis_slides(joint.type, static_cast<int>(load.axis));
    load.drift.error = (slides ? found : nearest_turn(found, load.soft.position)) - target;
    if (!slides && std::fabs(load.drift.error) > kJump) load.drift.error = 0;
    if (!load.piece.held) {
      load.drift.bend = load.drift.error;
      load.drift.error = load.step.unresolved > 0 ? load.drift.bend - load.drift.answered : 0.0;
    }
    closure.add(closure_of(before, load.drift.error));
  }
}

bool AxisLoads::bends() {
  bool changed = false;
  for (const std::size_t n : present_) {
    AxisConstraint& load = loads_[n];
    if (load.piece.held || load.soft.elastic.straight()) continue;
    changed |= ends_elsewhere(load.drift.rate, load.drift.bend, load.inertia, times_, load.soft);
  }
  return changed;
}

void AxisLoads::take_bends() {
  for (const std::size_t n : present_) {
    AxisConstraint& load = loads_[n];
    if (!load.piece.held) load.soft.bend = load.drift.answered = load.drift.bend;
  }
}

void AxisLoads::add_corrections(double scale, double part, std::span<Spatial> bias,
                                std::span<std::array<double, 3>> axis_impulse) {
  for (const std::size_t n : present_) {
    AxisConstraint& load = loads_[n];
    if (load.piece.held) {
      add_scaled(bias[load.node], -scale * load.drift.error, load.motion);
      load.held_bias -= scale * load.drift.error;
    } else {
      axis_impulse[load.node][load.column] = -scale * load.step.unresolved * load.drift.error;
      load.drift.answered += part * load.drift.error;
    }
  }
}

void AxisLoads::drop_biases() {
  for (const std::size_t n : present_) loads_[n].held_bias = 0;
}

}  // namespace drawbar::physics
