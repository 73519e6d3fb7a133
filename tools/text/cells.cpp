#include "tools/text/cells.h"

#include <cstddef>

namespace drawbar::tools {

namespace {

/// Bytes of the UTF-8 character that `first` begins; 0 when nothing begins with it.
std::size_t sequence_length(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first < 0xE0) return 2;
  if (first >= 0xE0 && first < 0xF0) return 3;
  if (first >= 0xF0 && first < 0xF5) return 4;
  return 0;
}

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

}  // namespace

std::string clean(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const auto first = static_cast<unsigned char>(text[i]);
    const std::size_t length = sequence_length(first);
    bool whole = length > 0 && i + length <= text.size();
    for (std::size_t k = 1; whole && k < length; ++k) {
      whole = is_continuation(text[i + k]);
    }
    const bool control = first < 0x20 || first == 0x7F ||
                         (whole && first == 0xC2 && static_cast<unsigned char>(text[i + 1]) < 0xA0);
    if (whole && !control) {
      out += text.substr(i, length);
      i += length;
    } else {
      out += '?';
      i += whole ? length : 1;
    }
  }
  return out;
}

int cell_count(std::string_view text) {
  int count = 0;
  for (const char c : text) {
    count += is_continuation(c) ? 0 : 1;
  }
  return count;
}

std::string clipped(std::string_view text, int cells) {
  std::size_t end = 0;
  for (int count = 0; end < text.size(); ++end) {
    if (!is_continuation(text[end]) && ++count > cells) {
      break;
    }
  }
  return std::string(text.substr(0, end));
}

std::string padded(std::string_view text, int cells) {
  std::string out = clipped(text, cells);
  out.append(static_cast<std::size_t>(cells - cell_count(out)), ' ');
  return out;
}

}  // namespace drawbar::tools
