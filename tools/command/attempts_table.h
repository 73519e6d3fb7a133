// Attempts at exercises as a table for a terminal.
#pragma once

#include <span>

#include "scenes/course/attempt_row.h"

namespace drawbar::tools {

void print_attempts(std::span<const scenes::AttemptRow> rows);

}  // namespace drawbar::tools
