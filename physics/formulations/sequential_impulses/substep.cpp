// How the islands of a substep advance: searched, cut into pieces as fine as each needs, put to sleep, and
// their kicks closed.
#include <algorithm>
#include <cmath>

#include "physics/contact/collision_world.h"
#include "physics/formulations/sequential_impulses/control/memory_scale.h"
#include "physics/formulations/sequential_impulses/stepper.h"
#include "physics/math/rotation.h"

namespace drawbar::physics {
namespace {

/// So often the first kick is solved with what joints bore in the solve before, where their friction depends
/// on it.
constexpr int kFirstGuesses = 3;
/// A nutation of less (rad) is left as it comes.
constexpr double kSeenNutation = 1e-3;

}  // namespace

void ArticulatedStepper::begin_frame(double h) {
  State& state = context_.state;
  if (state.last_substep > 0 && state.last_substep != h) {
    const double ratio = h / state.last_substep;
    scale_memory(ratio, state);
    context_.collisions.scale_impulses(ratio);
  }
  state.last_substep = h;
  for (std::size_t g = 0; g < refinement_.size(); ++g) refinement_[g].begin_frame(state.groups[g].turn_rate);
  std::fill(phase_.begin(), phase_.end(), Phase{});
  sleep_.begin_frame();
  frames_are_old_ = true;
}

// How fast joined bodies turn; spinning about an axle does not count, for it turns no direction.
void ArticulatedStepper::note_turning() {
  for (std::size_t group : island_->groups) {
    refinement_[group].note(std::sqrt(fastest_turning_squared(group, [&](std::size_t i) -> Vec3 {
      return context_.state.bodies[topology_.nodes[i].body].angular_velocity;
    })));
  }
}

// The same of what begins to turn. Where something touches, impacts make accelerations meaningless.
void ArticulatedStepper::note_turning_up(double kick) {
  if (!touch_.empty()) return;
  for (std::size_t group : island_->groups) {
    const double squared = fastest_turning_squared(group, [&](std::size_t i) -> Vec3 {
      return velocity_[i].angular() - links_[i].angular_velocity_before;
    });
    refinement_[group].note(std::sqrt(std::sqrt(squared) / kick));
  }
}

// What spins about an axle turns that axle sideways: I w' = L x w, I the inertia that the whole machine has
// there across the axle. It nutates at L / I rad/s, which nothing that turns shows; the leapfrog errs in its
// phase. Once in a frame, of trees that neither loops hold nor the ground: there the machine's wheels spin,
// and an inertia without those would be too light.
void ArticulatedStepper::note_nutation(double kick) {
  if (!touch_.empty() || !loops_.empty()) return;
  for (const std::size_t i : island_->nodes) {
    const LinkModel& link = link_models_[i];
    if (!link.has_spin_axis || !links_[i].joined) continue;
    const Vec3 axle = frames_[topology_.nodes[i].body].rotation * link.spin_axis;
    const auto across = [&](const Vec3& w) { return (w - axle.dot(w) * axle).squaredNorm(); };
    const Vec3 w = velocity_[i].angular();
    const double momentum = link.inertia_along * std::fabs(axle.dot(w));
    if (!(momentum > Refinement::kSlowRate * link.inertia_across)) continue;
    const double rate = momentum * std::sqrt(mobility_across(i, axle));
    if (!(rate > Refinement::kSlowRate)) continue;
    // Of an oscillation, whatever its phase.
    const double phase = kick * rate;
    const double swung = across(w) + across(w - links_[i].angular_velocity_before) / (phase * phase);
    const double seen = kSeenNutation * rate;
    if (swung > seen * seen) refinement_[topology_.trees[topology_.nodes[i].tree].group].note(rate);
  }
}

// Determinant of the response of a node's angular velocity across `axle` to angular impulses, 1/(kg m^2)^2.
double ArticulatedStepper::mobility_across(std::size_t i, const Vec3& axle) const {
  Vec3 first, second;
  tangents_of(axle, first, second);
  Spatial a = spatial(Vec3::Zero(), first);
  Spatial b = spatial(Vec3::Zero(), second);
  double aa = 0, ab = 0, bb = 0;
  for (std::size_t node = i; node != kNone; node = factor_.pivots[node].parent) {
    NodeCoordinates z{}, y{};
    factor_.step_up(node, a, z);
    factor_.step_up(node, b, y);
    for (std::size_t k = 0; k < z.size(); ++k) {
      aa += z[k] * z[k];
      ab += z[k] * y[k];
      bb += y[k] * y[k];
    }
  }
  return std::max(0.0, aa * bb - ab * ab);
}

// Of a group's joined bodies; `turn` (of a node) is an angular velocity or a change of it.
template <class Turn>
double ArticulatedStepper::fastest_turning_squared(std::size_t group, Turn turn) const {
  double fastest = 0;
  topology_.for_each_node(topology_.groups[group], [&](std::size_t i) {
    if (!link_models_[i].lone) fastest = std::max(fastest, turning_squared(i, turn(i)));
  });
  return fastest;
}

int ArticulatedStepper::depth() const {
  int deepest = 0;
  for (std::size_t group : island_->groups) deepest = std::max(deepest, refinement_[group].depth());
  return deepest;
}

void ArticulatedStepper::set_phase(const Phase& phase) {
  for (std::size_t group : island_->groups) phase_[group] = phase;
}

KickTimes ArticulatedStepper::closing_kick() const {
  return {phase().drift, phase().unkicked, true, context_.state.last_substep};
}

double ArticulatedStepper::turning_squared(std::size_t i, const Vec3& w) const {
  const LinkModel& link = link_models_[i];
  if (!link.has_spin_axis) return w.squaredNorm();
  const Vec3 axle = frames_[topology_.nodes[i].body].rotation * link.spin_axis;
  return (w - axle.dot(w) * axle).squaredNorm();
}

bool ArticulatedStepper::attempt(double h, double kick, int depth) {
  const KickTimes times{h, kick, false, context_.state.last_substep};
  renew_contacts(h);
  letting_go_.clear();
  pays_ = false;
  int guesses = loads_.knows_reactions() ? 0 : kFirstGuesses;
  do {
    if (!solve_kick(times, depth)) {
      hold_on();
      return false;
    }
    find_reactions();
    if (guesses > 0) store_forces(kick);
  } while (guesses-- > 0 || lets_go(times));
  commit(times);
  return true;
}

bool ArticulatedStepper::solve_kick(const KickTimes& times, int depth) {
  const double h = times.drift;
  const bool last_chance = depth == Refinement::kDeepest;
  prepare(times, frames_);
  if (pays_) pay();
  solve_velocities(true);
  // Several stops that return at once what each would return alone, in one machine, can return more.
  if (loads_.bounce_at_once() || (loads_.bounce() && !touch_.empty())) slow_down(std::min(1.0, slowing()));
  note_turning_up(times.kick);
  if (phase().unkicked == 0) note_nutation(times.kick);
  if (this->depth() > depth) return false;
  if (!last_chance && turns_too_far(h)) return false;
  if (!solve_positions(h)) {
    if (!last_chance) return false;
    fall_back(h);
  }
  return true;
}

// One of 2^depth pieces of a substep, or the two halves of it.
void ArticulatedStepper::advance(double h, int depth) {
  if (depth >= this->depth()) {
    // A kick between drifts of different length is of first order only, and against a stiff spring unstable.
    if (phase().unkicked > 0 && h != phase().drift) synchronise();
    const double kick = phase().unkicked + 0.5 * h;
    if (attempt(h, kick, depth)) {
      ++context_.statistics.substeps;
      set_phase({0.5 * h, h});
      return;
    }
    ++context_.statistics.split_substeps;
    for (std::size_t group : island_->groups) refinement_[group].refine_beyond(depth);
  }
  advance(0.5 * h, depth + 1);
  advance(0.5 * h, depth + 1);
}

// Groups that met may have come here by pieces of different length: each kind closes its kick alone.
void ArticulatedStepper::align(const Island& island) {
  const auto same = [&](std::size_t a, std::size_t b) {
    return phase_[a].unkicked == phase_[b].unkicked && phase_[a].drift == phase_[b].drift;
  };
  const std::size_t first = island.groups[0];
  if (std::all_of(island.groups.begin(), island.groups.end(),
                  [&](std::size_t g) { return same(g, first); })) {
    return;
  }
  for (std::size_t group : island.groups) {
    if (phase_[group].unkicked == 0) continue;
    take(islands_.part(island, context_.collisions.manifolds(),
                       [&](std::size_t g) { return same(g, group); }));
    synchronise();
  }
}

void ArticulatedStepper::substep(double h) {
  if (frames_are_old_) refresh_frames();
  if (touches_) {
    sleep_.mark_still(still_bodies_);
    search_.find(h, still_bodies_);
    islands_.find(context_.collisions.manifolds());
  }
  for (const Island& island : islands_.all()) {
    if (sleep_.sleeps(island)) {
      sleep_.pass(island, h);
      continue;
    }
    contacts_are_new_ = true;
    align(island);
    take(island);
    note_turning();
    advance(h, 0);
    energy_bound_.after_substep(island);
  }
}

// Velocities at the instant of the positions, from a closing half kick.
void ArticulatedStepper::solve_closing_kick() {
  // What touches is where it was found.
  prepare(closing_kick(), contacts_are_new_ ? frames_ : before_);
  solve_velocities(true);
}

void ArticulatedStepper::synchronised_velocities(std::span<Twist> out) {
  for (std::size_t b = 0; b < out.size(); ++b) {
    out[b] = {context_.state.bodies[b].velocity, context_.state.bodies[b].angular_velocity};
  }
  for (std::size_t d = 0; d < currents_.size(); ++d) currents_[d] = context_.state.drives[d].current;
  contacts_are_new_ = false;
  for (const Island& island : islands_.all()) {
    take(island);
    if (phase().unkicked == 0) continue;
    solve_closing_kick();
    loads_.read_currents(currents_);
    for (const std::size_t i : island.nodes) {
      out[topology_.nodes[i].body] = {velocity_[i].linear(), velocity_[i].angular()};
    }
  }
}

void ArticulatedStepper::synchronised_currents(std::span<double> out) const {
  std::copy(currents_.begin(), currents_.end(), out.begin());
}

void ArticulatedStepper::synchronise() {
  solve_closing_kick();
  take_velocities();
  loads_.commit(Closing::at_once);
  set_phase({});
}

void ArticulatedStepper::take_velocities() {
  for (const std::size_t i : island_->nodes) {
    BodyState& body = context_.state.bodies[topology_.nodes[i].body];
    body.velocity = velocity_[i].linear();
    body.angular_velocity = velocity_[i].angular();
  }
}

void ArticulatedStepper::end_frame() {
  contacts_are_new_ = false;
  if (frames_are_old_) refresh_frames();
  for (const Island& island : islands_.all()) {
    take(island);
    if (phase().unkicked > 0) synchronise();
    if (touches_) sleep_.end_frame(island);
    for (const std::size_t group : island.groups) {
      context_.state.groups[group].turn_rate = refinement_[group].rate();
      for (const std::size_t j : topology_.groups[group].joints) refresh_coordinates(j);
    }
    energy_bound_.end_frame(island, frames_);
  }
}

}  // namespace drawbar::physics
