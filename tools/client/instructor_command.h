// The instructor's words turned into a message: `drawbar instructor COMMAND...`.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "protocol/control_generated.h"
#include "protocol/result.h"
#include "protocol/stream_generated.h"

namespace drawbar::tools {

/// What `drawbar instructor --help` prints: every command with its arguments.
std::string instructor_commands();

struct InstructorCommand {
  control::ClientBodyUnion body;
  std::uint32_t slots = 0;            ///< that pass until its effect is complete
  std::string drive;                  ///< of a fault: its name; resolve() turns names into ids
  std::vector<std::string> channels;  ///< to take or to give: their names
  std::string receiver;               ///< of channels that are given: a session's number or name
  std::string left_undone;            ///< by resolve(): what is said when what can be done of it is
};

/// An error names what is wrong and what is allowed.
Result<InstructorCommand> parse_instructor_command(std::span<const std::string> words);

/// Fills in the ids of what the command names. An error where nothing of it can be done.
Result<void> resolve(InstructorCommand& command, const stream::Welcome& welcome);

}  // namespace drawbar::tools
