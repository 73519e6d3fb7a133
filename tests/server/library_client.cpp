// The client library over real sockets, as a visualizer would use it.
#include "tests/server/library_client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

#include "server/loop/clock.h"
#include "tests/server/socket_client.h"

namespace drawbar::server::test {

namespace {

std::uint64_t now_ns() {
  return static_cast<std::uint64_t>(monotonic_now());
}

}  // namespace

int connected_socket(int type, std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int fd = socket(AF_INET, type | SOCK_CLOEXEC, 0);
  connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address);
  return fd;
}

LibraryClient::LibraryClient(std::uint16_t tcp_port, std::uint16_t udp_port,
                             protocol::Client::Options options)
    : client_(std::move(options)), udp_port_(udp_port), tcp_(connected_socket(SOCK_STREAM, tcp_port)) {
  client_.connected();
}

LibraryClient::~LibraryClient() {
  close(tcp_);
  if (udp_ >= 0) close(udp_);
}

void LibraryClient::open_udp() {
  if (udp_ >= 0 || client_.udp_port() == 0) return;
  udp_ = connected_socket(SOCK_DGRAM, udp_port_ != 0 ? udp_port_ : client_.udp_port());
}

bool LibraryClient::pump(int milliseconds) {
  client_.advance(now_ns());
  open_udp();
  const protocol::Bytes out = client_.take_bytes();
  if (!out.empty() && send(tcp_, out.data(), out.size(), MSG_NOSIGNAL) < 0) return false;
  for (const protocol::Bytes& datagram : client_.take_datagrams()) {
    if (udp_ >= 0) send(udp_, datagram.data(), datagram.size(), 0);
  }
  std::array<pollfd, 2> waiting{pollfd{tcp_, POLLIN, 0}, pollfd{udp_, POLLIN, 0}};
  poll(waiting.data(), waiting.size(), milliseconds);
  std::array<std::byte, 65536> bytes;
  if ((waiting[1].revents & POLLIN) != 0) {
    const ssize_t size = recv(udp_, bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (size >= 0) {
      ++datagrams_received_;
      client_.receive_datagram(protocol::BytesView(bytes).first(static_cast<std::size_t>(size)), now_ns());
    }
  }
  if (waiting[0].revents == 0) return true;
  const ssize_t size = recv(tcp_, bytes.data(), bytes.size(), MSG_DONTWAIT);
  if (size <= 0) return size < 0 && errno == EAGAIN;
  return client_.receive(protocol::BytesView(bytes).first(static_cast<std::size_t>(size)), now_ns())
      .has_value();
}

bool LibraryClient::pump_until(const std::function<bool()>& done,
                               const std::function<void(protocol::Client::Notice&)>& take) {
  const Nanoseconds end = monotonic_now() + kPatienceMs * kMillisecond;
  while (!done()) {
    if (monotonic_now() > end || !pump(20)) return false;
    while (auto notice = client_.next_event()) {
      if (take) take(*notice);
    }
  }
  return true;
}

}  // namespace drawbar::server::test
