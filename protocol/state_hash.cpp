// XXH3-64, from xxHash's own header.
#include "protocol/state_hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace drawbar::protocol {

std::uint64_t state_hash(BytesView state) {
  return XXH3_64bits(state.data(), state.size());
}

}  // namespace drawbar::protocol
