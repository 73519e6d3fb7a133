// Channels that show what is not: readings of sensors, and controls as the machine feels them.
#pragma once

#include <cstdint>

#include "physics/model/frame_state.h"
#include "physics/model/state.h"

namespace drawbar::physics {

/// What a channel shows in the frame after State::frame where it truly is `truth`, under all effects on it,
/// in the order of their beginning; `period`: s of a frame. Noise and intermittence follow from seed and
/// frame alone.
double shown(const State& state, double period, const EffectTarget& channel, double truth);

/// Whether some effect acts on it.
bool is_faulted(const State& state, const EffectTarget& channel);

/// The true reading of a channel that is no control.
double reading_of(const EffectTarget& channel, const FrameState& frame);

/// The current that makes a drive's own current sensor show `wanted` (A): what its current loop holds. Where
/// the sensor shows the same whatever flows, the loop goes to its limit.
double current_showing(const State& state, double period, std::size_t drive, double wanted, double limit);

/// Notes what the effect's channel showed in the frame that has passed, or when it begins.
void remember(double truth, bool begins, ActiveEffect& active);

}  // namespace drawbar::physics
