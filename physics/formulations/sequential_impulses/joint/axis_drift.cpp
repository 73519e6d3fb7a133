// Axes after a drift: how far those that are held have moved, and how springs answer to a way that bends.
#include <cmath>

#include "physics/formulations/sequential_impulses/joint/axis_constraints.h"
#include "physics/formulations/sequential_impulses/joint/axis_play.h"

namespace drawbar::physics {
namespace {

/// A substep turns no body that far (rad): an angle that differs by more has jumped.
constexpr double kJump = 1;

}  // namespace

// Held where a drift must leave it, not at a rate.
bool AxisConstraints::keeps_place(const AxisConstraint& load) {
  return load.piece.held &&
         (load.piece.mode == AxisMode::stuck || (at_limit(load.piece.mode) && !load.impact.bounces));
}

void AxisConstraints::measure(std::span<const DriftedBody> trial,
                              std::span<const std::array<double, 3>> rates, ConstraintResidual& residual) {
  for (const std::size_t n : present_) {
    AxisConstraint& load = loads_[n];
    const double before = load.drift.error;
    load.drift.error = 0;
    if (trial_.broken(load.joint)) continue;
    const bool rotates = load.rotor.inertia > 0 && !rates.empty();
    double target = 0;
    bool counts = false;
    if (!load.piece.held) {
      counts = !rates.empty() && (load.unresolved() > 0 || !load.soft.elastic.straight());
      if (counts) {
        load.drift.rate = rates[load.node][load.column];
        target = load.soft.position + times_.drift * load.drift.rate;
      }
    } else if (keeps_place(load)) {
      counts = true;
      const double limit_rate = load.piece.mode == AxisMode::at_lower ? load.lowest : load.highest;
      target = at_limit(load.piece.mode) ? load.soft.position + times_.drift * limit_rate : held_place(load);
    }
    if (!counts && !rotates) continue;
    const JointModel& joint = view_.model.joints[load.joint];
    const bool slides = axis_slides(joint.type, static_cast<int>(load.axis));
    double found = joint_coordinates(joint, trial[joint.parent].frame, trial[joint.child].frame)[load.axis];
    if (!slides) found = nearest_turn(found, load.soft.position);
    if (rotates) load.rotor.way = found - load.soft.position;
    if (!counts) continue;
    const double off = slides || !(std::fabs(found - target) > kJump) ? found - target : 0.0;
    if (load.piece.held) {
      load.drift.error = off;
    } else {
      load.drift.bend(off, load.unresolved());
    }
    residual.add(constraint_residual(before, load.drift.error));
  }
}

bool AxisConstraints::relinearise_laws() {
  bool changed = false;
  for (const std::size_t n : present_) {
    AxisConstraint& load = loads_[n];
    if (load.piece.held || load.soft.elastic.straight()) continue;
    changed |= load.drift.leaves_segment(load.moved_inertia(), times_, load.soft);
  }
  return changed;
}

void AxisConstraints::take_curvature_offsets() {
  for (const std::size_t n : present_) {
    AxisConstraint& load = loads_[n];
    if (!load.piece.held) load.drift.hand_over(load.soft);
  }
}

void AxisConstraints::add_corrections(double scale, double part, std::span<Spatial> bias,
                                      std::span<std::array<double, 3>> axis_impulse) {
  for (const std::size_t n : present_) {
    AxisConstraint& load = loads_[n];
    if (load.piece.held) {
      add_scaled(bias[load.node], -scale * load.drift.error, load.motion);
      load.held_bias -= scale * load.drift.error;
    } else {
      axis_impulse[load.node][load.column] = -scale * load.unresolved() * load.drift.error;
      load.drift.compensate(part);
    }
  }
}

void AxisConstraints::drop_biases() {
  for (const std::size_t n : present_) loads_[n].held_bias = 0;
}

}  // namespace drawbar::physics
