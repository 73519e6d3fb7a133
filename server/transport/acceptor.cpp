// Takes TCP connections for whoever serves them.
#include "server/transport/acceptor.h"

#include <spdlog/spdlog.h>

#include <utility>

namespace drawbar::server {

Result<Acceptor> Acceptor::open(asio::io_context& context, const std::string& address, std::uint16_t port,
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
  return Acceptor(std::move(acceptor), purpose);
}

void Acceptor::start(Serve serve) {
  serve_ = std::move(serve);
  accept();
}

void Acceptor::stop() {
  ErrorCode ignored;
  acceptor_.close(ignored);
  retry_.cancel();
}

void Acceptor::accept() {
  acceptor_.async_accept([this](ErrorCode error, tcp::socket socket) {
    if (error == asio::error::operation_aborted) return;
    if (error) {
      // Out of descriptors or the like: passes, and a loop without pause would burn the core.
      spdlog::warn("accepting a {} connection: {}", purpose_, error.message());
      retry_.expires_after(std::chrono::milliseconds(100));
      retry_.async_wait([this](ErrorCode cancelled) {
        if (!cancelled) accept();
      });
      return;
    }
    hand_over(std::move(socket));
    accept();
  });
}

void Acceptor::hand_over(tcp::socket socket) {
  ErrorCode gone;
  const tcp::endpoint peer = without_mapping(socket.remote_endpoint(gone));
  if (gone) return;
  ErrorCode ignored;
  socket.set_option(tcp::no_delay(true), ignored);
  serve_(std::move(socket), peer);
}

}  // namespace drawbar::server
