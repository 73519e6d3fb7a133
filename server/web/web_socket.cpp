// A WebSocket connection: reading, writing, and closing in good order.
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
  WebSocketConnection(ByteStream stream, std::unique_ptr<WebSocketTongue> tongue, std::string peer)
      : QueuedConnection(stream.get_executor(), std::move(peer)),
        socket_(std::move(stream)),
        tongue_(std::move(tongue)) {
    // The hub limits the time to the Hello and that of a stuck reader; Beast closes dead peers by pings.
    socket_.set_option(websocket::stream_base::timeout::suggested(beast::role_type::server));
    // take_piece() judges the size: Beast would close without saying why.
    socket_.read_message_max(0);
    socket_.auto_fragment(false);
  }

  void start(const beast::http::request<beast::http::string_body>& upgrade) {
    if (const std::string_view agreed = tongue_->sub_protocol(); !agreed.empty()) {
      socket_.set_option(websocket::stream_base::decorator([agreed](websocket::response_type& response) {
        response.set(beast::http::field::sec_websocket_protocol,
                     beast::string_view(agreed.data(), agreed.size()));
      }));
    }
    socket_.async_accept(upgrade, [self = self()](ErrorCode error) {
      if (error) return;
      self->tongue_->opened(self->shared_from_this());
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
    if (!closing() && !fits) tongue_->too_long(*this, protocol::kClientMessageLimit);
    if (!closing() && fits) {
      if (!socket_.is_message_done()) return;
      take();
    }
    received_.clear();
  }

  void take() {
    const auto bytes = received_.cdata();
    tongue_->message(*this, {static_cast<const std::byte*>(bytes.data()), bytes.size()}, socket_.got_text());
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
    const Packet& packet = in_flight_[next_++];
    socket_.text(tongue_->is_text(packet));
    socket_.async_write(asio::buffer(*packet), [self = self()](ErrorCode error, std::size_t) {
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
    tongue_->closed(*this);
  }

  /// Without compression: nothing of ours offers it.
  websocket::stream<ByteStream, false> socket_;
  std::unique_ptr<WebSocketTongue> tongue_;
  beast::flat_buffer received_;
  std::vector<Packet> in_flight_;
  std::size_t next_ = 0;
};

}  // namespace

void accept_web_socket(ByteStream stream, const beast::http::request<beast::http::string_body>& upgrade,
                       std::unique_ptr<WebSocketTongue> tongue, std::string peer) {
  std::make_shared<WebSocketConnection>(std::move(stream), std::move(tongue), std::move(peer))
      ->start(upgrade);
}

}  // namespace drawbar::server
