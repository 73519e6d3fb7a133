// The instructor's words turned into a message: `drawbar instructor COMMAND...`.
#pragma once

#include <span>
#include <string>

#include "protocol/control_generated.h"
#include "protocol/result.h"
#include "protocol/stream_generated.h"

namespace drawbar::tools {

/// What `drawbar instructor --help` prints: every command with its arguments.
std::string instructor_commands();

struct InstructorCommand {
  control::ClientBodyUnion body;
  std::string drive;  ///< of a fault: its name, which resolve_drive() turns into an id
};

/// An error names what is wrong and what is allowed.
Result<InstructorCommand> parse_instructor_command(std::span<const std::string> words);

/// Fills in the id of the drive that the command names, if it does.
Result<void> resolve_drive(InstructorCommand& command, const stream::Scene& scene);

}  // namespace drawbar::tools
