#include "protocol/port.h"

#include <charconv>
#include <system_error>

namespace drawbar::protocol {

std::optional<std::uint16_t> read_port(std::string_view text) {
  std::uint16_t port = 0;
  const char* const end_of_text = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), end_of_text, port);
  if (error != std::errc() || end != end_of_text || port == 0) return {};
  return port;
}

}  // namespace drawbar::protocol
