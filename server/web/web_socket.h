// A WebSocket connection: one protocol message per binary message.
#pragma once

#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/ssl.hpp>
#include <string>

#include "server/session/hub.h"

namespace drawbar::server {

using PlainStream = boost::beast::tcp_stream;
using TlsStream = boost::beast::ssl_stream<boost::beast::tcp_stream>;

/// Takes over a connection whose upgrade request has been read and allowed. `Stream`: PlainStream or
/// TlsStream.
template <class Stream>
void accept_web_socket(Stream stream,
                       const boost::beast::http::request<boost::beast::http::string_body>& upgrade, Hub& hub,
                       std::string peer);

}  // namespace drawbar::server
