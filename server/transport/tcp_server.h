// TCP: accepts connections, cuts their bytes into messages, writes what the hub sends.
#pragma once

#include <memory>
#include <string>

#include "protocol/result.h"
#include "server/hub/hub.h"
#include "server/system/asio.h"
#include "server/transport/acceptor.h"
#include "server/transport/tls.h"

namespace drawbar::server {

class TcpServer {
 public:
  /// Listens. Port 0 picks a free one. An error names the address and why. `tls`: null for plain TCP; it
  /// outlives the server.
  static Result<std::unique_ptr<TcpServer>> open(asio::io_context& context, Hub& hub,
                                                 const std::string& address, std::uint16_t port,
                                                 ssl::context* tls);

  tcp::endpoint endpoint() const { return acceptor_.endpoint(); }
  /// Takes no more connections.
  void stop() { acceptor_.stop(); }

 private:
  TcpServer(Hub& hub, Acceptor acceptor, ssl::context* tls);
  void serve(tcp::socket socket, const tcp::endpoint& remote);

  Hub& hub_;
  Acceptor acceptor_;
  ssl::context* tls_;
};

}  // namespace drawbar::server
