// Axes after a drift: how far those that are held have moved, and how springs answer to a way that bends.
#include <cmath>

#include "physics/formulations/sequential_impulses/joint/axis_constraints.h"

namespace drawbar::physics {
namespace {

/// A substep turns no body that far (rad): an angle that differs by more has jumped.
constexpr double kJump = 1;

}  // namespace

// Held where a drift must leave it, not at a rate.
bool AxisLoads::keeps_place(const Load& load) {
  return load.piece.held &&
         (load.piece.mode == AxisMode::stuck || (at_limit(load.piece.mode) && !load.bounces));
}

void AxisLoads::measure(std::span<const DriftedBody> trial, std::span<const std::array<double, 3>> rates,
                        Closure& closure) {
  for (const std::size_t n : present_) {
    Load& load = loads_[n];
    const double before = load.error;
    load.error = 0;
    if (trial_.broken(load.joint)) continue;
    double target = load.held_position;
    if (!load.piece.held) {
      if (rates.empty() || (!(load.step.unresolved > 0) && load.soft.elastic.straight())) continue;
      load.drifted_rate = rates[load.node][load.column];
      target = load.soft.position + times_.drift * load.drifted_rate;
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
    load.error = (slides ? found : nearest_turn(found, load.soft.position)) - target;
    if (!slides && std::fabs(load.error) > kJump) load.error = 0;
    if (!load.piece.held) {
      load.bend = load.error;
      load.error = load.step.unresolved > 0 ? load.bend - load.answered : 0.0;
    }
    closure.add(closure_of(before, load.error));
  }
}

bool AxisLoads::bends() {
  bool changed = false;
  for (const std::size_t n : present_) {
    Load& load = loads_[n];
    if (load.piece.held || load.soft.elastic.straight()) continue;
    changed |= ends_elsewhere(load.drifted_rate, load.bend, load.inertia, times_, load.soft);
  }
  return changed;
}

void AxisLoads::take_bends() {
  for (const std::size_t n : present_) {
    Load& load = loads_[n];
    if (!load.piece.held) load.soft.bend = load.answered = load.bend;
  }
}

void AxisLoads::add_corrections(double scale, double part, std::span<Spatial> bias,
                                std::span<std::array<double, 3>> axis_impulse) {
  for (const std::size_t n : present_) {
    Load& load = loads_[n];
    if (load.piece.held) {
      add_scaled(bias[load.node], -scale * load.error, load.motion);
      load.held_bias -= scale * load.error;
    } else {
      axis_impulse[load.node][load.column] = -scale * load.step.unresolved * load.error;
      load.answered += part * load.error;
    }
  }
}

void AxisLoads::drop_biases() {
  for (const std::size_t n : present_) loads_[n].held_bias = 0;
}

}  // namespace drawbar::physics
