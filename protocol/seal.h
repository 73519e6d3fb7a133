// Datagrams sealed with AES-128-GCM: UDP beside TLS.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "protocol/bytes.h"
#include "protocol/control_generated.h"
#include "protocol/replay_window.h"

struct evp_cipher_ctx_st;

namespace drawbar::protocol {

/// Bytes that sealing adds: a head of 16 and a tag of 16.
inline constexpr std::size_t kSealOverhead = 32;

/// Who sends. The nonce is made of it and of a number that never comes again, so one key serves both ways.
enum class Direction : std::uint32_t { to_server = 0, to_client = 1 };

/// The session that a sealed datagram says it is of; nothing when these bytes are no sealed datagram. Only
/// opening it tells whether that is true.
std::optional<std::uint32_t> sealed_session(BytesView datagram);

/// One direction's end that sends, README section "UDP".
class DatagramSealer {
 public:
  /// Seals what `session` sends in `direction`; `key` as the Welcome gave it.
  DatagramSealer(const control::Key& key, std::uint32_t session, Direction direction);

  /// The datagram, kSealOverhead bytes longer.
  Bytes seal(BytesView datagram);

 private:
  struct Free {
    void operator()(evp_cipher_ctx_st* context) const;
  };
  std::unique_ptr<evp_cipher_ctx_st, Free> context_;
  std::uint32_t session_;
  Direction direction_;
  std::uint64_t next_number_ = 0;

  friend class DatagramOpener;
};

/// The other end.
class DatagramOpener {
 public:
  /// Opens what the other end sealed with this key for this direction.
  DatagramOpener(const control::Key& key, Direction direction);

  /// What was sealed; nothing when it was not sealed with this key for this direction, was changed on its
  /// way, or has come before.
  std::optional<Bytes> open(BytesView sealed);

 private:
  std::unique_ptr<evp_cipher_ctx_st, DatagramSealer::Free> context_;
  Direction direction_;
  ReplayWindow window_;
};

}  // namespace drawbar::protocol
