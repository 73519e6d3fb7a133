// A datagram socket of a test.
#pragma once

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "protocol/bytes.h"
#include "tests/server/library_client.h"
#include "tests/server/socket_client.h"

namespace drawbar::server::test {

/// The next datagram of a socket; nothing when none came within the time.
inline std::optional<protocol::Bytes> receive_datagram(int socket, int milliseconds) {
  pollfd waiting{socket, POLLIN, 0};
  if (poll(&waiting, 1, milliseconds) != 1) return {};
  std::array<std::byte, 65536> bytes;
  const ssize_t size = recv(socket, bytes.data(), bytes.size(), 0);
  if (size < 0) return {};
  return protocol::Bytes(bytes.begin(), bytes.begin() + size);
}

/// Connected to a server on loopback.
class UdpSocket {
 public:
  explicit UdpSocket(std::uint16_t server_port) : socket_(connected_socket(SOCK_DGRAM, server_port)) {}
  ~UdpSocket() { close(socket_); }
  UdpSocket(const UdpSocket&) = delete;
  UdpSocket& operator=(const UdpSocket&) = delete;

  void send(protocol::BytesView datagram) { ::send(socket_, datagram.data(), datagram.size(), 0); }

  std::optional<protocol::Bytes> receive(int milliseconds = kPatienceMs) {
    return receive_datagram(socket_, milliseconds);
  }

 private:
  int socket_;
};

}  // namespace drawbar::server::test
