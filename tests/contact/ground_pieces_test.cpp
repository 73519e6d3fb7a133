// Triangulated ground by itself: which triangles of a field or a mesh lie over a box, what their neighbours
// look like, and the smooth surface through the samples.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "physics/contact/heightfield_data.h"
#include "physics/contact/mesh_data.h"
#include "physics/contact/smooth_ground.h"
#include "physics/contact/surface_triangles.h"
#include "tests/contact/fixture.h"

namespace drawbar::physics {
namespace {

constexpr int kFieldColumns = 7, kFieldRows = 5;
constexpr double kFieldSpacing = 0.5;

/// 3 m along x, 2 m along y about the origin.
CollisionShape field_of(const std::function<double(double, double)>& height) {
  Heightfield field{kFieldColumns, kFieldRows, kFieldSpacing, {}};
  for (int row = 0; row < kFieldRows; ++row) {
    for (int column = 0; column < kFieldColumns; ++column)
      field.heights.push_back(height(-1.5 + column * kFieldSpacing, -1 + row * kFieldSpacing));
  }
  return make_collision_shape({field, Vec3::Zero(), Quat::Identity(), MaterialId{0}}, 0, true);
}

CollisionShape rough_field() {
  auto random = std::make_shared<std::mt19937>(3);
  return field_of([random](double, double) { return std::uniform_real_distribution<double>(0, 1)(*random); });
}

/// The same ground as a mesh, each cell of triangles of its own corners.
CollisionShape as_mesh(const HeightfieldData& data) {
  TriangleMesh mesh;
  const auto add = [&](const Vec3& a, const Vec3& b, const Vec3& c) {
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    mesh.vertices.insert(mesh.vertices.end(), {a, b, c});
    mesh.triangles.push_back({first, first + 1, first + 2});
  };
  for (int row = 0; row + 1 < kFieldRows; ++row) {
    for (int column = 0; column + 1 < kFieldColumns; ++column) {
      const Vec3 a = data.vertex(column, row), b = data.vertex(column + 1, row);
      const Vec3 c = data.vertex(column + 1, row + 1), d = data.vertex(column, row + 1);
      add(a, b, c);
      add(a, c, d);
    }
  }
  return make_collision_shape({mesh, Vec3::Zero(), Quat::Identity(), MaterialId{0}}, 0, true);
}

std::vector<SurfaceTriangle> over(const CollisionShape& surface, const Aabb& box) {
  TriangleList list(1000);
  gather_triangles(surface, box, true, list);
  return {list.items().begin(), list.items().end()};
}

const Aabb kEverything{Vec3::Constant(-100), Vec3::Constant(100)};

TEST(SurfaceTriangles, KnowWhatLiesAcrossTheirEdges) {
  const CollisionShape field = rough_field(), mesh = as_mesh(*field.heightfield);
  for (const CollisionShape* surface : {&field, &mesh}) {
    Aabb all = kEverything;
    all.lower.z() = -100;
    const std::vector<SurfaceTriangle> triangles = over(*surface, all);
    ASSERT_EQ(triangles.size(), 2u * (kFieldColumns - 1) * (kFieldRows - 1));
    std::map<std::uint32_t, std::vector<std::pair<std::size_t, std::size_t>>> edges;
    std::map<std::uint32_t, Vec3> places;
    std::set<std::uint32_t> names;
    for (std::size_t t = 0; t < triangles.size(); ++t) {
      const SurfaceTriangle& triangle = triangles[t];
      names.insert(triangle.index);
      const Vec3 normal = triangle.side(0).cross(triangle.side(1)).normalized();
      EXPECT_LT((triangle.normal - normal).norm(), 1e-14);
      EXPECT_GT(normal.z(), 0);
      for (std::size_t k = 0; k < 3; ++k) {
        edges[triangle.edge[k]].emplace_back(t, k);
        const auto [place, is_new] = places.emplace(triangle.vertex[k], triangle.corner[k]);
        EXPECT_EQ(place->second, triangle.corner[k]) << "a corner has one name";
      }
    }
    EXPECT_EQ(names.size(), triangles.size());
    EXPECT_EQ(places.size(), static_cast<std::size_t>(kFieldColumns * kFieldRows));
    std::size_t borders = 0;
    for (const auto& [edge, sides] : edges) {
      ASSERT_LE(sides.size(), 2u);
      const auto [t, k] = sides[0];
      if (sides.size() == 1) {
        ++borders;
        EXPECT_TRUE(triangles[t].is_border(k)) << edge;
        EXPECT_TRUE(triangles[t].is_first_owner(k));
        EXPECT_TRUE(triangles[t].is_convex(k));
        continue;
      }
      const auto [u, l] = sides[1];
      const SurfaceTriangle &one = triangles[t], &other = triangles[u];
      EXPECT_EQ(one.vertex[k], other.vertex[(l + 1) % 3]) << edge;
      EXPECT_EQ(one.vertex[(k + 1) % 3], other.vertex[l]) << edge;
      EXPECT_EQ(one.across[k], other.normal) << edge;
      EXPECT_EQ(other.across[l], one.normal) << edge;
      EXPECT_NE(one.is_first_owner(k), other.is_first_owner(l)) << edge;
      // Convex: what is across lies below.
      const Vec3& tip = other.corner[(l + 2) % 3];
      EXPECT_EQ(one.is_convex(k), one.height(tip) < 0) << edge;
      EXPECT_EQ(other.is_convex(l), one.height(tip) < 0) << edge;
    }
    EXPECT_EQ(borders, 2u * (kFieldColumns - 1) + 2u * (kFieldRows - 1));
  }
}

TEST(SurfaceTriangles, OverABoxAreThoseThatReachIt) {
  const CollisionShape field = rough_field(), mesh = as_mesh(*field.heightfield);
  const std::vector<SurfaceTriangle> all = over(field, kEverything), all_of_mesh = over(mesh, kEverything);
  std::mt19937 random(5);
  std::uniform_real_distribution<double> in(-1, 1);
  for (int trial = 0; trial < 300; ++trial) {
    const double x = 1.8 * in(random), y = 1.3 * in(random), z = in(random);
    const double size = 0.6 * std::fabs(in(random));
    const Vec3 low(x, y, z);
    const Aabb box{low, low + Vec3(size, 0.5 * size, 0.3 * size)};
    std::set<std::uint32_t> expected, found, expected_of_mesh, found_of_mesh;
    for (const SurfaceTriangle& t : all) {
      const Aabb bounds = t.bounds();
      // Of a field the cells under the box, and however far above it: it is solid.
      const auto along = [&](int axis) {
        return std::floor((box.lower[axis] - (axis == 0 ? -1.5 : -1)) / kFieldSpacing) * kFieldSpacing +
                       (axis == 0 ? -1.5 : -1) <=
                   bounds.lower[axis] + 1e-9 &&
               box.upper[axis] >= bounds.lower[axis] - 1e-9;
      };
      if (along(0) && along(1) && bounds.upper.z() >= box.lower.z()) expected.insert(t.index);
    }
    for (const SurfaceTriangle& t : over(field, box)) found.insert(t.index);
    EXPECT_EQ(found, expected) << trial;
    for (const SurfaceTriangle& t : all_of_mesh) {
      if (t.bounds().overlaps(box)) expected_of_mesh.insert(t.index);
    }
    for (const SurfaceTriangle& t : over(mesh, box)) found_of_mesh.insert(t.index);
    EXPECT_EQ(found_of_mesh, expected_of_mesh) << trial;
  }
  TriangleList few(3);
  gather_triangles(field, kEverything, true, few);
  EXPECT_EQ(few.items().size(), 3u);
  EXPECT_EQ(few.dropped(), all.size() - 3);
  gather_triangles(field, kEverything, false, few);
  EXPECT_EQ(few.dropped(), 2 * (all.size() - 3));
}

TEST(SurfaceTriangles, OfAFieldTellWhatIsBelowAndWhichWayTheyLook) {
  const CollisionShape field = rough_field();
  const std::vector<SurfaceTriangle> all = over(field, kEverything);
  std::mt19937 random(6);
  std::uniform_real_distribution<double> in(-1, 1);
  for (int trial = 0; trial < 500; ++trial) {
    const double x = 1.7 * in(random), y = 1.2 * in(random);
    const Vec3 point(x, y, 0.5 + in(random));
    const SurfaceTriangle* under = nullptr;
    for (const SurfaceTriangle& t : all) {
      bool inside = true;
      for (std::size_t k = 0; k < 3; ++k) {
        const Vec3 side = t.side(k), from = point - t.corner[k];
        inside = inside && side.x() * from.y() - side.y() * from.x() >= 0;
      }
      if (inside) under = &t;
    }
    const auto normal = facet_normal(*field.heightfield, point);
    ASSERT_EQ(normal.has_value(), under != nullptr) << x << ' ' << y;
    EXPECT_EQ(is_below(*field.heightfield, point), under != nullptr && under->height(point) < 0);
    if (under != nullptr) {
      EXPECT_LT((*normal - under->normal).norm(), 1e-14);
    }
  }
}

// Catmull and Rom: parabolas are exact, but for the cells at the border, beyond which the ground goes on
// straight.
TEST(SmoothGrounds, AreTheSurfaceThroughTheSamples) {
  const auto height = [](double x, double y) {
    return 0.3 + 0.2 * x - 0.1 * y + 0.03 * x * x - 0.02 * x * y + 0.04 * y * y;
  };
  const CollisionShape shape = field_of(height);
  const HeightfieldData& data = *shape.heightfield;
  for (double x = -0.99; x < 1; x += 0.11) {
    for (double y = -0.49; y < 0.5; y += 0.07) {
      const SmoothGround ground = smooth_ground(data, x, y);
      EXPECT_EQ(ground.part, 1);
      EXPECT_NEAR(ground.height, height(x, y), 1e-14) << x << ' ' << y;
      const Vec3 up = Vec3(-(0.2 + 0.06 * x - 0.02 * y), -(-0.1 - 0.02 * x + 0.08 * y), 1).normalized();
      EXPECT_LT((ground.normal - up).norm(), 1e-13) << x << ' ' << y;
    }
  }
  // At the samples themselves, up to the border.
  for (int row = 0; row < kFieldRows; ++row) {
    for (int column = 0; column < kFieldColumns; ++column) {
      const Vec3 sample = data.vertex(column, row);
      EXPECT_NEAR(smooth_ground(data, sample.x(), sample.y()).height, sample.z(), 1e-15);
    }
  }
  // Between two samples of a border: p1 and p2 lie between p0 and p3, of which one is straight on.
  const auto p = [&](int column) { return data.vertex(column, 0).z(); };
  const double before = 2 * p(0) - p(1);
  EXPECT_NEAR(smooth_ground(data, -1.25, -1).height, (-before + 9 * p(0) + 9 * p(1) - p(2)) / 16, 1e-15);
  EXPECT_EQ(smooth_ground(data, -1.5001, 0).part, 0);
  EXPECT_EQ(smooth_ground(data, 1.5001, 0).part, 0);
  EXPECT_EQ(smooth_ground(data, 0, -1.0001).part, 0);
  EXPECT_EQ(smooth_ground(data, 0, 1.0001).part, 0);
}

// The largest change of height differences: 2 a s^2 along x, 2 c s^2 along y, and b s^2 of a twist.
TEST(SmoothGrounds, BendByWhatTheirHeightDifferencesChange) {
  struct Case {
    double xx, xy, yy, bend;
  };
  constexpr double kSquare = kFieldSpacing * kFieldSpacing;
  for (const Case& c : {Case{0.3, 0, 0, 0.6}, Case{0, 0, -0.4, 0.8}, Case{0, 0.5, 0, 0.5},
                        Case{0.1, -0.7, 0.2, 0.7}, Case{0, 0, 0, 0}}) {
    const CollisionShape shape = field_of(
        [&](double x, double y) { return 3 + 0.5 * x - y + c.xx * x * x + c.xy * x * y + c.yy * y * y; });
    const std::vector<float>& bends = shape.heightfield->bends;
    ASSERT_EQ(bends.size(), static_cast<std::size_t>(kFieldColumns * kFieldRows));
    for (int row = 0; row < kFieldRows; ++row) {
      for (int column = 0; column < kFieldColumns; ++column) {
        const bool inside = column > 0 && row > 0 && column + 1 < kFieldColumns && row + 1 < kFieldRows;
        const float found = bends[static_cast<std::size_t>(row * kFieldColumns + column)];
        if (inside) {
          EXPECT_NEAR(found, c.bend * kSquare, 1e-6) << column << ' ' << row;
        } else {
          EXPECT_LE(found, c.bend * kSquare + 1e-6) << column << ' ' << row;
        }
      }
    }
  }
}

// Gentle up to a bend of a fifth of the spacing, 0.1 m; none from twice that on; between the samples it
// fades.
TEST(SmoothGrounds, FadeFromHillsToSteps) {
  const auto with_bump = [](double height) {
    return field_of(
        [=](double x, double y) { return std::fabs(x) < 0.1 && std::fabs(y) < 0.1 ? height : 0; });
  };
  // A sample that stands up by h bends itself by 2 h along both lines and its neighbours by h.
  for (const auto& [height, at_bump, beside] : {std::tuple(0.04, 1.0, 1.0), std::tuple(0.075, 0.5, 1.0),
                                                std::tuple(0.15, 0.0, 0.5), std::tuple(0.3, 0.0, 0.0)}) {
    const CollisionShape shape = with_bump(height);
    const HeightfieldData& data = *shape.heightfield;
    EXPECT_NEAR(smooth_ground(data, 0, 0).part, at_bump, 1e-6) << height;
    EXPECT_NEAR(smooth_ground(data, 0.5, 0).part, beside, 1e-6) << height;
    EXPECT_NEAR(smooth_ground(data, 0, -0.5).part, beside, 1e-6) << height;
    EXPECT_NEAR(smooth_ground(data, 0.125, 0).part, 0.75 * at_bump + 0.25 * beside, 1e-6) << height;
    EXPECT_NEAR(smooth_ground(data, 0, 0.375).part, 0.25 * at_bump + 0.75 * beside, 1e-6) << height;
    EXPECT_EQ(smooth_ground(data, 1.25, 0).part, 1) << height;
    // Under a box far from it nothing is felt, and above it half of the bend, at most of what is gentle.
    const Aabb above{Vec3(-0.1, -0.1, 0), Vec3(0.1, 0.1, 1)};
    EXPECT_NEAR(smoothing_under(data, above).reach, 0.5 * std::min(2 * height, 0.1), 1e-6) << height;
    EXPECT_EQ(smoothing_under(data, above).hills, 2 * height <= 0.1) << height;
    const Aabb far{Vec3(1.6, -0.1, 0), Vec3(1.7, 0.1, 1)};
    EXPECT_EQ(smoothing_under(data, far).reach, 0) << height;
    const Aabb outside{Vec3(5, 5, 0), Vec3(6, 6, 1)};
    EXPECT_FALSE(smoothing_under(data, outside).hills);
  }
}

}  // namespace
}  // namespace drawbar::physics
