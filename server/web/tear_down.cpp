// How a WebSocket ends the connection below it: what Beast asks for, where a stream is none of its own.
#include "server/web/tear_down.h"

#include <boost/beast/websocket/ssl.hpp>
#include <boost/beast/websocket/teardown.hpp>

namespace drawbar::server {

void tear_down(boost::beast::role_type role, ByteStream& stream, ByteStream::Completion completion) {
  namespace beast = boost::beast;
  if (stream.encrypted()) {
    beast::async_teardown(role, stream.tls(), std::move(completion));
  } else {
    beast::websocket::async_teardown(role, stream.socket(), std::move(completion));
  }
}

}  // namespace drawbar::server
