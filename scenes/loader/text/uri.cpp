#include "scenes/loader/text/uri.h"

#include <charconv>

namespace drawbar::scenes {

std::string percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char* const at = text.data() + i;
    unsigned char byte = 0;
    const bool coded =
        *at == '%' && i + 2 < text.size() && std::from_chars(at + 1, at + 3, byte, 16).ptr == at + 3;
    out += coded ? static_cast<char>(byte) : *at;
    if (coded) i += 2;
  }
  return out;
}

}  // namespace drawbar::scenes
