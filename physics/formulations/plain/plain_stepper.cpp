#include "physics/formulations/plain/plain_stepper.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "physics/contact/collision_world.h"
#include "physics/joint/broken_joint.h"
#include "physics/math/rotation.h"
#include "physics/spring/elastic_law.h"
#include "physics/spring/spring_law.h"

namespace drawbar::physics {
namespace {

/// Sweeps end when no row changes its speed by more than this (m/s or rad/s) ...
constexpr double kSweptSpeed = 1e-9;
/// ... or after so many.
constexpr int kMostSweeps = 60;
constexpr int kMostPositionSweeps = 20;
/// Part of a joint's error removed in one substep by pseudo-velocities (paper 003 eqs. 18, 19).
constexpr double kJointErrorReduction = 0.8;
constexpr std::array<double, 6> kAtRest{};

}  // namespace

PlainStepper::PlainStepper(const StepContext& context)
    : SynchronousStepper(context),
      responses_(context.model.bodies.size()),
      velocities_(context.model.bodies.size()),
      pseudo_(context.model.bodies.size()),
      search_(context),
      joints_(context.model.joints.size()),
      couplings_(context.config.couplings.size()),
      axes_(context.config, context.model),
      contacts_(context.collisions.record_capacity()) {
  springs_.reserve(context.model.springs.size());
}

void PlainStepper::refresh() {
  SynchronousStepper::refresh();
  for (std::size_t i = 0; i < responses_.size(); ++i) {
    responses_[i] = {context_.model.bodies[i].inverse_mass, kinematics_.inverse_inertia[i]};
  }
}

void PlainStepper::prepare_springs(double h, double warm_scale) {
  constexpr double kShortest = 1e-9;  // m: no direction below it
  springs_.clear();
  for (std::size_t s = 0; s < context_.model.springs.size(); ++s) {
    const SpringModel& model = context_.model.springs[s];
    const SpringConfig& config = context_.config.springs[s];
    const Vec3 from_arm = kinematics_.frames[model.from].rotation * model.from_anchor;
    const Vec3 to_arm = kinematics_.frames[model.to].rotation * model.to_anchor;
    const Vec3 span =
        (kinematics_.frames[model.to].center + to_arm) - (kinematics_.frames[model.from].center + from_arm);
    const double length = std::sqrt(span.squaredNorm());
    if (length < kShortest) continue;
    const ElasticLaw::Piece piece = elastic_law(config).piece(length);
    if (piece.slope * h + config.law.damping <= 0) continue;
    const SoftRow soft = soft_row({piece.force(length), piece.slope}, config.law.damping, h);
    LinearSpring& spring = springs_.emplace_back();
    spring.spring = s;
    spring.constraint.row =
        Row::between(responses_, model.from, model.to, from_arm, to_arm, span / length, Vec3::Zero());
    spring.constraint.target = soft.target;
    spring.constraint.softness = soft.softness;
    spring.constraint.impulse = -warm_scale * context_.state.springs[s].impulse;
  }
}

void PlainStepper::prepare_joints() {
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    joints_[j].prepare(context_.model.joints[j], kinematics_.joints[j], responses_);
  }
  for (std::size_t c = 0; c < couplings_.size(); ++c) {
    couplings_[c].prepare(context_.config.couplings[c], context_.model, kinematics_, context_.state.joints,
                          responses_);
  }
}

void PlainStepper::warm_start(double scale) {
  State& state = context_.state;
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    if (state.joints[j].broken) continue;
    for (double& impulse : state.joints[j].row_impulse) impulse *= scale;
    joints_[j].apply(velocities_, state.joints[j].row_impulse);
  }
  for (std::size_t c = 0; c < couplings_.size(); ++c) {
    state.couplings[c].impulse *= scale;
    couplings_[c].apply(velocities_, state.couplings[c].impulse);
  }
  for (const LinearSpring& spring : springs_) {
    spring.constraint.row.apply(velocities_, spring.constraint.impulse);
  }
  axes_.warm_start(velocities_);
  contacts_.warm_start(velocities_);
}

void PlainStepper::solve_velocities() {
  State& state = context_.state;
  for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
    ++context_.statistics.sweeps;
    double largest = 0;
    for (LinearSpring& spring : springs_) {
      largest = std::max(largest, std::fabs(spring.constraint.solve(velocities_)));
    }
    largest = std::max(largest, axes_.solve(velocities_));
    for (std::size_t c = 0; c < couplings_.size(); ++c) {
      largest = std::max(largest, couplings_[c].solve(velocities_, 0, state.couplings[c].impulse));
    }
    for (std::size_t j = 0; j < joints_.size(); ++j) {
      if (state.joints[j].broken) continue;
      largest = std::max(largest, joints_[j].solve(velocities_, kAtRest, state.joints[j].row_impulse));
    }
    largest = std::max(largest, contacts_.solve(velocities_));
    if (largest < kSweptSpeed) return;
  }
  ++context_.statistics.unconverged_substeps;
}

void PlainStepper::solve_positions(double h) {
  std::fill(pseudo_.begin(), pseudo_.end(), Twist{});
  for (int sweep = 0; sweep < kMostPositionSweeps; ++sweep) {
    double largest = axes_.solve_positions(pseudo_);
    for (std::size_t c = 0; c < couplings_.size(); ++c) {
      double impulse = 0;
      const double target = -kJointErrorReduction * couplings_[c].error() / h;
      largest = std::max(largest, couplings_[c].solve(pseudo_, target, impulse));
    }
    for (std::size_t j = 0; j < joints_.size(); ++j) {
      if (context_.state.joints[j].broken) continue;
      std::array<double, 6> target{};
      std::array<double, 6> impulse{};
      const JointGeometry& g = kinematics_.joints[j];
      for (std::size_t k = 0; k < static_cast<std::size_t>(g.rows); ++k) {
        target[k] = -kJointErrorReduction * g.row_error[k] / h;
      }
      largest = std::max(largest, joints_[j].solve(pseudo_, target, impulse));
    }
    largest = std::max(largest, contacts_.solve_positions(pseudo_));
    if (largest < kSweptSpeed) return;
  }
}

void PlainStepper::integrate(double h) {
  for (std::size_t i = 0; i < velocities_.size(); ++i) {
    if (!context_.model.bodies[i].moves) continue;
    BodyState& body = context_.state.bodies[i];
    body.velocity = velocities_[i].linear;
    body.angular_velocity = velocities_[i].angular;
    body.center += h * (velocities_[i].linear + pseudo_[i].linear);
    const Vec3 turn = h * (velocities_[i].angular + pseudo_[i].angular);
    body.orientation = normalised(quaternion_exponential(turn) * body.orientation);
  }
}

void PlainStepper::store(double h) {
  axes_.store(context_, h);
  contacts_.store(h);
  for (CouplingState& coupling : context_.state.couplings) coupling.force.mean = coupling.impulse / h;
  for (const LinearSpring& spring : springs_) {
    context_.state.springs[spring.spring].impulse = -spring.constraint.impulse;
  }
}

// Reactions of the substep, and the joints that gave way under them.
void PlainStepper::break_joints(double h) {
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    JointState& joint = context_.state.joints[j];
    if (joint.broken) continue;
    const JointGeometry& g = kinematics_.joints[j];
    joint.force = Vec3::Zero();
    Vec3 torque = Vec3::Zero();
    for (std::size_t k = 0; k < static_cast<std::size_t>(g.rows); ++k) {
      joint.force += (joint.row_impulse[k] / h) * g.row_linear[k];
      torque += (joint.row_impulse[k] / h) * g.row_angular[k];
    }
    joint.reaction.mean = joint.force;
    joint.reaction_torque.mean = torque;
    const JointConfig& config = context_.config.joints[j];
    const bool torn =
        config.break_force && joint.force.squaredNorm() > *config.break_force * *config.break_force;
    const bool twisted =
        config.break_torque && torque.squaredNorm() > *config.break_torque * *config.break_torque;
    if (torn || twisted) break_joint(j, context_.config, context_.state);
  }
}

void PlainStepper::substep(double h, bool /*is_read*/) {
  State& state = context_.state;
  ++context_.statistics.substeps;
  const double warm_scale = state.last_substep > 0 ? h / state.last_substep : 1.0;
  synchronised_velocities(velocities_);
  search_.find(h);
  contacts_.prepare(context_.collisions.manifolds(), state.bodies, responses_, velocities_, h, warm_scale);
  axes_.prepare(context_, kinematics_, responses_, velocities_, h, warm_scale);
  prepare_springs(h, warm_scale);
  prepare_joints();
  add_external_impulses(h, velocities_);
  warm_start(warm_scale);
  solve_velocities();
  solve_positions(h);
  store(h);
  break_joints(h);
  integrate(h);
  refresh();
  state.last_substep = h;
}

void PlainStepper::project_initial_velocities() {
  refresh();
  prepare_joints();
  project_by_sweeps(velocities_, [&](std::span<Twist> velocities) {
    double largest = 0;
    for (const CouplingRow& coupling : couplings_) {
      double impulse = 0;
      largest = std::max(largest, coupling.solve(velocities, 0, impulse));
    }
    for (const JointBlock& joint : joints_) {
      std::array<double, 6> impulse{};
      largest = std::max(largest, joint.solve(velocities, kAtRest, impulse));
    }
    return largest;
  });
}

}  // namespace drawbar::physics
