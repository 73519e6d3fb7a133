#include "tools/import/convex_pieces.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "physics/contact/convex_hull.h"
#include "physics/contact/mass_properties.h"

#ifdef DRAWBAR_HAVE_HACD
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wall"
#include <HACD/hacdHACD.h>
#pragma GCC diagnostic pop
#endif

namespace drawbar::import {
namespace {

/// Directions in which the corners of a hull are looked for, so that it has at most as many corners.
constexpr int kDirections = 64;
/// Thickness of a plate in place of a flat mesh, m.
constexpr double kPlate = 1e-3;

Mesh joined(const std::vector<ColoredMesh>& meshes) {
  Mesh out;
  for (const ColoredMesh& part : meshes) {
    const auto base = static_cast<std::uint32_t>(out.vertices.size());
    out.vertices.insert(out.vertices.end(), part.mesh.vertices.begin(), part.mesh.vertices.end());
    for (const auto& t : part.mesh.triangles)
      out.triangles.push_back({base + t[0], base + t[1], base + t[2]});
  }
  return out;
}

/// The points farthest in evenly spread directions (a spiral on the sphere) and along the axes and their
/// diagonals.
std::vector<Vec3> extreme_points(const std::vector<Vec3>& points) {
  std::vector<Vec3> directions;
  for (int x = -1; x <= 1; ++x) {
    for (int y = -1; y <= 1; ++y) {
      for (int z = -1; z <= 1; ++z) {
        if (x != 0 || y != 0 || z != 0) directions.push_back(Vec3(x, y, z).normalized());
      }
    }
  }
  for (int i = 0; i < kDirections; ++i) {
    const double z = 1 - (2.0 * i + 1) / kDirections;
    const double angle = std::numbers::pi * (3 - std::sqrt(5.0)) * i;
    const double radius = std::sqrt(1 - z * z);
    directions.push_back({radius * std::cos(angle), radius * std::sin(angle), z});
  }
  std::vector<std::size_t> chosen;
  for (const Vec3& direction : directions) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < points.size(); ++i) {
      if (direction.dot(points[i]) > direction.dot(points[best])) best = i;
    }
    chosen.push_back(best);
  }
  std::sort(chosen.begin(), chosen.end());
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  std::vector<Vec3> out;
  for (const std::size_t i : chosen) out.push_back(points[i]);
  return out;
}

/// The box around the points, nowhere thinner than a plate.
std::vector<Vec3> plate_around(const std::vector<Vec3>& points) {
  Eigen::AlignedBox3d box;
  for (const Vec3& p : points) box.extend(p);
  const Vec3 half = (box.sizes() / 2).cwiseMax(kPlate / 2);
  std::vector<Vec3> out;
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 sign((corner & 1) != 0 ? 1 : -1, (corner & 2) != 0 ? 1 : -1, (corner & 4) != 0 ? 1 : -1);
    out.push_back(box.center() + half.cwiseProduct(sign));
  }
  return out;
}

std::vector<Vec3> corners_of(const std::vector<Vec3>& points) {
  if (points.empty()) return {};
  const std::vector<Vec3> chosen = extreme_points(points);
  const physics::ConvexHullData hull = physics::convex_hull(chosen);
  return hull.error == physics::HullError::none ? hull.vertices : plate_around(points);
}

#ifdef DRAWBAR_HAVE_HACD

/// A mesh fills its hull when the hull's volume is at most this much of its own.
constexpr double kNearlyConvex = 1.1;
/// HACD takes time with the square of the triangles: corners closer than a part of the mesh's size become
/// one.
constexpr std::size_t kMostTriangles = 1500;
constexpr std::size_t kMostPieces = 16;
constexpr std::size_t kMostCorners = 32;

Mesh coarser(const Mesh& mesh, int cells) {
  Eigen::AlignedBox3d box;
  for (const Vec3& v : mesh.vertices) box.extend(v);
  const double cell = std::max(box.sizes().maxCoeff() / cells, 1e-12);
  std::map<std::array<int, 3>, std::uint32_t> known;
  Mesh out;
  std::vector<std::uint32_t> to;
  for (const Vec3& v : mesh.vertices) {
    const Vec3 at = (v - box.min()) / cell;
    const std::array<int, 3> key{static_cast<int>(at.x()), static_cast<int>(at.y()),
                                 static_cast<int>(at.z())};
    const auto [found, added] = known.emplace(key, static_cast<std::uint32_t>(out.vertices.size()));
    if (added) out.vertices.push_back(v);
    to.push_back(found->second);
  }
  for (const auto& t : mesh.triangles) {
    const std::array<std::uint32_t, 3> moved{to[t[0]], to[t[1]], to[t[2]]};
    if (moved[0] != moved[1] && moved[1] != moved[2] && moved[2] != moved[0]) out.triangles.push_back(moved);
  }
  return out;
}

std::vector<std::vector<Vec3>> decomposed(const Mesh& whole) {
  Mesh mesh = coarser(whole, 1 << 20);
  for (int cells = 64; mesh.triangles.size() > kMostTriangles && cells > 4; cells = cells * 3 / 4)
    mesh = coarser(whole, cells);
  if (mesh.triangles.empty()) return {};
  std::vector<HACD::Vec3<HACD::Real>> points;
  std::vector<HACD::Vec3<long>> triangles;
  for (const Vec3& v : mesh.vertices) points.emplace_back(v.x(), v.y(), v.z());
  for (const auto& t : mesh.triangles) triangles.emplace_back(long{t[0]}, long{t[1]}, long{t[2]});
  HACD::HACD hacd;
  hacd.SetPoints(points.data());
  hacd.SetNPoints(points.size());
  hacd.SetTriangles(triangles.data());
  hacd.SetNTriangles(triangles.size());
  hacd.SetCompacityWeight(0.1);
  hacd.SetVolumeWeight(0.0);
  hacd.SetNVerticesPerCH(kMostCorners);
  hacd.SetNClusters(1);
  hacd.SetConcavity(20);
  hacd.SetConnectDist(30);
  hacd.SetAddExtraDistPoints(true);
  hacd.SetAddFacesPoints(true);
  if (!hacd.Compute() || hacd.GetNClusters() > kMostPieces) return {};
  std::vector<std::vector<Vec3>> out;
  for (std::size_t i = 0; i < hacd.GetNClusters(); ++i) {
    std::vector<HACD::Vec3<HACD::Real>> corners(hacd.GetNPointsCH(i));
    std::vector<HACD::Vec3<long>> faces(hacd.GetNTrianglesCH(i));
    if (corners.empty() || !hacd.GetCH(i, corners.data(), faces.data())) continue;
    std::vector<Vec3> piece;
    for (const auto& c : corners) piece.emplace_back(c.X(), c.Y(), c.Z());
    piece = corners_of(piece);
    if (!piece.empty()) out.push_back(std::move(piece));
  }
  return out;
}

#endif

}  // namespace

bool decomposes_meshes() {
#ifdef DRAWBAR_HAVE_HACD
  return true;
#else
  return false;
#endif
}

std::vector<Vec3> hull_corners(const std::vector<ColoredMesh>& meshes) {
  return corners_of(joined(meshes).vertices);
}

std::vector<std::vector<Vec3>> convex_pieces(const std::vector<ColoredMesh>& meshes) {
  const Mesh mesh = joined(meshes);
  std::vector<std::vector<Vec3>> hull{corners_of(mesh.vertices)};
  if (hull[0].empty()) return {};
#ifdef DRAWBAR_HAVE_HACD
  const double of_hull = std::abs(physics::volume(physics::ConvexHull{hull[0]}));
  const double of_mesh = std::abs(physics::volume(physics::TriangleMesh{mesh.vertices, mesh.triangles}));
  if (of_hull > kNearlyConvex * of_mesh) {
    auto pieces = decomposed(mesh);
    if (!pieces.empty()) return pieces;
  }
#endif
  return hull;
}

}  // namespace drawbar::import
