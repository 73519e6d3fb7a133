// The operator's console in a terminal: keys to controls, what the server says to the screen.
#pragma once

#include <string>

#include "protocol/result.h"
#include "tools/client/connection.h"

namespace drawbar::tools {

/// Runs until the operator quits (q, Ctrl-C) or the server is gone for good; a connection that breaks is
/// resumed. `body`: whose motion to show, empty for the scene's choice.
Result<void> run_console(ConnectionOptions options, const std::string& body);

}  // namespace drawbar::tools
