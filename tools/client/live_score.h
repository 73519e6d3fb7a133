// The score of the attempt that runs, as an instructor hears it.
#pragma once

#include <string>

#include "protocol/result.h"
#include "tools/client/connection.h"

namespace drawbar::tools {

/// For `drawbar instructor --help`.
std::string live_score_command();

/// Waits for the next score: one line of JSON, the same as `drawbar score` prints of the recording. An error
/// where no exercise runs.
Result<std::string> live_score(Connection& connection);

}  // namespace drawbar::tools
