// The table that `drawbar simulate` writes: its columns and one row per sample (DESIGN section 4).
#pragma once

#include <string>

#include "physics/world/frame_state.h"
#include "physics/world/world_config.h"

namespace drawbar::tools {

/// The header line.
std::string csv_header(const physics::WorldConfig& config);

/// Appends the row of `state` at `time` (s), in the columns of the header; numbers read back to the same
/// double.
void append_csv_row(std::string& out, const physics::WorldConfig& config, const physics::FrameState& state,
                    double time);

}  // namespace drawbar::tools
