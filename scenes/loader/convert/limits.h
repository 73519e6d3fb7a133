// An axis without a limit, as the normalised scene writes it.
#pragma once

#include <limits>

#include "protocol/scene_generated.h"

namespace drawbar::scenes {

/// `[]` in the text; the largest doubles in the binary form.
inline constexpr double kUnlimited = std::numeric_limits<double>::max();

inline bool is_unlimited(const scene::Range& range) {
  return range.lower() == -kUnlimited && range.upper() == kUnlimited;
}

}  // namespace drawbar::scenes
