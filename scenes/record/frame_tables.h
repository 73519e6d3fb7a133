// A frame of the World as the stream's tables, and back: what clients are sent and recordings hold.
#pragma once

#include <vector>

#include "physics/model/frame_state.h"
#include "physics/model/world_config.h"
#include "protocol/frame_generated.h"

namespace drawbar::scenes {

/// The poses of every body, ids ascending.
std::vector<stream::BodyState> body_states(const physics::FrameState& state);

/// What telemetry says of the World; who watched, and when, is left at its default.
stream::TelemetryT telemetry_of(const physics::FrameState& state, const physics::WorldConfig& config,
                                bool with_contacts);

/// Makes of telemetry_of() what all but instructors are sent: readings as faulty sensors show them, and
/// nothing that names a malfunction.
void hide_malfunctions(const physics::WorldConfig& config, stream::TelemetryT& telemetry);

/// Writes into `state` what the table holds of it. Entries that the scene does not have are passed over:
/// recordings come from outside.
void take(const stream::FrameT& frame, physics::FrameState& state);
/// Without contacts in the table, `state` gets as many empty ones as there were, within the capacity it has.
void take(const stream::TelemetryT& telemetry, const physics::WorldConfig& config,
          physics::FrameState& state);

}  // namespace drawbar::scenes
