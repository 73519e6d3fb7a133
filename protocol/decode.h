// From untrusted bytes to a verified message that owns its memory, or one clear error.
#pragma once

#include <memory>

#include "protocol/bytes.h"
#include "protocol/check.h"
#include "protocol/control_generated.h"
#include "protocol/result.h"
#include "protocol/stream_generated.h"

namespace drawbar::protocol {

/// Bytes in memory aligned for FlatBuffers: its verifier judges offsets, not addresses.
class AlignedBytes {
 public:
  static constexpr std::size_t kAlignment = 16;

  AlignedBytes() = default;
  explicit AlignedBytes(BytesView bytes);                  ///< Copies `bytes` to aligned memory.
  BytesView view() const { return {data_.get(), size_}; }  ///< The copy.

 private:
  struct Free {
    void operator()(std::byte* data) const { ::operator delete[](data, std::align_val_t(kAlignment)); }
  };
  std::unique_ptr<std::byte[], Free> data_;
  std::size_t size_ = 0;
};

/// A verified FlatBuffer with its own memory. `Root` is the generated root table.
template <class Root>
class Message {
 public:
  Message() = default;
  /// `bytes` must be verified as a Root; the decoders below do so.
  explicit Message(AlignedBytes bytes) : bytes_(std::move(bytes)) {}

  const Root& operator*() const { return *flatbuffers::GetRoot<Root>(bytes_.view().data()); }
  const Root* operator->() const { return &**this; }
  BytesView bytes() const { return bytes_.view(); }  ///< The message as it travels, without its length.

 private:
  AlignedBytes bytes_;
};

using ClientMessage = Message<control::ClientMessage>;  ///< What a client sends.
using ServerMessage = Message<stream::ServerMessage>;   ///< What a server sends.

/// Limits of the verifier: no message of ours nests deeper or has more tables.
inline constexpr flatbuffers::uoffset_t kVerifierDepth = 8;
inline constexpr flatbuffers::uoffset_t kClientTableLimit = 16 + kRayLimit;
inline constexpr flatbuffers::uoffset_t kServerTableLimit = 100'000;

/// Copies, then verifies: size limit, file identifier, every offset, depth, tables, alignment, and that the
/// body is there. A body of a type that this build does not know is no error: see is_known().
Result<ClientMessage> decode_client_message(BytesView bytes);
/// As decode_client_message(), of what a server sends.
Result<ServerMessage> decode_server_message(BytesView bytes);

/// The 2.0.8 verifier checks where a vector's length lies, not that its elements are aligned;
/// decode_*_message() call this, other readers of these tables must.
bool elements_aligned(const stream::Frame& frame);
bool elements_aligned(const stream::Telemetry& telemetry);
bool elements_aligned(const stream::Event& event);
bool elements_aligned(const stream::GhostFrame& frame);
bool elements_aligned(const stream::Score& score);
/// Of the bookmarks.
bool elements_aligned(const stream::Welcome& welcome);
/// Other tables have no vectors of 8-byte elements.
template <class Table>
bool elements_aligned(const Table&) {
  return true;
}

/// False for a message of a newer minor version: skip it and count it; its body must not be touched.
bool is_known(const control::ClientMessage& message);
bool is_known(const stream::ServerMessage& message);

}  // namespace drawbar::protocol
