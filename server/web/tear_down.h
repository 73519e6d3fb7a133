// How a WebSocket ends the connection below it: what Beast asks for, where a stream is none of its own.
#pragma once

#include <boost/beast/core/role.hpp>
#include <utility>

#include "server/transport/byte_stream.h"

namespace drawbar::server {

/// At once (Beast found its time to be over).
inline void beast_close_socket(ByteStream& stream) {
  stream.close();
}

/// In good order: TLS's good-bye, the end of what is sent, and the other side's.
void tear_down(boost::beast::role_type role, ByteStream& stream, ByteStream::Completion completion);

template <class Handler>
void async_teardown(boost::beast::role_type role, ByteStream& stream, Handler&& handler) {
  tear_down(role, stream, stream.completion(std::forward<Handler>(handler)));
}

}  // namespace drawbar::server
