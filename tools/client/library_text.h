// The server's list of scenes and exercises as lines for people and as JSON for programs.
#pragma once

#include <string>

#include "protocol/stream_generated.h"

namespace drawbar::tools {

/// A line for each file: its name, what it is, its title or what is wrong with it.
std::string library_text(const stream::Scenes& scenes);

/// `[{"file", "exercise", "title": {"en", "ru"}, "briefing": {...}, "wrong"}, ...]` in one line, without the
/// line's end; what there is not is null.
std::string library_json(const stream::Scenes& scenes);

}  // namespace drawbar::tools
