// Who holds a channel, for people.
#pragma once

#include <cstdint>
#include <string>

namespace drawbar::tools {

/// `holder`: as ChannelInfo.holder.
std::string holder_text(std::uint32_t holder);

}  // namespace drawbar::tools
