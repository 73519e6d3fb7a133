// The daemon put together: loop, hub, transports, web, recorder; from ready to a clean end.
#pragma once

#include "protocol/result.h"
#include "server/options.h"

namespace drawbar::server {

/// Serves until SIGTERM or SIGINT. An error: it could not start.
Result<void> run_daemon(const Options& options);

}  // namespace drawbar::server
