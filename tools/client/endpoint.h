// What people say of a daemon to connect to: its address, and the token that lets them in.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "protocol/control_generated.h"
#include "protocol/result.h"

namespace drawbar::tools {

inline constexpr std::uint16_t kDaemonPort = 4040;

/// Where a daemon, or another program, listens.
struct Endpoint {
  std::string host = "127.0.0.1";
  std::uint16_t port = kDaemonPort;
};

/// "HOST", "HOST:PORT" or "[IPv6]:PORT". `port`: where none is said; 0: one must be.
Result<Endpoint> parse_endpoint(std::string_view text, std::uint16_t port = kDaemonPort);
std::string to_string(const Endpoint& endpoint);

/// The token for this role from a token file as drawbard reads it: one `ROLE TOKEN` or `TOKEN` per line, `#`
/// begins a comment; a role includes those before it.
Result<std::string> read_token(const std::string& path, control::Role role);

}  // namespace drawbar::tools
