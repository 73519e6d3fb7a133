#include "physics/effect/alterations.h"

#include <algorithm>

#include "physics/contact/collision_world.h"
#include "physics/effect/envelope.h"

namespace drawbar::physics {
namespace {

constexpr double kUnlimited = 1e12;  // A

/// Of a tyre without pressure: what its carcass still has of the vertical stiffness and of the tread's, and
/// how much more it resists rolling.
constexpr double kCarcassStiffness = 0.15;
constexpr double kFlatTread = 0.3;
constexpr double kFlatRolling = 10;

double between(double healthy, double broken, double strength) {
  return healthy + strength * (broken - healthy);
}

void weaken(double left, std::vector<std::array<double, 2>>& table) {
  for (auto& point : table) point[1] *= left;
}

void weaken_spring(EffectType type, double left, AxisSpring& spring) {
  if (type == EffectType::spring_loss) {
    spring.stiffness *= left;
    weaken(left, spring.table);
  } else {
    spring.damping *= left;
    weaken(left, spring.damper_table);
  }
}

// Of the pressure, `strength` is gone: the stiffness of a tyre is nearly in proportion to it above the
// carcass's own, cornering stiffness falls with it, and what flexes more resists more.
void deflate(double strength, TyreConfig& tyre) {
  tyre.vertical_stiffness *= between(1, kCarcassStiffness, strength);
  tyre.longitudinal_stiffness *= between(1, kFlatTread, strength);
  tyre.lateral_stiffness *= between(1, kFlatTread, strength);
  tyre.rolling_resistance *= between(1, kFlatRolling, strength);
}

}  // namespace

Alterations::Alterations(WorldConfig& config, CollisionWorld& collisions)
    : config_(config),
      collisions_(collisions),
      drives_(config.drives),
      brakes_(config.brakes),
      springs_(config.springs),
      surface_pairs_(config.surface_pairs) {
  for (const WheelConfig& wheel : config.wheels) tyres_.push_back(wheel.tyre);
  for (const JointConfig& joint : config.joints) axes_.push_back(joint.axes);
}

void Alterations::take_back() {
  config_.drives = drives_;
  config_.brakes = brakes_;
  config_.springs = springs_;
  for (std::size_t w = 0; w < tyres_.size(); ++w) config_.wheels[w].tyre = tyres_[w];
  for (std::size_t j = 0; j < axes_.size(); ++j) {
    config_.joints[j].axes = axes_[j];
    config_.joints[j].belts_off = false;
  }
  for (HitchConfig& hitch : config_.hitches) hitch.forced_open = false;
  config_.surface_pairs = surface_pairs_;
  altered_ = false;
}

// With one of three phases open two of them in series carry the current: twice the resistance, and at the
// current that a phase bears half the mean torque. (Its ripple, of twice the electrical frequency, is left
// out.)
void Alterations::alter_drive(const Effect& effect, double strength, DriveConfig& drive) const {
  const double left = 1 - strength;
  switch (effect.type) {
    case EffectType::open_winding:
      drive.open_winding = true;
      return;
    case EffectType::torque_loss:
      drive.torque_constant *= left;
      return;
    case EffectType::phase_loss:
      drive.resistance *= 1 + strength;
      drive.current_limit *= 1 - 0.5 * strength;
      return;
    case EffectType::short_circuit:
      drive.mode = DriveMode::voltage;
      drive.supply_voltage = 0;
      drive.current_limit = kUnlimited;  // no controller is in that circuit
      return;
    case EffectType::supply_sag:
      drive.supply_voltage *= left;
      return;
    case EffectType::brake_fade:
      drive.brake_torque *= left;
      return;
    case EffectType::brake_lock:
      drive.brake_locked = std::max(drive.brake_locked, strength);
      return;
    default:
      return;
  }
}

void Alterations::alter_joint(const Effect& effect, double strength, JointConfig& joint) const {
  for (AxisConfig& axis : joint.axes) {
    if (effect.type == EffectType::jam) axis.friction.coulomb += strength * effect.parameters[0];
    const bool springs = effect.type == EffectType::spring_loss || effect.type == EffectType::damper_loss;
    if (springs && axis.spring) weaken_spring(effect.type, 1 - strength, *axis.spring);
  }
  if (effect.type == EffectType::track_off) joint.belts_off = true;
}

void Alterations::alter_friction(std::size_t material, double factor) {
  const std::size_t count = config_.material_count;
  const auto scale = [&](SurfacePair& pair) {
    pair.friction *= factor;
    pair.static_friction *= factor;
    pair.rolling_friction *= factor;
    pair.spinning_friction *= factor;
  };
  for (std::size_t other = 0; other < count; ++other) {
    scale(config_.surface_pairs[material * count + other]);
    if (other != material) scale(config_.surface_pairs[other * count + material]);
  }
}

// At a driven axis it is between gear and axis; at one that nothing drives the stops are worn. (The range of
// a driven axis is also what its commands span.) Several on one joint add up, and the first remembers.
void Alterations::give_play(std::size_t place, const Effect& effect, double half) {
  JointConfig& joint = config_.joints[effect.target.index];
  std::array<bool, kMaxFreeAxes> driven{};
  for (DriveConfig& drive : config_.drives) {
    if (index_of(drive.joint) != effect.target.index) continue;
    driven[static_cast<std::size_t>(drive.axis)] = true;
    if (!(half > 0)) continue;
    if (!(drive.play > 0)) drive.play_effect = place;
    drive.play += half;
  }
  for (std::size_t k = 0; k < driven.size(); ++k) {
    auto& limit = joint.axes[k].limit;
    if (driven[k] || !limit) continue;
    limit->lower -= half;
    limit->upper += half;
  }
}

void Alterations::alter(std::size_t place, const Effect& effect, double strength) {
  altered_ = true;
  const std::uint32_t target = effect.target.index;
  switch (effect.target.kind) {
    case TargetKind::drive:
      alter_drive(effect, strength, config_.drives[target]);
      return;
    case TargetKind::brake: {
      BrakeConfig& brake = config_.brakes[target];
      if (effect.type == EffectType::brake_fade) brake.torque *= 1 - strength;
      if (effect.type == EffectType::brake_lock) brake.locked = std::max(brake.locked, strength);
      return;
    }
    case TargetKind::joint:
      if (effect.type == EffectType::play) return give_play(place, effect, strength * effect.parameters[0]);
      alter_joint(effect, strength, config_.joints[target]);
      return;
    case TargetKind::spring:
      weaken_spring(effect.type, 1 - strength, config_.springs[target].law);
      return;
    case TargetKind::wheel:
      deflate(strength, config_.wheels[target].tyre);
      return;
    case TargetKind::hitch:
      config_.hitches[target].forced_open = true;
      return;
    case TargetKind::material:
      alter_friction(target, between(1, effect.parameters[0], strength));
      slippery_ = true;
      return;
    default:
      return;
  }
}

void Alterations::renew(const State& state) {
  const bool were_slippery = slippery_;
  if (altered_) take_back();
  slippery_ = false;
  for (std::size_t place = 0; place < state.effects.size(); ++place) {
    const ActiveEffect& active = state.effects[place];
    const TargetKind kind = active.effect.target.kind;
    if (kind == TargetKind::world || kind == TargetKind::body || is_channel(kind)) continue;
    const double age = static_cast<double>(state.frame - active.begun) * config_.period;
    alter(place, active.effect, mean_strength(active.effect, age, age + config_.period));
  }
  if (slippery_ || were_slippery) collisions_.set_surface_pairs(config_.surface_pairs);
}

}  // namespace drawbar::physics
