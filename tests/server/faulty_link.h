// A bad network between clients and a daemon on this machine: delay, loss, reordering, duplication.
#pragma once

#include <netinet/in.h>

#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <random>
#include <thread>
#include <vector>

#include "server/loop/clock.h"

namespace drawbar::server::test {

struct Faults {
  Nanoseconds delay = 0;   ///< each way
  Nanoseconds jitter = 0;  ///< of datagrams, added at random: they overtake each other
  double loss = 0;         ///< share of the datagrams; of the pieces of TCP that come a retransmission later
  double duplication = 0;  ///< share of the datagrams that come twice
  std::uint32_t seed = 1;
};

/// Listens for TCP and UDP on loopback and passes everything on to the daemon's ports and back. The kernel's
/// netem does the same and better, but not every machine has it.
class FaultyLink {
 public:
  FaultyLink(std::uint16_t tcp_target, std::uint16_t udp_target, const Faults& faults);
  ~FaultyLink();
  FaultyLink(const FaultyLink&) = delete;
  FaultyLink& operator=(const FaultyLink&) = delete;

  std::uint16_t tcp_port() const { return tcp_port_; }
  std::uint16_t udp_port() const { return udp_port_; }
  std::uint64_t datagrams_lost() const { return datagrams_lost_; }

 private:
  using Bytes = std::vector<char>;
  struct Due {
    Nanoseconds time = 0;
    Bytes bytes;  ///< none: the stream ends
  };
  /// One direction of a TCP connection: in order, so that a piece that was lost holds up those behind it.
  struct Pipe {
    int from = -1;
    int to = -1;
    std::deque<Due> waiting;
    bool ended = false;
  };
  struct Connection {
    int client = -1;
    int server = -1;
    Pipe up;
    Pipe down;
  };
  /// A client's UDP address and the socket that stands for it at the daemon.
  struct Peer {
    int socket = -1;
    sockaddr_in address{};
  };
  struct Datagram {
    int socket = -1;
    sockaddr_in to{};
    Bytes bytes;
  };

  void run();
  void accept_connection();
  void read_pipe(Pipe& pipe);
  void write_pipe(Pipe& pipe, Nanoseconds now);
  void read_datagrams(int socket, const Peer* peer);
  void pass_on(int socket, const sockaddr_in& to, const Bytes& bytes);
  void send_datagrams(Nanoseconds now);
  bool chance(double share) { return std::uniform_real_distribution<>(0, 1)(random_) < share; }

  Faults faults_;
  sockaddr_in tcp_target_;
  sockaddr_in udp_target_;
  std::mt19937 random_;
  std::uint16_t tcp_port_ = 0;  // before the sockets, which tell them
  std::uint16_t udp_port_ = 0;
  int listener_ = -1;
  int udp_ = -1;
  std::vector<std::unique_ptr<Connection>> connections_;
  std::map<std::uint64_t, Peer> peers_;  ///< by the client's address and port
  std::multimap<Nanoseconds, Datagram> datagrams_;
  std::atomic<std::uint64_t> datagrams_lost_{0};
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

}  // namespace drawbar::server::test
