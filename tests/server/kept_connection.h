// A connection that keeps what it is sent.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "protocol/decode.h"
#include "server/session/connection.h"

namespace drawbar::server::test {

class KeptConnection : public Connection {
 public:
  explicit KeptConnection(std::string address = "127.0.0.1") : address_(std::move(address)) {}

  void send(const Packet& packet, Traffic) override { packets_.push_back(packet); }
  void close() override { closed_ = true; }
  void drop() override { closed_ = true; }
  std::string peer() const override { return "test"; }
  std::string address() const override { return address_; }
  std::size_t queued_bytes() const override { return 0; }
  Nanoseconds last_progress() const override { return 0; }
  std::uint64_t dropped() const override { return 0; }

  std::size_t count() const { return packets_.size(); }
  bool closed() const { return closed_; }

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
  std::string address_;
  std::vector<Packet> packets_;
  bool closed_ = false;
};

}  // namespace drawbar::server::test
