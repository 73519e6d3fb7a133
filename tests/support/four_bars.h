// The N-four-bar of the IFToMM benchmark (REFERENCES R1, A02).
#pragma once

#include "tests/support/world_builder.h"

namespace drawbar::test {

/// `n` square loops in a row, 2 n + 1 uniform rods of 1 kg and 1 m in the x-z plane, B0 starts at 1 m/s
/// along x.
inline WorldBuilder four_bars(int n) {
  WorldBuilder b;
  const Mat3 upright = diagonal(1.0 / 12, 1.0 / 12, 1e-3);
  const Mat3 level = diagonal(1e-3, 1.0 / 12, 1.0 / 12);
  std::vector<BodyId> posts;
  for (int i = 0; i <= n; ++i) {
    posts.push_back(b.body("post" + std::to_string(i), 1, upright, Vec3(i, 0, 0.5)));
    b.config.bodies.back().linear_velocity = Vec3(0.5, 0, 0);
    b.config.bodies.back().angular_velocity = Vec3(0, 1, 0);
    b.joint(JointType::revolute, kWorldBody, posts.back(), Vec3(i, 0, 0));
  }
  for (int i = 0; i < n; ++i) {
    const BodyId bar = b.body("bar" + std::to_string(i), 1, level, Vec3(i + 0.5, 0, 1));
    b.config.bodies.back().linear_velocity = Vec3(1, 0, 0);
    b.joint(JointType::revolute, posts[static_cast<std::size_t>(i)], bar, Vec3(i, 0, 1));
    b.joint(JointType::revolute, bar, posts[static_cast<std::size_t>(i) + 1], Vec3(i + 1, 0, 1));
  }
  return b;
}

}  // namespace drawbar::test
