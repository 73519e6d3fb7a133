#include "physics/effect/external_forces.h"

#include "physics/effect/envelope.h"

namespace drawbar::physics {

Wrench push_of(const Effect& effect, double strength, const Quat& orientation, const Vec3& center_of_mass) {
  const auto& p = effect.parameters;
  const bool turns = effect.type == EffectType::torque;
  const bool in_body_axes = p[turns ? 3 : 6] != 0;
  Vec3 push = strength * Vec3(p[0], p[1], p[2]);
  if (in_body_axes) push = orientation * push;
  if (turns) return {Vec3::Zero(), push};
  const Vec3 arm = orientation * (Vec3(p[3], p[4], p[5]) - center_of_mass);
  return {push, arm.cross(push)};
}

void ExternalForces::add(BodyIndex body, const Wrench& wrench) {
  wrenches_[body] += wrench;
  pushed_.push_back(body);
}

void ExternalForces::arrange(const State& state) {
  pushes_.clear();
  for (std::size_t place = 0; place < state.effects.size(); ++place) {
    const Effect& effect = state.effects[place].effect;
    const bool pushes = effect.type == EffectType::force || effect.type == EffectType::torque;
    if (pushes && model_.bodies[effect.target.index].moves)
      pushes_.push_back(static_cast<std::uint32_t>(place));
  }
}

void ExternalForces::find(const State& state, double period, const KickSpan& kick) {
  for (const BodyIndex body : pushed_) wrenches_[body] = {};
  pushed_.clear();
  for (const std::uint32_t place : pushes_) {
    const ActiveEffect& active = state.effects[place];
    const Effect& effect = active.effect;
    const BodyIndex body = effect.target.index;
    const double begun = static_cast<double>(state.frame - active.begun) * period;
    const double strength = mean_strength(effect, begun + kick.from, begun + kick.to);
    add(body, push_of(effect, strength, state.bodies[body].orientation, model_.bodies[body].center_of_mass));
  }
  if (!any_drag() || !(kick.to > kick.from)) return;
  const Vec3 wind = wind_at(state, period, 0.5 * (kick.from + kick.to));
  for (const BodyIndex body : air_.bodies()) {
    add(body, air_.push(body, state, wind, wrenches_[body], kick.to - kick.from));
  }
}

}  // namespace drawbar::physics
