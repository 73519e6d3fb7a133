// Numbers as text that reads back to the same double.
#pragma once

#include <string>

namespace drawbar::scenes {

/// Shortest form, such as "0.1" or "1e-07".
std::string number_text(double value);

/// The same, appended.
void append_number(std::string& out, double value);

}  // namespace drawbar::scenes
