// UDP: the pose stream to addresses that proved a session's key, and to a multicast group.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "protocol/result.h"
#include "server/hub/hub.h"
#include "server/system/asio.h"
#include "server/transport/udp_link.h"

namespace drawbar::server {

/// Two steps before an address gets anything but one short answer: the session's UDP key, then the echo of a
/// challenge. So nobody can make the server send to an address that did not ask. Beside TLS both directions
/// are sealed with that key.
class UdpServer : public FrameSink {
 public:
  /// Binds `port`; if it is taken and `any_port`, another one. `multicast`: "GROUP:PORT" that the plain poses
  /// of every frame go to, empty: none. It leaves by the interface of `address` and stays in its network (TTL
  /// 1).
  static Result<std::unique_ptr<UdpServer>> open(asio::io_context& context, Hub& hub,
                                                 const std::string& address, std::uint16_t port,
                                                 bool any_port, const std::string& multicast);

  udp::endpoint endpoint() const { return socket_.local_endpoint(); }
  void stop();
  std::uint64_t sent() const { return sent_; }
  std::uint64_t not_sent() const { return not_sent_; }

  void on_frame(const EncodedFrame& frame) override;
  void on_event(const stream::EventT&, const Packet&) override {}

 private:
  UdpServer(Hub& hub, udp::socket socket, std::optional<udp::endpoint> multicast);
  void receive();
  void take(protocol::BytesView datagram);
  /// A datagram of this session, opened.
  void answer(const Session& session, UdpLink& link, const control::ClientMessage& message,
              std::size_t asked);
  /// The session's link, for the key that it has now.
  UdpLink& link_of(const Session& session);
  void send(const Packet& packet, const udp::endpoint& to);

  Hub& hub_;
  udp::socket socket_;
  std::optional<udp::endpoint> multicast_;
  udp::endpoint from_;
  std::array<char, 2048> received_{};
  UdpChallenges challenges_;
  std::map<SessionId, UdpLink> links_;
  std::uint64_t sent_ = 0;
  std::uint64_t not_sent_ = 0;
};

}  // namespace drawbar::server
