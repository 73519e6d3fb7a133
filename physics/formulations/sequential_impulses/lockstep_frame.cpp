#include "physics/formulations/sequential_impulses/lockstep_frame.h"

#include <cmath>
#include <limits>

#include "physics/formulations/sequential_impulses/closure.h"
#include "physics/formulations/sequential_impulses/kick_times.h"
#include "physics/formulations/sequential_impulses/refinement.h"

// Each function below does for four what ArticulatedStepper's of the same name does for one: what one of them
// learns the other has to (Lockstep's tests compare their bits).
namespace drawbar::physics {
namespace {

/// Nothing that turns slower than Refinement::kSlowRate moves faster (m/s) and is right.
constexpr double kFastest = 1e5;

struct Four {
  std::span<const LockstepBody> bodies;
  std::span<LockstepLink> links;
};

const BodyFrameOf<Wide>& parent_frame(const Four& four, std::size_t i) {
  const LockstepBody& body = four.bodies[i];
  return body.parent == kNone ? body.base : four.links[body.parent].frame;
}

const BodyFrameOf<Wide>& parent_trial(const Four& four, std::size_t i) {
  const LockstepBody& body = four.bodies[i];
  return body.parent == kNone ? body.base : four.links[body.parent].trial.frame;
}

void prepare_link(const Four& four, std::size_t i, const KickTimes& times, const Vec3Of<Wide>& kick) {
  const LockstepBody& body = four.bodies[i];
  LockstepLink& link = four.links[i];
  set_momentum(body, link.frame.rotation, link.velocity, link.angular_velocity, kick, link.mass, link);
  link.bias_linear = link.bias_angular = Vec3Of<Wide>::Zero();
  link.tension = 0;
  if (!body.hangs) {
    link.pivot.axes = 6;
    return;
  }
  const BodyFrameOf<Wide>& above = parent_frame(four, i);
  const BodyFrameOf<Wide>& parent = body.sign > 0 ? above : link.frame;
  const BodyFrameOf<Wide>& child = body.sign > 0 ? link.frame : above;
  std::array<SpatialOf<Wide>, kMaxFreeAxes> motion;
  link.pivot.axis = link.axes.data();
  place_joint(body.joint, body.sign, parent, child, link.frame.center, above.center, link, link.pivot,
              motion);
  const Vec3Of<Wide> force = body.sign * link.joint_force;
  link.tension += tension(force, link.arm);
  if (body.parent != kNone) four.links[body.parent].tension += tension<Wide>(-force, link.parent_arm);
  if (times.closing) return;
  predict_bias(body.joint.type, parent.rotation, times.drift / times.whole, link.last_bias_linear,
               link.last_bias_angular, motion, link);
}

void stiffen(const Four& four, double h) {
  for (LockstepLink& link : four.links) link.stiffness = {};
  for (std::size_t i = 0; i < four.links.size(); ++i) {
    const LockstepBody& body = four.bodies[i];
    LockstepLink& link = four.links[i];
    if (!body.hangs) continue;
    const Vec3Of<Wide> force = body.sign * link.joint_force;
    add_tension(force, link.arm, link.stiffness);
    if (body.parent != kNone) {
      add_tension(Vec3Of<Wide>(-force), link.parent_arm, four.links[body.parent].stiffness);
    }
  }
  for (LockstepLink& link : four.links) {
    const Wide::Mask stiffened = needs_stiffening(link.spin.measure);
    if (!any(stiffened)) continue;
    BodyMassOf<Wide> mass = link.mass;
    SpatialOf<Wide> momentum = link.momentum;
    add_geometric_stiffness(link.stiffness, link.spin.measure, h, link.spin.velocity, mass, momentum);
    for (std::size_t k = 0; k < 6; ++k) {
      link.mass.inertia[k] = select(stiffened, mass.inertia[k], link.mass.inertia[k]);
      link.momentum[k] = select(stiffened, momentum[k], link.momentum[k]);
    }
  }
}

void add_stiffness(const Four& four, const KickTimes& times) {
  bool needed = false;
  for (std::size_t i = 0; i < four.links.size(); ++i) {
    LockstepLink& link = four.links[i];
    const Wide measure = stiffness_measure(link.tension, four.bodies[i].largest_inertia, times.drift);
    link.spin = link.smoothed;
    if (!times.closing) follow(measure, link.angular_velocity, link.spin);
    link.spin.measure = measure;
    needed = needed || any(needs_stiffening(measure));
  }
  if (needed) stiffen(four, times.drift);
}

void prepare(const Four& four, const KickTimes& times, const Vec3& gravity) {
  const Vec3Of<Wide> kick = Vec3(times.kick * gravity).cast<Wide>();
  for (std::size_t i = 0; i < four.links.size(); ++i) prepare_link(four, i, times, kick);
  add_stiffness(four, times);
}

void factor(const Four& four) {
  for (LockstepLink& link : four.links) set(link.mass, link.inertia);
  for (std::size_t i = four.links.size(); i-- > 0;) {
    LockstepLink& link = four.links[i];
    if (link.pivot.axes == 6) {
      factor(link.inertia, link.free_root);
      continue;
    }
    factor_axes(link.inertia, link.pivot);
    const std::size_t parent = four.bodies[i].parent;
    if (parent != kNone) add_transported(four.links[parent].inertia, link.pivot.carried, link.pivot.r);
  }
}

void up(const Four& four) {
  for (std::size_t i = four.links.size(); i-- > 0;) {
    LockstepLink& link = four.links[i];
    if (link.pivot.axes == 6) {
      solve_lower(link.free_root, link.force, link.y);
      continue;
    }
    project(link.pivot, link.force, link.y);
    const std::size_t parent = four.bodies[i].parent;
    if (parent != kNone) pass_up(link.pivot, link.force, link.bias, link.y, four.links[parent].force);
  }
}

void down(const Four& four, std::size_t i, SpatialOf<Wide> LockstepLink::*velocity,
          std::array<Wide, kMaxFreeAxes> LockstepLink::*rates) {
  LockstepLink& link = four.links[i];
  if (link.pivot.axes == 6) {
    solve_upper(link.free_root, link.y, link.*velocity);
    return;
  }
  SpatialOf<Wide> u = link.bias;
  const std::size_t parent = four.bodies[i].parent;
  if (parent != kNone) add_scaled(u, 1.0, motion_at(four.links[parent].*velocity, link.pivot.r));
  pass_down(link.pivot, u, link.y, link.*velocity, link.*rates);
}

void solve_trees(const Four& four) {
  for (std::size_t i = 0; i < four.links.size(); ++i) {
    LockstepLink& link = four.links[i];
    link.force = link.momentum;
    to_center(link, four.bodies[i].sign, link.bias_linear, link.bias_angular, link.bias);
  }
  factor(four);
  up(four);
  for (std::size_t i = 0; i < four.links.size(); ++i) {
    down(four, i, &LockstepLink::solved, &LockstepLink::rates);
  }
}

Wide turning(const Four& four, std::size_t i, const Vec3Of<Wide>& w) {
  return turning_squared(four.bodies[i].has_spin_axis, four.bodies[i].spin_axis, four.links[i].frame.rotation,
                         w);
}

Wide fastest_turning_squared(const Four& four) {
  Wide fastest = 0;
  for (std::size_t i = 0; i < four.links.size(); ++i) {
    if (!four.bodies[i].lone) fastest = max(turning(four, i, four.links[i].angular_velocity), fastest);
  }
  return fastest;
}

Wide fastest_turning_up_squared(const Four& four) {
  Wide fastest = 0;
  for (std::size_t i = 0; i < four.links.size(); ++i) {
    const LockstepLink& link = four.links[i];
    const Vec3Of<Wide> change = link.solved.angular() - link.angular_velocity_before;
    if (!four.bodies[i].lone) fastest = max(turning(four, i, change), fastest);
  }
  return fastest;
}

// Of any body, also of those that may.
Wide::Mask turns_too_far(const Four& four, double h) {
  Wide fastest = 0;
  for (const LockstepLink& link : four.links) fastest = max(link.solved.angular().squaredNorm(), fastest);
  return !(fastest * (h * h) <= kLargestTurn * kLargestTurn);
}

ClosureOf<Wide> drift_all(const Four& four, double h) {
  ClosureOf<Wide> closure;
  for (std::size_t i = 0; i < four.links.size(); ++i) {
    const LockstepBody& body = four.bodies[i];
    LockstepLink& link = four.links[i];
    drift(body, body.rod, link.frame, link.orientation, link.solved.linear(), link.solved.angular(), h,
          link.trial);
    if (!body.hangs) continue;
    const BodyFrameOf<Wide>& above = parent_trial(four, i);
    const JointErrorOf<Wide> error = body.sign > 0 ? joint_error(body.joint, above, link.trial.frame)
                                                   : joint_error(body.joint, link.trial.frame, above);
    closure.add(link.error.linear, error.linear);
    closure.add(link.error.angular, error.angular);
    link.error = error;
  }
  return closure;
}

Wide kinetic_energy(const Four& four) {
  Wide twice = 0;
  for (const LockstepLink& link : four.links) twice += dot(link.solved, link.mass * link.solved);
  return 0.5 * twice;
}

// Only of the lanes that are not closed yet.
void correct_velocities(const Four& four, double h, const Wide& relaxation, const Wide::Mask& open) {
  for (std::size_t i = 0; i < four.links.size(); ++i) {
    LockstepLink& link = four.links[i];
    link.force = SpatialOf<Wide>{};
    if (!four.bodies[i].hangs) continue;
    const Vec3Of<Wide> linear = (-relaxation / h) * link.error.linear;
    const Vec3Of<Wide> angular = (-relaxation / h) * link.error.angular;
    to_center(link, four.bodies[i].sign, linear, angular, link.bias);
    link.bias_linear = select(open, Vec3Of<Wide>(link.bias_linear + linear), link.bias_linear);
    link.bias_angular = select(open, Vec3Of<Wide>(link.bias_angular + angular), link.bias_angular);
  }
  up(four);
  for (std::size_t i = 0; i < four.links.size(); ++i) {
    LockstepLink& link = four.links[i];
    down(four, i, &LockstepLink::correction, &LockstepLink::rate_corrections);
    for (std::size_t k = 0; k < 6; ++k) {
      link.solved[k] = select(open, link.solved[k] + link.correction[k], link.solved[k]);
    }
    for (std::size_t k = 0; k < static_cast<std::size_t>(four.bodies[i].free_axes); ++k) {
      link.rates[k] = select(open, link.rates[k] + link.rate_corrections[k], link.rates[k]);
    }
  }
}

// The lanes that closed their joints as a rule they do.
Wide::Mask solve_positions(const Four& four, double h) {
  const double tolerance = tree_tolerance(h);
  Wide relaxation = 1;
  Wide before = 0;
  Wide energy = 0;
  Wide::Mask open = Wide::Mask::all(true);
  Wide::Mask right = Wide::Mask::all(false);
  for (int correction = 0;; ++correction) {
    const ClosureOf<Wide> closure = drift_all(four, h);
    const Wide worst = closure.worst();
    const Wide::Mask closed = open && worst < tolerance;
    if (any(closed)) {
      Wide::Mask grew = Wide::Mask::all(false);
      if (correction > kEasyCorrections) grew = kinetic_energy(four) > (1 + kTolerableGain) * energy;
      right = right || (closed && !grew);
    }
    if (correction == kEasyCorrections) energy = kinetic_energy(four);
    open = open && !closed && worst < std::numeric_limits<double>::infinity();
    if (correction > 2) open = open && worst <= 2 * before;
    if (correction >= kMostCorrections || !any(open)) return right;
    if (correction > 0) {
      const Wide better =
          clamp(-relaxation * closure.along / closure.change, kLeastRelaxation, kMostRelaxation);
      relaxation = select(closure.change > 0, better, relaxation);
    }
    before = worst;
    correct_velocities(four, h, relaxation, open);
  }
}

void store_reactions(const Four& four, double kick) {
  for (LockstepLink& link : four.links) {
    link.reaction = link.mass * link.solved;
    add_scaled(link.reaction, -1.0, link.momentum);
  }
  for (std::size_t i = four.links.size(); i-- > 0;) {
    const LockstepBody& body = four.bodies[i];
    LockstepLink& link = four.links[i];
    if (!body.hangs) continue;
    if (body.parent != kNone) {
      add_force_from(four.links[body.parent].reaction, link.reaction, link.pivot.r);
    }
    link.joint_force = (body.sign / kick) * link.reaction.linear();
  }
}

// Of a joint, in the axes of its parent at the beginning of the substep.
void remember_bias(const Four& four, std::size_t i) {
  const LockstepBody& body = four.bodies[i];
  LockstepLink& link = four.links[i];
  const BodyFrameOf<Wide>& parent = body.sign > 0 ? parent_frame(four, i) : link.frame;
  const Mat3Of<Wide> to_parent = parent.rotation.transpose();
  link.last_bias_linear = to_parent * link.bias_linear;
  link.last_bias_angular = to_parent * link.bias_angular;
}

// Returns where all is as it should be.
Wide::Mask commit(const Four& four, double h, double kick) {
  store_reactions(four, kick);
  Wide::Mask sane = Wide::Mask::all(true);
  for (std::size_t i = four.links.size(); i-- > 0;) {  // a parent's frame is needed before it changes
    const LockstepBody& body = four.bodies[i];
    LockstepLink& link = four.links[i];
    if (body.hangs) {
      remember_bias(four, i);
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

DRAWBAR_WIDE LockstepFrame step(const Four& four, const Vec3& gravity, double h, int substeps) {
  LockstepFrame result{Wide::Mask::all(true), 0};
  double unkicked = 0;
  for (int s = 0; s < substeps; ++s) {
    const double kick = unkicked + 0.5 * h;
    const Wide turning = sqrt(fastest_turning_squared(four));
    prepare(four, {h, kick, false, h}, gravity);
    solve_trees(four);
    const Wide turning_up = sqrt(sqrt(fastest_turning_up_squared(four)) / kick);
    result.turn_rate = max(turning_up, max(turning, result.turn_rate));
    result.stepped = result.stepped && result.turn_rate <= Refinement::kSlowRate && !turns_too_far(four, h) &&
                     solve_positions(four, h);
    result.stepped = result.stepped && commit(four, h, kick);
    if (!any(result.stepped)) return result;
    unkicked = 0.5 * h;
  }
  prepare(four, {h, unkicked, true, h}, gravity);
  solve_trees(four);
  for (LockstepLink& link : four.links) {
    link.velocity = link.solved.linear();
    link.angular_velocity = link.solved.angular();
  }
  return result;
}

}  // namespace

LockstepFrame step_four(std::span<const LockstepBody> bodies, std::span<LockstepLink> links,
                        const Vec3& gravity, double h, int substeps) {
  return step({bodies, links}, gravity, h, substeps);
}

}  // namespace drawbar::physics
