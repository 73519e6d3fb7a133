// Plays a controls file into a running daemon: every row acts in the frame in which `drawbar simulate` lets
// it act.
#pragma once

#include <string>

#include "protocol/result.h"
#include "tools/client/connection.h"

namespace drawbar::tools {

/// Rows are sent ahead with the frame they act in. In a world that stands at frame 0 (`drawbard --start
/// on-control`) the file's time is the world's time, so that the state hashes equal simulate's; elsewhere the
/// file starts a few frames after the present one. Ends when the last row has acted and `duration` (s, of the
/// file) is over. An error when a row came too late for its frame, when the control is lost, or when the
/// branch changes.
Result<void> play_controls(const ConnectionOptions& options, const std::string& file, double duration);

}  // namespace drawbar::tools
