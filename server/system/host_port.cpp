#include "server/system/host_port.h"

#include <string_view>
#include <utility>

#include "protocol/port.h"

namespace drawbar::server {

std::optional<HostPort> read_host_port(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos) return {};
  std::string host = text.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  const auto port = protocol::read_port(std::string_view(text).substr(colon + 1));
  if (host.empty() || !port) return {};
  return HostPort{std::move(host), *port};
}

}  // namespace drawbar::server
