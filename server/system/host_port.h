// HOST:PORT, as people write it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace drawbar::server {

struct HostPort {
  std::string host;  ///< a name or an address, without brackets
  std::uint16_t port = 0;
};

/// An IPv6 address stands in brackets. Nothing: there is no host, or no port (protocol::read_port).
std::optional<HostPort> read_host_port(const std::string& text);

}  // namespace drawbar::server
