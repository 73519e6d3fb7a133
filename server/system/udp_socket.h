// A UDP socket as ours are.
#pragma once

#include <string>

#include "protocol/result.h"
#include "server/system/asio.h"

namespace drawbar::server {

/// Bound, and never waits. `where` begins errors; `remedy`: how another port is chosen.
Result<udp::socket> open_udp(asio::io_context& context, const udp::endpoint& at, const std::string& where,
                             const std::string& remedy);

}  // namespace drawbar::server
