// Collision shapes as plain values: geometry, where it sits on its body, and what it is made of.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "physics/math/types.h"
#include "physics/model/ids.h"

namespace drawbar::physics {

/// A ball about its origin.
struct Sphere {
  double radius = 0;  ///< m
};
/// Centred on the shape's origin.
struct Box {
  Vec3 half_size = Vec3::Zero();  ///< m
};
/// Along local z; `half_length` does not count the caps.
struct Capsule {
  double radius = 0;       ///< m
  double half_length = 0;  ///< m
};
/// Along local z.
struct Cylinder {
  double radius = 0;       ///< m
  double half_length = 0;  ///< m
};
/// The half space below local z = 0. Static bodies only.
struct Plane {};
/// Samples on a regular grid over local x and y, each cell cut into two triangles by the diagonal from its
/// (x, y) corner to its (x + 1, y + 1) corner; solid below. The grid is centred on the local origin.
/// Static bodies only.
struct Heightfield {
  int columns = 0;              ///< samples along x, at least 2
  int rows = 0;                 ///< samples along y, at least 2
  double spacing = 0;           ///< m between neighbouring samples
  std::vector<double> heights;  ///< m, local z; row by row: heights[row * columns + column]
  /// What each cell is made of: cells[row * (columns - 1) + column] is a place in `materials`. Empty: the
  /// shape's material everywhere.
  std::vector<std::uint8_t> cells = {};
  std::vector<MaterialId> materials = {};
};
/// Convex hull of its points.
struct ConvexHull {
  std::vector<Vec3> points;  ///< m, shape axes
};
/// Triangles seen from outside counter-clockwise. Static bodies only.
struct TriangleMesh {
  std::vector<Vec3> vertices;                           ///< m, shape axes
  std::vector<std::array<std::uint32_t, 3>> triangles;  ///< indices into vertices
};

/// What a shape can be.
using Geometry = std::variant<Sphere, Box, Capsule, Cylinder, Plane, Heightfield, ConvexHull, TriangleMesh>;

/// A surface that runs over its shape: where its outward normal is n it moves along axis x n, on whichever
/// side it is touched. A conveyor belt, the belt of a track.
struct BeltConfig {
  Vec3 axis = Vec3::UnitY();     ///< unit, in shape axes, across the belt
  double speed = 0;              ///< m/s, always
  std::optional<JointId> joint;  ///< a revolute joint that moves the belt and feels what the belt carries ...
  double radius = 0;             ///< ... m: by radius x its rate, positive about its own axis
};

/// A shape of a body: what touches.
struct ShapeConfig {
  Geometry geometry;
  Vec3 position = Vec3::Zero();         ///< m, in body axes, from the body frame's origin
  Quat orientation = Quat::Identity();  ///< shape axes to body axes
  MaterialId material{0};
  std::optional<BeltConfig> belt = {};
  bool sensor = false;  ///< tells what overlaps it and pushes nothing
};

/// Ground into which wheels sink.
/// Its pressure at the depth z under a plate of width b is (Bekker):
/// (k_c/b + k_phi) z^n.
struct Soil {
  double cohesive_modulus = 0;    ///< k_c, N/m^(n+1)
  double frictional_modulus = 0;  ///< k_phi, N/m^(n+2); 0: nothing sinks
  double exponent = 1;            ///< n, above 0
};

/// What two materials do to each other where they touch.
struct SurfacePair {
  double friction = 0;           ///< Coulomb coefficient while sliding
  double restitution = 0;        ///< 0 to 1
  double rolling_friction = 0;   ///< m: largest rolling moment / normal force
  double spinning_friction = 0;  ///< m: largest spinning moment / normal force
  double static_friction = 0;    ///< Coulomb coefficient of what sticks; at least `friction` counts
  /// Of one contact point, N/m: the force is stiffness x depth + damping x its rate, never below 0.
  /// 0: rigid.
  double stiffness = 0;
  double damping = 0;  ///< N s/m, with a stiffness
  Soil soil = {};      ///< of one of the two
};

}  // namespace drawbar::physics
