#include "server/system/host_port.h"

#include <charconv>
#include <utility>

namespace drawbar::server {

std::optional<HostPort> read_host_port(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos) return {};
  std::string host = text.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  std::uint16_t port = 0;
  const char* const end_of_text = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data() + colon + 1, end_of_text, port);
  if (host.empty() || error != std::errc() || end != end_of_text || port == 0) return {};
  return HostPort{std::move(host), port};
}

}  // namespace drawbar::server
