#include "scenes/effects/parts_allow.h"

#include <array>

#include "physics/articulation/topology.h"
#include "physics/effect/absence.h"
#include "physics/effect/at_once.h"
#include "physics/effect/possible.h"
#include "scenes/effects/gyroscopes.h"

namespace drawbar::scenes {

using physics::EffectType;
using physics::TargetKind;

PartsAllow::PartsAllow(const physics::WorldConfig& config)
    : moves_(config.bodies.size()),
      stands_(config.bodies.size()),
      goes_(config.bodies.size()),
      can_be_absent_(physics::bodies_that_can_be_absent(config)),
      has_brake_(config.drives.size()),
      joints_(config.joints.size()),
      joints_break_(config.formulation == physics::Formulation::sequential_impulses ||
                    config.formulation == physics::Formulation::sequential_impulses_plain),
      drives_play_(config.formulation == physics::Formulation::sequential_impulses),
      has_gyroscope_(config.bodies.size()) {
  const std::vector<std::uint32_t> held = physics::bodies_held_together(config);
  std::vector<bool> fixed(config.bodies.size());  // by the first of what is held together
  const auto moves = [&](physics::BodyId body) {
    return body != physics::kWorldBody && !config.bodies[physics::index_of(body)].is_static;
  };
  const auto hold = [&](physics::BodyId a, physics::BodyId b) {
    if (moves(a) && !moves(b)) fixed[held[physics::index_of(a)]] = true;
    if (moves(b) && !moves(a)) fixed[held[physics::index_of(b)]] = true;
  };
  for (const physics::JointConfig& joint : config.joints) hold(joint.parent, joint.child);
  for (const physics::SpringConfig& spring : config.springs) hold(spring.from.body, spring.to.body);
  for (std::size_t b = 0; b < config.bodies.size(); ++b) {
    moves_[b] = !config.bodies[b].is_static;
    goes_[b] =
        config.bodies[b].motion && std::holds_alternative<physics::OutsideMotion>(*config.bodies[b].motion);
    has_drag_ = has_drag_ || (moves_[b] && config.bodies[b].drag_area > 0);
    stands_[b] = !moves_[b] || fixed[held[b]];
    for (const physics::ShapeConfig& shape : config.bodies[b].shapes) {
      if (shape.belt && shape.belt->joint) joints_[physics::index_of(*shape.belt->joint)].drives_belts = true;
    }
  }
  for (std::size_t d = 0; d < config.drives.size(); ++d) has_brake_[d] = config.drives[d].brake_torque > 0;
  for (std::size_t j = 0; j < config.joints.size(); ++j) {
    joints_[j].loaded = physics::has_axis_loads(config, j);
    for (const physics::AxisConfig& axis : config.joints[j].axes)
      joints_[j].sprung |= axis.spring.has_value();
    std::array<bool, physics::kMaxFreeAxes> driven{};
    for (const physics::DriveConfig& drive : config.drives) {
      if (physics::index_of(drive.joint) == j) driven[static_cast<std::size_t>(drive.axis)] = true;
    }
    for (std::size_t k = 0; k < driven.size(); ++k) {
      joints_[j].driven |= driven[k];
      joints_[j].limited |= !driven[k] && config.joints[j].axes[k].limit.has_value();
    }
  }
  for (const std::uint32_t body : gyroscopes_of(config)) has_gyroscope_[body] = true;
}

bool PartsAllow::body_allows(EffectType type, std::size_t body) const {
  if (type == EffectType::move) return goes_[body];
  if (type == EffectType::absent) return can_be_absent_[body];
  return type == EffectType::place ? !stands_[body] : bool{moves_[body]};
}

bool PartsAllow::joint_allows(EffectType type, const Joint& joint) const {
  switch (type) {
    case EffectType::jam:
      return joint.loaded;
    case EffectType::breakage:
      return joints_break_;
    case EffectType::play:
      return joint.limited || (joint.driven && drives_play_);
    case EffectType::track_off:
      return joint.drives_belts;
    default:
      return joint.sprung;
  }
}

bool PartsAllow::allow(EffectType type, const physics::EffectTarget& target) const {
  if (!physics::acts_on(type, target.kind)) return false;
  switch (target.kind) {
    case TargetKind::world:
      return has_drag_;
    case TargetKind::body:
      return body_allows(type, target.index);
    case TargetKind::gyroscope:
      return has_gyroscope_[target.index];
    case TargetKind::joint:
      return joint_allows(type, joints_[target.index]);
    case TargetKind::drive: {
      const bool of_a_brake = type == EffectType::brake_fade || type == EffectType::brake_lock;
      return !of_a_brake || has_brake_[target.index];
    }
    default:
      return true;
  }
}

}  // namespace drawbar::scenes
