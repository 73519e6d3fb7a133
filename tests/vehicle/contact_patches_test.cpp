// Which points of a manifold press on which rim of a wheel, and what they make of its spring, by hand.
#include "physics/vehicle/contact_patch.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "tests/vehicle/test_car.h"

namespace drawbar::test {
namespace {

constexpr double kHalf = 0.1;  // m, of the wheel's width

/// A point under a wheel that rolls along x: how far to its left, how deep, and the ground's normal.
struct Touch {
  double across = 0;
  double depth = 0;
  Vec3 normal = Vec3::UnitZ();
};

struct Patch {
  std::vector<double> share;
  double across = 0;  ///< m, of where the force acts
  double deflection = 0;
  double part = 0;
};

/// The same whichever body of the manifold the wheel is, and wherever it is.
ContactPatches patches_of(const std::vector<Touch>& touches, double sign, Manifold& manifold) {
  WheelModel wheel;
  wheel.center = Vec3(0, 0, -0.2);
  wheel.half_width = kHalf;
  // The body lies on its back, turned about its axle.
  const BodyFrame frame{Vec3(5, 7, 0.1), quaternion_exponential(Vec3(0, kPi, 0)).toRotationMatrix()};
  WheelContact contact;
  contact.wheel = 0;
  contact.sign = sign;
  manifold.point_count = static_cast<int>(touches.size());
  for (std::size_t i = 0; i < touches.size(); ++i) {
    ContactPoint& point = manifold.points[i];
    point.position = Vec3(5, 7 + touches[i].across, 0);
    point.gap = -touches[i].depth;
    point.normal = sign * touches[i].normal;
  }
  return contact_patches(wheel, contact, frame, manifold);
}

TEST(ContactPatches, PressEachRimWithTheDeepestAndShareItsForce) {
  struct Case {
    const char* what;
    std::vector<Touch> touches;
    Patch patch;
  };
  const Case cases[] = {
      {"both rims", {{kHalf, 0.02}, {-kHalf, 0.01}}, {{2 / 3.0, 1 / 3.0}, kHalf / 3, 0.015, 1}},
      {"the left rim alone", {{kHalf, 0.02}}, {{1}, kHalf, 0.02, 0.5}},
      {"the right rim alone", {{-kHalf, 0.02}}, {{1}, -kHalf, 0.02, 0.5}},
      {"beyond it", {{-1.5 * kHalf, 0.02}}, {{1}, -1.5 * kHalf, 0.02, 0.5}},
      {"its middle", {{0, 0.02}}, {{1}, 0, 0.02, 1}},
      {"half way to the left", {{0.5 * kHalf, 0.02}}, {{1}, 0.5 * kHalf, 0.02, 0.75}},
      // The left rim: 0.02 and 0.01 of 0.03; the right: 0.01 and 0.004 of 0.014; each half of what is
      // deepest.
      {"three",
       {{kHalf, 0.02}, {0, 0.01}, {-kHalf, 0.004}},
       {{0.01 * 2 / 3 / 0.015, (0.01 / 3 + 0.005 * 10 / 14) / 0.015, 0.005 * 4 / 14 / 0.015},
        kHalf * (0.01 * 2 / 3 - 0.005 * 4 / 14) / 0.015,
        0.015,
        1}},
      {"one that hangs", {{kHalf, 0.02}, {-kHalf, -0.01}}, {{1, 0}, kHalf, 0.02, 0.5}},
      {"both hang, the right one nearer", {{kHalf, -0.02}, {-kHalf, -0.01}}, {{0, 1}, -kHalf, -0.01, 0.5}},
      {"hangs in the middle", {{0, -0.02}}, {{1}, 0, -0.02, 1}},
  };
  for (const Case& c : cases) {
    for (const double sign : {1.0, -1.0}) {
      Manifold manifold;
      const ContactPatches found = patches_of(c.touches, sign, manifold);
      ASSERT_EQ(found.count, 1u) << c.what;
      const ContactPatch& patch = found.patches[0];
      ASSERT_EQ(patch.count, c.touches.size()) << c.what;
      for (std::size_t i = 0; i < patch.count; ++i) {
        EXPECT_EQ(patch.points[i], &manifold.points[i]) << c.what;
        EXPECT_NEAR(patch.share[i], c.patch.share[i], 1e-12) << c.what << ' ' << i;
      }
      EXPECT_LT((patch.position - Vec3(5, 7 + c.patch.across, 0)).norm(), 1e-12) << c.what;
      EXPECT_NEAR(patch.deflection, c.patch.deflection, 1e-15) << c.what;
      EXPECT_NEAR(patch.part, c.patch.part, 1e-12) << c.what;
      EXPECT_LT((patch.axes.normal - Vec3::UnitZ()).norm(), 1e-15) << c.what;
      EXPECT_LT((patch.axes.forward - Vec3::UnitX()).norm(), 1e-15) << c.what;
      EXPECT_LT((patch.axes.left - Vec3::UnitY()).norm(), 1e-15) << c.what;
    }
  }
}

// Normals up to a cosine of 0.9 are one patch, which looks along their mean by force; a kerb's is another,
// and a wall beside the wheel is none.
TEST(ContactPatches, AreAsManyAsTheGroundLooksWays) {
  const auto leaning = [](double cosine) { return Vec3(-std::sqrt(1 - cosine * cosine), 0, cosine); };
  const Vec3 wall(0, 1, 0);
  Manifold manifold;
  for (const double sign : {1.0, -1.0}) {
    ContactPatches found =
        patches_of({{kHalf, 0.02}, {-kHalf, 0.02, leaning(0.901)}, {0, 0.02, wall}}, sign, manifold);
    ASSERT_EQ(found.count, 1u);
    EXPECT_EQ(found.patches[0].count, 2u);
    const Vec3 mean = (Vec3::UnitZ() + leaning(0.901)).normalized();
    EXPECT_LT((found.patches[0].axes.normal - mean).norm(), 1e-14);
    EXPECT_LT((found.patches[0].axes.forward - Vec3(mean.z(), 0, -mean.x())).norm(), 1e-14);

    found = patches_of({{kHalf, 0.02}, {-kHalf, 0.01, leaning(0.899)}, {0, 0.03}}, sign, manifold);
    ASSERT_EQ(found.count, 2u);
    EXPECT_EQ(found.patches[0].count, 2u);
    EXPECT_EQ(found.patches[0].points[1], &manifold.points[2]);
    EXPECT_EQ(found.patches[1].count, 1u);
    EXPECT_EQ(found.patches[1].points[0], &manifold.points[1]);
    EXPECT_EQ(found.patches[1].deflection, 0.01);
    EXPECT_LT((found.patches[1].axes.normal - leaning(0.899)).norm(), 1e-14);
  }
}

TEST(ContactPatches, OfAWheelWithoutWidthPressWhollyEverywhere) {
  Manifold manifold;
  manifold.point_count = 1;
  manifold.points[0].position = Vec3(0, 0.3, 0);
  manifold.points[0].gap = -0.01;
  const ContactPatches found = contact_patches({}, {}, {}, manifold);
  ASSERT_EQ(found.count, 1u);
  EXPECT_EQ(found.patches[0].part, 1);
  EXPECT_EQ(found.patches[0].deflection, 0.01);
}

// Of a car on the ground: whichever of its bodies the manifold names first.
TEST(WheelContacts, AreOfTheBodyThatIsAWheelAndStandsOnItsTread) {
  const RigidCar car(0.9);
  const Model model(car.b.config);
  std::vector<BodyFrame> frames(model.bodies.size(), BodyFrame{Vec3::Zero(), Mat3::Identity()});
  const Quat turn = quaternion_exponential(Vec3(0.1, 0, 0.4));
  frames[3].rotation = turn.toRotationMatrix();
  Manifold manifold;
  manifold.point_count = 1;
  for (const bool wheel_first : {true, false}) {
    manifold.body_a = wheel_first ? 3 : 5;
    manifold.body_b = wheel_first ? 5 : 3;
    manifold.points[0].normal = Vec3(0, 0, wheel_first ? -1 : 1);
    const auto found = wheel_contact(model, manifold, frames);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->wheel, 2u);
    EXPECT_EQ(found->body, 3u);
    EXPECT_EQ(found->ground, 5u);
    EXPECT_EQ(found->sign, wheel_first ? -1 : 1);
    EXPECT_LT((found->axis - turn * Vec3::UnitY()).norm(), 1e-15);
  }
  manifold.points[0].normal = turn * Vec3::UnitY();
  EXPECT_FALSE(wheel_contact(model, manifold, frames)) << "on its side";
  manifold.points[0].normal = Vec3::UnitZ();
  manifold.point_count = 0;
  EXPECT_FALSE(wheel_contact(model, manifold, frames));
  manifold.point_count = 1;
  manifold.body_b = 0;
  EXPECT_FALSE(wheel_contact(model, manifold, frames)) << "the chassis";
}

}  // namespace
}  // namespace drawbar::test
