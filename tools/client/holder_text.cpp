#include "tools/client/holder_text.h"

#include "protocol/channel_holder.h"

namespace drawbar::tools {

std::string holder_text(std::uint32_t holder) {
  if (holder == protocol::kNobody) return "free";
  if (holder == protocol::kHeldBack) return "held back by an instructor";
  return "held by session " + std::to_string(holder);
}

}  // namespace drawbar::tools
