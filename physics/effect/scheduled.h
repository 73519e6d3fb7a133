// When a world begins the effects of its configuration.
#pragma once

#include <cmath>
#include <cstdint>

#include "physics/model/world_config.h"

namespace drawbar::physics {

/// The first frame that it acts in: that begins at its time or later. `period` (s) of a frame.
inline std::uint64_t first_frame_of(const ScheduledEffect& scheduled, double period) {
  constexpr double kRounding = 1e-9;  // of a frame
  return static_cast<std::uint64_t>(std::ceil(scheduled.at / period - kRounding)) + 1;
}

}  // namespace drawbar::physics
