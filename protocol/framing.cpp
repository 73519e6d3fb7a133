// Length-prefixed messages out of a byte stream.
#include "protocol/framing.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <string>

namespace drawbar::protocol {

std::array<std::byte, 4> length_prefix(std::size_t message_size) {
  assert(message_size <= std::numeric_limits<std::uint32_t>::max());
  return std::bit_cast<std::array<std::byte, 4>>(static_cast<std::uint32_t>(message_size));
}

Bytes framed(BytesView message) {
  Bytes out;
  out.resize(message.size() + 4);
  std::ranges::copy(length_prefix(message.size()), out.begin());
  std::ranges::copy(message, out.begin() + 4);
  return out;
}

void FrameReader::feed(BytesView bytes) {
  buffer_.erase(buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(begin_));
  begin_ = 0;
  append(buffer_, bytes);
}

Result<std::optional<BytesView>> FrameReader::next() {
  const BytesView rest = BytesView(buffer_).subspan(begin_);
  if (rest.size() < 4) {
    return std::nullopt;
  }
  const std::size_t size = load<std::uint32_t>(rest);
  if (size < kShortestMessage || size > limit_) {
    return fail(ErrorKind::wrong, "message length " + std::to_string(size) + ", allowed are " +
                                      std::to_string(kShortestMessage) + " to " + std::to_string(limit_) +
                                      " bytes");
  }
  if (rest.size() - 4 < size) {
    return std::nullopt;
  }
  begin_ += 4 + size;
  return rest.subspan(4, size);
}

}  // namespace drawbar::protocol
