// TCP: accepts connections, cuts their bytes into messages, writes what the hub sends.
#include "server/transport/tcp_server.h"

#include <spdlog/spdlog.h>

#include <array>
#include <vector>

#include "protocol/framing.h"
#include "server/transport/queued_connection.h"

namespace drawbar::server {

namespace {

constexpr int kSendBufferBytes = 256 * 1024;

class TcpConnection final : public QueuedConnection {
 public:
  TcpConnection(tcp::socket socket, Hub& hub, std::string peer)
      : QueuedConnection(socket.get_executor(), std::move(peer)), socket_(std::move(socket)), hub_(hub) {}

  void start() {
    hub_.on_connected(shared_from_this());
    read();
  }

 private:
  std::shared_ptr<TcpConnection> self() {
    return std::static_pointer_cast<TcpConnection>(shared_from_this());
  }

  void read() {
    socket_.async_read_some(asio::buffer(received_), [self = self()](ErrorCode error, std::size_t size) {
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
    asio::async_write(socket_, buffers, [self = self()](ErrorCode error, std::size_t) {
      self->in_flight_.clear();
      if (error) {
        self->abort();
      } else {
        self->written();
      }
    });
  }

  void shut_down() override {
    ErrorCode ignored;
    socket_.shutdown(tcp::socket::shutdown_send, ignored);
  }

  void abort() override {
    ErrorCode ignored;
    socket_.close(ignored);
  }

  void end() {
    stop();
    abort();
    hub_.on_closed(*this);
  }

  tcp::socket socket_;
  Hub& hub_;
  std::array<char, 16 * 1024> received_{};
  protocol::FrameReader reader_{protocol::kClientMessageLimit};
  std::vector<Packet> in_flight_;
  std::vector<std::array<std::byte, 4>> prefixes_;
};

}  // namespace

Result<tcp::acceptor> listen(asio::io_context& context, const std::string& address, std::uint16_t port,
                             const char* purpose) {
  const std::string where = std::string(purpose) + " " + address + ":" + std::to_string(port);
  ErrorCode error;
  const asio::ip::address ip = asio::ip::make_address(address, error);
  if (error) return fail(ErrorKind::usage, where + ": not an IPv4 or IPv6 address");
  tcp::acceptor acceptor(context);
  const tcp::endpoint endpoint(ip, port);
  acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (error == asio::error::address_in_use) {
    return fail(ErrorKind::environment,
                where + ": the port is in use; choose another, or 0 for any free one");
  }
  if (error) return fail(ErrorKind::environment, where + ": " + error.message());
  return acceptor;
}

Result<std::unique_ptr<TcpServer>> TcpServer::open(asio::io_context& context, Hub& hub,
                                                   const std::string& address, std::uint16_t port) {
  auto acceptor = listen(context, address, port, "TCP");
  if (!acceptor) return tl::unexpected(acceptor.error());
  std::unique_ptr<TcpServer> server(new TcpServer(hub, std::move(*acceptor)));
  server->accept();
  return server;
}

TcpServer::TcpServer(Hub& hub, tcp::acceptor acceptor)
    : hub_(hub), acceptor_(std::move(acceptor)), retry_(acceptor_.get_executor()) {}

void TcpServer::stop() {
  ErrorCode ignored;
  acceptor_.close(ignored);
  retry_.cancel();
}

void TcpServer::accept() {
  acceptor_.async_accept([this](ErrorCode error, tcp::socket socket) {
    if (error == asio::error::operation_aborted) return;
    if (error) {
      // Out of descriptors or the like: passes, and a loop without pause would burn the core.
      spdlog::warn("accepting a TCP connection: {}", error.message());
      retry_.expires_after(std::chrono::milliseconds(100));
      retry_.async_wait([this](ErrorCode cancelled) {
        if (!cancelled) accept();
      });
      return;
    }
    ErrorCode ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    socket.set_option(asio::socket_base::keep_alive(true), ignored);
    // Little in the kernel: a slow reader gets the newest poses, not old ones that were already handed over.
    socket.set_option(asio::socket_base::send_buffer_size(kSendBufferBytes), ignored);
    ErrorCode gone;
    const tcp::endpoint remote = socket.remote_endpoint(gone);
    if (!gone) std::make_shared<TcpConnection>(std::move(socket), hub_, "tcp " + text_of(remote))->start();
    accept();
  });
}

}  // namespace drawbar::server
