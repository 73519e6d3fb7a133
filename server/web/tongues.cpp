// What the messages of a WebSocket mean: drawbar's protocol, and Foxglove's.
#include "server/foxglove/foxglove_client.h"
#include "server/web/web_socket.h"

namespace drawbar::server {

namespace {

class DrawbarTongue final : public WebSocketTongue {
 public:
  explicit DrawbarTongue(Hub& hub) : hub_(hub) {}

  void opened(const std::shared_ptr<Connection>& connection) override { hub_.on_connected(connection); }
  void message(Connection& connection, protocol::BytesView bytes, bool text) override {
    if (text) {
      hub_.on_violation(connection, stream::ErrorCode::BadMessage, "a text message; messages are binary");
    } else {
      hub_.on_message(connection, bytes);
    }
  }
  void too_long(Connection& connection, std::size_t most) override {
    hub_.on_violation(connection, stream::ErrorCode::TooLarge,
                      "a message longer than the " + std::to_string(most) + " bytes that are allowed");
  }
  void closed(Connection& connection) override { hub_.on_closed(connection); }

 private:
  Hub& hub_;
};

class FoxgloveTongue final : public WebSocketTongue {
 public:
  FoxgloveTongue(FoxgloveHost& host, FoxgloveVisitor visitor, std::string_view sub_protocol)
      : host_(host), visitor_(std::move(visitor)), sub_protocol_(sub_protocol) {}

  std::string_view sub_protocol() const override { return sub_protocol_; }
  void opened(const std::shared_ptr<Connection>& connection) override {
    client_ = host_.connect(connection, std::move(visitor_));
    client_->open();
  }
  void message(Connection&, protocol::BytesView bytes, bool text) override { client_->take(bytes, text); }
  void too_long(Connection&, std::size_t most) override { client_->too_long(most); }
  // They own each other until then.
  void closed(Connection&) override {
    if (client_ != nullptr) std::exchange(client_, nullptr)->closed();
  }
  bool is_text(const Packet& packet) const override { return fox::is_text(packet); }

 private:
  FoxgloveHost& host_;
  FoxgloveVisitor visitor_;
  std::string_view sub_protocol_;
  std::shared_ptr<FoxgloveClient> client_;
};

}  // namespace

std::unique_ptr<WebSocketTongue> drawbar_tongue(Hub& hub) {
  return std::make_unique<DrawbarTongue>(hub);
}

std::unique_ptr<WebSocketTongue> foxglove_tongue(FoxgloveHost& host, FoxgloveVisitor visitor,
                                                 std::string_view sub_protocol) {
  return std::make_unique<FoxgloveTongue>(host, std::move(visitor), sub_protocol);
}

}  // namespace drawbar::server
