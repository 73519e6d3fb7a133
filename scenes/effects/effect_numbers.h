// Who gives effects which numbers, so that none replaces another's.
#pragma once

#include <cstdint>

namespace drawbar::scenes {

/// From each of these on; a session's own begin with 1.
inline constexpr std::uint32_t kExerciseEffects = 0x4000'0000;  ///< begun by an exercise's triggers
inline constexpr std::uint32_t kEffectsOfTrigger = 64;          ///< each of which has so many of them
inline constexpr std::uint32_t kDriveFaults =
    0x8000'0000;  ///< of the message DriveFault, + the drive's index
inline constexpr std::uint32_t kSceneEffects = 0xC000'0000;  ///< of the scene file, + the place in its list

}  // namespace drawbar::scenes
