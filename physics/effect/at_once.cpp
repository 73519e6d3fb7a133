#include "physics/effect/at_once.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>

#include "physics/contact/collision_world.h"
#include "physics/effect/absence.h"
#include "physics/effect/external_forces.h"
#include "physics/joint/broken_joint.h"
#include "physics/math/rotation.h"
#include "physics/motion/prescribed_motions.h"

namespace drawbar::physics {
namespace {

void add_impulse(const Effect& effect, const StepContext& context) {
  const BodyModel& model = context.model.bodies[effect.target.index];
  if (!model.moves || context.absence.is_absent(effect.target.index)) return;
  BodyState& body = context.state.bodies[effect.target.index];
  Wrench impulse;
  push_of(effect, effect.strength, model.center_of_mass).add_to(impulse, body.orientation);
  const Mat3 axes = body.orientation.toRotationMatrix();
  body.velocity += model.inverse_mass * impulse.force;
  body.angular_velocity += axes * (model.inverse_inertia * (axes.transpose() * impulse.torque));
}

// Of roll, pitch and yaw about the fixed x, y and z axes.
Quat orientation_of(std::span<const double> angles) {
  return quaternion_exponential({0, 0, angles[2]}) * quaternion_exponential({0, angles[1], 0}) *
         quaternion_exponential({angles[0], 0, 0});
}

// From where and as fast as it is.
void move(const Effect& effect, const StepContext& context) {
  const auto& p = effect.parameters;
  const BodyIndex named = effect.target.index;
  const BodyState& body = context.state.bodies[named];
  MotionState& motion = context.state.motions[motion_of(context.config, named)];
  motion.begun = context.state.frame;
  motion.duration = p[6];
  motion.from_position = body.center;
  motion.from_orientation = body.orientation;
  motion.from_velocity = body.velocity;
  motion.from_angular_velocity = body.angular_velocity;
  motion.to_position = Vec3(p[0], p[1], p[2]);
  motion.to_orientation = orientation_of({p.data() + 3, 3});
}

void forget_impulses(std::size_t j, const StepContext& context) {
  JointState& joint = context.state.joints[j];
  JointState fresh = without_impulses(joint);
  fresh.broken = joint.broken;
  fresh.offset = joint.offset;
  joint = fresh;
}

void turn_and_shift(const Effect& effect, std::span<const std::uint32_t> held, const StepContext& context) {
  const auto& p = effect.parameters;
  const std::uint32_t named = effect.target.index;
  const BodyState before = context.state.bodies[named];
  const Quat orientation = orientation_of({p.data() + 3, 3});
  const Quat turn = orientation * before.orientation.conjugate();
  const Vec3 center = Vec3(p[0], p[1], p[2]) + orientation * context.model.bodies[named].center_of_mass;
  for (std::size_t b = 0; b < held.size(); ++b) {
    if (held[b] != held[named] || !context.model.bodies[b].moves) continue;
    BodyState& body = context.state.bodies[b];
    body.center = center + turn * (body.center - before.center);
    body.orientation = normalised(turn * body.orientation);
  }
}

// `holds(JointId)`: whether that joint does.
template <class Holds>
void find_held_together(const WorldConfig& config, const Holds& holds, std::span<std::uint32_t> held) {
  std::iota(held.begin(), held.end(), 0U);
  const auto first = [held](std::size_t body) {
    while (held[body] != body) body = held[body] = held[held[body]];
    return static_cast<std::uint32_t>(body);
  };
  const auto moves = [&config](BodyId body) {
    return body != kWorldBody && !config.bodies[index_of(body)].is_static;
  };
  const auto hold = [&](BodyId a, BodyId b) {
    if (!moves(a) || !moves(b)) return;
    const std::uint32_t one = first(index_of(a)), other = first(index_of(b));
    held[std::max(one, other)] = std::min(one, other);
  };
  for (std::size_t j = 0; j < config.joints.size(); ++j) {
    if (holds(JointId{static_cast<std::uint32_t>(j)})) hold(config.joints[j].parent, config.joints[j].child);
  }
  for (const SpringConfig& spring : config.springs) hold(spring.from.body, spring.to.body);
  for (const CouplingConfig& coupling : config.couplings) {
    std::optional<BodyId> before;
    for (const CouplingConfig::Term& term : coupling.terms) {
      if (!holds(term.joint)) continue;
      const JointConfig& joint = config.joints[index_of(term.joint)];
      const BodyId moving_end = moves(joint.child) ? joint.child : joint.parent;
      hold(before.value_or(moving_end), moving_end);
      before = moving_end;
    }
  }
  for (std::uint32_t& body : held) body = first(body);
}

}  // namespace

void put_to_rest(BodyIndex named, std::span<const std::uint32_t> held, const StepContext& context) {
  const auto is_held = [&](BodyIndex b) { return b < held.size() && held[b] == held[named]; };
  const auto any_is_held = [&](BodyIndex a, BodyIndex b) { return is_held(a) || is_held(b); };
  const Model& model = context.model;
  for (std::size_t b = 0; b < held.size(); ++b) {
    if (!is_held(b) || !model.bodies[b].moves) continue;
    BodyState& body = context.state.bodies[b];
    BodyState rests;
    rests.center = rests.rest_center = body.center;
    rests.orientation = rests.rest_orientation = body.orientation;
    rests.smoothing = body.smoothing;
    body = rests;
  }
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    if (any_is_held(model.joints[j].parent, model.joints[j].child)) forget_impulses(j, context);
  }
  for (std::size_t s = 0; s < model.springs.size(); ++s) {
    if (any_is_held(model.springs[s].from, model.springs[s].to)) context.state.springs[s] = {};
  }
  for (std::size_t c = 0; c < context.config.couplings.size(); ++c) {
    const JointModel& joint = model.joints[index_of(context.config.couplings[c].terms.front().joint)];
    if (any_is_held(joint.parent, joint.child)) context.state.couplings[c] = {};
  }
  for (ActiveEffect& active : context.state.effects) {
    if (active.effect.type != EffectType::play) continue;
    const JointModel& joint = model.joints[active.effect.target.index];
    if (!any_is_held(joint.parent, joint.child)) continue;
    for (std::size_t k = 0; k < kMaxFreeAxes; ++k) active.set_play(k, {active.play(k).offset, 0});
  }
  context.collisions.forget_memory(held, held[named]);
}

std::vector<std::uint32_t> bodies_held_together(const WorldConfig& config) {
  std::vector<std::uint32_t> held(config.bodies.size());
  find_held_together(
      config, [](JointId) { return true; }, held);
  return held;
}

void act_at_once(const Effect& effect, std::span<std::uint32_t> held, const StepContext& context) {
  switch (effect.type) {
    case EffectType::impulse:
      add_impulse(effect, context);
      return;
    case EffectType::place:
      find_held_together(
          context.config, [&context](JointId joint) { return !context.state.joints[index_of(joint)].broken; },
          held);
      turn_and_shift(effect, held, context);
      put_to_rest(effect.target.index, held, context);
      return;
    case EffectType::move:
      move(effect, context);
      return;
    case EffectType::burnout:
      context.state.drives[effect.target.index].burned = true;
      return;
    case EffectType::breakage:
      break_joint(effect.target.index, context.config, context.state);
      return;
    default:
      return;
  }
}

}  // namespace drawbar::physics
