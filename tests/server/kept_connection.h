// A connection that keeps what it is sent.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "protocol/decode.h"
#include "tests/support/connection_without_socket.h"

namespace drawbar::server::test {

class KeptConnection : public ConnectionWithoutSocket {
 public:
  using ConnectionWithoutSocket::ConnectionWithoutSocket;

  void send(const Packet& packet, Traffic) override { packets_.push_back(packet); }

  std::size_t count() const { return packets_.size(); }
  const std::vector<Packet>& packets() const { return packets_; }

  /// Every message with this body (stream::ReplyT, stream::EventT, ...) so far, in order.
  template <class Body>
  std::vector<Body> all() const {
    std::vector<Body> bodies;
    for (const Packet& packet : packets_) {
      const auto message = protocol::decode_server_message(*packet);
      if (const auto* body = (*message)->template body_as<typename Body::TableType>()) {
        body->UnPackTo(&bodies.emplace_back());
      }
    }
    return bodies;
  }

  /// The code of the error that answered last, if an error it was.
  std::optional<stream::ErrorCode> last_error() const {
    const auto message = protocol::decode_server_message(*packets_.back());
    const auto* error = message ? (*message)->body_as_Error() : nullptr;
    return error == nullptr ? std::nullopt : std::optional(error->code());
  }

  /// Of the session that it was welcomed to.
  control::Key resume_key() const {
    const auto welcome = protocol::decode_server_message(*packets_.front());
    return *(*welcome)->body_as_Welcome()->resume_key();
  }

  /// Whether an answer with this number came.
  bool was_answered(std::uint32_t request) const {
    return std::ranges::any_of(all<stream::ReplyT>(),
                               [request](const stream::ReplyT& reply) { return reply.request == request; });
  }

 private:
  std::vector<Packet> packets_;
};

}  // namespace drawbar::server::test
