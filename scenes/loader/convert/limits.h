// Limits of the normalised scene: how large a terrain may be, and how an axis without a limit is written.
#pragma once

#include <cstddef>
#include <limits>

#include "protocol/scene_generated.h"

namespace drawbar::scenes {

/// Samples of one heightfield that still travel in one message (protocol: 16 MiB).
inline constexpr std::size_t kMostTerrainSamples = 7'000'000;

/// `[]` in the text; the largest doubles in the binary form.
inline constexpr double kUnlimited = std::numeric_limits<double>::max();

inline bool is_unlimited(const scene::Range& range) {
  return range.lower() == -kUnlimited && range.upper() == kUnlimited;
}

}  // namespace drawbar::scenes
