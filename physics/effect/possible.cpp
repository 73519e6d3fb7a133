#include "physics/effect/possible.h"

#include <algorithm>
#include <cmath>

namespace drawbar::physics {
namespace {

// Times and seeds become whole numbers.
bool can_be_counted(const Effect& effect) {
  constexpr double kMostCounted = 4'294'967'295;  // 2^32 - 1
  constexpr double kShortestTurn = 1e-3;          // s
  const auto& p = effect.parameters;
  const auto counts = [](double value) { return value >= 0 && value <= kMostCounted; };
  switch (effect.type) {
    case EffectType::noise:
      return counts(p[1]);
    case EffectType::delay:
    case EffectType::play:
      return counts(p[0]);
    case EffectType::intermittent:
      return counts(p[0]) && p[0] >= kShortestTurn && counts(p[2]);
    case EffectType::wind:
      return counts(p[4]) && p[4] >= kShortestTurn && counts(p[5]);
    case EffectType::move:
      return counts(p[6]) && p[6] >= kShortestTurn;
    default:
      return true;
  }
}

}  // namespace

bool acts_on(EffectType type, TargetKind kind) {
  switch (type) {
    case EffectType::force:
    case EffectType::torque:
    case EffectType::impulse:
    case EffectType::place:
    case EffectType::move:
    case EffectType::absent:
      return kind == TargetKind::body;
    case EffectType::wind:
      return kind == TargetKind::world;
    case EffectType::open_winding:
    case EffectType::burnout:
    case EffectType::torque_loss:
    case EffectType::phase_loss:
    case EffectType::short_circuit:
    case EffectType::supply_sag:
      return kind == TargetKind::drive;
    case EffectType::brake_fade:
    case EffectType::brake_lock:
      return kind == TargetKind::drive || kind == TargetKind::brake;
    case EffectType::jam:
    case EffectType::breakage:
    case EffectType::track_off:
    case EffectType::play:
      return kind == TargetKind::joint;
    case EffectType::spring_loss:
    case EffectType::damper_loss:
      return kind == TargetKind::spring || kind == TargetKind::joint;
    case EffectType::puncture:
      return kind == TargetKind::wheel;
    case EffectType::uncouple:
      return kind == TargetKind::hitch;
    case EffectType::friction:
      return kind == TargetKind::material;
    case EffectType::dead:
    case EffectType::stuck:
    case EffectType::bias:
    case EffectType::noise:
    case EffectType::delay:
    case EffectType::intermittent:
      return is_channel(kind);
  }
  return false;
}

std::size_t target_count(TargetKind kind, const WorldConfig& config) {
  switch (kind) {
    case TargetKind::world:
      return 1;
    case TargetKind::body:
    case TargetKind::gyroscope:
      return config.bodies.size();
    case TargetKind::drive:
      return config.drives.size();
    case TargetKind::brake:
    case TargetKind::brake_reading:
      return config.brakes.size();
    case TargetKind::joint:
    case TargetKind::joint_position:
    case TargetKind::joint_velocity:
      return config.joints.size();
    case TargetKind::spring:
      return config.springs.size();
    case TargetKind::wheel:
    case TargetKind::wheel_reading:
      return config.wheels.size();
    case TargetKind::hitch:
    case TargetKind::hitch_reading:
      return config.hitches.size();
    case TargetKind::material:
      return config.material_count;
    case TargetKind::control:
      return config.controls.size();
    case TargetKind::drive_reading:
      return config.drives.size();
    case TargetKind::coupling_reading:
      return config.couplings.size();
    case TargetKind::steering_reading:
      return config.steerings.size();
  }
  return 0;
}

std::size_t part_count(const EffectTarget& target, const WorldConfig& config) {
  switch (target.kind) {
    case TargetKind::joint_position:
    case TargetKind::joint_velocity:
      return static_cast<std::size_t>(free_axis_count(config.joints[target.index].type));
    case TargetKind::drive_reading:
      return 4;
    case TargetKind::wheel_reading:
      return 5;
    case TargetKind::gyroscope:
      return 6;
    default:
      return 1;
  }
}

namespace {

bool is_moved_from_outside(const BodyConfig& body) {
  return body.motion && std::holds_alternative<OutsideMotion>(*body.motion);
}

}  // namespace

bool is_possible(const Effect& effect, const WorldConfig& config) {
  const auto& p = effect.parameters;
  return effect.id != EffectId{0} && acts_on(effect.type, effect.target.kind) &&
         effect.target.index < target_count(effect.target.kind, config) &&
         effect.target.part < part_count(effect.target, config) &&
         (effect.type != EffectType::move || is_moved_from_outside(config.bodies[effect.target.index])) &&
         std::all_of(p.begin(), p.end(), [](double value) { return std::isfinite(value); }) &&
         effect.strength >= 0 && effect.strength <= 1 && effect.ramp >= 0 && std::isfinite(effect.ramp) &&
         effect.duration >= 0 && std::isfinite(effect.duration) && can_be_counted(effect);
}

}  // namespace drawbar::physics
