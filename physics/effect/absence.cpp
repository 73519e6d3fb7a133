#include "physics/effect/absence.h"

#include <algorithm>

#include "physics/effect/at_once.h"

namespace drawbar::physics {

std::vector<bool> bodies_that_can_be_absent(const WorldConfig& config) {
  const std::size_t count = config.bodies.size();
  if (config.formulation != Formulation::sequential_impulses) return std::vector<bool>(count);
  const std::vector<std::uint32_t> held = bodies_held_together(config);
  std::vector<bool> stays(count);  // by the first of what is held together
  const auto stay = [&](BodyId body) {
    if (body != kWorldBody) stays[held[index_of(body)]] = true;
  };
  const auto hold = [&](BodyId a, BodyId b) {
    const bool together = a != kWorldBody && b != kWorldBody && held[index_of(a)] == held[index_of(b)];
    if (together) return;
    stay(a);
    stay(b);
  };
  for (const JointConfig& joint : config.joints) hold(joint.parent, joint.child);
  for (const SpringConfig& spring : config.springs) hold(spring.from.body, spring.to.body);
  for (std::size_t b = 0; b < count; ++b) {
    for (const ShapeConfig& shape : config.bodies[b].shapes) {
      if (!shape.belt || !shape.belt->joint) continue;
      const JointConfig& sprocket = config.joints[index_of(*shape.belt->joint)];
      hold(BodyId{static_cast<std::uint32_t>(b)}, sprocket.parent);
      hold(BodyId{static_cast<std::uint32_t>(b)}, sprocket.child);
    }
  }
  std::vector<bool> can_be(count);
  for (std::size_t b = 0; b < count; ++b) can_be[b] = !stays[held[b]];
  return can_be;
}

Absence::Absence(const WorldConfig& config)
    : held_(bodies_held_together(config)),
      can_be_(bodies_that_can_be_absent(config)),
      absent_(config.bodies.size()),
      before_(config.bodies.size()) {}

bool Absence::renew(const State& state) {
  before_.swap(absent_);
  std::fill(absent_.begin(), absent_.end(), std::uint8_t{0});
  any_ = false;
  for (const ActiveEffect& active : state.effects) {
    if (active.effect.type != EffectType::absent) continue;
    any_ = true;
    for (std::size_t b = 0; b < held_.size(); ++b) {
      if (held_[b] == held_[active.effect.target.index]) absent_[b] = 1;
    }
  }
  return absent_ != before_;
}

}  // namespace drawbar::physics
