// A WebSocket connection: one protocol message per binary message.
#include "server/web/web_socket.h"

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>
#include <string>
#include <vector>

#include "protocol/framing.h"
#include "server/transport/queued_connection.h"
#include "server/web/tear_down.h"

namespace drawbar::server {

namespace {

namespace beast = boost::beast;
namespace websocket = beast::websocket;

/// Bytes read at once.
constexpr std::size_t kPiece = 16 * 1024;

class WebSocketConnection final : public QueuedConnection {
 public:
  WebSocketConnection(ByteStream stream, Hub& hub, std::string peer)
      : QueuedConnection(stream.get_executor(), std::move(peer)), socket_(std::move(stream)), hub_(hub) {
    // The hub limits the time to the Hello and that of a stuck reader; Beast closes dead peers by pings.
    socket_.set_option(websocket::stream_base::timeout::suggested(beast::role_type::server));
    // take_piece() judges the size: Beast would close without saying why.
    socket_.read_message_max(0);
    socket_.binary(true);
    socket_.auto_fragment(false);
  }

  void start(const beast::http::request<beast::http::string_body>& upgrade) {
    socket_.async_accept(upgrade, [self = self()](ErrorCode error) {
      if (error) return;
      self->hub_.on_connected(self->shared_from_this());
      self->read();
    });
  }

 private:
  std::shared_ptr<WebSocketConnection> self() {
    return std::static_pointer_cast<WebSocketConnection>(shared_from_this());
  }

  void read() {
    socket_.async_read_some(received_, kPiece, [self = self()](ErrorCode error, std::size_t) {
      if (error) {
        self->end();
        return;
      }
      self->take_piece();
      self->read();
    });
  }

  // What comes after the decision to close is read and thrown away.
  void take_piece() {
    const bool fits = received_.size() <= protocol::kClientMessageLimit;
    if (!closing() && !fits) {
      hub_.on_violation(*this, stream::ErrorCode::TooLarge,
                        "a message longer than the " + std::to_string(protocol::kClientMessageLimit) +
                            " bytes that are allowed");
    }
    if (!closing() && fits) {
      if (!socket_.is_message_done()) return;
      take();
    }
    received_.clear();
  }

  void take() {
    if (!socket_.got_binary()) {
      hub_.on_violation(*this, stream::ErrorCode::BadMessage, "a text message; messages are binary");
      return;
    }
    const auto bytes = received_.cdata();
    hub_.on_message(*this, {static_cast<const std::byte*>(bytes.data()), bytes.size()});
  }

  void write(std::vector<Packet> packets) override {
    in_flight_ = std::move(packets);
    next_ = 0;
    write_next();
  }

  void write_next() {
    if (next_ == in_flight_.size()) {
      in_flight_.clear();
      written();
      return;
    }
    socket_.async_write(asio::buffer(*in_flight_[next_++]), [self = self()](ErrorCode error, std::size_t) {
      if (error) {
        self->abort();
      } else {
        self->write_next();
      }
    });
  }

  void shut_down() override {
    // The pending read sees the other side's answer and ends the connection.
    socket_.async_close(websocket::close_code::normal, [self = self()](ErrorCode) {});
  }

  void abort() override { socket_.next_layer().close(); }

  void end() {
    stop();
    abort();
    hub_.on_closed(*this);
  }

  /// Without compression: nothing of ours offers it.
  websocket::stream<ByteStream, false> socket_;
  Hub& hub_;
  beast::flat_buffer received_;
  std::vector<Packet> in_flight_;
  std::size_t next_ = 0;
};

}  // namespace

void accept_web_socket(ByteStream stream, const beast::http::request<beast::http::string_body>& upgrade,
                       Hub& hub, std::string peer) {
  std::make_shared<WebSocketConnection>(std::move(stream), hub, std::move(peer))->start(upgrade);
}

}  // namespace drawbar::server
