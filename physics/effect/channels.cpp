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

// Of readings `age` s ago, one per period.
double remembered(const ActiveEffect& active, double age, double period) {
  const double place = std::min(age / period, static_cast<double>(kEffectMemory - 1));
  const auto before = static_cast<std::size_t>(place);
  const double part = place - static_cast<double>(before);
  if (!(part > 0)) return active.memory[before];
  return active.memory[before] + part * (active.memory[before + 1] - active.memory[before]);
}

double wrong(const ActiveEffect& active, std::uint64_t frame, double age, double period, double truth) {
  const auto& p = active.effect.parameters;
  switch (active.effect.type) {
    case EffectType::stuck:
      return active.memory[0];
    case EffectType::bias:
      return truth + p[0];
    case EffectType::noise:
      return truth + p[0] * normal(static_cast<std::uint64_t>(p[1]), frame);
    case EffectType::delay:
      // A control has jumped where it has changed; it is not between two values.
      return active.effect.target.kind == TargetKind::control
                 ? remembered(active, period * std::floor(p[0] / period + 0.5), period)
                 : remembered(active, p[0], period);
    case EffectType::intermittent: {
      const auto turn = static_cast<std::uint64_t>(age / p[0]);
      return uniform(static_cast<std::uint64_t>(p[2]), turn) < p[1] ? 0 : truth;
    }
    default:
      return 0;
  }
}

}  // namespace

double shown(const State& state, double period, const EffectTarget& channel, double truth) {
  double value = truth;
  for (const ActiveEffect& active : state.effects) {
    if (active.effect.target != channel) continue;
    const double age = static_cast<double>(state.frame - active.begun) * period;
    const double part = mean_strength(active.effect, age, age + period);
    value += part * (wrong(active, state.frame, age, period, value) - value);
  }
  return value;
}

bool is_faulted(const State& state, const EffectTarget& channel) {
  return std::any_of(state.effects.begin(), state.effects.end(),
                     [&](const ActiveEffect& active) { return active.effect.target == channel; });
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

double current_showing(const State& state, double period, std::size_t drive, double wanted, double limit) {
  const EffectTarget sensor{TargetKind::drive_reading, static_cast<std::uint32_t>(drive), 0};
  if (!is_faulted(state, sensor)) return wanted;
  // Every fault shows a straight line of the truth.
  const double at_rest = shown(state, period, sensor, 0);
  const double slope = shown(state, period, sensor, 1) - at_rest;
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
