#include "physics/formulations/sequential_impulses/lockstep_frame.h"

#include <cmath>
#include <limits>

#include "physics/formulations/sequential_impulses/closure.h"
#include "physics/formulations/sequential_impulses/kick_times.h"
#include "physics/formulations/sequential_impulses/refinement.h"

// Each function below does for several what ArticulatedStepper's of the same name does for one: what one of
// them learns the other has to (Lockstep's tests compare their bits).
namespace drawbar::physics {
namespace {

/// What is faster (m/s, rad/s) has come apart, and is World's to recover.
constexpr double kFastest = 1e5;

struct Trees {
  std::span<const LockstepBody> bodies;
  std::span<LockstepLink> links;
};

const BodyFrameOf<Abreast>& parent_frame(const Trees& trees, std::size_t i) {
  const LockstepBody& body = trees.bodies[i];
  return body.parent == kNone ? body.base : trees.links[body.parent].frame;
}

const BodyFrameOf<Abreast>& parent_trial(const Trees& trees, std::size_t i) {
  const LockstepBody& body = trees.bodies[i];
  return body.parent == kNone ? body.base : trees.links[body.parent].trial.frame;
}

void prepare_link(const Trees& trees, std::size_t i, const KickTimes& times, const Vec3Of<Abreast>& kick) {
  const LockstepBody& body = trees.bodies[i];
  LockstepLink& link = trees.links[i];
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
  if (body.parent != kNone) trees.links[body.parent].tension += tension<Abreast>(-force, link.parent_arm);
  if (times.closing) return;
  predict_bias(body.joint.type, parent.rotation, times.drift / times.whole, link.last_bias_linear,
               link.last_bias_angular, motion, link);
}

void stiffen(const Trees& trees, double h) {
  for (LockstepLink& link : trees.links) link.stiffness = {};
  for (std::size_t i = 0; i < trees.links.size(); ++i) {
    const LockstepBody& body = trees.bodies[i];
    LockstepLink& link = trees.links[i];
    if (!body.hangs) continue;
    const Vec3Of<Abreast> force = body.sign * link.joint_force;
    add_tension(force, link.arm, link.stiffness);
    if (body.parent != kNone) {
      add_tension(Vec3Of<Abreast>(-force), link.parent_arm, trees.links[body.parent].stiffness);
    }
  }
  for (LockstepLink& link : trees.links) {
    const Abreast::Mask stiffened = needs_stiffening(link.spin.measure);
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

void add_stiffness(const Trees& trees, const KickTimes& times) {
  bool needed = false;
  for (std::size_t i = 0; i < trees.links.size(); ++i) {
    LockstepLink& link = trees.links[i];
    const Abreast measure = stiffness_measure(link.tension, trees.bodies[i].largest_inertia, times.drift);
    link.spin = link.smoothed;
    if (!times.closing) follow(measure, link.angular_velocity, link.spin);
    link.spin.measure = measure;
    needed = needed || any(needs_stiffening(measure));
  }
  if (needed) stiffen(trees, times.drift);
}

void prepare(const Trees& trees, const KickTimes& times, const Vec3& gravity) {
  const Vec3Of<Abreast> kick = Vec3(times.kick * gravity).cast<Abreast>();
  for (std::size_t i = 0; i < trees.links.size(); ++i) prepare_link(trees, i, times, kick);
  add_stiffness(trees, times);
}

void factor(const Trees& trees) {
  for (LockstepLink& link : trees.links) set(link.mass, link.inertia);
  for (std::size_t i = trees.links.size(); i-- > 0;) {
    LockstepLink& link = trees.links[i];
    if (link.pivot.axes == 6) {
      factor(link.inertia, link.free_root);
      continue;
    }
    factor_axes(link.inertia, link.pivot);
    const std::size_t parent = trees.bodies[i].parent;
    if (parent != kNone) add_transported(trees.links[parent].inertia, link.pivot.carried, link.pivot.r);
  }
}

void up(const Trees& trees) {
  for (std::size_t i = trees.links.size(); i-- > 0;) {
    LockstepLink& link = trees.links[i];
    if (link.pivot.axes == 6) {
      solve_lower(link.free_root, link.force, link.y);
      continue;
    }
    project(link.pivot, link.force, link.y);
    const std::size_t parent = trees.bodies[i].parent;
    if (parent != kNone) pass_up(link.pivot, link.force, link.bias, link.y, trees.links[parent].force);
  }
}

void down(const Trees& trees, std::size_t i, SpatialOf<Abreast> LockstepLink::*velocity,
          std::array<Abreast, kMaxFreeAxes> LockstepLink::*rates) {
  LockstepLink& link = trees.links[i];
  if (link.pivot.axes == 6) {
    solve_upper(link.free_root, link.y, link.*velocity);
    return;
  }
  SpatialOf<Abreast> u = link.bias;
  const std::size_t parent = trees.bodies[i].parent;
  if (parent != kNone) add_scaled(u, 1.0, motion_at(trees.links[parent].*velocity, link.pivot.r));
  pass_down(link.pivot, u, link.y, link.*velocity, link.*rates);
}

void solve_trees(const Trees& trees) {
  for (std::size_t i = 0; i < trees.links.size(); ++i) {
    LockstepLink& link = trees.links[i];
    link.force = link.momentum;
    to_center(link, trees.bodies[i].sign, link.bias_linear, link.bias_angular, link.bias);
  }
  factor(trees);
  up(trees);
  for (std::size_t i = 0; i < trees.links.size(); ++i) {
    down(trees, i, &LockstepLink::solved, &LockstepLink::rates);
  }
}

Abreast turning(const Trees& trees, std::size_t i, const Vec3Of<Abreast>& w) {
  return turning_squared(trees.bodies[i].has_spin_axis, trees.bodies[i].spin_axis,
                         trees.links[i].frame.rotation, w);
}

Abreast fastest_turning_squared(const Trees& trees) {
  Abreast fastest = 0;
  for (std::size_t i = 0; i < trees.links.size(); ++i) {
    if (!trees.bodies[i].lone) fastest = max(turning(trees, i, trees.links[i].angular_velocity), fastest);
  }
  return fastest;
}

Abreast fastest_turning_up_squared(const Trees& trees) {
  Abreast fastest = 0;
  for (std::size_t i = 0; i < trees.links.size(); ++i) {
    const LockstepLink& link = trees.links[i];
    const Vec3Of<Abreast> change = link.solved.angular() - link.angular_velocity_before;
    if (!trees.bodies[i].lone) fastest = max(turning(trees, i, change), fastest);
  }
  return fastest;
}

// Of any body, also of those that may.
Abreast::Mask turns_too_far(const Trees& trees, double h) {
  Abreast fastest = 0;
  for (const LockstepLink& link : trees.links) fastest = max(link.solved.angular().squaredNorm(), fastest);
  return !(fastest * (h * h) <= kLargestTurn * kLargestTurn);
}

ClosureOf<Abreast> drift_all(const Trees& trees, double h) {
  ClosureOf<Abreast> closure;
  for (std::size_t i = 0; i < trees.links.size(); ++i) {
    const LockstepBody& body = trees.bodies[i];
    LockstepLink& link = trees.links[i];
    drift(body, body.rod, link.frame, link.orientation, link.solved.linear(), link.solved.angular(), h,
          link.trial);
    if (!body.hangs) continue;
    const BodyFrameOf<Abreast>& above = parent_trial(trees, i);
    const JointErrorOf<Abreast> error = body.sign > 0 ? joint_error(body.joint, above, link.trial.frame)
                                                      : joint_error(body.joint, link.trial.frame, above);
    closure.add(link.error.linear, error.linear);
    closure.add(link.error.angular, error.angular);
    link.error = error;
  }
  return closure;
}

Abreast kinetic_energy(const Trees& trees) {
  Abreast twice = 0;
  for (const LockstepLink& link : trees.links) twice += dot(link.solved, link.mass * link.solved);
  return 0.5 * twice;
}

// Only of the lanes that are not closed yet.
void correct_velocities(const Trees& trees, double h, const Abreast& relaxation, const Abreast::Mask& open) {
  for (std::size_t i = 0; i < trees.links.size(); ++i) {
    LockstepLink& link = trees.links[i];
    link.force = SpatialOf<Abreast>{};
    if (!trees.bodies[i].hangs) continue;
    const Vec3Of<Abreast> linear = (-relaxation / h) * link.error.linear;
    const Vec3Of<Abreast> angular = (-relaxation / h) * link.error.angular;
    to_center(link, trees.bodies[i].sign, linear, angular, link.bias);
    link.bias_linear = select(open, Vec3Of<Abreast>(link.bias_linear + linear), link.bias_linear);
    link.bias_angular = select(open, Vec3Of<Abreast>(link.bias_angular + angular), link.bias_angular);
  }
  up(trees);
  for (std::size_t i = 0; i < trees.links.size(); ++i) {
    LockstepLink& link = trees.links[i];
    down(trees, i, &LockstepLink::correction, &LockstepLink::rate_corrections);
    for (std::size_t k = 0; k < 6; ++k) {
      link.solved[k] = select(open, link.solved[k] + link.correction[k], link.solved[k]);
    }
    for (std::size_t k = 0; k < static_cast<std::size_t>(trees.bodies[i].free_axes); ++k) {
      link.rates[k] = select(open, link.rates[k] + link.rate_corrections[k], link.rates[k]);
    }
  }
}

// The lanes that closed their joints as a rule they do.
Abreast::Mask solve_positions(const Trees& trees, double h) {
  const double tolerance = tree_tolerance(h);
  Abreast relaxation = 1;
  Abreast before = 0;
  Abreast energy = 0;
  Abreast::Mask open = Abreast::Mask(true);
  Abreast::Mask right = Abreast::Mask(false);
  for (int correction = 0;; ++correction) {
    const ClosureOf<Abreast> closure = drift_all(trees, h);
    const Abreast worst = closure.worst();
    const Abreast::Mask closed = open && worst < tolerance;
    if (any(closed)) {
      Abreast::Mask grew = Abreast::Mask(false);
      if (correction > kEasyCorrections) grew = kinetic_energy(trees) > (1 + kTolerableGain) * energy;
      right = right || (closed && !grew);
    }
    if (correction == kEasyCorrections) energy = kinetic_energy(trees);
    open = open && !closed && worst < std::numeric_limits<double>::infinity();
    if (correction > 2) open = open && worst <= 2 * before;
    if (correction >= kMostCorrections || !any(open)) return right;
    if (correction > 0) {
      const Abreast better =
          clamp(-relaxation * closure.along / closure.change, kLeastRelaxation, kMostRelaxation);
      relaxation = select(closure.change > 0, better, relaxation);
    }
    before = worst;
    correct_velocities(trees, h, relaxation, open);
  }
}

void store_reactions(const Trees& trees, double kick) {
  for (LockstepLink& link : trees.links) {
    link.reaction = link.mass * link.solved;
    add_scaled(link.reaction, -1.0, link.momentum);
  }
  for (std::size_t i = trees.links.size(); i-- > 0;) {
    const LockstepBody& body = trees.bodies[i];
    LockstepLink& link = trees.links[i];
    if (!body.hangs) continue;
    if (body.parent != kNone) {
      add_force_from(trees.links[body.parent].reaction, link.reaction, link.pivot.r);
    }
    link.joint_force = (body.sign / kick) * link.reaction.linear();
  }
}

// Of a joint, in the axes of its parent at the beginning of the substep.
void remember_bias(const Trees& trees, std::size_t i) {
  const LockstepBody& body = trees.bodies[i];
  LockstepLink& link = trees.links[i];
  const BodyFrameOf<Abreast>& parent = body.sign > 0 ? parent_frame(trees, i) : link.frame;
  const Mat3Of<Abreast> to_parent = parent.rotation.transpose();
  link.last_bias_linear = to_parent * link.bias_linear;
  link.last_bias_angular = to_parent * link.bias_angular;
}

// Returns where all is as it should be.
Abreast::Mask commit(const Trees& trees, double h, double kick) {
  store_reactions(trees, kick);
  Abreast::Mask sane = Abreast::Mask(true);
  for (std::size_t i = trees.links.size(); i-- > 0;) {  // a parent's frame is needed before it changes
    const LockstepBody& body = trees.bodies[i];
    LockstepLink& link = trees.links[i];
    if (body.hangs) {
      remember_bias(trees, i);
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

DRAWBAR_WIDEST LockstepFrame step(const Trees& trees, const Vec3& gravity, double h, int substeps) {
  LockstepFrame result{Abreast::Mask(true), 0};
  double unkicked = 0;
  for (int s = 0; s < substeps; ++s) {
    const double kick = unkicked + 0.5 * h;
    const Abreast turning = sqrt(fastest_turning_squared(trees));
    prepare(trees, {h, kick, false, h}, gravity);
    solve_trees(trees);
    const Abreast turning_up = sqrt(sqrt(fastest_turning_up_squared(trees)) / kick);
    result.turn_rate = max(turning_up, max(turning, result.turn_rate));
    const Abreast::Mask cut = result.turn_rate > Refinement::kSlowRate || turns_too_far(trees, h);
    const Abreast::Mask closed = solve_positions(trees, h);
    const Abreast::Mask sane = commit(trees, h, kick);
    result.stepped = result.stepped && !cut && closed && sane;
    if (!any(result.stepped)) return result;
    unkicked = 0.5 * h;
  }
  prepare(trees, {h, unkicked, true, h}, gravity);
  solve_trees(trees);
  for (LockstepLink& link : trees.links) {
    link.velocity = link.solved.linear();
    link.angular_velocity = link.solved.angular();
  }
  return result;
}

}  // namespace

LockstepFrame step_abreast(std::span<const LockstepBody> bodies, std::span<LockstepLink> links,
                           const Vec3& gravity, double h, int substeps) {
  return step({bodies, links}, gravity, h, substeps);
}

}  // namespace drawbar::physics
