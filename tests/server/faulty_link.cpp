// A bad network between clients and a daemon on this machine: delay, loss, reordering, duplication.
#include "tests/server/faulty_link.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace drawbar::server::test {

namespace {

/// What TCP takes at least to notice that a piece was lost.
constexpr Nanoseconds kRetransmission = 200 * kMillisecond;

sockaddr_in loopback(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

template <class Call>
int with_address(Call call, int socket, const sockaddr_in& address) {
  return call(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address);
}

int bound_socket(int type, std::uint16_t& port) {
  const int fd = socket(AF_INET, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  with_address(bind, fd, loopback(0));
  sockaddr_in own{};
  socklen_t size = sizeof own;
  getsockname(fd, reinterpret_cast<sockaddr*>(&own), &size);
  port = ntohs(own.sin_port);
  return fd;
}

void send_at_once(int socket) {
  const int yes = 1;
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
}

}  // namespace

FaultyLink::FaultyLink(std::uint16_t tcp_target, std::uint16_t udp_target, const Faults& faults)
    : faults_(faults),
      tcp_target_(loopback(tcp_target)),
      udp_target_(loopback(udp_target)),
      random_(faults.seed),
      listener_(bound_socket(SOCK_STREAM, tcp_port_)),
      udp_(bound_socket(SOCK_DGRAM, udp_port_)) {
  listen(listener_, SOMAXCONN);
  thread_ = std::thread([this] { run(); });
}

FaultyLink::~FaultyLink() {
  stop_ = true;
  thread_.join();
  for (const auto& connection : connections_) {
    close(connection->client);
    close(connection->server);
  }
  for (const auto& [key, peer] : peers_) close(peer.socket);
  close(listener_);
  close(udp_);
}

void FaultyLink::run() {
  while (!stop_) {
    std::vector<pollfd> waiting{{listener_, POLLIN, 0}, {udp_, POLLIN, 0}};
    for (const auto& [key, peer] : peers_) waiting.push_back({peer.socket, POLLIN, 0});
    for (const auto& connection : connections_) {
      for (const Pipe* pipe : {&connection->up, &connection->down}) {
        if (!pipe->ended) waiting.push_back({pipe->from, POLLIN, 0});
      }
    }
    poll(waiting.data(), waiting.size(), 1);
    accept_connection();
    read_datagrams(udp_, nullptr);
    for (const auto& [key, peer] : peers_) read_datagrams(peer.socket, &peer);
    const Nanoseconds now = monotonic_now();
    for (const auto& connection : connections_) {
      for (Pipe* pipe : {&connection->up, &connection->down}) {
        read_pipe(*pipe);
        write_pipe(*pipe, now);
      }
    }
    send_datagrams(now);
  }
}

void FaultyLink::accept_connection() {
  const int client = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
  if (client < 0) return;
  const int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  with_address(connect, server, tcp_target_);
  send_at_once(client);
  send_at_once(server);
  auto connection = std::make_unique<Connection>();
  connection->client = client;
  connection->server = server;
  connection->up = {client, server, {}, false};
  connection->down = {server, client, {}, false};
  connections_.push_back(std::move(connection));
}

void FaultyLink::read_pipe(Pipe& pipe) {
  std::array<char, 65536> bytes;
  while (!pipe.ended) {
    const ssize_t size = recv(pipe.from, bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (size < 0 && errno == EAGAIN) return;
    pipe.ended = size <= 0;
    const Nanoseconds late = chance(faults_.loss) ? kRetransmission + faults_.delay : 0;
    const Nanoseconds before = pipe.waiting.empty() ? 0 : pipe.waiting.back().time;
    pipe.waiting.push_back({std::max(before, monotonic_now() + faults_.delay + late),
                            Bytes(bytes.begin(), bytes.begin() + std::max<ssize_t>(size, 0))});
  }
}

void FaultyLink::write_pipe(Pipe& pipe, Nanoseconds now) {
  while (!pipe.waiting.empty() && pipe.waiting.front().time <= now) {
    Due& due = pipe.waiting.front();
    if (due.bytes.empty()) {
      shutdown(pipe.to, SHUT_WR);
    } else {
      const ssize_t sent = send(pipe.to, due.bytes.data(), due.bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
      if (sent < 0 && errno == EAGAIN) return;
      if (sent >= 0 && sent < static_cast<ssize_t>(due.bytes.size())) {
        due.bytes.erase(due.bytes.begin(), due.bytes.begin() + sent);
        return;
      }
    }
    pipe.waiting.pop_front();
  }
}

void FaultyLink::read_datagrams(int socket, const Peer* peer) {
  std::array<char, 2048> bytes;
  sockaddr_in from{};
  socklen_t from_size = sizeof from;
  while (true) {
    const ssize_t size = recvfrom(socket, bytes.data(), bytes.size(), MSG_DONTWAIT,
                                  reinterpret_cast<sockaddr*>(&from), &from_size);
    if (size < 0) return;
    const Bytes datagram(bytes.begin(), bytes.begin() + size);
    if (peer != nullptr) {
      pass_on(udp_, peer->address, datagram);
      continue;
    }
    const std::uint64_t key = std::uint64_t{from.sin_addr.s_addr} << 16 | from.sin_port;
    Peer& known = peers_[key];
    if (known.socket < 0) {
      std::uint16_t port = 0;
      known = {bound_socket(SOCK_DGRAM, port), from};
    }
    pass_on(known.socket, udp_target_, datagram);
  }
}

void FaultyLink::pass_on(int socket, const sockaddr_in& to, const Bytes& bytes) {
  if (chance(faults_.loss)) {
    ++datagrams_lost_;
    return;
  }
  for (int copies = chance(faults_.duplication) ? 2 : 1; copies > 0; --copies) {
    const auto jitter = std::uniform_int_distribution<Nanoseconds>(0, faults_.jitter)(random_);
    datagrams_.emplace(monotonic_now() + faults_.delay + jitter, Datagram{socket, to, bytes});
  }
}

void FaultyLink::send_datagrams(Nanoseconds now) {
  while (!datagrams_.empty() && datagrams_.begin()->first <= now) {
    const Datagram& due = datagrams_.begin()->second;
    sendto(due.socket, due.bytes.data(), due.bytes.size(), MSG_DONTWAIT,
           reinterpret_cast<const sockaddr*>(&due.to), sizeof due.to);
    datagrams_.erase(datagrams_.begin());
  }
}

}  // namespace drawbar::server::test
