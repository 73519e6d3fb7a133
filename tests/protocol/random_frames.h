// Frames of made-up bodies for tests of encodings.
#pragma once

#include <cmath>
#include <random>
#include <vector>

#include "protocol/stream_generated.h"

namespace drawbar::protocol {

inline stream::FrameStamp stamp_at(std::uint64_t tick) {
  return {tick, tick, static_cast<double>(tick) * 0.04, tick * 40'000'000, 0, 0};
}

inline stream::BodyState random_body(std::mt19937_64& random, std::uint32_t id) {
  std::normal_distribution<double> normal;
  const auto n = [&](double scale) { return normal(random) * scale; };
  const double q[4] = {n(1), n(1), n(1), n(1)};
  const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  const auto f = [](double value) { return static_cast<float>(value); };
  return {{n(100), n(100), n(10)},
          {f(q[0] / length), f(q[1] / length), f(q[2] / length), f(q[3] / length)},
          {f(n(5)), f(n(5)), f(n(1))},
          {f(n(20)), f(n(20)), f(n(2))},
          id,
          0};
}

inline std::vector<stream::BodyState> random_bodies(std::uint32_t count, std::uint64_t seed = 1) {
  std::mt19937_64 random(seed);
  std::vector<stream::BodyState> bodies;
  for (std::uint32_t id = 0; id < count; ++id) {
    bodies.push_back(random_body(random, id));
  }
  return bodies;
}

}  // namespace drawbar::protocol
