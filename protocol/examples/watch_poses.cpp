// The client library in thirty lines: connects to drawbard on this machine and prints where the last body
// is (the first of a scene is often its ground), 60 times a second, interpolated between frames. Arguments:
// [PORT] [SECONDS]
#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "protocol/client.h"

int main(int argc, char** argv) {
  using namespace drawbar::protocol;
  const auto now = [] {
    return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
  };
  sockaddr_in address{.sin_family = AF_INET,
                      .sin_port = htons(argc > 1 ? static_cast<in_port_t>(std::atoi(argv[1])) : 4040),
                      .sin_addr = {htonl(INADDR_LOOPBACK)},
                      .sin_zero = {}};
  const int tcp = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(tcp, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
    std::perror("connect");
    return 3;
  }

  Client client({.name = "example", .role = drawbar::control::Role::Viewer, .token = "", .subscribe = {}});
  client.connected();
  Bytes buffer(65536);
  const std::uint64_t end = now() + (argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 10) * 1'000'000'000;
  while (now() < end) {
    const Bytes out = client.take_bytes();
    if (!out.empty() && send(tcp, out.data(), out.size(), MSG_NOSIGNAL) < 0) break;
    const ssize_t got = recv(tcp, buffer.data(), buffer.size(), MSG_DONTWAIT);
    if (got == 0) break;
    if (got > 0) {
      if (auto taken = client.receive(BytesView(buffer).first(static_cast<std::size_t>(got)), now());
          !taken) {
        std::fprintf(stderr, "%s\n", taken.error().text.c_str());
        return 1;
      }
    }
    client.advance(now());
    while (client.next_event()) {
    }
    if (const auto shown = client.shown_time(now())) {
      const auto body = client.poses().at(*shown).back();
      std::printf("%.4f %.4f %.4f\n", body.position[0], body.position[1], body.position[2]);
    }
    std::this_thread::sleep_for(std::chrono::microseconds(16'667));
  }
  close(tcp);
  return client.poses().empty() ? 1 : 0;
}
