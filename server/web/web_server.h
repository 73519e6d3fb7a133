// The web port: the page, /healthz, /metrics, and the WebSocket at /ws.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "protocol/result.h"
#include "server/asio.h"
#include "server/session/hub.h"
#include "server/web/metrics.h"
#include "server/web/web_guard.h"

namespace drawbar::server {

class WebServer {
 public:
  static Result<std::unique_ptr<WebServer>> open(asio::io_context& context, Hub& hub, const Metrics& metrics,
                                                 WebGuard guard, const std::string& address,
                                                 std::uint16_t port);

  tcp::endpoint endpoint() const { return acceptor_.local_endpoint(); }
  void stop();

 private:
  WebServer(Hub& hub, const Metrics& metrics, WebGuard guard, tcp::acceptor acceptor);
  void accept();

  Hub& hub_;
  const Metrics& metrics_;
  WebGuard guard_;
  tcp::acceptor acceptor_;
  asio::steady_timer retry_;
  std::shared_ptr<int> open_connections_ = std::make_shared<int>(0);  ///< HTTP ones, not WebSockets
};

}  // namespace drawbar::server
