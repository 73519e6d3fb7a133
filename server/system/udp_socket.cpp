#include "server/system/udp_socket.h"

namespace drawbar::server {

Result<udp::socket> open_udp(asio::io_context& context, const udp::endpoint& at, const std::string& where,
                             const std::string& remedy) {
  ErrorCode error;
  udp::socket socket(context);
  socket.open(at.protocol(), error);
  if (!error) socket.bind(at, error);
  if (!error) socket.non_blocking(true, error);
  if (error == asio::error::address_in_use)
    return fail(ErrorKind::environment, where + ": the port is in use; " + remedy);
  if (error) return fail(ErrorKind::environment, where + ": " + error.message());
  return socket;
}

}  // namespace drawbar::server
