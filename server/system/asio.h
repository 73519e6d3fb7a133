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

/// Who comes over IPv4 to a socket of both versions has an IPv4 address, loopback included.
template <class Endpoint>
Endpoint without_mapping(const Endpoint& peer) {
  const asio::ip::address address = peer.address();
  if (!address.is_v6() || !address.to_v6().is_v4_mapped()) return peer;
  return {asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6()), peer.port()};
}

}  // namespace drawbar::server
