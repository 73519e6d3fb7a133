#include "physics/effect/channels.h"

#include <algorithm>
#include <cmath>

#include "physics/effect/envelope.h"
#include "physics/effect/lot.h"
#include "physics/math/elementary.h"

namespace drawbar::physics {
namespace {

/// Of a change of what a sensor shows: it does not follow the current.
constexpr double kDeaf = 1e-6;

// Mean 0, variance 1: the sum of twelve uniform numbers, within 6.
double normal(std::uint64_t seed, std::uint64_t place) {
  double sum = -6;
  for (std::uint64_t k = 0; k < 12; ++k) sum += uniform(seed, 12 * place + k);
  return sum;
}

// Of readings so many frames ago.
double remembered(const ActiveEffect& active, double frames) {
  const double place = std::min(frames, static_cast<double>(kEffectMemory - 1));
  const auto before = static_cast<std::size_t>(place);
  const double part = place - static_cast<double>(before);
  if (!(part > 0)) return active.memory[before];
  return active.memory[before] + part * (active.memory[before + 1] - active.memory[before]);
}

/// Whether it makes something else of its channel in each frame, at the same strength, too.
bool varies(EffectType type) {
  return type == EffectType::noise || type == EffectType::delay || type == EffectType::intermittent;
}

// What the effect makes of its channel in the frame after State::frame.
void find_fault(const State& state, double period, ChannelFault& fault) {
  const ActiveEffect& active = state.effects[fault.effect];
  const double age = static_cast<double>(state.frame - active.begun) * period;
  const auto& p = active.effect.parameters;
  fault.stays = !varies(active.effect.type) && !still_changes(active.effect, age);
  fault.part = mean_strength(active.effect, age, age + period);
  fault.adds = false;
  fault.number = 0;
  switch (active.effect.type) {
    case EffectType::stuck:
      fault.number = active.memory[0];
      return;
    case EffectType::bias:
      fault.adds = true;
      fault.number = p[0];
      return;
    case EffectType::noise:
      fault.adds = true;
      fault.number = p[0] * normal(static_cast<std::uint64_t>(p[1]), state.frame);
      return;
    case EffectType::delay:
      // A control has jumped where it has changed; it is not between two values.
      fault.number = active.effect.target.kind == TargetKind::control
                         ? remembered(active, std::floor(p[0] / period + 0.5))
                         : remembered(active, p[0] / period);
      return;
    case EffectType::intermittent: {
      const auto turn = static_cast<std::uint64_t>(age / p[0]);
      fault.adds = uniform(static_cast<std::uint64_t>(p[2]), turn) >= p[1];
      return;
    }
    default:
      return;
  }
}

// Kinds, then what is of that kind, then its parts.
std::uint64_t order_of(const EffectTarget& channel) {
  return std::uint64_t{static_cast<std::uint8_t>(channel.kind)} << 40 | std::uint64_t{channel.index} << 8 |
         channel.part;
}

}  // namespace

double shown(std::span<const ChannelFault> faults, double truth) {
  double value = truth;
  for (const ChannelFault& fault : faults) {
    const double wrong = fault.adds ? value + fault.number : fault.number;
    value += fault.part * (wrong - value);
  }
  return value;
}

ChannelFaults::ChannelFaults(const WorldConfig& config) : config_(config), drives_(config.drives.size()) {
  faults_.reserve(kMostEffects);
  channels_.reserve(kMostEffects);
}

void ChannelFaults::arrange(const State& state, double period) {
  faults_.clear();
  control_faults_ = 0;
  delays_readings_ = false;
  for (std::size_t place = 0; place < state.effects.size(); ++place) {
    const Effect& effect = state.effects[place].effect;
    if (!is_channel(effect.target.kind)) continue;
    ChannelFault& fault = faults_.emplace_back();
    fault.channel = order_of(effect.target);
    fault.effect = static_cast<std::uint32_t>(place);
    fault.delays = effect.type == EffectType::delay;
    const bool is_control = effect.target.kind == TargetKind::control;
    if (is_control) ++control_faults_;
    delays_readings_ = delays_readings_ || (fault.delays && !is_control);
  }
  std::sort(faults_.begin(), faults_.end(), [](const ChannelFault& a, const ChannelFault& b) {
    return a.channel != b.channel ? a.channel < b.channel : a.effect < b.effect;
  });
  for (ChannelFault& fault : faults_) find_fault(state, period, fault);
  list_channels(state);
  for (std::size_t d = 0; d < drives_.size(); ++d) {
    const DriveConfig& drive = config_.drives[d];
    const auto joint = static_cast<std::uint32_t>(index_of(drive.joint));
    const auto axis = static_cast<std::uint8_t>(drive.axis);
    drives_[d] = {on({TargetKind::joint_position, joint, axis}),
                  on({TargetKind::joint_velocity, joint, axis}),
                  on({TargetKind::drive_reading, static_cast<std::uint32_t>(d), 0})};
  }
}

void ChannelFaults::list_channels(const State& state) {
  channels_.clear();
  controls_ = 0;
  for (auto begin = faults_.begin(); begin != faults_.end();) {
    auto end = begin;
    while (end != faults_.end() && end->channel == begin->channel) ++end;
    const EffectTarget& target = state.effects[begin->effect].effect.target;
    channels_.push_back({target, {begin, end}});
    if (target.kind == TargetKind::control) ++controls_;
    begin = end;
  }
}

void ChannelFaults::renew_controls(State& state, double period) {
  for (ChannelFault& fault : std::span(faults_).first(control_faults_)) {
    if (fault.stays) continue;
    ActiveEffect& active = state.effects[fault.effect];
    if (fault.delays) remember(state.commands[active.effect.target.index], false, active);
    find_fault(state, period, fault);
  }
}

void ChannelFaults::renew_readings(const State& state, double period) {
  for (ChannelFault& fault : std::span(faults_).subspan(control_faults_)) {
    if (!fault.stays) find_fault(state, period, fault);
  }
}

void ChannelFaults::remember_readings(const FrameState& readings, State& state, double period) {
  for (ChannelFault& fault : std::span(faults_).subspan(control_faults_)) {
    if (!fault.delays) continue;
    ActiveEffect& active = state.effects[fault.effect];
    remember(reading_of(active.effect.target, readings), false, active);
    find_fault(state, period, fault);
  }
}

std::span<const ChannelFault> ChannelFaults::on(const EffectTarget& channel) const {
  const std::uint64_t wanted = order_of(channel);
  const auto begin =
      std::lower_bound(faults_.begin(), faults_.end(), wanted,
                       [](const ChannelFault& fault, std::uint64_t of) { return fault.channel < of; });
  auto end = begin;
  while (end != faults_.end() && end->channel == wanted) ++end;
  return {begin, end};
}

double reading_of(const EffectTarget& channel, const FrameState& frame) {
  switch (channel.kind) {
    case TargetKind::joint_position:
      return frame.joints[channel.index].position[channel.part];
    case TargetKind::joint_velocity:
      return frame.joints[channel.index].velocity[channel.part];
    case TargetKind::drive_reading: {
      const DriveReading& drive = frame.drives[channel.index];
      return std::array{drive.current, drive.voltage, drive.torque, drive.temperature}[channel.part];
    }
    case TargetKind::wheel_reading: {
      const WheelReading& wheel = frame.wheels[channel.index];
      return std::array{wheel.load, wheel.longitudinal_force, wheel.lateral_force, wheel.slip,
                        wheel.slip_angle}[channel.part];
    }
    case TargetKind::gyroscope: {
      const BodyReading& body = frame.bodies[channel.index];
      if (channel.part < 3) {
        const Vec3 rates = body.orientation.conjugate() * body.angular_velocity;
        return rates[channel.part];
      }
      const Mat3 r = body.orientation.toRotationMatrix();
      if (channel.part == 4) return arc_sine(std::clamp(-r(2, 0), -1.0, 1.0));
      return channel.part == 3 ? arc_tangent(r(2, 1), r(2, 2)) : arc_tangent(r(1, 0), r(0, 0));
    }
    case TargetKind::brake_reading:
      return frame.brakes[channel.index].torque;
    case TargetKind::coupling_reading:
      return frame.couplings[channel.index].force;
    case TargetKind::steering_reading:
      return frame.steerings[channel.index].angle;
    case TargetKind::hitch_reading:
      return frame.hitches[channel.index].closed ? 1 : 0;
    default:
      return 0;
  }
}

double current_showing(std::span<const ChannelFault> faults, double wanted, double limit) {
  if (faults.empty()) return wanted;
  // Every fault shows a straight line of the truth.
  const double at_rest = shown(faults, 0);
  const double slope = shown(faults, 1) - at_rest;
  const double missing = wanted - at_rest;
  if (slope < kDeaf) return missing == 0 ? 0 : std::copysign(limit, missing);
  return missing / slope;
}

void remember(double truth, bool begins, ActiveEffect& active) {
  const std::size_t size = active.remembered();
  if (begins) {
    std::fill_n(active.memory.begin(), size, truth);
  } else if (size > 1) {
    std::copy_backward(active.memory.begin(), active.memory.end() - 1, active.memory.end());
    active.memory[0] = truth;
  }
}

}  // namespace drawbar::physics
