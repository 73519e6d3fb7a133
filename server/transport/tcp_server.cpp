// TCP: accepts connections, cuts their bytes into messages, writes what the hub sends.
#include "server/transport/tcp_server.h"

#include <spdlog/spdlog.h>

#include <array>
#include <vector>

#include "protocol/framing.h"
#include "server/transport/byte_stream.h"
#include "server/transport/queued_connection.h"

namespace drawbar::server {

namespace {

constexpr int kSendBufferBytes = 256 * 1024;

class TcpConnection final : public QueuedConnection {
 public:
  TcpConnection(ByteStream stream, Hub& hub, std::string peer)
      : QueuedConnection(stream.get_executor(), std::move(peer)), stream_(std::move(stream)), hub_(hub) {}

  void start() {
    // The hub's limits of time and number hold for a handshake that never ends, too.
    hub_.on_connected(shared_from_this());
    if (!stream_.encrypted()) {
      read();
      return;
    }
    hold();
    stream_.async_handshake([self = self()](ErrorCode error) {
      if (error) {
        spdlog::warn("{}: no TLS: {}", self->peer(), error.message());
        self->end();
        return;
      }
      self->written();
      self->read();
    });
  }

 private:
  std::shared_ptr<TcpConnection> self() {
    return std::static_pointer_cast<TcpConnection>(shared_from_this());
  }

  void read() {
    stream_.async_read_some(asio::buffer(received_), [self = self()](ErrorCode error, std::size_t size) {
      if (error) {
        self->end();
        return;
      }
      // What comes after the decision to close is read and thrown away: an unread byte would make the kernel
      // reset the connection, and the other side would lose the reason.
      if (!self->closing()) self->take(std::as_bytes(std::span(self->received_.data(), size)));
      self->read();
    });
  }

  void take(protocol::BytesView bytes) {
    reader_.feed(bytes);
    while (!closing()) {
      const auto message = reader_.next();
      if (!message) {
        hub_.on_violation(*this, stream::ErrorCode::TooLarge, message.error().text);
        return;
      }
      if (!*message) return;
      hub_.on_message(*this, **message);
    }
  }

  void write(std::vector<Packet> packets) override {
    in_flight_ = std::move(packets);
    prefixes_.clear();
    for (const Packet& packet : in_flight_) prefixes_.push_back(protocol::length_prefix(packet->size()));
    std::vector<asio::const_buffer> buffers;
    for (std::size_t i = 0; i < in_flight_.size(); ++i) {
      buffers.push_back(asio::buffer(prefixes_[i]));
      buffers.push_back(asio::buffer(*in_flight_[i]));
    }
    asio::async_write(stream_, buffers, [self = self()](ErrorCode error, std::size_t) {
      self->in_flight_.clear();
      if (error) {
        self->abort();
      } else {
        self->written();
      }
    });
  }

  void shut_down() override {
    if (stream_.encrypted()) {
      stream_.async_shutdown([self = self()](ErrorCode) { self->stream_.end_sending(); });
    } else {
      stream_.end_sending();
    }
  }

  void abort() override { stream_.close(); }

  void end() {
    stop();
    abort();
    hub_.on_closed(*this);
  }

  ByteStream stream_;
  Hub& hub_;
  std::array<char, 16 * 1024> received_{};
  protocol::FrameReader reader_{protocol::kClientMessageLimit};
  std::vector<Packet> in_flight_;
  std::vector<std::array<std::byte, 4>> prefixes_;
};

}  // namespace

Result<std::unique_ptr<TcpServer>> TcpServer::open(asio::io_context& context, Hub& hub,
                                                   const std::string& address, std::uint16_t port,
                                                   ssl::context* tls) {
  auto acceptor = Acceptor::open(context, address, port, "TCP");
  if (!acceptor) return tl::unexpected(acceptor.error());
  std::unique_ptr<TcpServer> server(new TcpServer(hub, std::move(*acceptor), tls));
  server->acceptor_.start([raw = server.get()](tcp::socket socket, const tcp::endpoint& peer) {
    raw->serve(std::move(socket), peer);
  });
  return server;
}

TcpServer::TcpServer(Hub& hub, Acceptor acceptor, ssl::context* tls)
    : hub_(hub), acceptor_(std::move(acceptor)), tls_(tls) {}

void TcpServer::serve(tcp::socket socket, const tcp::endpoint& remote) {
  ErrorCode ignored;
  socket.set_option(asio::socket_base::keep_alive(true), ignored);
  // Little in the kernel: a slow reader gets the newest poses, not old ones that were already handed over.
  socket.set_option(asio::socket_base::send_buffer_size(kSendBufferBytes), ignored);
  const std::string peer = (tls_ == nullptr ? "tcp " : "tls ") + text_of(remote);
  std::make_shared<TcpConnection>(ByteStream(std::move(socket), tls_), hub_, peer)->start();
}

}  // namespace drawbar::server
