// XXH3-64, from xxHash's own header.
#include "protocol/state_hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace drawbar::protocol {

std::uint64_t state_hash(BytesView state) {
  return XXH3_64bits(state.data(), state.size());
}

std::string hash_text(std::uint64_t hash) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4) text += kDigits[(hash >> shift) & 15];
  return text;
}

}  // namespace drawbar::protocol
