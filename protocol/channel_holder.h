// Who holds a channel where no session does: the numbers of ChannelInfo.holder and Telemetry.holders.
#pragma once

#include <cstdint>

namespace drawbar::protocol {

inline constexpr std::uint32_t kNobody = 0;
/// An instructor holds it back: no hand is on it, and only an instructor gives it away.
inline constexpr std::uint32_t kHeldBack = 0xFFFFFFFF;

}  // namespace drawbar::protocol
