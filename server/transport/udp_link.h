// What one session's datagrams go through: the proof of its address, and the seal where it has TLS.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "protocol/seal.h"
#include "server/frames/packet.h"
#include "server/session/session.h"
#include "server/system/asio.h"

namespace drawbar::server {

/// Of the key that the session's newest Welcome gave; another key is another link.
class UdpLink {
 public:
  static constexpr Nanoseconds kLease = 5500 * kMillisecond;  ///< clients renew every second

  explicit UdpLink(const Session& session);

  /// Whether this is still what the session goes by.
  bool serves(const Session& session) const;

  /// What a datagram says; nothing when it is not one of this session.
  std::optional<protocol::Bytes> open(protocol::BytesView datagram);
  /// A datagram as it goes out.
  Packet close(const Packet& datagram);

  /// This address, on this host, proved that it wants the stream. Who is where the session's connection comes
  /// from takes it from everybody; from elsewhere it is taken only while none flows there: whoever saw the
  /// key in the clear keeps the stream no longer than its owner takes to echo. False: refused.
  bool prove(const udp::endpoint& address, const std::string& host, const std::string& connected_from,
             Nanoseconds now);
  /// Where the poses go now; nothing when the lease is over.
  std::optional<udp::endpoint> address(Nanoseconds now) const;

 private:
  struct Seal {
    protocol::DatagramSealer sealer;
    protocol::DatagramOpener opener;
  };

  control::Key key_;
  std::optional<Seal> seal_;  ///< nothing: in the clear
  udp::endpoint address_;
  bool owners_ = false;  ///< the address is on the host that the connection comes from
  Nanoseconds lease_end_ = 0;
};

/// Challenges that need no memory: each is a keyed hash of the session's key and the address that asks, so
/// whoever asks in another's name costs the other nothing.
class UdpChallenges {
 public:
  UdpChallenges();
  control::Key of(const control::Key& key, const udp::endpoint& address) const;

 private:
  std::array<unsigned char, 32> secret_;
};

}  // namespace drawbar::server
