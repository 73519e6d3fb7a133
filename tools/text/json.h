// Values as JSON text.
#pragma once

#include <string>
#include <string_view>

namespace drawbar::tools {

/// With the quotes; broken UTF-8 becomes '?'.
std::string json_string(std::string_view text);

/// The shortest text that reads back to the same number; null for NaN and infinities, which JSON lacks.
std::string json_number(double value);
std::string json_number(float value);

}  // namespace drawbar::tools
