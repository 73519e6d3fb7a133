// Channels that show what is not: readings of sensors, and controls as the machine feels them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "physics/model/frame_state.h"
#include "physics/model/state.h"

namespace drawbar::physics {

/// What one effect makes of what a channel shows in a frame: of the way from there to `number`, or to
/// `number` more than that, it goes this part.
struct ChannelFault {
  std::uint64_t channel = 0;  ///< orders faults; follows from the target
  std::uint32_t effect = 0;   ///< its place in State::effects
  bool adds = false;
  double number = 0;
  double part = 0;
};

/// What a channel shows under these faults, one after another, where it truly is `truth`.
double shown(std::span<const ChannelFault> faults, double truth);

/// What all faulty channels show in the frame after State::frame. Noise and intermittence follow from seed
/// and frame alone.
class ChannelFaults {
 public:
  ChannelFaults() { faults_.reserve(kMostEffects); }

  /// After State::effects has got or lost one; `period`: s of a frame.
  void arrange(const State& state, double period);
  /// In a new frame, of the controls: what was asked of them is remembered.
  void renew_controls(const State& state, double period);
  /// Likewise of the others. Their delays follow when the new readings are remembered.
  void renew_readings(const State& state, double period);
  void renew_delays(const State& state, double period);

  bool any() const { return !faults_.empty(); }
  /// Those of a channel, in the order of their beginning.
  std::span<const ChannelFault> on(const EffectTarget& channel) const;
  /// Calls take(channel, its faults) for each channel that has some.
  template <class Take>
  void each_channel(const State& state, Take take) const {
    for (auto begin = faults_.begin(); begin != faults_.end();) {
      auto end = begin;
      while (end != faults_.end() && end->channel == begin->channel) ++end;
      take(state.effects[begin->effect].effect.target, std::span<const ChannelFault>(begin, end));
      begin = end;
    }
  }

 private:
  template <class Which>
  void renew(const State& state, double period, Which which);

  std::vector<ChannelFault> faults_;  // by channel
};

/// Whether its channel is no control, and remembered anew in each frame.
bool is_delayed_reading(const Effect& effect);

/// The true reading of a channel that is no control.
double reading_of(const EffectTarget& channel, const FrameState& frame);

/// The current that makes a drive's own current sensor, under these faults, show `wanted` (A): what its
/// current loop holds. Where the sensor shows the same whatever flows, the loop goes to its limit.
double current_showing(std::span<const ChannelFault> faults, double wanted, double limit);

/// Notes what the effect's channel showed in the frame that has passed, or when it begins.
void remember(double truth, bool begins, ActiveEffect& active);

}  // namespace drawbar::physics
