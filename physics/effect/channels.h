// Channels that show what is not: readings of sensors, and controls as the machine feels them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "physics/model/frame_state.h"
#include "physics/model/state.h"
#include "physics/model/world_config.h"

namespace drawbar::physics {

/// What one effect makes of what a channel shows in a frame: of the way from there to `number`, or to
/// `number` more than that, it goes this part.
struct ChannelFault {
  std::uint64_t channel = 0;  ///< orders faults; follows from the target
  std::uint32_t effect = 0;   ///< its place in State::effects
  bool delays = false;
  bool stays = false;  ///< it is the same in all frames to come
  bool adds = false;
  double number = 0;
  double part = 0;
};

/// A channel that has faults.
struct FaultyChannel {
  EffectTarget target;
  std::span<const ChannelFault> faults;  ///< in the order of their beginning
};

/// The faults of what a drive's loops read.
struct DriveFaults {
  std::span<const ChannelFault> position;
  std::span<const ChannelFault> speed;
  std::span<const ChannelFault> current;

  bool any() const { return !position.empty() || !speed.empty() || !current.empty(); }
};

/// What a channel shows under these faults, one after another, where it truly is `truth`.
double shown(std::span<const ChannelFault> faults, double truth);

/// What all faulty channels show in the frame after State::frame. Noise and intermittence follow from seed
/// and frame alone.
class ChannelFaults {
 public:
  explicit ChannelFaults(const WorldConfig& config);
  ChannelFaults(const ChannelFaults&) = delete;  // spans lead into faults_
  ChannelFaults& operator=(const ChannelFaults&) = delete;

  /// After State::effects has got or lost one; `period`: s of a frame.
  void arrange(const State& state, double period);
  /// In a new frame, of the controls: delays remember what was asked of them.
  void renew_controls(State& state, double period);
  /// Likewise of the others, but for what delays remember.
  void renew_readings(const State& state, double period);
  /// Whether remember_readings() is to be called, with what there is to see at the end of the frame.
  bool delays_readings() const { return delays_readings_; }
  void remember_readings(const FrameState& readings, State& state, double period);

  /// Of a drive, by its place.
  const DriveFaults& of_drive(std::size_t drive) const { return drives_[drive]; }
  /// Controls first.
  std::span<const FaultyChannel> channels() const { return channels_; }
  std::span<const FaultyChannel> controls() const { return channels().first(controls_); }

 private:
  void list_channels(const State& state);
  std::span<const ChannelFault> on(const EffectTarget& channel) const;

  const WorldConfig& config_;
  std::vector<ChannelFault> faults_;  // by channel, controls first
  std::size_t control_faults_ = 0;
  std::vector<FaultyChannel> channels_;
  std::size_t controls_ = 0;
  std::vector<DriveFaults> drives_;  // [drive]
  bool delays_readings_ = false;
};

/// The true reading of a channel that is no control.
double reading_of(const EffectTarget& channel, const FrameState& frame);

/// The current that makes a drive's own current sensor, under these faults, show `wanted` (A): what its
/// current loop holds. Where the sensor shows the same whatever flows, the loop goes to its limit.
double current_showing(std::span<const ChannelFault> faults, double wanted, double limit);

/// Notes what the effect's channel showed in the frame that has passed, or when it begins.
void remember(double truth, bool begins, ActiveEffect& active);

}  // namespace drawbar::physics
