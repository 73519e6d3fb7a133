// Distances from FCL, behind plain numbers: FCL is built with Eigen options that ours must not mix
// with.
#pragma once

#include <array>
#include <vector>

namespace drawbar::test {

enum class OracleKind { sphere, box, capsule, cylinder, hull };

struct OracleShape {
  OracleKind kind = OracleKind::sphere;
  std::array<double, 3> size{};                   ///< radius; full sides; radius and full length (along z)
  std::vector<std::array<double, 3>> points;      ///< hull
  std::vector<std::vector<int>> faces;            ///< hull, counter-clockwise
  std::array<double, 3> position{};               ///< m
  std::array<double, 4> orientation{1, 0, 0, 0};  ///< w, x, y, z
};

/// m; negative (no depth) when they overlap. FCL's own depth aborts on capsule and cylinder.
[[gnu::visibility("default")]] double fcl_distance(const OracleShape& a, const OracleShape& b);

}  // namespace drawbar::test
