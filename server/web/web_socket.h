// A WebSocket connection, and what its messages mean: drawbar's own protocol, one message per binary message,
// or Foxglove's.
#pragma once

#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <memory>
#include <string>
#include <string_view>

#include "server/foxglove/foxglove_host.h"
#include "server/hub/hub.h"
#include "server/transport/byte_stream.h"

namespace drawbar::server {

/// To whom a WebSocket's messages go. As QueuedConnection: none of these is called from within a call of the
/// connection's.
class WebSocketTongue {
 public:
  virtual ~WebSocketTongue() = default;
  /// That is agreed on; empty: none.
  virtual std::string_view sub_protocol() const { return {}; }
  virtual void opened(const std::shared_ptr<Connection>& connection) = 0;
  virtual void message(Connection& connection, protocol::BytesView bytes, bool text) = 0;
  /// A message has more than `most` bytes; what it is is not known.
  virtual void too_long(Connection& connection, std::size_t most) = 0;
  virtual void closed(Connection& connection) = 0;
  /// Whether it goes out as text.
  virtual bool is_text(const Packet&) const { return false; }
};

std::unique_ptr<WebSocketTongue> drawbar_tongue(Hub& hub);
/// `sub_protocol`: one of fox::kSubProtocols.
std::unique_ptr<WebSocketTongue> foxglove_tongue(FoxgloveHost& host, FoxgloveVisitor visitor,
                                                 std::string_view sub_protocol);

/// Takes over a connection whose upgrade request has been read and allowed.
void accept_web_socket(ByteStream stream,
                       const boost::beast::http::request<boost::beast::http::string_body>& upgrade,
                       std::unique_ptr<WebSocketTongue> tongue, std::string peer);

}  // namespace drawbar::server
