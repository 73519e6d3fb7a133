#include "physics/formulations/sequential_impulses/lockstep_frame.h"

#include <cmath>
#include <limits>

#include "physics/formulations/sequential_impulses/closure.h"
#include "physics/formulations/sequential_impulses/kick_times.h"
#include "physics/formulations/sequential_impulses/refinement.h"
#include "physics/world/state.h"

// Each function below does for several what ArticulatedStepper's of the same name does for one: what one of
// them learns the other has to (Lockstep's tests compare their bits).
namespace drawbar::physics {
namespace {

template <class Abreast>
using TreesOf = LockstepTreesOf<Abreast>;

template <class Abreast>
const BodyFrameOf<Abreast>& parent_frame(const TreesOf<Abreast>& trees, std::size_t i) {
  const std::size_t parent = trees.parents[i];
  return parent == kNone ? trees.bodies[i]->base : trees.links[parent].frame;
}

template <class Abreast>
const BodyFrameOf<Abreast>& parent_trial(const TreesOf<Abreast>& trees, std::size_t i) {
  const std::size_t parent = trees.parents[i];
  return parent == kNone ? trees.bodies[i]->base : trees.links[parent].trial.frame;
}

template <class Abreast>
JointErrorOf<Abreast> error_between(const LockstepBodyOf<Abreast>& body, const BodyFrameOf<Abreast>& above,
                                    const BodyFrameOf<Abreast>& own) {
  return body.sign > 0 ? joint_error(body.joint, above, own) : joint_error(body.joint, own, above);
}

template <class Abreast>
void prepare_link(const TreesOf<Abreast>& trees, std::size_t i, const KickTimes& times,
                  const Vec3Of<Abreast>& kick) {
  const LockstepBodyOf<Abreast>& body = *trees.bodies[i];
  LockstepLinkOf<Abreast>& link = trees.links[i];
  set_momentum(body, link.frame.rotation, link.velocity, link.angular_velocity, kick, link.mass, link);
  link.bias_linear = link.bias_angular = Vec3Of<Abreast>::Zero();
  link.tension = 0;
  if (!body.hangs) {
    link.pivot.axes = 6;
    return;
  }
  const BodyFrameOf<Abreast>& above = parent_frame(trees, i);
  const BodyFrameOf<Abreast>& parent = body.sign > 0 ? above : link.frame;
  const BodyFrameOf<Abreast>& child = body.sign > 0 ? link.frame : above;
  std::array<SpatialOf<Abreast>, kMaxFreeAxes> motion;
  link.pivot.axis = link.axes.data();
  place_joint(body.joint, body.sign, parent, child, link.frame.center, above.center, link, link.pivot,
              motion);
  const Vec3Of<Abreast> force = body.sign * link.joint_force;
  link.tension += tension(force, link.arm);
  if (trees.parents[i] != kNone)
    trees.links[trees.parents[i]].tension += tension<Abreast>(-force, link.parent_arm);
  if (times.closing) return;
  predict_bias(body.joint.type, parent.rotation, link.bias_memory, times.drift / times.whole, times.drift,
               link.pivot.axes, motion, link);
}

template <class Abreast>
void stiffen(const TreesOf<Abreast>& trees, double h) {
  for (LockstepLinkOf<Abreast>& link : trees.links) link.stiffness = {};
  for (std::size_t i = 0; i < trees.links.size(); ++i) {
    const LockstepBodyOf<Abreast>& body = *trees.bodies[i];
    LockstepLinkOf<Abreast>& link = trees.links[i];
    if (!body.hangs) continue;
    const Vec3Of<Abreast> force = body.sign * link.joint_force;
    add_tension(force, link.arm, link.stiffness);
    if (trees.parents[i] != kNone) {
      add_tension(Vec3Of<Abreast>(-force), link.parent_arm, trees.links[trees.parents[i]].stiffness);
    }
  }
  for (LockstepLinkOf<Abreast>& link : trees.links) {
    const MaskOf<Abreast> stiffened = needs_stiffening(link.spin.measure);
    if (!any(stiffened)) continue;
    BodyMassOf<Abreast> mass = link.mass;
    SpatialOf<Abreast> momentum = link.momentum;
    add_geometric_stiffness(link.stiffness, link.spin.measure, h, link.spin.velocity, mass, momentum);
    for (std::size_t k = 0; k < 6; ++k) {
      link.mass.inertia[k] = select(stiffened, mass.inertia[k], link.mass.inertia[k]);
      link.momentum[k] = select(stiffened, momentum[k], link.momentum[k]);
    }
  }
}

template <class Abreast>
void add_stiffness(const TreesOf<Abreast>& trees, const KickTimes& times) {
  bool needed = false;
  for (std::size_t i = 0; i < trees.links.size(); ++i) {
    LockstepLinkOf<Abreast>& link = trees.links[i];
    const Abreast measure = stiffness_measure(link.tension, trees.bodies[i]->largest_inertia, times.drift);
    link.spin = link.smoothed;
    if (!times.closing) follow(measure, link.angular_velocity, link.spin);
    link.spin.measure = measure;
    needed = needed || any(needs_stiffening(measure));
  }
  if (needed) stiffen(trees, times.drift);
}

// Returns the square of the fastest turning.
template <class Abreast>
Abreast prepare(const TreesOf<Abreast>& trees, const KickTimes& times, const Vec3& gravity) {
  const Vec3Of<Abreast> kick = Vec3(times.kick * gravity).cast<Abreast>();
  Abreast fastest = 0;
  for (std::size_t i = 0; i < trees.links.size(); ++i) {
    prepare_link(trees, i, times, kick);
    if (!trees.bodies[i]->lone) fastest = max(trees.links[i].angular_velocity.squaredNorm(), fastest);
  }
  add_stiffness(trees, times);
  return fastest;
}

template <class Abreast>
void up(const TreesOf<Abreast>& trees, std::size_t i) {
  LockstepLinkOf<Abreast>& link = trees.links[i];
  if (link.pivot.axes == 6) return solve_lower(link.free_root, link.force, link.y);
  project(link.pivot, link.force, link.y);
  const std::size_t parent = trees.parents[i];
  if (parent != kNone) pass_up(link.pivot, link.force, link.bias, link.y, trees.links[parent].force);
}

// Before the first child is added to it, or itself is solved: what a link has of its own.
template <class Abreast>
void feed(const TreesOf<Abreast>& trees, std::size_t i) {
  LockstepLinkOf<Abreast>& link = trees.links[i];
  if (link.pivot.fed) return;
  link.pivot.fed = true;
  set(link.mass, link.inertia);
  link.force = link.momentum;
  to_center(link, trees.bodies[i]->sign, link.bias_linear, link.bias_angular, link.bias);
}

// From the leaves to the roots.
template <class Abreast>
void factor_and_go_up(const TreesOf<Abreast>& trees) {
  for (std::size_t i = trees.links.size(); i-- > 0;) {
    LockstepLinkOf<Abreast>& link = trees.links[i];
    feed(trees, i);
    link.pivot.fed = false;
    const std::size_t parent = trees.parents[i];
    if (link.pivot.axes == 6) {
      factor(link.inertia, link.free_root);
    } else {
      factor_axes(link.inertia, link.pivot);
      if (parent != kNone) {
        feed(trees, parent);
        add_transported(trees.links[parent].inertia, link.pivot.carried, link.pivot.r);
      }
    }
    up(trees, i);
  }
}

template <class Abreast>
void down(const TreesOf<Abreast>& trees, std::size_t i, SpatialOf<Abreast> LockstepLinkOf<Abreast>::*velocity,
          std::array<Abreast, kMaxFreeAxes> LockstepLinkOf<Abreast>::*rates) {
  LockstepLinkOf<Abreast>& link = trees.links[i];
  if (link.pivot.axes == 6) {
    solve_upper(link.free_root, link.y, link.*velocity);
    return;
  }
  SpatialOf<Abreast> u = link.bias;
  const std::size_t parent = trees.parents[i];
  if (parent != kNone) add_scaled(u, 1.0, motion_at(trees.links[parent].*velocity, link.pivot.r));
  pass_down(link.pivot, u, link.y, link.*velocity, link.*rates);
}

// Its parent has drifted before it.
template <class Abreast>
void drift(const TreesOf<Abreast>& trees, std::size_t i, double h, ClosureOf<Abreast>& closure) {
  const LockstepBodyOf<Abreast>& body = *trees.bodies[i];
  LockstepLinkOf<Abreast>& link = trees.links[i];
  drift(body, body.rod, link.frame, link.orientation, link.solved.linear(), link.solved.angular(), h,
        link.trial);
  if (!body.hangs) return;
  const JointErrorOf<Abreast> error = error_between(body, parent_trial(trees, i), link.trial.frame);
  closure.add(closure_of(link.error, error));
  link.error = error;
}

template <class Abreast>
ClosureOf<Abreast> drift_all(const TreesOf<Abreast>& trees, double h) {
  ClosureOf<Abreast> closure;
  for (std::size_t i = 0; i < trees.links.size(); ++i) drift(trees, i, h, closure);
  return closure;
}

template <class Abreast>
struct FirstDriftOf {
  ClosureOf<Abreast> closure;
  Abreast turning_up = 0;  // square of the fastest change of what turns, rad/s
  Abreast turning = 0;     // square of the fastest turning of any body, also of those that may
};

// From the roots to the leaves: the velocities, and where they lead.
template <class Abreast>
FirstDriftOf<Abreast> go_down_and_drift(const TreesOf<Abreast>& trees, double h) {
  FirstDriftOf<Abreast> first;
  for (std::size_t i = 0; i < trees.links.size(); ++i) {
    LockstepLinkOf<Abreast>& link = trees.links[i];
    down(trees, i, &LockstepLinkOf<Abreast>::solved, &LockstepLinkOf<Abreast>::rates);
    const Vec3Of<Abreast> w = link.solved.angular();
    const Vec3Of<Abreast> change = w - link.angular_velocity_before;
    if (!trees.bodies[i]->lone) first.turning_up = max(change.squaredNorm(), first.turning_up);
    first.turning = max(w.squaredNorm(), first.turning);
    drift(trees, i, h, first.closure);
  }
  return first;
}

template <class Abreast>
Abreast kinetic_energy(const TreesOf<Abreast>& trees) {
  Abreast twice = 0;
  for (const LockstepLinkOf<Abreast>& link : trees.links) twice += dot(link.solved, link.mass * link.solved);
  return 0.5 * twice;
}

// Only of the lanes that are not closed yet.
template <class Abreast>
void correct_velocities(const TreesOf<Abreast>& trees, double h, const Abreast& relaxation,
                        const MaskOf<Abreast>& open) {
  for (std::size_t i = 0; i < trees.links.size(); ++i) {
    LockstepLinkOf<Abreast>& link = trees.links[i];
    link.force = SpatialOf<Abreast>{};
    if (!trees.bodies[i]->hangs) continue;
    const Vec3Of<Abreast> linear = (-relaxation / h) * link.error.linear;
    const Vec3Of<Abreast> angular = (-relaxation / h) * link.error.angular;
    to_center(link, trees.bodies[i]->sign, linear, angular, link.bias);
    link.bias_linear = select(open, Vec3Of<Abreast>(link.bias_linear + linear), link.bias_linear);
    link.bias_angular = select(open, Vec3Of<Abreast>(link.bias_angular + angular), link.bias_angular);
  }
  for (std::size_t i = trees.links.size(); i-- > 0;) up(trees, i);
  for (std::size_t i = 0; i < trees.links.size(); ++i) {
    LockstepLinkOf<Abreast>& link = trees.links[i];
    down(trees, i, &LockstepLinkOf<Abreast>::correction, &LockstepLinkOf<Abreast>::rate_corrections);
    for (std::size_t k = 0; k < 6; ++k) {
      link.solved[k] = select(open, link.solved[k] + link.correction[k], link.solved[k]);
    }
    for (std::size_t k = 0; k < static_cast<std::size_t>(trees.bodies[i]->free_axes); ++k) {
      link.rates[k] = select(open, link.rates[k] + link.rate_corrections[k], link.rates[k]);
    }
  }
}

template <class Abreast>
struct PositionsOf {
  MaskOf<Abreast> closed = MaskOf<Abreast>(false);  // as a rule they do
  MaskOf<Abreast> corrected = MaskOf<Abreast>(false);
};

// `closure`: of the first drift.
template <class Abreast>
PositionsOf<Abreast> solve_positions(const TreesOf<Abreast>& trees, double h, ClosureOf<Abreast> closure) {
  PositionsOf<Abreast> result;
  const double tolerance = tree_tolerance(h);
  Abreast relaxation = 1;
  Abreast before = 0;
  Abreast energy = 0;
  MaskOf<Abreast> open = MaskOf<Abreast>(true);
  for (int correction = 0;; ++correction) {
    if (correction > 0) closure = drift_all(trees, h);
    const Abreast worst = closure.worst();
    const MaskOf<Abreast> closed = open && worst < tolerance;
    if (any(closed)) {
      MaskOf<Abreast> grew = MaskOf<Abreast>(false);
      if (correction > kEasyCorrections) grew = kinetic_energy(trees) > (1 + kTolerableGain) * energy;
      result.closed = result.closed || (closed && !grew);
    }
    if (correction == kEasyCorrections) energy = kinetic_energy(trees);
    open = open && !closed && worst < std::numeric_limits<double>::infinity();
    if (correction > 2) open = open && worst <= 2 * before;
    if (correction >= kMostCorrections || !any(open)) return result;
    if (correction > 0) {
      const Abreast better =
          clamp(-relaxation * closure.along / closure.change, kLeastRelaxation, kMostRelaxation);
      relaxation = select(closure.change > 0, better, relaxation);
    }
    before = worst;
    correct_velocities(trees, h, relaxation, open);
    result.corrected = result.corrected || open;
  }
}

// Before the first child's is added to it: what a link's own change of momentum asks for.
template <class Abreast>
void start_reaction(LockstepLinkOf<Abreast>& link) {
  if (link.pivot.fed) return;
  link.pivot.fed = true;
  link.reaction = link.mass * link.solved;
  add_scaled(link.reaction, -1.0, link.momentum);
}

// All children have been before it.
template <class Abreast>
void store_reaction(const TreesOf<Abreast>& trees, std::size_t i, double kick) {
  const LockstepBodyOf<Abreast>& body = *trees.bodies[i];
  LockstepLinkOf<Abreast>& link = trees.links[i];
  start_reaction(link);
  link.pivot.fed = false;
  if (!body.hangs) return;
  if (trees.parents[i] != kNone) {
    start_reaction(trees.links[trees.parents[i]]);
    add_force_from(trees.links[trees.parents[i]].reaction, link.reaction, link.pivot.r);
  }
  link.joint_force = (body.sign / kick) * link.reaction.linear();
}

// Returns where all is as it should be.
template <class Abreast>
MaskOf<Abreast> commit(const TreesOf<Abreast>& trees, double h, double kick,
                       const MaskOf<Abreast>& corrected) {
  MaskOf<Abreast> sane = MaskOf<Abreast>(true);
  for (std::size_t i = trees.links.size(); i-- > 0;) {  // a parent's frame is needed before it changes
    const LockstepBodyOf<Abreast>& body = *trees.bodies[i];
    LockstepLinkOf<Abreast>& link = trees.links[i];
    store_reaction(trees, i, kick);
    if (body.hangs) {
      const BodyFrameOf<Abreast>& parent = body.sign > 0 ? parent_frame(trees, i) : link.frame;
      remember_bias(parent.rotation, 1.0, h, corrected, link, link.bias_memory);
      link.gap = link.error;
      link.error_peak = max(sqrt(link.error.linear.squaredNorm()), link.error_peak);
      link.angle_error_peak = max(sqrt(link.error.angular.squaredNorm()), link.angle_error_peak);
    }
    if (body.counts_turns) {
      for (std::size_t k = 0; k < static_cast<std::size_t>(body.free_axes); ++k) {
        link.position[k] += h * link.rates[k];
      }
    }
    link.velocity = link.solved.linear();
    link.angular_velocity = drifted_angular_velocity(body, link.frame, link.trial);
    link.smoothed = link.spin;
    link.frame = link.trial.frame;
    link.orientation = link.trial.orientation;
    sane = sane && link.velocity.squaredNorm() < kFastest * kFastest &&
           link.angular_velocity.squaredNorm() < kFastest * kFastest && link.orientation.squaredNorm() > 0.5;
  }
  return sane;
}

template <class Abreast>
LockstepFrameOf<Abreast> step(const TreesOf<Abreast>& trees, const Vec3& gravity, double h, int substeps) {
  LockstepFrameOf<Abreast> result{MaskOf<Abreast>(true), 0};
  for (LockstepLinkOf<Abreast>& link : trees.links) link.frame.rotation = link.orientation.toRotationMatrix();
  for (std::size_t i = 0; i < trees.links.size(); ++i) {
    const LockstepBodyOf<Abreast>& body = *trees.bodies[i];
    LockstepLinkOf<Abreast>& link = trees.links[i];
    if (body.hangs) link.gap = error_between(body, parent_frame(trees, i), link.frame);
  }
  double unkicked = 0;
  for (int s = 0; s < substeps; ++s) {
    const double kick = unkicked + 0.5 * h;
    const Abreast turning = sqrt(prepare(trees, {h, kick, false, h}, gravity));
    factor_and_go_up(trees);
    const FirstDriftOf<Abreast> first = go_down_and_drift(trees, h);
    const Abreast turning_up = sqrt(sqrt(first.turning_up) / kick);
    result.turn_rate = max(turning_up, max(turning, result.turn_rate));
    const MaskOf<Abreast> turns_too_far = !(first.turning * (h * h) <= kLargestTurn * kLargestTurn);
    const MaskOf<Abreast> cut = result.turn_rate > Refinement::kSlowRate || turns_too_far;
    const PositionsOf<Abreast> positions = solve_positions(trees, h, first.closure);
    const MaskOf<Abreast> sane = commit(trees, h, kick, positions.corrected);
    result.stepped = result.stepped && !cut && positions.closed && sane;
    if (!any(result.stepped)) return result;
    unkicked = 0.5 * h;
  }
  prepare(trees, {h, unkicked, true, h}, gravity);
  factor_and_go_up(trees);
  for (std::size_t i = 0; i < trees.links.size(); ++i) {
    LockstepLinkOf<Abreast>& link = trees.links[i];
    down(trees, i, &LockstepLinkOf<Abreast>::solved, &LockstepLinkOf<Abreast>::rates);
    link.velocity = link.solved.linear();
    link.angular_velocity = link.solved.angular();
  }
  return result;
}

DRAWBAR_WIDE LockstepFrameOf<Four> step_four(const TreesOf<Four>& trees, const Vec3& gravity, double h,
                                             int substeps) {
  return step(trees, gravity, h, substeps);
}

DRAWBAR_512_BITS LockstepFrameOf<Eight> step_eight(const TreesOf<Eight>& trees, const Vec3& gravity, double h,
                                                   int substeps) {
  return step(trees, gravity, h, substeps);
}

}  // namespace

bool has_room_for_eight() {
#ifdef DRAWBAR_HAS_CLONES
  return __builtin_cpu_supports("avx512f") != 0;
#else
  return false;
#endif
}

LockstepFrameOf<Four> step_abreast(const LockstepTreesOf<Four>& trees, const Vec3& gravity, double h,
                                   int substeps) {
  return step_four(trees, gravity, h, substeps);
}

LockstepFrameOf<Eight> step_abreast(const LockstepTreesOf<Eight>& trees, const Vec3& gravity, double h,
                                    int substeps) {
  return step_eight(trees, gravity, h, substeps);
}

}  // namespace drawbar::physics
