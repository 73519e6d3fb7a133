// The surfaces that a track adds to the bodies that carry its wheels: which, where and how they run.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <variant>
#include <vector>

#include "physics/vehicle/track.h"
#include "tests/support/world_builder.h"

namespace drawbar::test {
namespace {

constexpr double kBeltWidth = 0.3, kBeltThickness = 0.02;

/// A track whose plane is x-z of `turn`, at `place`: a sprocket at the back, three wheels in a row and an end
/// on the chassis, and between the last two one on an arm.
struct ShapedTrack {
  WorldBuilder b;
  TrackConfig track;
  BodyId chassis, arm;
  Vec3 place{3, -1, 2};
  Quat turn = quaternion_exponential(Vec3(0.3, -0.5, 0.9));
  std::vector<Vec3> centres;  // of the sprocket and the wheels, in the sprocket's plane
  std::vector<double> radii;  // with the belt

  Vec3 world(double x, double y, double z) const { return place + turn * Vec3(x, y, z); }

  ShapedTrack() {
    chassis = b.body("chassis", 100, diagonal(1, 1, 1), place, turn);
    arm = b.body("arm", 5, diagonal(1, 1, 1), world(0.3, 0, 0.3), quaternion_exponential(Vec3(0.2, 0, 0)));
    const BodyId wheel = b.body("wheel", 5, diagonal(1, 1, 1), world(-1, 0.1, 0.5));
    b.joint(JointType::revolute, chassis, arm, world(0, 0, 0.3), turn * Vec3::UnitY());
    b.joint(JointType::revolute, chassis, wheel, world(-1, 0.1, 0.5), turn * Vec3::UnitY());
    track.sprocket = JointId{1};
    track.sprocket_radius = 0.2;
    track.width = kBeltWidth;
    track.thickness = kBeltThickness;
    track.material = MaterialId{2};
    add(-1, 0.5, 0.2);
    for (const double x : {-0.4, -0.2, 0.0}) wheel_at(chassis, x, 0.1, 0.1);
    wheel_at(arm, 0.4, 0.1, 0.1);
    wheel_at(chassis, 1, 0.5, 0.3);
    add_track(track, b.config);
  }
  void add(double x, double z, double radius) {
    centres.push_back(world(x, 0.1, z));
    radii.push_back(radius + kBeltThickness);
  }
  // Beside the plane, where it does not count.
  void wheel_at(BodyId body, double x, double z, double radius) {
    track.wheels.push_back({body, world(x, 0.7, z), radius});
    add(x, z, radius);
  }
  std::vector<ShapeConfig> shapes(BodyId body) const { return b.config.bodies[index_of(body)].shapes; }
  Vec3 in_world(BodyId body, const Vec3& point) const {
    const BodyConfig& config = b.config.bodies[index_of(body)];
    return config.position + config.orientation * point;
  }
};

TEST(TrackShapes, AreCylindersWhereTheBeltTurnsOrTheBodyChanges) {
  const ShapedTrack t;
  const Vec3 axis = t.turn * Vec3::UnitY();
  // Of wheel 2 the belt is straight, and both its runs are of one body.
  std::vector<std::size_t> found;
  for (const BodyId body : {t.chassis, t.arm}) {
    for (const ShapeConfig& shape : t.shapes(body)) {
      EXPECT_EQ(shape.material, MaterialId{2});
      ASSERT_TRUE(shape.belt);
      EXPECT_EQ(shape.belt->joint, JointId{1});
      EXPECT_EQ(shape.belt->radius, 0.2);
      EXPECT_EQ(shape.belt->speed, 0);
      const Quat to_world = t.b.config.bodies[index_of(body)].orientation * shape.orientation;
      EXPECT_LT((to_world * shape.belt->axis - axis).norm(), 1e-12);
      const auto* cylinder = std::get_if<Cylinder>(&shape.geometry);
      if (cylinder == nullptr) continue;
      const Vec3 centre = t.in_world(body, shape.position);
      const auto wheel =
          static_cast<std::size_t>(std::find_if(t.centres.begin(), t.centres.end(),
                                                [&](const Vec3& c) { return (c - centre).norm() < 1e-12; }) -
                                   t.centres.begin());
      ASSERT_LT(wheel, t.centres.size());
      EXPECT_EQ(body == t.arm, wheel == 4) << wheel;
      EXPECT_DOUBLE_EQ(cylinder->radius, t.radii[wheel]);
      EXPECT_EQ(cylinder->half_length, 0.5 * kBeltWidth);
      EXPECT_LT((to_world * Vec3::UnitZ() - axis).norm(), 1e-12);
      found.push_back(wheel);
    }
  }
  std::sort(found.begin(), found.end());
  EXPECT_EQ(found, (std::vector<std::size_t>{0, 1, 3, 4, 5}));
}

// Flat on the belt's way, with ends that rise at 30 degrees to the depth of the smaller wheel, or as long as
// they leave a third of the run.
TEST(TrackShapes, AreFlatPiecesOfTheRunsOfOneBody) {
  const ShapedTrack t;
  const Vec3 axis = t.turn * Vec3::UnitY();
  const BeltPath path = track_path(t.track, t.b.config.joints[1]);
  ASSERT_EQ(path.error, BeltError::none);
  std::vector<std::vector<Vec3>> hulls;
  for (const ShapeConfig& shape : t.shapes(t.chassis)) {
    const auto* hull = std::get_if<ConvexHull>(&shape.geometry);
    if (hull == nullptr) continue;
    std::vector<Vec3>& points = hulls.emplace_back();
    for (const Vec3& point : hull->points) points.push_back(t.in_world(t.chassis, point));
  }
  EXPECT_EQ(hulls.size(), 4u);
  for (const ShapeConfig& shape : t.shapes(t.arm)) {
    EXPECT_FALSE(std::holds_alternative<ConvexHull>(shape.geometry));
  }
  int whole = 0, cut = 0;
  for (const BeltRun& run : path.runs) {
    const auto in_plane = [&](const Vec3& p) { return Vec3(p - axis.dot(p - t.centres[0]) * axis); };
    const Vec3 begin = in_plane(run.begin), end = in_plane(run.end);
    const Vec3 way = (end - begin).normalized();
    const double length = (end - begin).norm();
    const double depth = std::min(t.radii[run.from], t.radii[run.to]);
    const double height = std::min(depth, length / 3 / std::sqrt(3.0));
    const Vec3 inwards = height * std::sqrt(3.0) * way, down = height * run.normal;
    const std::vector<Vec3> outline{begin, end, begin + inwards - down, end - inwards - down};
    int matching = 0;
    for (const std::vector<Vec3>& hull : hulls) {
      if (hull.size() != 8) continue;
      bool all = true;
      for (const Vec3& corner : outline) {
        for (const double side : {-0.5, 0.5}) {
          const Vec3 expected = corner + side * kBeltWidth * axis;
          all = all && std::any_of(hull.begin(), hull.end(),
                                   [&](const Vec3& p) { return (p - expected).norm() < 1e-9; });
        }
      }
      matching += all ? 1 : 0;
    }
    const bool of_arm = run.from == 4 || run.to == 4;
    EXPECT_EQ(matching, of_arm ? 0 : 1) << run.from << ' ' << run.to;
    if (!of_arm) ++(height < depth ? cut : whole);
  }
  EXPECT_EQ(whole, 2);
  EXPECT_EQ(cut, 2);
}

}  // namespace
}  // namespace drawbar::test
