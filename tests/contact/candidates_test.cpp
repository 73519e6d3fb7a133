// The pieces of narrow phase by themselves: polygons that are cut, nearest points of segments and triangles,
// and which of many points a manifold keeps.
#include "physics/contact/candidates.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "physics/contact/closest_points.h"
#include "physics/contact/polygon_clip.h"

namespace drawbar::physics {
namespace {

ClipPolygon unit_square() {
  ClipPolygon polygon;
  polygon.add({1, 1, 0.1}, 0);
  polygon.add({-1, 1, 0.2}, 1);
  polygon.add({-1, -1, 0.3}, 2);
  polygon.add({1, -1, 0.4}, 3);
  return polygon;
}

void expect_corners(const ClipPolygon& polygon, const std::vector<std::pair<Vec3, std::uint64_t>>& expected) {
  ASSERT_EQ(static_cast<std::size_t>(polygon.count()), expected.size());
  for (int k = 0; k < polygon.count(); ++k) {
    const auto& [position, feature] = expected[static_cast<std::size_t>(k)];
    EXPECT_LT((polygon[k].position - position).norm(), 1e-15) << k << ": " << polygon[k].position.transpose();
    EXPECT_EQ(polygon.feature(k), feature) << k;
  }
}

TEST(ClipPolygon, CutsAwayWhatIsBeyondALineAndNamesTheCut) {
  ClipPolygon polygon = unit_square();
  polygon.clip({1, 0, 0}, 1, 9);  // touches it: nothing is cut
  expect_corners(polygon, {{{1, 1, 0.1}, 0 << 8 | 3},
                           {{-1, 1, 0.2}, 0 << 8 | 1},
                           {{-1, -1, 0.3}, 1 << 8 | 2},
                           {{1, -1, 0.4}, 2 << 8 | 3}});
  polygon.clip({1, 0, 0}, 0.5, 9);
  // Heights are carried along: a quarter of the way from the cut corners.
  expect_corners(polygon, {{{0.5, 1, 0.125}, 0 << 8 | 9},
                           {{-1, 1, 0.2}, 0 << 8 | 1},
                           {{-1, -1, 0.3}, 1 << 8 | 2},
                           {{0.5, -1, 0.375}, 2 << 8 | 9}});
  polygon.clip({0, -1, 0}, 0, 10);
  expect_corners(polygon, {{{0.5, 1, 0.125}, 0 << 8 | 9},
                           {{-1, 1, 0.2}, 0 << 8 | 1},
                           {{-1, 0, 0.25}, 1 << 8 | 10},
                           {{0.5, 0, 0.25}, 9 << 8 | 10}});
  polygon.clip({0, 1, 0}, -0.5, 11);
  EXPECT_EQ(polygon.count(), 0);
}

TEST(ClipPolygon, OfACornerLeavesATriangle) {
  ClipPolygon polygon = unit_square();
  polygon.clip(Vec3(-1, -1, 0), -1, 9);  // keeps x + y >= 1
  expect_corners(polygon,
                 {{{1, 1, 0.1}, 0 << 8 | 3}, {{0, 1, 0.15}, 0 << 8 | 9}, {{1, 0, 0.25}, 3 << 8 | 9}});
}

TEST(ClipPolygon, OfTwoCornersIsASegment) {
  ClipPolygon segment;
  segment.add({-1, 0, 0}, 0);
  segment.add({3, 0, 4}, 1);
  segment.clip({1, 0, 0}, 1, 9);
  expect_corners(segment, {{{-1, 0, 0}, 0}, {{1, 0, 2}, 1}});
  segment.clip({-1, 0, 0}, 0, 9);
  expect_corners(segment, {{{0, 0, 1}, 0}, {{1, 0, 2}, 1}});
}

TEST(ClipPolygon, LeavesOutCornersThatDoNotFit) {
  ClipPolygon polygon;
  for (int k = 0; k < ClipPolygon::kCapacity + 2; ++k)
    polygon.add({static_cast<double>(k), 0, 0}, static_cast<std::uint8_t>(k));
  EXPECT_EQ(polygon.count(), ClipPolygon::kCapacity);
  EXPECT_EQ(polygon[ClipPolygon::kCapacity - 1].position.x(), ClipPolygon::kCapacity - 1);
}

struct Region {
  const char* what;
  Vec3 point;
  Vec3 nearest;
  int region;
};

TEST(ClosestPoint, OnATriangleIsInTheRegionOfItsFaceEdgesAndCorners) {
  const std::array<Vec3, 3> corner{Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 2, 0)};
  const Region cases[] = {
      {"above the face", {1, 0.5, 3}, {1, 0.5, 0}, 0},
      {"below it", {0.5, 1, -1}, {0.5, 1, 0}, 0},
      {"first edge", {3, -1, 2}, {3, 0, 0}, 1},
      {"second edge", {2 + 1, 1 + 2, 1}, {2, 1, 0}, 2},
      {"third edge", {-2, 1.5, -1}, {0, 1.5, 0}, 3},
      {"first corner", {-1, -2, 1}, {0, 0, 0}, 4},
      {"first corner, before an edge", {-0.5, -1e-3, 0}, {0, 0, 0}, 4},
      {"second corner", {6, 0.5, 1}, {4, 0, 0}, 5},
      {"second corner, beneath", {4.5, -3, 0}, {4, 0, 0}, 5},
      {"third corner", {-1, 4, 0}, {0, 2, 0}, 6},
      {"third corner, beyond the long edge", {0.5, 3.5, 2}, {0, 2, 0}, 6},
  };
  for (const Region& c : cases) {
    const TrianglePoint found = closest_point_on_triangle(corner, c.point);
    EXPECT_LT((found.point - c.nearest).norm(), 1e-15) << c.what;
    EXPECT_EQ(found.region, c.region) << c.what;
  }
}

TEST(ClosestPoints, OfSegmentsAreNearerThanAllOthers) {
  std::mt19937 random(41);
  std::uniform_real_distribution<double> in(-1, 1);
  const auto point = [&] {
    const double x = in(random), y = in(random);
    return Vec3(x, y, in(random));
  };
  for (int trial = 0; trial < 2000; ++trial) {
    const Vec3 a0 = point(), b0 = point();
    const Vec3 a1 = trial % 5 == 1 || trial % 5 == 3 ? a0 : point();
    Vec3 b1 = trial % 5 >= 2 && trial % 5 < 4 ? b0 : point();
    if (trial % 5 == 4) b1 = b0 + in(random) * (a1 - a0);
    const SegmentPair found = closest_points_of_segments(a0, a1, b0, b1);
    ASSERT_GE(found.s, 0);
    ASSERT_LE(found.s, 1);
    ASSERT_GE(found.t, 0);
    ASSERT_LE(found.t, 1);
    ASSERT_EQ(found.parallel, trial % 5 != 0) << trial;
    const auto distance = [&](double s, double t) {
      return (a0 + s * (a1 - a0) - b0 - t * (b1 - b0)).norm();
    };
    const double nearest = distance(found.s, found.t);
    for (int i = 0; i <= 16; ++i) {
      for (int j = 0; j <= 16; ++j)
        ASSERT_GE(distance(i / 16.0, j / 16.0), nearest - 1e-9) << trial << ' ' << i << ' ' << j;
    }
    for (const double step : {-1e-3, 1e-3}) {
      ASSERT_GE(distance(std::clamp(found.s + step, 0.0, 1.0), found.t), nearest - 1e-12) << trial;
      ASSERT_GE(distance(found.s, std::clamp(found.t + step, 0.0, 1.0)), nearest - 1e-12) << trial;
    }
  }
}

Candidate candidate(std::uint64_t feature, double x, double y, double gap,
                    const Vec3& normal = Vec3::UnitZ()) {
  return {Vec3(x, y, 0), Vec3(x, y, gap), normal, gap, feature};
}

std::vector<std::uint64_t> features_of(const Candidates& candidates) {
  std::vector<std::uint64_t> features;
  for (int i = 0; i < candidates.count(); ++i) features.push_back(candidates[i].feature);
  return features;
}

using FeatureList = std::vector<std::uint64_t>;

FeatureList kept(const std::vector<Candidate>& all, const FeatureList& before = {}) {
  Candidates candidates;
  for (const Candidate& c : all) candidates.add(c);
  candidates.reduce(before);
  return features_of(candidates);
}

TEST(Candidates, FullOnesTakeADeeperPointForTheShallowest) {
  Candidates candidates;
  for (int k = 0; k < Candidates::kCapacity; ++k)
    candidates.add(candidate(static_cast<std::uint64_t>(k), k, 0, k == 20 ? 0.5 : 0.1));
  candidates.add(candidate(100, 0, 0, 0.6));
  EXPECT_EQ(candidates[20].feature, 20u) << "the shallowest of all is left out";
  candidates.add(candidate(101, 0, 0, -0.2));
  EXPECT_EQ(candidates.count(), Candidates::kCapacity);
  EXPECT_EQ(candidates[20].feature, 101u);
  EXPECT_EQ(candidates[20].gap, -0.2);
}

TEST(Candidates, FlipExchangesTheTwo) {
  Candidates candidates;
  candidates.add({Vec3(1, 2, 3), Vec3(4, 5, 6), Vec3(0, 0.6, 0.8), -0.1, 7});
  candidates.add_on_b(Vec3(1, 1, 1), Vec3::UnitX(), 0.25, 8);
  EXPECT_EQ(candidates[1].on_a, Vec3(0.75, 1, 1));
  candidates.flip();
  EXPECT_EQ(candidates[0].on_a, Vec3(4, 5, 6));
  EXPECT_EQ(candidates[0].on_b, Vec3(1, 2, 3));
  EXPECT_EQ(candidates[0].normal, Vec3(0, -0.6, -0.8));
  EXPECT_EQ(candidates[0].gap, -0.1);
  EXPECT_EQ(candidates[0].feature, 7u);
  EXPECT_EQ(candidates[1].on_b, Vec3(0.75, 1, 1));
}

TEST(Candidates, OfOneFeatureKeepTheDeeperAndOfOnePlaceTheFirst) {
  EXPECT_EQ(kept({candidate(5, 0, 0, 0), candidate(2, 1, 0, 0)}), (FeatureList{2, 5}));
  Candidates candidates;
  candidates.add(candidate(3, 0, 0, 0.01));
  candidates.add(candidate(3, 1, 0, -0.01));
  candidates.reduce({});
  ASSERT_EQ(candidates.count(), 1);
  EXPECT_EQ(candidates[0].gap, -0.01);
  // 0.1 um apart with one normal.
  EXPECT_EQ(kept({candidate(9, 0, 0, 0), candidate(4, 0.9e-7, 0, 0)}), (FeatureList{4}));
  EXPECT_EQ(kept({candidate(9, 0, 0, 0), candidate(4, 1.1e-7, 0, 0)}), (FeatureList{4, 9}));
  const Vec3 other(std::sin(1e-4), 0, std::cos(1e-4));
  EXPECT_EQ(kept({candidate(9, 0, 0, 0), candidate(4, 0, 0, 0, other)}), (FeatureList{4, 9}));
}

// The deepest, what is farthest from it, and the farthest to either side of the line through both.
TEST(Candidates, KeepTheDeepestAndThoseThatSpanTheLargestArea) {
  const std::vector<Candidate> all{candidate(10, 0, 0, -0.01), candidate(11, 2, 0, 0),
                                   candidate(12, 1, 1, 0),     candidate(13, 1, -0.9, 0),
                                   candidate(14, 1, 0.5, 0),   candidate(15, 1.5, 0, 0)};
  EXPECT_EQ(kept(all), (FeatureList{10, 11, 12, 13}));
  // What hangs higher counts as if it lay nearer, by four times its height.
  std::vector<Candidate> hanging = all;
  hanging[2].gap = 0.12 - 0.01;
  EXPECT_EQ(kept(hanging), (FeatureList{10, 11, 12, 13})) << "1 - 0.48 > 0.5";
  hanging[2].gap = 0.13 - 0.01;
  hanging[4].gap = -0.01;
  EXPECT_EQ(kept(hanging), (FeatureList{10, 11, 13, 14})) << "1 - 0.52 < 0.5";
}

// Those of the manifold before are worth a tenth more.
TEST(Candidates, KeepThoseOfTheManifoldBeforeWhereOthersAreHardlyBetter) {
  const auto all = [](double farther) {
    return std::vector<Candidate>{candidate(10, 0, 0, -0.01), candidate(11, 2, 0, -0.01),
                                  candidate(12, 1, 1, -0.01), candidate(13, 1, -0.5, -0.01),
                                  candidate(14, 1, farther, -0.01)};
  };
  const FeatureList before{10, 11, 12, 13};
  EXPECT_EQ(kept(all(1.09), before), before);
  EXPECT_EQ(kept(all(1.09)), (FeatureList{10, 11, 13, 14}));
  EXPECT_EQ(kept(all(1.11), before), (FeatureList{10, 11, 13, 14}));
}

// The new one lies on the line between two others: it is kept only if it goes first, which takes that it is
// deeper by a thousandth of the extent, 1.8 m.
TEST(Candidates, BeginWithOneOfTheManifoldBeforeThatIsAsDeep) {
  const auto all = [](double deeper) {
    return std::vector<Candidate>{candidate(10, 1, 0, 0), candidate(11, 3, 0, 0),
                                  candidate(12, 2.9, -0.05, 0), candidate(13, 2.9, 0.05, 0),
                                  candidate(14, 1.2, 0, -deeper)};
  };
  const FeatureList before{10, 11, 12, 13};
  const auto is_kept = [](const FeatureList& features, std::uint64_t feature) {
    return std::find(features.begin(), features.end(), feature) != features.end();
  };
  EXPECT_TRUE(is_kept(kept(all(0.0015), before), 10));
  EXPECT_FALSE(is_kept(kept(all(0.0015), before), 14));
  EXPECT_TRUE(is_kept(kept(all(0.0025), before), 14));
  EXPECT_TRUE(is_kept(kept(all(0.0015)), 14));
}

}  // namespace
}  // namespace drawbar::physics
