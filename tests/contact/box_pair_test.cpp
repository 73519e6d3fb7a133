// Two boxes by every pair of their edges, and where faces go before edges and a's before b's.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "physics/contact/convex_contacts.h"
#include "tests/contact/fixture.h"

namespace drawbar::physics {
namespace {

using test::turned;

/// A box that is placed by its axes.
struct BoxByAxes {
  CollisionShape shape;
  PlacedShape placed;
  BoxByAxes(const Vec3& half, const Mat3& axes, const Vec3& position)
      : shape(make_collision_shape({Box{half}, Vec3::Zero(), Quat::Identity(), MaterialId{0}}, 0, false)) {
    placed.shape = &shape;
    placed.rotation = axes;
    placed.position = position;
  }
};

Candidates between(const BoxByAxes& a, const BoxByAxes& b, double margin = 0.01) {
  Candidates out;
  find_convex_contacts(a.placed, b.placed, margin, out);
  return out;
}

constexpr std::uint64_t kOfEdges = std::uint64_t{1} << 32;

/// Axes of a box on whose edge along its axis `i`, which lies along `along`, the box stands, or which is its
/// top where `up` is 1: the edge at `side1` of the next axis and `side2` of the one after that.
Mat3 on_edge(int i, const Vec3& along, const Vec3& half, double side1, double side2, double up) {
  const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
  const double first = side1 * half[i1], second = side2 * half[i2];
  const double length = std::sqrt(first * first + second * second);
  // first u + second v = up length z, with v = along x u.
  const Vec3 u = up / length * (first * Vec3::UnitZ() - second * along.cross(Vec3::UnitZ()));
  Mat3 axes;
  axes.col(i) = along;
  axes.col(i1) = u;
  axes.col(i2) = along.cross(u);
  return axes;
}

TEST(BoxPair, CrossesEveryEdgeOfOneWithEveryEdgeOfTheOtherAtItsPoint) {
  const Vec3 half_a(0.5, 0.4, 0.3), half_b(0.35, 0.45, 0.55);
  const auto radius = [](const Vec3& half, int i) {
    return std::sqrt(half.squaredNorm() - half[i] * half[i]);
  };
  const Vec3 place(3, -2, 1);
  std::set<std::uint64_t> features;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      for (int sides = 0; sides < 16; ++sides) {
        const auto side = [&](int bit) { return (sides >> bit & 1) != 0 ? 1.0 : -1.0; };
        const double top = radius(half_a, i);
        const Vec3 beyond(0.1, -0.15, top + radius(half_b, j) - 0.004);
        const BoxByAxes a(half_a, on_edge(i, Vec3::UnitX(), half_a, side(0), side(1), 1), place);
        const BoxByAxes b(half_b, on_edge(j, Vec3::UnitY(), half_b, side(2), side(3), -1), place + beyond);
        const Candidates found = between(a, b);
        ASSERT_EQ(found.count(), 1) << i << j << ' ' << sides;
        EXPECT_NEAR(found[0].gap, -0.004, 1e-14) << i << j << ' ' << sides;
        EXPECT_LT((found[0].normal - Vec3::UnitZ()).norm(), 1e-14);
        EXPECT_LT((found[0].on_a - place - Vec3(0.1, 0, top)).norm(), 1e-14) << i << j << ' ' << sides;
        EXPECT_LT((found[0].on_b - place - Vec3(0.1, 0, top - 0.004)).norm(), 1e-14);
        EXPECT_GE(found[0].feature, kOfEdges);
        features.insert(found[0].feature);
        // The other way round the normal is the other, and the points change places.
        const Candidates back = between(b, a);
        ASSERT_EQ(back.count(), 1);
        EXPECT_LT((back[0].normal + Vec3::UnitZ()).norm(), 1e-14);
        EXPECT_LT((back[0].on_a - found[0].on_b).norm(), 1e-14);
        EXPECT_LT((back[0].on_b - found[0].on_a).norm(), 1e-14);
        // Above a, as far as the margin says.
        const BoxByAxes higher(half_b, b.placed.rotation, b.placed.position + Vec3(0, 0, 0.012));
        EXPECT_EQ(between(a, higher, 0.0079).count(), 0);
        EXPECT_EQ(between(a, higher, 0.0081).count(), 1);
      }
    }
  }
  EXPECT_EQ(features.size(), 9u * 16u) << "every pair of edges has a name of its own";
}

// Cubes of 1 m. With b turned by t about y, b's face parts them better than a's by x sin t - z (1 - cos t):
// it is taken from 1/1000 of the half edge on.
TEST(BoxPair, TakesTheFaceOfTheSecondWhereItPartsThemByAThousandthOfTheSmallerMore) {
  const double angle = 0.01, z = 0.995;
  const auto is_of_b = [](const Candidates& found) { return (found[0].feature >> 24) - 1 >= 6; };
  for (const auto& [size, part] : {std::pair(0.5, 1.0), {0.25, 0.5}}) {
    for (const double off : {-1e-5, 1e-5}) {
      const double x = (1e-3 * size + off + z * (1 - std::cos(angle))) / std::sin(angle);
      const BoxByAxes a(Vec3(0.5, size, 0.5), Mat3::Identity(), Vec3::Zero());
      const BoxByAxes b(Vec3(0.5, 0.5, 0.5), turned(angle, Vec3::UnitY()).toRotationMatrix(), Vec3(x, 0, z));
      const Candidates found = between(a, b);
      ASSERT_GT(found.count(), 0);
      EXPECT_EQ(is_of_b(found), off > 0) << part << ' ' << off;
      const Vec3 normal = off > 0 ? Vec3(std::sin(angle), 0, std::cos(angle)) : Vec3(0, 0, 1);
      for (int k = 0; k < found.count(); ++k)
        EXPECT_LT((found[k].normal - normal).norm(), 1e-14) << part << ' ' << off;
    }
  }
}

// A lies on its edge along x; b, turned by t about y, has an edge along y. Their product, z, parts them
// better than b's face by (z - (sqrt 2 - 1) h) (1 - cos t) - x sin t.
TEST(BoxPair, TakesEdgesWhereTheyPartThemByAThousandthOfTheSmallerMore) {
  constexpr double kHalf = 0.5, kTilt = 0.05;
  const double z = std::sqrt(2.0) * kHalf + kHalf * (std::cos(kTilt) + std::sin(kTilt)) - 0.004;
  const Mat3 on_its_edge = turned(test::kHalfPi / 2, Vec3::UnitX()).toRotationMatrix();
  for (const double off : {-1e-5, 1e-5}) {
    const double more = (z - (std::sqrt(2.0) - 1) * kHalf) * (1 - std::cos(kTilt));
    const double x = (more - 1e-3 * kHalf - off) / std::sin(kTilt);
    const BoxByAxes a(Vec3::Constant(kHalf), on_its_edge, Vec3::Zero());
    const BoxByAxes b(Vec3::Constant(kHalf), turned(kTilt, Vec3::UnitY()).toRotationMatrix(), Vec3(x, 0, z));
    const Candidates found = between(a, b);
    ASSERT_GT(found.count(), 0) << off;
    EXPECT_EQ(found[0].feature >= kOfEdges, off > 0) << off;
  }
}

// A plate over each face of a box, and the box over each of the plate's: the corners of what both cover, each
// with the gap of its place, which grows along x where b is tilted; and a name of its own for all of them.
TEST(BoxPair, OfFacesHasTheCornersOfTheCommonPart) {
  const Vec3 half_a(0.5, 0.4, 0.3);
  std::set<std::uint64_t> features;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double side : {1.0, -1.0}) {
      for (const double tilt : {0.0, 0.02}) {
        const int u = (axis + 1) % 3, v = (axis + 2) % 3;
        // In the face: b covers from -0.2 to past the border along u, and from past it to 0.1 along v.
        Vec3 half_b;
        half_b[axis] = 0.1;
        half_b[u] = 0.4;
        half_b[v] = 0.5;
        Vec3 position = Vec3::Zero();
        position[axis] = side * (half_a[axis] + 0.1 - 0.003);
        position[u] = -0.2 + 0.4;
        position[v] = 0.1 - 0.5;
        // Away from where its own face would part them better.
        const Quat turn = turned(-side * tilt, Vec3::Unit(v));
        const BoxByAxes a(half_a, Mat3::Identity(), Vec3::Zero());
        const BoxByAxes b(half_b, turn.toRotationMatrix(), position);
        const Candidates found = between(a, b, 1);
        ASSERT_EQ(found.count(), 4) << axis << side << tilt;
        const Vec3 normal = side * Vec3::Unit(axis);
        // Of b's lower face: its middle and its slope along u.
        const Vec3 middle = position - turn * (0.1 * normal);
        const Vec3 slope = turn * Vec3::Unit(u);
        std::set<std::pair<int, int>> corners;
        for (int k = 0; k < 4; ++k) {
          const Candidate& c = found[k];
          EXPECT_LT((c.normal - normal).norm(), 1e-14) << axis << side << tilt;
          EXPECT_NEAR(c.on_a[axis], side * half_a[axis], 1e-14);
          const double along = (c.on_a[u] - middle[u]) / slope[u];
          EXPECT_NEAR(c.gap, normal.dot(middle + along * slope) - half_a[axis], 1e-12)
              << axis << side << tilt << " at " << c.on_a.transpose();
          EXPECT_LT((c.on_b - c.on_a - c.gap * c.normal).norm(), 1e-14);
          const double low_u = middle[u] - 0.4 * slope[u];
          const bool is_low_u = std::fabs(c.on_a[u] - low_u) < 1e-12;
          EXPECT_TRUE(is_low_u || std::fabs(c.on_a[u] - half_a[u]) < 1e-12) << c.on_a.transpose();
          const bool is_high_v = std::fabs(c.on_a[v] - 0.1) < 1e-12;
          EXPECT_TRUE(is_high_v || std::fabs(c.on_a[v] + half_a[v]) < 1e-12) << c.on_a.transpose();
          corners.insert({is_low_u ? 0 : 1, is_high_v ? 1 : 0});
          if (tilt == 0) features.insert(c.feature);
        }
        EXPECT_EQ(corners.size(), 4u) << axis << side << tilt;
        // The face is the one that parts them, whichever of the two comes first.
        const Candidates back = between(b, a, 1);
        ASSERT_EQ(back.count(), 4);
        for (int k = 0; k < 4 && tilt > 0; ++k) {
          EXPECT_LT((back[k].normal + found[k].normal).norm(), 1e-14);
          EXPECT_LT((back[k].on_a - found[k].on_b).norm(), 1e-14);
          EXPECT_LT((back[k].on_b - found[k].on_a).norm(), 1e-14);
          EXPECT_EQ(back[k].gap, found[k].gap);
          EXPECT_NE(back[k].feature, found[k].feature);
        }
        // Points above the margin are left out.
        const Candidates near = between(a, b, 0);
        int below = 0;
        for (int k = 0; k < 4; ++k) below += found[k].gap <= 0 ? 1 : 0;
        EXPECT_EQ(near.count(), below) << axis << side << tilt;
      }
    }
  }
  EXPECT_EQ(features.size(), 6u * 4u);
}

// The routine for any two shapes, of the same boxes as hulls: the same corners of the same common part.
TEST(BoxPair, OfFacesIsWhatTheRoutineForAnyTwoShapesFinds) {
  const auto hull = [](const Vec3& half) {
    ConvexHull out;
    for (int corner = 0; corner < 8; ++corner) {
      out.points.push_back(half.cwiseProduct(
          Vec3((corner & 1) != 0 ? 1 : -1, (corner & 2) != 0 ? 1 : -1, (corner & 4) != 0 ? 1 : -1)));
    }
    return make_collision_shape({out, Vec3::Zero(), Quat::Identity(), MaterialId{0}}, 0, false);
  };
  const Vec3 half_a(0.5, 0.4, 0.3), half_b(0.2, 0.35, 0.25);
  const CollisionShape hull_a = hull(half_a), hull_b = hull(half_b);
  int compared = 0;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double side : {1.0, -1.0}) {
      for (const double turn : {0.0, 0.4, 1.1}) {
        for (const double tilt : {0.0, 0.01}) {
          // Turned about the normal, the more so tilted about another axis; over a corner of a's face.
          const Quat q = turned(tilt, Vec3::Unit((axis + 1) % 3)) * turned(turn, Vec3::Unit(axis));
          const Mat3 axes = q.toRotationMatrix();
          Vec3 position;
          for (int k = 0; k < 3; ++k) position[k] = 0.8 * half_a[k];
          const double reach = axes.row(axis).cwiseAbs().dot(half_b);
          position[axis] = side * (half_a[axis] + reach - 0.002);
          const BoxByAxes a(half_a, Mat3::Identity(), Vec3::Zero()), b(half_b, axes, position);
          PlacedShape as_hull_a = a.placed, as_hull_b = b.placed;
          as_hull_a.shape = &hull_a;
          as_hull_b.shape = &hull_b;
          for (const bool forth : {true, false}) {
            const Candidates boxes = forth ? between(a, b) : between(b, a);
            if (boxes[0].feature >= kOfEdges) continue;
            Candidates hulls;
            find_general_contacts(forth ? as_hull_a : as_hull_b, forth ? as_hull_b : as_hull_a, 0.01, hulls);
            // The boxes' own routine prefers the first one's faces a little.
            if ((hulls[0].normal - boxes[0].normal).norm() > 1e-9) continue;
            ASSERT_EQ(hulls.count(), boxes.count()) << axis << side << turn << tilt << forth;
            for (int i = 0; i < boxes.count(); ++i) {
              double nearest = 1;
              int which = 0;
              for (int k = 0; k < hulls.count(); ++k) {
                const double distance = (hulls[k].on_a - boxes[i].on_a).norm();
                if (distance < nearest) which = k;
                nearest = std::min(nearest, distance);
              }
              EXPECT_LT(nearest, 1e-9) << axis << side << turn << tilt << forth;
              EXPECT_LT((hulls[which].on_b - boxes[i].on_b).norm(), 1e-9);
              EXPECT_LT((hulls[which].normal - boxes[i].normal).norm(), 1e-9);
              EXPECT_NEAR(hulls[which].gap, boxes[i].gap, 1e-9);
              ++compared;
            }
          }
        }
      }
    }
  }
  EXPECT_GT(compared, 100);
}

}  // namespace
}  // namespace drawbar::physics
