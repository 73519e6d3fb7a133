// A WebSocket connection: one protocol message per binary message.
#pragma once

#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <string>

#include "server/session/hub.h"
#include "server/transport/byte_stream.h"

namespace drawbar::server {

/// Takes over a connection whose upgrade request has been read and allowed.
void accept_web_socket(ByteStream stream,
                       const boost::beast::http::request<boost::beast::http::string_body>& upgrade, Hub& hub,
                       std::string peer);

}  // namespace drawbar::server
