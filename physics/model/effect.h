// An effect: an outside influence that is an input of the simulation. A force, wind, a body put elsewhere, a
// part that fails: all of them, and nothing else, act on a World besides its controls.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "physics/math/types.h"
#include "physics/model/ids.h"

namespace drawbar::physics {

/// So many act at once at most: room for them is made before the first step.
inline constexpr std::size_t kMostEffects = 512;
inline constexpr std::size_t kEffectParameters = 7;
inline constexpr std::size_t kEffectAxes = 3;  ///< of a joint

/// Numbers are kept in states and recordings: new ones go to the end.
enum class EffectType : std::uint8_t {
  force,   ///< of a body: x, y, z (N), at a point x, y, z (m from its origin, body axes), in body axes (0, 1)
  torque,  ///< of a body: x, y, z (N m), in body axes (0, 1)
  impulse,  ///< as force, N s; at once
  place,    ///< a body and all that joints, springs and couplings hold to it, to rest at once: x, y, z (m),
            ///< roll, pitch, yaw (rad)
  open_winding,   ///< of a drive: no current
  burnout,        ///< the same for good; at once
  torque_loss,    ///< of a drive: this part of the torque per current, and of what it induces
  phase_loss,     ///< of a drive: one of three phases is open
  short_circuit,  ///< of a drive: its terminals are joined, it brakes itself
  supply_sag,     ///< of a drive: this part of the supply's voltage
  brake_fade,     ///< of a brake, or of a drive's own: this part of the torque
  brake_lock,     ///< it holds with at least this part of its torque
  jam,            ///< of a joint: dry friction on its axes besides its own (N m or N)
  breakage,       ///< a joint is no more; at once
  spring_loss,    ///< of a spring, or those of a joint: this part of its force
  damper_loss,    ///< of its damping
  puncture,       ///< of a wheel: this part of the tyre's pressure
  track_off,      ///< of a joint that drives belts: they stand still on what carries them, and drive nothing
  uncouple,       ///< a hitch opens, and stays open
  friction,       ///< of a material: all its friction times this
  // Of a channel, a sensor's reading or a control; anew in each frame
  dead,          ///< it shows 0
  stuck,         ///< it shows what it showed when this began
  bias,          ///< it shows this much more
  noise,         ///< a normally distributed error: standard deviation, seed
  delay,         ///< it shows what was so long ago (s)
  intermittent,  ///< it shows 0 by turns: s of a turn, part of the turns, seed
  wind,          ///< of the world: x, y, z (m/s), of its gusts the speed (m/s), s of one, seed (0: even ones)
  move,    ///< a body that is moved from outside goes elsewhere, to rest there: x, y, z (m), roll, pitch,
           ///< yaw (rad), in so many s; begun at once
  absent,  ///< a body and all that is held to it is not there (effect/absence.h)
  play,    ///< of a joint: its drives' gears, or its stops, have this much free way to either side (rad or m)
};

inline constexpr EffectType kLastEffectType = EffectType::play;

/// What an effect acts on. Numbers are kept, too.
enum class TargetKind : std::uint8_t {
  world,
  body,
  drive,
  brake,
  joint,
  spring,
  wheel,
  hitch,
  material,
  control,         ///< as the machine feels it
  joint_position,  ///< a reading, as those that follow; `part`: the axis
  joint_velocity,
  drive_reading,     ///< `part`: current, voltage, torque, temperature
  wheel_reading,     ///< `part`: load, longitudinal force, lateral force, slip, slip angle
  gyroscope,         ///< of a body; `part`: rates about its own x, y, z, then roll, pitch, heading
  brake_reading,     ///< what it can hold now
  coupling_reading,  ///< its force
  steering_reading,  ///< its angle
  hitch_reading,     ///< 1: closed, 0: open; what is shown is closed from 0.5 on
};
inline constexpr TargetKind kLastTargetKind = TargetKind::hitch_reading;

/// Whether it shows a number that can be wrong.
constexpr bool is_channel(TargetKind kind) {
  return kind >= TargetKind::control;
}

/// What an effect acts on.
struct EffectTarget {
  TargetKind kind = TargetKind::world;
  std::uint32_t index = 0;  ///< in its list of WorldConfig
  std::uint8_t part = 0;    ///< of a reading
  bool operator==(const EffectTarget&) const = default;
};

/// Whether it acts once and is over: nothing of it can be cleared.
constexpr bool acts_at_once(EffectType type) {
  return type == EffectType::impulse || type == EffectType::place || type == EffectType::burnout ||
         type == EffectType::breakage || type == EffectType::move;
}

/// Its strength rises evenly over `ramp`, stays, and ends with `duration`.
struct Effect {
  EffectId id{0};  ///< not 0; one that acts already is replaced
  EffectType type = EffectType::force;
  EffectTarget target;
  std::array<double, kEffectParameters> parameters{};  ///< in the order of the type's comment; the rest is 0
  double strength = 1;                                 ///< 0 to 1
  double ramp = 0;                                     ///< s
  double duration = 0;                                 ///< s; 0: until it is cleared
};
static_assert(std::is_trivially_copyable_v<Effect>, "rings and histories keep it as bytes");

/// Frames that a delayed channel can lag behind at most, and one.
inline constexpr std::size_t kEffectMemory = 64;

/// Where the drive of an axis with play is against that axis.
struct PlayState {
  double offset = 0;  ///< of the drive's side of the gear, rad or m; within the play
  double rate = 0;    ///< of that side, rad/s or m/s
};

/// An effect at work.
struct ActiveEffect {
  Effect effect;
  std::uint64_t begun = 0;  ///< the last frame without it
  /// What its channel truly showed, the newest first: of `stuck` when it began, of `delay` frame by frame. Of
  /// `play` the PlayState of each axis.
  std::array<double, kEffectMemory> memory{};

  /// How many numbers of `memory` the effect uses.
  std::size_t remembered() const {
    if (effect.type == EffectType::delay) return kEffectMemory;
    if (effect.type == EffectType::play) return 2 * kEffectAxes;
    return effect.type == EffectType::stuck ? 1 : 0;
  }
  /// Of `play`: what it remembers of an axis.
  PlayState play(std::size_t axis) const { return {memory[2 * axis], memory[2 * axis + 1]}; }
  /// Of `play`: sets what it remembers of an axis.
  void set_play(std::size_t axis, const PlayState& play) {
    memory[2 * axis] = play.offset;
    memory[2 * axis + 1] = play.rate;
  }
};

}  // namespace drawbar::physics
