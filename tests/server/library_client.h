// The client library over real sockets, as a visualizer would use it.
#pragma once

#include <cstdint>
#include <functional>

#include "protocol/client.h"

namespace drawbar::server::test {

/// A socket of this type (SOCK_STREAM, SOCK_DGRAM) connected to loopback; to be closed by the caller.
int connected_socket(int type, std::uint16_t port);

class LibraryClient {
 public:
  /// Connects to loopback and says Hello. `udp_port`: where datagrams go instead of the Welcome's port, 0:
  /// there.
  LibraryClient(std::uint16_t tcp_port, std::uint16_t udp_port, protocol::Client::Options options);
  ~LibraryClient();
  LibraryClient(const LibraryClient&) = delete;
  LibraryClient& operator=(const LibraryClient&) = delete;

  protocol::Client& client() { return client_; }
  std::uint64_t datagrams_received() const { return datagrams_received_; }

  /// Moves bytes both ways, waiting for at most so long; false when the server has closed.
  bool pump(int milliseconds);
  /// Pumps until `done`, for at most kPatienceMs; gives every notice to `take`.
  bool pump_until(const std::function<bool()>& done,
                  const std::function<void(protocol::Client::Notice&)>& take = {});

 private:
  void open_udp();

  protocol::Client client_;
  std::uint16_t udp_port_;
  int tcp_ = -1;
  int udp_ = -1;
  std::uint64_t datagrams_received_ = 0;
};

}  // namespace drawbar::server::test
