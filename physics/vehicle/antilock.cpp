#include "physics/vehicle/antilock.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "physics/contact/collision_world.h"

namespace drawbar::physics {
namespace {

Twist velocity_of(const BodyState& body) {
  return {body.velocity, body.angular_velocity};
}

}  // namespace

Antilock::Antilock(const StepContext& context) : context_(context) {
  const WorldConfig& config = context.config;
  for (std::size_t b = 0; b < config.brakes.size(); ++b) {
    if (!config.brakes[b].antilock) continue;
    const auto wheel = std::find_if(config.wheels.begin(), config.wheels.end(),
                                    [&](const WheelConfig& w) { return w.joint == config.brakes[b].joint; });
    assert(wheel != config.wheels.end());
    channels_.push_back({b, static_cast<std::size_t>(wheel - config.wheels.begin())});
  }
  if (channels_.empty()) return;
  frames_.resize(context.model.bodies.size());
  motions_.resize(config.wheels.size());
}

void Antilock::look_at_wheels(double age) {
  const State& state = context_.state;
  for (std::size_t b = 0; b < frames_.size(); ++b) {
    frames_[b] = {state.bodies[b].center, state.bodies[b].orientation.toRotationMatrix()};
  }
  std::fill(motions_.begin(), motions_.end(), WheelMotion{});
  for (const Manifold& manifold : context_.collisions.manifolds()) {
    const auto contact = wheel_contact(context_.model, manifold, frames_);
    if (!contact) continue;
    const auto motion =
        wheel_motion(context_.model.wheels[contact->wheel], context_.config.wheels[contact->wheel].tyre,
                     *contact, manifold, frames_, velocity_of(state.bodies[contact->body]),
                     velocity_of(state.bodies[contact->ground]), age);
    WheelMotion& most = motions_[contact->wheel];
    if (motion && motion->load > most.load) most = *motion;
  }
}

void Antilock::advance(double h) {
  if (channels_.empty()) return;
  look_at_wheels(h);
  for (const Channel& channel : channels_) {
    const WheelMotion& motion = motions_[channel.wheel];
    if (!(motion.load > 0)) continue;
    const AntilockConfig& law = *context_.config.brakes[channel.brake].antilock;
    const double ahead = std::copysign(1.0, motion.forward);
    const bool slips =
        ahead * motion.forward > law.least_speed && -ahead * motion.slip(law.least_speed) > law.slip;
    double& pressure = context_.state.brakes[channel.brake].pressure;
    pressure = std::clamp(pressure + h * (slips ? -law.release_rate : law.apply_rate), 0.0, 1.0);
  }
}

}  // namespace drawbar::physics
