// The hash that stands for a state in recordings and comparisons.
#pragma once

#include <string>

#include "protocol/bytes.h"

namespace drawbar::protocol {

/// XXH3-64 (seed 0) of the canonical serialisation of a state.
std::uint64_t state_hash(BytesView state);

/// Its sixteen hexadecimal digits; of a build's identity, too.
std::string hash_text(std::uint64_t hash);

}  // namespace drawbar::protocol
