// Positions of the real-time solver: the drift, and Newton's iterations that close the joints after it
// (SHAKE).
#include <algorithm>
#include <cmath>

#include "physics/articulation/node_blocks.h"
#include "physics/formulations/sequential_impulses/stepper.h"
#include "physics/math/rotation.h"

namespace drawbar::physics {
namespace {

/// A displacement that closes joints, and what is left of a step that did not close them, are halved so many
/// times at the most; what the latter may leave open (m or rad).
constexpr int kMostHalvings = 3;
constexpr double kTolerableGap = 1e-4;
/// Before them the velocities are found again so many times at the most for stops that a bent way ends at.
constexpr int kMostBends = 4;
/// Corrections of closed loops at the least: their rows are regularised. And the next one must be expected to
/// move nothing by more than this (m or rad): near a singular position small errors leave large ways open.
constexpr int kLoopCorrections = 2;
constexpr double kSettledPlace = 1e-6;

}  // namespace

Closure ArticulatedStepper::drift_all(double h) {
  abreast_.drift(island_->groups, h, link_arrays());
  for (const std::size_t i : island_->nodes) {
    if (abreast_.takes(i)) continue;
    const BodyIndex body = topology_.nodes[i].body;
    drift(context_.model.bodies[body], link_models_[i].rod, frames_[body],
          context_.state.bodies[body].orientation, velocity_[i].linear(), velocity_[i].angular(), h,
          trial_[body]);
  }
  Closure closure;
  measure_links(closure);
  loads_.measure(trial_, rates_, closure);
  loops_.measure(trial_, velocity_, closure);
  return closure;
}

Closure ArticulatedStepper::measure() {
  Closure closure;
  measure_links(closure);
  loads_.measure(trial_, {}, closure);
  loops_.measure(trial_, {}, closure);
  return closure;
}

// Of the node's joint, less what it still has to draw in.
JointError ArticulatedStepper::joint_error_at(std::size_t i, const BodyFrame& parent,
                                              const BodyFrame& child) const {
  const std::size_t j = topology_.nodes[i].joint;
  JointError error = joint_error(context_.model.joints[j], parent, child);
  if (links_[i].displaced) error.linear -= parent.rotation * context_.state.joints[j].offset;
  return error;
}

void ArticulatedStepper::measure_links(Closure& closure) {
  abreast_.measure(island_->groups, link_arrays());
  for (const std::size_t i : island_->nodes) {
    if (!links_[i].joined) continue;
    if (!abreast_.takes(i)) measure_link(i);
    closure.add(closures_[i]);
  }
}

void ArticulatedStepper::measure_link(std::size_t i) {
  LinkOf<double>& link = links_[i];
  const JointModel& joint = context_.model.joints[topology_.nodes[i].joint];
  const JointError error = joint_error_at(i, trial_frame(joint.parent), trial_frame(joint.child));
  closures_[i] = closure_of(link.error, error);
  link.error = error;
}

// One solve of the substep's own factor for the velocities that remove the errors within h. Returns how far
// they move what they move most (m or rad), where loops close.
double ArticulatedStepper::correct_velocities(double h, double relaxation) {
  for (const std::size_t i : island_->nodes) {
    force_[i] = Spatial{};
    LinkOf<double>& link = links_[i];
    if (!link.joined) {
      bias_[i] = Spatial{};
      continue;
    }
    const Vec3 linear = (-relaxation / h) * link.error.linear;
    const Vec3 angular = (-relaxation / h) * link.error.angular;
    to_center(i, linear, angular, bias_[i]);
    link.bias_linear += linear;
    link.bias_angular += angular;
  }
  loads_.add_corrections(relaxation / h, relaxation, bias_, axis_impulse_);
  up(axis_impulses());
  if (!loops_.empty()) {
    down(bias_, correction_, rate_corrections_);
    loops_.aim_at_corrections(relaxation / h, relaxation);
    loops_.solve(correction_, y_);
  }
  if (touch_.any_open()) {
    down(bias_, correction_, rate_corrections_);
    for (const std::size_t i : island_->nodes) {
      add_scaled(velocity_[i], 1.0, correction_[i]);
      reaction_[i] = velocity_[i];
    }
    touch_.solve(reaction_, loops_, y_);
    for (const std::size_t i : island_->nodes) add_scaled(velocity_[i], -1.0, correction_[i]);
  }
  double fastest_squared = 0;
  const bool loops = !loops_.empty();
  for_blocks_from_roots(island_->runs, [&](std::size_t begin, std::size_t end) {
    factor_.down(begin, end, y_, bias_, correction_, rate_corrections_);
    for (std::size_t i = begin; i < end; ++i) {
      if (loops) {
        fastest_squared = std::max(
            {fastest_squared, correction_[i].linear().squaredNorm(), correction_[i].angular().squaredNorm()});
      }
      add_scaled(velocity_[i], 1.0, correction_[i]);
      for (std::size_t k = 0; k < 3; ++k) rates_[i][k] += rate_corrections_[i][k];
    }
  });
  touch_.follow(velocity_);
  return h * std::sqrt(fastest_squared);
}

// Kinetic energy of each tree, so that a light one is not hidden behind a heavy one.
double ArticulatedStepper::kinetic_energy(const Tree& tree) const {
  double twice = 0;
  for (std::size_t i = tree.begin; i < tree.end; ++i) twice += dot(velocity_[i], mass_[i] * velocity_[i]);
  return 0.5 * twice;
}

void ArticulatedStepper::remember_energy() {
  for (std::size_t group : island_->groups) {
    for (std::size_t t : topology_.groups[group].trees) energy_[t] = kinetic_energy(topology_.trees[t]);
  }
}

// Corrections of smooth motion do no work to speak of. Where they do, Newton has found some other way to
// close the joints: near a singular position that is energy from nowhere.
bool ArticulatedStepper::energy_grew() const {
  for (std::size_t group : island_->groups) {
    for (std::size_t t : topology_.groups[group].trees) {
      if (kinetic_energy(topology_.trees[t]) > (1 + kTolerableGain) * energy_[t]) return true;
    }
  }
  return false;
}

// Whether the drift bent a way onto another, stiff piece of its spring's law.
bool ArticulatedStepper::bends() {
  const bool axes = loads_.bends();
  if (!loops_.bends() && !axes) return false;
  loads_.take_bends();
  loops_.take_bends();
  return true;
}

// Newton on the positions with the substep's own factor. Its constraint directions are those of the
// beginning, so that the errors shrink linearly; Aitken's relaxation makes up for most of that.
bool ArticulatedStepper::solve_positions(double h) {
  const double tolerance = loops_.empty() ? tree_tolerance(h) : kPositionTolerance;
  double relaxation = 1;
  double before = 0;
  int found_again = 0;
  double moved = 0;
  closing_ = Closing::at_once;
  for (int correction = 0;; ++correction) {
    Closure closure = drift_all(h);
    bool anew = false;
    while (bends()) {
      if (++found_again > kMostBends) return false;
      solve_velocities(true);
      closure = drift_all(h);
      anew = true;
    }
    const bool settled = correction >= kMostCorrections || moved * closure.worst() <= kSettledPlace * before;
    const bool enough = loops_.empty() || (correction >= kLoopCorrections && settled);
    if (closure.worst() < tolerance && enough) return correction <= kEasyCorrections || !energy_grew();
    if (correction == kEasyCorrections) remember_energy();
    const bool diverged = correction > 2 && closure.worst() > 2 * before;
    if (correction >= kMostCorrections || diverged || !std::isfinite(closure.worst())) {
      return loops_.empty() && closure.worst() < kPositionTolerance && !energy_grew();
    }
    if (anew) relaxation = 1;
    if (correction > 0 && !anew && closure.change > 0) {
      relaxation =
          std::clamp(-relaxation * closure.along / closure.change, kLeastRelaxation, kMostRelaxation);
    }
    before = closure.worst();
    moved = correct_velocities(h, relaxation);
    closing_ = Closing::by_corrections;
  }
}

// No velocities close the joints at the end of the shortest substep: a whip passing through a singular
// position, or mobility that masses over many decades hide. Velocities that only respect the present
// constraints add no energy, unless an axis is held at a rate to reach something. They are slowed down until
// they neither do that nor open joints nor run into a stop unseen, and at last stand still: what is lost here
// is lost as in an impact. (Closing joints by displacement was tried and pumped energy; so does leaving them
// open, for the next substeps close them.)
void ArticulatedStepper::fall_back(double h) {
  ++context_.statistics.unconverged_substeps;
  closing_ = Closing::failed;
  loads_.drop_biases();
  solve_velocities(false);
  for (const std::size_t i : island_->nodes) links_[i].bias_linear = links_[i].bias_angular = Vec3::Zero();
  drift_all(0);
  const double allowed = std::max(kTolerableGap, joint_gap());
  double scale = std::min(1.0, slowing());
  for (int halvings = 0;; ++halvings) {
    slow_down(scale);
    drift_all(h);
    if (scale == 0 || (joint_gap() <= allowed && !bends())) return;
    scale = halvings < kMostHalvings ? 0.5 : 0.0;
  }
}

void ArticulatedStepper::slow_down(double scale) {
  if (scale < 1) loads_.forgive();
  for (const std::size_t i : island_->nodes) {
    for (std::size_t k = 0; k < 6; ++k) velocity_[i][k] *= scale;
    for (double& rate : rates_[i]) rate *= scale;
  }
}

// By which factor all velocities must be slower for no more kinetic energy than the bodies would have after
// the kick if nothing joined them, and `work` (twice it, J).
double ArticulatedStepper::slowing(double work) const {
  double free = work;
  double joined = 0;
  for (const std::size_t i : island_->nodes) {
    const BodyIndex b = topology_.nodes[i].body;
    const BodyModel& model = context_.model.bodies[b];
    const BodyState& state = context_.state.bodies[b];
    const Mat3 to_body = frames_[b].rotation.transpose();
    const auto twice = [&](const Vec3& v, const Vec3& w) {
      const Vec3 rate = to_body * w;
      return model.mass * v.squaredNorm() + rate.dot(model.inertia * rate);
    };
    free += twice(links_[i].momentum.linear() * model.inverse_mass, state.angular_velocity);
    joined += twice(velocity_[i].linear(), velocity_[i].angular());
  }
  return joined > 0 ? std::sqrt(std::max(0.0, free) / joined) : 1.0;
}

// Largest error of a joint after the last drift, m or rad.
double ArticulatedStepper::joint_gap() const {
  double squared = 0;
  for (const std::size_t i : island_->nodes) {
    if (!links_[i].joined) continue;
    squared =
        std::max({squared, links_[i].error.linear.squaredNorm(), links_[i].error.angular.squaredNorm()});
  }
  return std::max(std::sqrt(squared), loops_.largest_error());
}

void ArticulatedStepper::displace(double scale) {
  for (const std::size_t i : island_->nodes) {
    DriftedBody& body = trial_[topology_.nodes[i].body];
    body.frame.center += scale * correction_[i].linear();
    body.orientation =
        normalised(quaternion_exponential(scale * correction_[i].angular()) * body.orientation);
    body.frame.rotation = body.orientation.toRotationMatrix();
  }
}

// What impacts within the drift moved before their instants. Whether joints are open by that.
bool ArticulatedStepper::put_back(const KickTimes& times) {
  double work = 0;  // twice that of gravity, J
  if (impact_delay_.find(*island_, frames_, times, correction_)) {
    displace(1);
    for (const std::size_t i : island_->nodes) {
      const BodyModel& model = context_.model.bodies[topology_.nodes[i].body];
      work += 2 * model.mass * context_.config.gravity.dot(correction_[i].linear());
    }
  }
  if (impact_delay_.struck()) bound_impacts(work);
  if (!loops_.empty() || !touch_.stops_delay()) return false;
  for (const std::size_t i : island_->nodes) {
    force_[i] = bias_[i] = Spatial{};
    axis_impulse_[i] = {};
  }
  touch_.add_delays(force_);
  up(axis_impulses());
  down(still_, correction_, rate_corrections_);
  displace(1);
  return true;
}

// Newton's restitution with friction may return more than came. Bodies without joints, which no spring moves,
// give that back together. `work`: twice what gravity does to them besides the kick, J.
void ArticulatedStepper::bound_impacts(double work) {
  const auto is_joined = [&](std::size_t i) { return !link_models_[i].lone; };
  if (!loops_.empty() || std::any_of(island_->nodes.begin(), island_->nodes.end(), is_joined)) return;
  const double scale = slowing(work);
  if (!(scale < 1)) return;
  slow_down(scale);
  for (const std::size_t i : island_->nodes) trial_[topology_.nodes[i].body].momentum *= scale;
}

// Split impulses: displacements that take back part of what penetrates and leave the velocities alone.
void ArticulatedStepper::push_apart(double h) {
  for (const std::size_t i : island_->nodes) y_[i] = NodeCoordinates{};
  touch_.solve_pushes(loops_, y_);
  down(still_, correction_, rate_corrections_);
  displace(h);
}

// Closes the joints by displacements alone, each with a factor of its own positions: what a push left open
// must not come back as velocity. A displacement that helps nothing is halved, and left at last.
void ArticulatedStepper::close_positions() {
  constexpr KickTimes kNoKick{0, 0, true, 0};
  double before = measure().worst();
  for (int correction = 0; correction < kMostCorrections && before > kPositionTolerance; ++correction) {
    for (const std::size_t i : island_->nodes) {
      frames_[topology_.nodes[i].body] = trial_[topology_.nodes[i].body].frame;
    }
    for (const std::size_t i : island_->nodes) {
      prepare_link(i, kNoKick);
      factor_.pivots[i].hooked = false;
      force_[i] = bias_[i] = Spatial{};
      if (links_[i].joined) to_center(i, -links_[i].error.linear, -links_[i].error.angular, bias_[i]);
    }
    for (const NodeRun& run : island_->runs) factor_.factor(run.begin, run.end, mass_, loads_);
    up({});
    down(bias_, correction_, rate_corrections_);
    if (!loops_.empty()) {
      loops_.prepare(frames_, inverse_inertia_, kNoKick);
      loops_.factor(factor_);
      loops_.aim_at_corrections(1.0, 1.0);
      loops_.solve(correction_, y_);
      down(bias_, correction_, rate_corrections_);
    }
    for (const std::size_t i : island_->nodes) {
      spare_[topology_.nodes[i].body] = trial_[topology_.nodes[i].body];
    }
    double scale = 1;
    double now = before;
    for (int attempt = 0; attempt < kMostHalvings; ++attempt, scale *= 0.5) {
      displace(scale);
      now = measure().worst();
      if (now < before) break;
      for (const std::size_t i : island_->nodes) {
        trial_[topology_.nodes[i].body] = spare_[topology_.nodes[i].body];
      }
    }
    if (!(now < before)) return;
    before = now;
  }
}

}  // namespace drawbar::physics
