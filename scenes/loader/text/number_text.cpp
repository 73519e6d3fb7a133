#include "scenes/loader/text/number_text.h"

#include <array>
#include <charconv>

namespace drawbar::scenes {

std::string number_text(double value) {
  std::string out;
  append_number(out, value);
  return out;
}

void append_number(std::string& out, double value) {
  std::array<char, 32> buffer;
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  out.append(buffer.data(), result.ptr);
}

}  // namespace drawbar::scenes
