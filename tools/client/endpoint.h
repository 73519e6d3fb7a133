// What people say of a daemon to connect to: its address, and the token that lets them in.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "protocol/control_generated.h"
#include "protocol/result.h"

namespace drawbar::tools {

/// Where a daemon listens.
struct Endpoint {
  std::string host = "127.0.0.1";
  std::uint16_t port = 4040;
};

/// "HOST", "HOST:PORT" or "[IPv6]:PORT".
Result<Endpoint> parse_endpoint(std::string_view text);
std::string to_string(const Endpoint& endpoint);

/// The token for this role from a token file as drawbard reads it: one `ROLE TOKEN` or `TOKEN` per line, `#`
/// begins a comment; a role includes those before it.
Result<std::string> read_token(const std::string& path, control::Role role);

}  // namespace drawbar::tools
