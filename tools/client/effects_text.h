// The server's list of effects as lines for people and as JSON for programs.
#pragma once

#include <string>

#include "protocol/stream_generated.h"

namespace drawbar::tools {

/// What acts, then every type with its parameters and targets.
std::string effects_text(const stream::Effects& effects);

/// `{"types": [...], "active": [...]}` in one line, without the line's end.
std::string effects_json(const stream::Effects& effects);

}  // namespace drawbar::tools
