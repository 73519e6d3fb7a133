#include "physics/effect/external_forces.h"

#include <algorithm>

#include "physics/effect/envelope.h"

namespace drawbar::physics {

Push push_of(const Effect& effect, double strength, const Vec3& center_of_mass) {
  const auto& p = effect.parameters;
  Push push;
  push.turns = effect.type == EffectType::torque;
  push.in_body_axes = p[push.turns ? 3 : 6] != 0;
  push.value = strength * Vec3(p[0], p[1], p[2]);
  if (!push.turns) push.point = Vec3(p[3], p[4], p[5]) - center_of_mass;
  return push;
}

void ExternalForces::renew(const State& state, double period) {
  for (const BodyIndex body : pushed_) wrenches_[body] = {};
  pushes_.clear();
  pushed_.clear();
  winds_.clear();
  for (std::size_t place = 0; place < state.effects.size(); ++place) {
    const ActiveEffect& active = state.effects[place];
    const Effect& effect = active.effect;
    const auto at = static_cast<std::uint32_t>(place);
    if (effect.type == EffectType::wind) winds_.push_back(at);
    const bool pushes = effect.type == EffectType::force || effect.type == EffectType::torque;
    const BodyIndex body = effect.target.index;
    if (!pushes || !model_.bodies[body].moves) continue;
    if (std::find(pushed_.begin(), pushed_.end(), body) == pushed_.end()) pushed_.push_back(body);
    const double age = static_cast<double>(state.frame - active.begun) * period;
    pushes_.push_back({body, at, still_changes(effect, age),
                       push_of(effect, effect.strength, model_.bodies[body].center_of_mass)});
  }
}

void ExternalForces::find(const State& state, double period, const KickSpan& kick) {
  for (const BodyIndex body : pushed_) wrenches_[body] = {};
  for (const BodyIndex body : air_.bodies()) wrenches_[body] = {};
  for (PushOnBody& push : pushes_) {
    if (push.changes) {
      const ActiveEffect& active = state.effects[push.effect];
      const double begun = static_cast<double>(state.frame - active.begun) * period;
      const double strength = mean_strength(active.effect, begun + kick.from, begun + kick.to);
      push.push = push_of(active.effect, strength, model_.bodies[push.body].center_of_mass);
    }
    push.push.add_to(wrenches_[push.body], state.bodies[push.body].orientation);
  }
  blows_ = any_drag() && kick.to > kick.from;
  if (!blows_) return;
  const Vec3 wind = wind_at(state, winds_, period, 0.5 * (kick.from + kick.to));
  for (const BodyIndex body : air_.bodies()) {
    wrenches_[body] += air_.push(body, state, wind, wrenches_[body], kick.to - kick.from);
  }
}

}  // namespace drawbar::physics
