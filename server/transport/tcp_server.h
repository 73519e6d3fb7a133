// TCP: accepts connections, cuts their bytes into messages, writes what the hub sends.
#pragma once

#include <memory>
#include <string>

#include "protocol/result.h"
#include "server/asio.h"
#include "server/session/hub.h"

namespace drawbar::server {

class TcpServer {
 public:
  /// Listens. Port 0 picks a free one. An error names the address and why.
  static Result<std::unique_ptr<TcpServer>> open(asio::io_context& context, Hub& hub,
                                                 const std::string& address, std::uint16_t port);

  tcp::endpoint endpoint() const { return acceptor_.local_endpoint(); }
  /// Takes no more connections.
  void stop();

 private:
  TcpServer(Hub& hub, tcp::acceptor acceptor);
  void accept();

  Hub& hub_;
  tcp::acceptor acceptor_;
  asio::steady_timer retry_;
};

/// Binds and listens; the error says what was tried. Shared with the web server.
Result<tcp::acceptor> listen(asio::io_context& context, const std::string& address, std::uint16_t port,
                             const char* purpose);

}  // namespace drawbar::server
