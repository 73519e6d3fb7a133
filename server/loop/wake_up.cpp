// Wakes the network thread without ever waiting: an eventfd.
#include "server/loop/wake_up.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <system_error>

namespace drawbar::server {

WakeUp::WakeUp() : descriptor_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
  if (descriptor_ < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
}

WakeUp::~WakeUp() {
  close(descriptor_);
}

void WakeUp::notify() const {
  const std::uint64_t one = 1;
  // Can only fail when the counter is full, and then it is readable anyway.
  [[maybe_unused]] const ssize_t written = write(descriptor_, &one, sizeof one);
}

void WakeUp::clear() const {
  std::uint64_t count = 0;
  [[maybe_unused]] const ssize_t got = read(descriptor_, &count, sizeof count);
}

}  // namespace drawbar::server
