// What a server's refusal means for whoever asked: the exit codes of README "Exit codes".
#pragma once

#include "protocol/result.h"
#include "protocol/stream_generated.h"

namespace drawbar::tools {

/// `wrong`: what was asked about is not there, or not so that it could be done. `usage`: no server would do
/// it as it was asked. `environment`: who asks may not, or cannot now.
ErrorKind kind_of(stream::ErrorCode code);

}  // namespace drawbar::tools
