// Ports, as people write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace drawbar::protocol {

inline constexpr int kLastPort = 65535;  ///< The first is 1.

/// Nothing: it is no number from 1 to kLastPort, or more than that.
std::optional<std::uint16_t> read_port(std::string_view text);

}  // namespace drawbar::protocol
