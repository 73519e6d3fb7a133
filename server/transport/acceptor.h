// Takes TCP connections for whoever serves them.
#pragma once

#include <functional>
#include <string>

#include "protocol/result.h"
#include "server/system/asio.h"

namespace drawbar::server {

/// Belongs to a server that outlives its use; does not move once started.
class Acceptor {
 public:
  /// Binds and listens. Port 0 picks a free one. An error says for what `purpose`, where, and why not.
  static Result<Acceptor> open(asio::io_context& context, const std::string& address, std::uint16_t port,
                               const char* purpose);

  using Serve = std::function<void(tcp::socket socket, const tcp::endpoint& peer)>;
  /// From now on every connection that is still there goes to `serve`, without Nagle's delay.
  void start(Serve serve);
  /// Takes no more.
  void stop();

  tcp::endpoint endpoint() const { return acceptor_.local_endpoint(); }

 private:
  Acceptor(tcp::acceptor acceptor, const char* purpose)
      : acceptor_(std::move(acceptor)), retry_(acceptor_.get_executor()), purpose_(purpose) {}
  void accept();
  void hand_over(tcp::socket socket);

  tcp::acceptor acceptor_;
  asio::steady_timer retry_;
  const char* purpose_;
  Serve serve_;
};

}  // namespace drawbar::server
