// Cuts a TCP byte stream into messages: a little-endian u32 length, then that many bytes. No sockets.
#pragma once

#include <array>
#include <optional>

#include "protocol/bytes.h"
#include "protocol/result.h"

namespace drawbar::protocol {

inline constexpr std::size_t kClientMessageLimit = 64 * 1024;         ///< bytes, without the length
inline constexpr std::size_t kServerMessageLimit = 16 * 1024 * 1024;  ///< bytes, without the length
/// A FlatBuffer holds at least a root offset and a file identifier.
inline constexpr std::size_t kShortestMessage = 8;

/// The length that goes before a message on TCP.
std::array<std::byte, 4> length_prefix(std::size_t message_size);

/// The message with its length before it.
Bytes framed(BytesView message);

/// Takes bytes in pieces of any size and gives whole messages. A length is judged before anything is
/// allocated for it, and memory never exceeds a small multiple of the bytes that really arrived.
class FrameReader {
 public:
  /// `limit`: largest message accepted, bytes without the length.
  explicit FrameReader(std::size_t limit) : limit_(limit) {}

  void feed(BytesView bytes);  ///< Takes bytes as they arrive, cut anywhere.

  /// The next whole message, nothing yet, or the error of a length outside kShortestMessage..limit. After an
  /// error the stream has lost its place: the connection must be closed. The view is valid until the next
  /// feed().
  Result<std::optional<BytesView>> next();

  /// Bytes held that are not yet a whole message.
  std::size_t pending() const { return buffer_.size() - begin_; }

 private:
  std::size_t limit_;
  Bytes buffer_;
  std::size_t begin_ = 0;  ///< of what next() has not given yet
};

}  // namespace drawbar::protocol
