// Static meshes: a tessellated plane feels like the plane, closed bodies keep others out, stairs have noses.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "physics/contact/mesh_data.h"
#include "tests/contact/fixture.h"

namespace drawbar::physics {
namespace {

using test::at;
using test::Item;
using test::kWheel;
using test::smallest_gap;
using test::Stage;
using test::turned;

/// A square of 2 n x 2 n irregular cells, corners not shared between triangles (as glTF files have them).
TriangleMesh patchwork(int n, double height) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> in(-0.2, 0.2);
  const int side = 2 * n + 1;
  std::vector<Vec3> grid;
  for (int j = -n; j <= n; ++j) {
    for (int i = -n; i <= n; ++i) grid.emplace_back(0.5 * (i + in(random)), 0.5 * (j + in(random)), height);
  }
  TriangleMesh mesh;
  const auto add = [&](int a, int b, int c) {
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    for (const int k : {a, b, c}) mesh.vertices.push_back(grid[static_cast<std::size_t>(k)]);
    mesh.triangles.push_back({first, first + 1, first + 2});
  };
  for (int j = 0; j + 1 < side; ++j) {
    for (int i = 0; i + 1 < side; ++i) {
      const int a = j * side + i;
      if ((i + j) % 2 == 0) {
        add(a, a + 1, a + side + 1);
        add(a, a + side + 1, a + side);
      } else {
        add(a, a + 1, a + side);
        add(a + 1, a + side + 1, a + side);
      }
    }
  }
  return mesh;
}

/// Steps of 0.3 m x 0.15 m that rise along x, 2 m wide; treads and risers only.
TriangleMesh stairs(int steps) {
  TriangleMesh mesh;
  const auto quad = [&](const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    mesh.vertices.insert(mesh.vertices.end(), {a, b, c, d});
    mesh.triangles.push_back({first, first + 1, first + 2});
    mesh.triangles.push_back({first, first + 2, first + 3});
  };
  quad({-3, -1, 0}, {0, -1, 0}, {0, 1, 0}, {-3, 1, 0});
  for (int s = 0; s < steps; ++s) {
    const double x = 0.3 * s;
    const double low = 0.15 * s;
    const double high = low + 0.15;
    quad({x, -1, low}, {x, -1, high}, {x, 1, high}, {x, 1, low});
    quad({x, -1, high}, {x + 0.3, -1, high}, {x + 0.3, 1, high}, {x, 1, high});
  }
  return mesh;
}

TriangleMesh cube(double half) {
  TriangleMesh mesh;
  for (int i = 0; i < 8; ++i) {
    mesh.vertices.emplace_back((i & 1) != 0 ? half : -half, (i & 2) != 0 ? half : -half,
                               (i & 4) != 0 ? half : -half);
  }
  mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                    {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  return mesh;
}

TEST(MeshContact, TessellatedPlaneFeelsExactlyLikeThePlane) {
  const std::vector<Geometry> shapes{Sphere{0.4}, Cylinder{0.4, 0.1}, Capsule{0.2, 0.4},
                                     Box{{0.3, 0.2, 0.1}}};
  std::mt19937 random(5);
  std::uniform_real_distribution<double> in(-1, 1);
  for (const Geometry& g : shapes) {
    Stage on_mesh({{patchwork(10, 0.25), {}, true}, {g, {}}});
    Stage on_plane({{Plane{}, at(0, 0, 0.25), true}, {g, {}}});
    for (int i = 0; i < 300; ++i) {
      const Quat lean = turned(0.1 * in(random), Vec3(in(random), in(random), 0.1));
      const Quat q = std::holds_alternative<Cylinder>(g) ? Quat(lean * kWheel) : lean;
      const double height = std::holds_alternative<Box>(g) ? 0.35 : 0.64;
      on_mesh.poses[1] = on_plane.poses[1] = at(3 * in(random), 3 * in(random), height, q);
      const auto a = on_mesh.detect(0.02);
      const auto b = on_plane.detect(0.02);
      ASSERT_EQ(a.size(), b.size());
      if (a.empty()) continue;
      ASSERT_EQ(a[0].point_count, b[0].point_count) << g.index();
      EXPECT_NEAR(smallest_gap(a[0]), smallest_gap(b[0]), 1e-12);
      for (const ContactPoint& p : a[0].contacts()) {
        EXPECT_LE((p.normal - Vec3::UnitZ()).norm(), 1e-12) << g.index();
        double nearest = 1e9;
        for (const ContactPoint& r : b[0].contacts())
          nearest = std::min(nearest, (p.position - r.position).norm());
        EXPECT_LE(nearest, 1e-12);
      }
    }
  }
}

TEST(MeshContact, BallAroundAClosedCubeFindsFacesEdgesAndCorners) {
  Stage stage({{cube(0.5), {}, true}, {Sphere{0.2}, {}}});
  Stage box({{Box{{0.5, 0.5, 0.5}}, {}, true}, {Sphere{0.2}, {}}});
  std::mt19937 random(7);
  std::uniform_real_distribution<double> in(-0.75, 0.75);
  int touched = 0;
  for (int i = 0; i < 3000; ++i) {
    stage.poses[1] = box.poses[1] = at(in(random), in(random), in(random));
    const Vec3 out = stage.poses[1].position.cwiseAbs() - Vec3::Constant(0.5);
    if (out.maxCoeff() < -0.15) continue;  // deeper than its radius is another matter
    const auto a = stage.detect();
    const auto b = box.detect();
    ASSERT_EQ(a.size(), b.size()) << stage.poses[1].position.transpose();
    if (a.empty()) continue;
    ++touched;
    ASSERT_EQ(a[0].point_count, 1);
    EXPECT_NEAR(a[0].points[0].gap, b[0].points[0].gap, 1e-12);
    EXPECT_LE((a[0].points[0].normal - b[0].points[0].normal).norm(), 1e-9);
  }
  EXPECT_GT(touched, 500);
}

TEST(MeshContact, BallAtAKnifeEdgeIsOutsideItOnEitherSide) {
  // A ridge along y whose faces fall by 75 degrees on either side: 150 degrees between their normals, so that
  // what is ahead of one face is behind the other.
  const double down = std::tan(75 * std::numbers::pi / 180);
  TriangleMesh ridge;
  ridge.vertices = {{0, -2, 0}, {0, 2, 0}, {1, -2, -down}, {1, 2, -down}, {-1, -2, -down}, {-1, 2, -down}};
  ridge.triangles = {{0, 2, 3}, {0, 3, 1}, {0, 5, 4}, {0, 1, 5}};
  Stage stage({{ridge, {}, true}, {Sphere{0.2}, {}}});
  for (const double degrees : {-70.0, -45.0, 0.0, 45.0, 70.0}) {
    const double lean = degrees * std::numbers::pi / 180;
    const Vec3 out(std::sin(lean), 0, std::cos(lean));
    const Vec3 centre = 0.15 * out;
    stage.poses[1] = at(centre.x(), centre.y(), centre.z());
    const auto m = stage.detect();
    ASSERT_EQ(m.size(), 1u) << degrees;
    ASSERT_EQ(m[0].point_count, 1) << degrees;
    EXPECT_NEAR(m[0].points[0].gap, -0.05, 1e-12) << degrees;
    EXPECT_LE((m[0].points[0].normal - out).norm(), 1e-12) << degrees;
  }
}

TEST(MeshContact, WheelMeetsTheNoseOfAStep) {
  // Touching the floor and the first step's edge: the edge's normal looks from the edge to the axle.
  const double r = 0.3;
  const double x = -std::sqrt(r * r - (r - 0.15) * (r - 0.15));
  Stage stage({{stairs(5), {}, true}, {Cylinder{r, 0.1}, at(x, 0.013, r, kWheel)}});
  const auto m = stage.detect(0.001);
  ASSERT_EQ(m.size(), 1u);
  ASSERT_EQ(m[0].point_count, 4);
  int floor = 0;
  int nose = 0;
  for (const ContactPoint& p : m[0].contacts()) {
    EXPECT_NEAR(p.gap, 0, 1e-12);
    if (p.normal.z() > 0.999) {
      ++floor;
    } else {
      ++nose;
      EXPECT_LE((p.normal - Vec3(x, 0, r - 0.15).normalized()).norm(), 1e-12);
    }
  }
  EXPECT_EQ(floor, 2);
  EXPECT_EQ(nose, 2);
}

TEST(MeshContact, WhatLiesOverAnEdgeIsCarriedByItWhicheverFaceOwnsIt) {
  const Quat along_x = turned(std::numbers::pi / 2, Vec3::UnitY());
  for (const bool renumbered : {false, true}) {
    TriangleMesh block = cube(0.5);
    if (renumbered) {
      // The triangle that goes along an edge to the higher number owns it: so each edge has its other owner.
      std::reverse(block.vertices.begin(), block.vertices.end());
      const auto last = static_cast<std::uint32_t>(block.vertices.size() - 1);
      for (auto& triangle : block.triangles) {
        for (std::uint32_t& vertex : triangle) vertex = last - vertex;
      }
    }
    for (const Geometry& shape : {Geometry(Cylinder{0.1, 0.5}), Geometry(Capsule{0.1, 0.5})}) {
      Stage stage({{block, {}, true}, {shape, at(0.3, 0.07, 0.6, along_x)}});
      const auto m = stage.detect(0.001);
      ASSERT_EQ(m.size(), 1u);
      double least = 1, most = -1;
      for (const ContactPoint& p : m[0].contacts()) {
        EXPECT_NEAR(p.gap, 0, 1e-12);
        EXPECT_GT(p.normal.z(), 0.999);
        least = std::min(least, p.position.x());
        most = std::max(most, p.position.x());
      }
      EXPECT_NEAR(least, -0.2, 1e-9) << renumbered;
      EXPECT_NEAR(most, 0.5, 1e-9) << renumbered;
    }
  }
}

TEST(MeshContact, BoxLyingOnStairsRestsOnTheirNoses) {
  const double slope = std::atan2(0.15, 0.3);
  const Quat q = turned(-slope, Vec3::UnitY());
  const Vec3 up = q * Vec3::UnitZ();
  Stage stage({{stairs(6), {}, true}, {Box{{0.5, 0.3, 0.1}}, {Vec3(0.6, 0, 0.45) + 0.1 * up, q}}});
  const auto m = stage.detect(0.001);
  ASSERT_EQ(m.size(), 1u);
  EXPECT_EQ(m[0].point_count, 4);
  for (const ContactPoint& p : m[0].contacts()) {
    EXPECT_NEAR(p.gap, 0, 1e-12);
    EXPECT_LE((p.normal - up).norm(), 1e-9);
    EXPECT_NEAR(std::abs(p.position.y()), 0.3, 1e-9);
  }
}

TEST(MeshContact, BoxSunkIntoAFloorIsLifted) {
  Stage stage({{patchwork(4, 0), {}, true}, {Box{{0.2, 0.2, 0.2}}, at(0.1, 0.1, 0.15)}});
  const auto m = stage.detect();
  ASSERT_EQ(m[0].point_count, 4);
  for (const ContactPoint& p : m[0].contacts()) {
    EXPECT_NEAR(p.gap, -0.05, 1e-12);
    EXPECT_GT(p.normal.z(), 0.999);
  }
}

TEST(MeshData, TreeFindsWhatAScanFinds) {
  const MeshData data = make_mesh_data(patchwork(12, 0));
  std::mt19937 random(9);
  std::uniform_real_distribution<double> in(-6, 6);
  for (int i = 0; i < 200; ++i) {
    const Vec3 c(in(random), in(random), 0.01 * in(random));
    const Aabb box = Aabb{c, c}.expanded(0.3);
    std::vector<std::uint32_t> found;
    data.for_each_near(box, [&](const SurfaceTriangle& t) { found.push_back(t.index); });
    for (const SurfaceTriangle& t : data.triangles) {
      if (!t.bounds().overlaps(box)) continue;
      EXPECT_EQ(std::count(found.begin(), found.end(), t.index), 1);
    }
    EXPECT_LT(found.size(), 60u);
  }
}

TEST(MeshData, WeldsCornersAndLinksNeighbours) {
  const MeshData data = make_mesh_data(patchwork(3, 0));
  int borders = 0;
  for (const SurfaceTriangle& t : data.triangles) {
    for (std::size_t k = 0; k < 3; ++k) borders += t.is_border(k) ? 1 : 0;
  }
  EXPECT_EQ(borders, 4 * 6);
}

}  // namespace
}  // namespace drawbar::physics
