#include "physics/formulations/sequential_impulses/contact/contact_problem.h"

#include <algorithm>

#include "physics/contact/collision_world.h"
#include "physics/formulations/sequential_impulses/contact/contact_law.h"

namespace drawbar::physics {
namespace {

/// Sweeps before ActiveSetNewton takes its step.
constexpr int kStackSweeps = 6;
/// ... or until nothing changes by more than this, m/s: what is left in each layer of a stack adds up to a
/// sway.
constexpr double kStackTolerance = 1e-7;
constexpr std::size_t kStack = ActiveSetNewton::kNewtonCoordinates / 6;

std::size_t most_rows(const StepView& view, const Topology& topology, const CollisionWorld& collisions) {
  return JointBoundConstraints::most_rows(view.config, topology) + LockConstraints::most_rows(view.config) +
         TyreConstraints::most_rows(view.model, collisions) +
         ContactConstraints::most_rows(view.config, collisions);
}

// Room for the paths of all rows: vehicles and arms whole, long chains as far as is sensible.
std::size_t path_room(const StepView& view, const Topology& topology, const CollisionWorld& collisions) {
  std::size_t most = 1;
  std::size_t sum = 0;
  for (std::size_t depth : topology.depth) {
    most = std::max(most, depth);
    sum += depth;
  }
  const std::size_t average = sum / std::max<std::size_t>(1, topology.depth.size()) + 1;
  const std::size_t ends = MovingSurfaces::any_driven(view.config) ? 4 : 2;
  return (ends * ContactConstraints::most_rows(view.config, collisions) +
          2 * TyreConstraints::most_rows(view.model, collisions)) *
             std::min(most, 2 * average) +
         2 *
             (JointBoundConstraints::most_rows(view.config, topology) +
              2 * LockConstraints::most_rows(view.config)) *
             most;
}

}  // namespace

ContactProblem::ContactProblem(const StepView& view, const Topology& topology, const TrialJoints& joints,
                               CollisionWorld& collisions, ContactScratch& scratch,
                               StepStatistics& statistics)
    : view_(view),
      topology_(topology),
      collisions_(collisions),
      scratch_(scratch),
      free_contacts_(view, topology, collisions, scratch, statistics),
      rows_(view, topology, most_rows(view, topology, collisions), path_room(view, topology, collisions)),
      responses_(rows_, topology, most_rows(view, topology, collisions)),
      newton_(rows_, responses_, topology, most_rows(view, topology, collisions)),
      pgs_(rows_, responses_, newton_, statistics),
      stops_(view, topology, joints),
      locks_(view),
      tyres_(view, collisions, statistics),
      contacts_(view, topology, joints, collisions, scratch, statistics) {}

void ContactProblem::prepare(const Island& island, std::span<const BodyFrame> frames,
                             std::span<const BodyFrame> touch_frames, const KickTimes& times) {
  island_ = &island;
  frames_ = frames;
  touch_frames_ = touch_frames;
  times_ = times;
  free_bodies_only_ = free_contacts_.fits(island);
  taken_ = false;
  if (!times.closing && times.drift > 0) meet_in_flight();
  if (free_bodies_only_) {
    free_contacts_.prepare(island, touch_frames, times);
  } else {
    prepare_rows();
  }
}

// Only rigid contacts of free bodies meet in flight: a joint bends the path, and a compliant surface presses
// from where it is.
void ContactProblem::meet_in_flight() {
  const auto flight_of = [&](BodyIndex body) {
    const BodyState& state = view_.state.bodies[body];
    Flight flight{touch_frames_[body].center, state.velocity, state.angular_velocity, Vec3::Zero()};
    if (topology_.node_of_body[body] == kNone) return flight;
    flight.acceleration = view_.config.gravity;
    flight.velocity += times_.kick * flight.acceleration;
    return flight;
  };
  const std::span<const PlacedShape> shapes = collisions_.placed_shapes();
  for (const std::uint32_t m : island_->manifolds) {
    const Manifold& manifold = collisions_.manifolds()[m];
    if (!is_of_balls(manifold, shapes)) continue;
    if (topology_.is_articulated(manifold.body_a) || topology_.is_articulated(manifold.body_b)) continue;
    if (!is_rigid(manifold.points[0])) continue;
    scratch_.of(m).meeting =
        meet(manifold, shapes, flight_of(manifold.body_a), flight_of(manifold.body_b), times_.drift);
  }
}

void ContactProblem::prepare_rows() {
  rows_.begin(*island_);
  stops_.prepare(*island_, frames_, times_, rows_);
  locks_.prepare(*island_, touch_frames_, times_, topology_, rows_);
  tyres_.prepare(*island_, touch_frames_, times_, rows_);
  contacts_.prepare(*island_, touch_frames_, times_, rows_);
}

void ContactProblem::add_forces(std::span<Spatial> forces) const {
  if (swept()) {
    free_contacts_.add_forces(forces);
  } else {
    rows_.add_forces(forces);
  }
}

void ContactProblem::add_forces_beside_inertia(std::span<Spatial> forces) const {
  if (free_bodies_only_) {
    add_forces(forces);
  } else {
    rows_.add_forces_beside_inertia(forces);
  }
}

void ContactProblem::factor_rows(const TreeFactor& factor, const LoopConstraints& loops) {
  responses_.factor(factor, loops);
  newton_.prepare(loops);
}

void ContactProblem::factor(const TreeFactor& factor, const LoopConstraints& loops) {
  factor_ = &factor;
  if (swept()) {
    free_contacts_.factor(factor);
  } else {
    factor_rows(factor, loops);
  }
}

double ContactProblem::solve(std::span<const Spatial> velocity, LoopConstraints& loops,
                             std::span<NodeCoordinates> y) {
  if (swept()) {
    const bool stack = free_contacts_.body_count() <= kStack;
    const WideContactSolver::Solved sweeps =
        stack ? free_contacts_.solve(velocity, kStackSweeps, kStackTolerance)
              : free_contacts_.solve(velocity, free_contacts_.most_sweeps(), kSpeedTolerance);
    if (sweeps.last_change < kSpeedTolerance || !stack) {
      free_contacts_.finish(*factor_, y);
      return sweeps.first_change;
    }
    taken_ = true;
    prepare_rows();
    factor_rows(*factor_, loops);
  }
  stops_.aim(velocity, rows_, responses_);
  return pgs_.solve(velocity, loops, y);
}

void ContactProblem::solve_pushes(LoopConstraints& loops, std::span<NodeCoordinates> y) {
  if (free_bodies_only_) {
    free_contacts_.solve_pushes(*factor_, y);
  } else {
    pgs_.solve_pushes(contacts_.pushes(), loops, y);
  }
}

// What balls that met remember is of the instant at which they did: so is where their contact is shown.
void ContactProblem::commit(std::span<const Spatial> velocity) {
  for (const std::uint32_t m : island_->manifolds) {
    const std::optional<Meeting>& meeting = scratch_.of(m).meeting;
    if (!meeting) continue;
    ContactPoint& contact = collisions_.manifolds()[m].points[0];
    contact.normal = meeting->normal;
    contact.position = meeting->position;
  }
  if (swept()) {
    free_contacts_.commit(velocity);
    return;
  }
  tyres_.commit(velocity, rows_);
  contacts_.commit(velocity, rows_, responses_);
}

void ContactProblem::read_forces() {
  if (!takes_force(times_)) return;
  const double per_impulse = 1 / times_.kick;
  const auto read = [&](ContactPoint& contact, const Vec3& impulse) {
    read_force(Vec3(per_impulse * impulse), times_, contact.memory.force);
  };
  if (swept()) {
    free_contacts_.for_each_impulse(read);
  } else {
    tyres_.for_each_impulse(rows_, read);
    contacts_.for_each_impulse(rows_, read);
  }
}

}  // namespace drawbar::physics
