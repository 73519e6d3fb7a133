// A collision world of a few one-shape bodies, built and asked in one line.
#pragma once

#include <algorithm>
#include <random>
#include <span>
#include <vector>

#include "physics/contact/collision_world.h"

namespace drawbar::physics::test {

struct Item {
  Geometry geometry;
  Pose pose;
  bool is_static = false;
};

inline Pose at(double x, double y, double z, const Quat& q = Quat::Identity()) {
  return {{x, y, z}, q};
}

inline Quat turned(double angle, const Vec3& axis) {
  return Quat(Eigen::AngleAxisd(angle, axis.normalized()));
}

/// Bodies with one shape each, at poses that a test may change.
class Stage {
 public:
  explicit Stage(const std::vector<Item>& items) : Stage(items, {}) {}
  Stage(const std::vector<Item>& items, std::vector<std::array<std::uint32_t, 2>> excluded)
      : world(config(items, std::move(excluded))) {
    for (const Item& item : items) poses.push_back(item.pose);
  }

  std::span<Manifold> detect(double margin = 0.01) {
    world.detect(poses, margin);
    return world.manifolds();
  }

  std::vector<Pose> poses;

 private:
  CollisionConfig config(const std::vector<Item>& items, std::vector<std::array<std::uint32_t, 2>> excluded) {
    shapes_.reserve(items.size());
    CollisionConfig result;
    for (const Item& item : items) {
      shapes_.push_back({item.geometry, Vec3::Zero(), Quat::Identity(), MaterialId{0}});
      result.bodies.push_back({item.is_static, std::span(&shapes_.back(), 1)});
    }
    result.excluded_pairs = std::move(excluded);
    return result;
  }

  std::vector<ShapeConfig> shapes_;

 public:
  CollisionWorld world;
};

inline Quat random_orientation(std::mt19937& random) {
  std::normal_distribution<double> gauss;
  const double w = gauss(random);
  const double x = gauss(random);
  const double y = gauss(random);
  return Quat(w, x, y, gauss(random)).normalized();
}

}  // namespace drawbar::physics::test
