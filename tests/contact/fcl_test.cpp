// The same pairs through FCL: distances agree. Left out where FCL is not installed.
#ifdef DRAWBAR_HAVE_FCL
#include <gtest/gtest.h>

#include "physics/contact/convex_contacts.h"
#include "physics/contact/separation.h"
#include "tests/contact/fixture.h"
#include "tests/contact/oracle/fcl_oracle.h"

namespace drawbar::physics {
namespace {

using drawbar::test::OracleKind;
using drawbar::test::OracleShape;
using test::pebble;

OracleShape oracle_shape(const Geometry& geometry) {
  OracleShape s;
  if (const auto* sphere = std::get_if<Sphere>(&geometry)) {
    s.size[0] = sphere->radius;
  } else if (const auto* box = std::get_if<Box>(&geometry)) {
    s.kind = OracleKind::box;
    s.size = {2 * box->half_size.x(), 2 * box->half_size.y(), 2 * box->half_size.z()};
  } else if (const auto* capsule = std::get_if<Capsule>(&geometry)) {
    s.kind = OracleKind::capsule;
    s.size = {capsule->radius, 2 * capsule->half_length, 0};
  } else if (const auto* cylinder = std::get_if<Cylinder>(&geometry)) {
    s.kind = OracleKind::cylinder;
    s.size = {cylinder->radius, 2 * cylinder->half_length, 0};
  } else {
    s.kind = OracleKind::hull;
    const ConvexHullData hull = convex_hull(std::get<ConvexHull>(geometry).points);
    for (const Vec3& v : hull.vertices) s.points.push_back({v.x(), v.y(), v.z()});
    for (const HullFace& f : hull.faces) {
      const auto loop = hull.loop(f);
      s.faces.emplace_back(loop.begin(), loop.end());
    }
  }
  return s;
}

void place(OracleShape& s, const Pose& pose) {
  s.position = {pose.position.x(), pose.position.y(), pose.position.z()};
  s.orientation = {pose.orientation.w(), pose.orientation.x(), pose.orientation.y(), pose.orientation.z()};
}

TEST(Fcl, DistancesOfRandomPairsAgree) {
  const std::vector<Geometry> kinds{Sphere{0.4}, Capsule{0.2, 0.4}, Box{{0.5, 0.3, 0.2}}, Cylinder{0.4, 0.25},
                                    pebble(24)};
  std::mt19937 random(43);
  std::uniform_real_distribution<double> in(-1, 1);
  for (const Geometry& ga : kinds) {
    for (const Geometry& gb : kinds) {
      const CollisionShape sa =
          make_collision_shape({ga, Vec3::Zero(), Quat::Identity(), MaterialId{0}}, 0, false);
      const CollisionShape sb =
          make_collision_shape({gb, Vec3::Zero(), Quat::Identity(), MaterialId{0}}, 1, false);
      OracleShape oa = oracle_shape(ga);
      OracleShape ob = oracle_shape(gb);
      int apart = 0;
      int overlapping = 0;
      for (int trial = 0; trial < 60; ++trial) {
        const Pose pa{Vec3::Zero(), test::random_orientation(random)};
        const Pose pb{Vec3(in(random), in(random), in(random)), test::random_orientation(random)};
        place(oa, pa);
        place(ob, pb);
        const PlacedShape a{&sa, pa.position, pa.orientation.toRotationMatrix()};
        const PlacedShape b{&sb, pb.position, pb.orientation.toRotationMatrix()};
        double ours = 0;
        if (sa.kind <= ShapeKind::capsule && sb.kind <= ShapeKind::capsule) {
          Candidates found;
          find_convex_contacts(a, b, 10, found);
          ASSERT_GT(found.count(), 0);
          ours = found[0].gap;
          for (int i = 1; i < found.count(); ++i) ours = std::min(ours, found[i].gap);
        } else {
          ours = find_separation(a, b, 10).gap;
        }
        const double theirs = drawbar::test::fcl_distance(oa, ob);
        if (std::abs(ours) < 1e-5) continue;
        if (ours > 0) {
          EXPECT_NEAR(ours, theirs, 1e-5) << ga.index() << gb.index() << " trial " << trial;
          ++apart;
        } else {
          EXPECT_LE(theirs, 0) << ga.index() << gb.index() << " trial " << trial;
          ++overlapping;
        }
      }
      EXPECT_GT(apart, 5);
      EXPECT_GT(overlapping, 5);
    }
  }
}

}  // namespace
}  // namespace drawbar::physics
#endif
