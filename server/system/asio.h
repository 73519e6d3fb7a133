// Asio, as Boost carries it (Beast needs that one), under its own name.
#pragma once

#include <boost/asio.hpp>

namespace drawbar::server {

namespace asio = boost::asio;
using ErrorCode = boost::system::error_code;
using tcp = asio::ip::tcp;
using udp = asio::ip::udp;

/// `address:port`, an IPv6 address in brackets.
template <class Endpoint>
std::string text_of(const Endpoint& endpoint) {
  const std::string address = endpoint.address().to_string();
  const std::string port = std::to_string(endpoint.port());
  return (endpoint.address().is_v6() ? "[" + address + "]" : address) + ":" + port;
}

}  // namespace drawbar::server
