// Tells systemd how the daemon is (sd_notify's protocol: one datagram, no library).
#include "server/system/notify.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>

namespace drawbar::server {

Notify::Notify() {
  if (const char* path = std::getenv("NOTIFY_SOCKET"); path != nullptr && std::strlen(path) > 1) {
    path_ = path;
    socket_ = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  }
  if (const char* microseconds = std::getenv("WATCHDOG_USEC"); microseconds != nullptr) {
    const long long value = std::atoll(microseconds);
    if (value > 0) interval_ = value * kMicrosecond / 3;
  }
}

Notify::~Notify() {
  if (socket_ >= 0) close(socket_);
}

void Notify::send(const std::string& state) const {
  sockaddr_un address{};
  if (socket_ < 0 || path_.size() >= sizeof address.sun_path) return;
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, path_.data(), path_.size());
  // A leading @ means the abstract namespace, whose names begin with a zero byte.
  if (path_.front() == '@') address.sun_path[0] = '\0';
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path_.size());
  [[maybe_unused]] const ssize_t sent = sendto(socket_, state.data(), state.size(), MSG_NOSIGNAL,
                                               reinterpret_cast<const sockaddr*>(&address), length);
}

void Notify::alive(Nanoseconds now) {
  if (!interval_ || now - last_ < *interval_) return;
  last_ = now;
  send("WATCHDOG=1");
}

}  // namespace drawbar::server
