// A collision world of a few one-shape bodies, built and asked in one line.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numbers>
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

inline constexpr double kHalfPi = std::numbers::pi / 2;
inline const Item kFloor{Plane{}, {}, true};

inline Pose at(double x, double y, double z, const Quat& q = Quat::Identity()) {
  return {{x, y, z}, q};
}

inline Quat turned(double angle, const Vec3& axis) {
  return Quat(Eigen::AngleAxisd(angle, axis.normalized()));
}

inline const Quat kWheel = turned(kHalfPi, Vec3::UnitX());  ///< of a cylinder: axle along y

/// A convex hull of `count` points on a ball of 0.5 m.
inline ConvexHull pebble(int count) {
  std::mt19937 random(17);
  std::normal_distribution<double> gauss;
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i)
    points.push_back(0.5 * Vec3(gauss(random), gauss(random), gauss(random)).normalized());
  return ConvexHull{points};
}

/// Of the manifold's points, m: negative where they overlap.
inline double smallest_gap(const Manifold& manifold) {
  double gap = 1e9;
  for (const ContactPoint& point : manifold.contacts()) gap = std::min(gap, point.gap);
  return gap;
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

inline bool same_bits(const Vec3& a, const Vec3& b) {
  return std::memcmp(a.data(), b.data(), sizeof(double) * 3) == 0;
}

inline void expect_same_bits(std::span<const Manifold> x, std::span<const Manifold> y) {
  ASSERT_EQ(x.size(), y.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    ASSERT_EQ(x[i].pair_key(), y[i].pair_key());
    ASSERT_EQ(x[i].point_count, y[i].point_count);
    for (int k = 0; k < x[i].point_count; ++k) {
      const ContactPoint& p = x[i].points[static_cast<std::size_t>(k)];
      const ContactPoint& q = y[i].points[static_cast<std::size_t>(k)];
      ASSERT_EQ(p.feature, q.feature);
      ASSERT_TRUE(same_bits(p.position, q.position));
      ASSERT_TRUE(same_bits(p.normal, q.normal));
      ASSERT_EQ(p.gap, q.gap);
      ASSERT_EQ(p.memory.normal_impulse, q.memory.normal_impulse);
      ASSERT_TRUE(same_bits(p.memory.slip, q.memory.slip));
    }
  }
}

inline std::vector<ContactRecord> records_of(const CollisionWorld& world) {
  std::vector<ContactRecord> records;
  world.save_records(records);
  return records;
}

inline Quat random_orientation(std::mt19937& random) {
  std::normal_distribution<double> gauss;
  const double w = gauss(random);
  const double x = gauss(random);
  const double y = gauss(random);
  return Quat(w, x, y, gauss(random)).normalized();
}

}  // namespace drawbar::physics::test
