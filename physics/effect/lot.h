// Numbers drawn by lot: pure functions of a seed and a place.
#pragma once

#include <cstdint>

namespace drawbar::physics {

/// Uniform in [0, 1): splitmix64 (Steele, Lea, Flood, Fast splittable pseudorandom number generators, OOPSLA
/// 2014).
inline double uniform(std::uint64_t seed, std::uint64_t place) {
  std::uint64_t z = seed * 0x9E3779B97F4A7C15u + (place + 1) * 0xD1B54A32D192ED03u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  z ^= z >> 31;
  return static_cast<double>(z >> 11) * 0x1.0p-53;
}

}  // namespace drawbar::physics
