#include "tools/text/json.h"

#include <fmt/format.h>

#include <cmath>

#include "tools/text/cells.h"

namespace drawbar::tools {

std::string json_string(std::string_view text) {
  std::string out = "\"";
  // clean() leaves neither control characters nor broken UTF-8: quotes and backslashes remain.
  for (const char c : clean(text)) {
    if (c == '"' || c == '\\') {
      out += '\\';
    }
    out += c;
  }
  return out + '"';
}

std::string json_number(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : "null";
}
std::string json_number(float value) {
  return std::isfinite(value) ? fmt::format("{}", value) : "null";
}

}  // namespace drawbar::tools
