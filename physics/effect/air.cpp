#include "physics/effect/air.h"

#include <algorithm>
#include <cmath>

#include "physics/effect/at_once.h"
#include "physics/effect/lot.h"
#include "physics/math/elementary.h"
#include "physics/math/rotation.h"

namespace drawbar::physics {
namespace {

// Of a gust's speed, -1 to 1, `turns` turns after the beginning: a sine, or by lot.
double gust(double turns, std::uint64_t seed) {
  const double whole = std::floor(turns);
  const double part = turns - whole;
  if (seed == 0) return sin_cos(2 * kPi * part).sin;
  const auto place = static_cast<std::uint64_t>(whole);
  const double from = 2 * uniform(seed, place) - 1;
  const double to = 2 * uniform(seed, place + 1) - 1;
  return from + part * part * (3 - 2 * part) * (to - from);
}

}  // namespace

bool is_gusty(const Effect& effect) {
  return effect.type == EffectType::wind && effect.parameters[3] != 0;
}

Vec3 wind_at(const State& state, std::span<const std::uint32_t> winds, double period, double now) {
  Vec3 wind = Vec3::Zero();
  for (const std::uint32_t place : winds) {
    const ActiveEffect& active = state.effects[place];
    const Effect& effect = active.effect;
    const auto& p = effect.parameters;
    const double age = static_cast<double>(state.frame - active.begun) * period + now;
    const Vec3 mean(p[0], p[1], p[2]);
    const double speed = std::sqrt(mean.squaredNorm());
    double part = 1;
    if (is_gusty(effect) && speed > 0) {
      part += p[3] / speed * gust(age / p[4], static_cast<std::uint64_t>(p[5]));
    }
    wind += (strength_at(effect, age) * part) * mean;
  }
  return wind;
}

Air::Air(const WorldConfig& config, const Model& model) : config_(config), model_(model) {
  const std::vector<std::uint32_t> held = bodies_held_together(config);
  for (BodyIndex b = 0; b < config.bodies.size(); ++b) {
    if (!(config.bodies[b].drag_area > 0) || !model.bodies[b].moves) continue;
    bodies_.push_back(b);
    double mass = 0;
    for (BodyIndex other = 0; other < held.size(); ++other) {
      if (held[other] == held[b]) mass += model.bodies[other].mass;
    }
    bool alone = true;
    for (const JointConfig& joint : config.joints) {
      alone = alone && joint.parent != BodyId{static_cast<std::uint32_t>(b)} &&
              joint.child != BodyId{static_cast<std::uint32_t>(b)};
    }
    held_mass_.push_back(alone && mass == model.bodies[b].mass ? 0 : mass);
  }
}

Wrench Air::push(BodyIndex b, const State& state, const Vec3& wind, const Wrench& others, double kick) const {
  const BodyModel& model = model_.bodies[b];
  const BodyState& body = state.bodies[b];
  const Mat3 axes = body.orientation.toRotationMatrix();
  const Vec3 arm = axes * (config_.bodies[b].drag_center - model.center_of_mass);
  const auto mobility = [&](const Vec3& torque) -> Vec3 {
    return axes * (model.inverse_inertia * (axes.transpose() * torque));
  };
  const double held = held_mass_[static_cast<std::size_t>(
      std::lower_bound(bodies_.begin(), bodies_.end(), b) - bodies_.begin())];
  Vec3 velocity = body.velocity, turning = body.angular_velocity;
  if (held == 0) {
    velocity += 0.5 * kick * (config_.gravity + model.inverse_mass * others.force);
    turning += 0.5 * kick * mobility(others.torque);
  }
  const Vec3 u = wind - velocity - turning.cross(arm);
  const double speed = std::sqrt(u.squaredNorm());
  if (!(speed > 0)) return {};
  const Vec3 lever = arm.cross(u) / speed;
  const double gives = held == 0 ? model.inverse_mass + lever.dot(mobility(lever)) : 1 / held;
  const double resistance = 0.5 * config_.air_density * config_.bodies[b].drag_area * speed;
  const Vec3 force = resistance / (1 + kick * resistance * gives) * u;
  return {force, arm.cross(force)};
}

}  // namespace drawbar::physics
