// The score of the attempt that runs, and what its triggers have done, as an instructor hears it.
#pragma once

#include <span>
#include <string>

#include "protocol/result.h"
#include "tools/client/connection.h"

namespace drawbar::tools {

/// For `drawbar instructor --help`.
std::string live_score_commands();
bool is_live_score_command(std::span<const std::string> words);

/// Waits for the next score. `score`: one line of JSON, the same as `drawbar score` prints of the recording;
/// `triggers`: a line for each, or JSON. An error where no exercise runs.
Result<std::string> live_score(std::span<const std::string> words, bool as_json, Connection& connection);

/// Before `exercise start`: an error where the exercise has ended, or none runs. Waits for the next score.
Result<void> check_exercise_can_start(Connection& connection);

}  // namespace drawbar::tools
