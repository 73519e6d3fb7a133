// `drawbar instructor states ...` and `sessions`: what a daemon keeps, and who is there.
#pragma once

#include <span>
#include <string>

#include "protocol/result.h"
#include "tools/client/connection.h"

namespace drawbar::tools {

/// What `drawbar instructor --help` prints of them.
std::string states_commands();

/// Whether these words are such a command.
bool is_states_command(std::span<const std::string> words);

/// Carries it out and prints what it asks for.
Result<void> run_states_command(std::span<const std::string> words, Connection& connection);

}  // namespace drawbar::tools
