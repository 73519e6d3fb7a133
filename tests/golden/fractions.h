// Random numbers by exact operations: the same from every standard library, compiler and processor.
#pragma once

#include <cstdint>
#include <random>

#include "physics/math/types.h"

namespace drawbar::golden {

class Fractions {
 public:
  explicit Fractions(std::uint32_t seed) : random_(seed) {}

  std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(random_() % bound); }
  double between(double lower, double upper) {
    return lower + (upper - lower) * (static_cast<double>(random_()) / 4294967296.0);
  }
  physics::Vec3 vector(double lower, double upper) {
    physics::Vec3 out;
    for (int i = 0; i < 3; ++i) out[i] = between(lower, upper);
    return out;
  }

 private:
  std::mt19937 random_;
};

}  // namespace drawbar::golden
