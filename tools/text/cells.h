// Text from elsewhere made safe and measured for a terminal.
#pragma once

#include <string>
#include <string_view>

namespace drawbar::tools {

/// `text` without control characters and broken UTF-8 ('?' in their place): names and messages come from
/// other hosts and must not steer the terminal they are printed on.
std::string clean(std::string_view text);

/// Number of characters; of clean text, each taken as one cell wide.
int cell_count(std::string_view text);

/// The first `cells` characters.
std::string clipped(std::string_view text, int cells);

/// Exactly `cells` characters, filled with spaces.
std::string padded(std::string_view text, int cells);

}  // namespace drawbar::tools
