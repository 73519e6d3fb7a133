// Secrets of 128 bits from the kernel's random source.
#include "server/session/random_key.h"

#include <sys/random.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <system_error>

namespace drawbar::server {

control::Key random_key() {
  std::array<std::uint64_t, 2> words{};
  if (getrandom(words.data(), sizeof words, 0) != static_cast<ssize_t>(sizeof words)) {
    throw std::system_error(errno, std::generic_category(), "getrandom");
  }
  return {words[0], words[1]};
}

bool same_key(const control::Key& a, const control::Key& b) {
  return ((a.high() ^ b.high()) | (a.low() ^ b.low())) == 0;
}

}  // namespace drawbar::server
