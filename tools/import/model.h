// A foreign model in memory, the same whatever file it came from: links, joints, drives and couplings in the
// world's axes.
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace drawbar::import {

using Vec3 = Eigen::Vector3d;
using Mat3 = Eigen::Matrix3d;
using Quat = Eigen::Quaterniond;

/// Where something stands in a file; line 0: not known.
struct Place {
  std::string file;
  int line = 0;
};

struct Pose {
  Vec3 position = Vec3::Zero();  ///< m
  Quat orientation = Quat::Identity();

  Vec3 operator*(const Vec3& point) const { return position + orientation * point; }
  Pose operator*(const Pose& inner) const {
    return {position + orientation * inner.position, (orientation * inner.orientation).normalized()};
  }
  Pose inverse() const {
    const Quat back = orientation.conjugate();
    return {-(back * position), back};
  }
};

/// Triangles, counter-clockwise seen from outside; corners in m.
struct Mesh {
  std::vector<Vec3> vertices;
  std::vector<std::array<std::uint32_t, 3>> triangles;
};

/// A mesh with what it looks like.
struct ColoredMesh {
  Mesh mesh;
  std::string color;  ///< "#rrggbb", or empty
};

/// Heights (m) row by row from the smallest y, the grid centred on the origin.
struct Grid {
  std::uint32_t columns = 0;
  std::uint32_t rows = 0;
  double spacing = 0;  ///< m
  std::vector<double> heights;
};

enum class Form : unsigned char { sphere, box, capsule, cylinder, plane, mesh, grid };

/// What a shape is, in its own axes; capsule and cylinder along z, a plane's normal is z.
struct Geometry {
  Form form = Form::sphere;
  double radius = 0;         ///< m
  double length = 0;         ///< without caps, m
  Vec3 size = Vec3::Zero();  ///< full edges, m
  std::vector<ColoredMesh> meshes;
  std::optional<Grid> grid;
};

/// How a surface rubs; the figures of a material of the scene.
struct Surface {
  double friction = 1;
  double rolling = 0;   ///< m
  double spinning = 0;  ///< m
  double restitution = 0;

  bool operator==(const Surface&) const = default;
};

struct Shape {
  Geometry geometry;
  Pose pose;  ///< in the link's axes
  bool touches = true;
  bool seen = true;
  std::string color;  ///< "#rrggbb", or empty
  Surface surface;
  double density = 1000;  ///< kg/m^3, where the link's mass comes from its shapes
  Place place;
};

/// About the centre of mass, in the link's axes.
struct Inertial {
  double mass = 0;              ///< kg
  Vec3 center = Vec3::Zero();   ///< m
  Mat3 inertia = Mat3::Zero();  ///< kg m^2
};

struct Link {
  std::string name;
  Pose pose;  ///< in the world, with every joint at 0
  /// Without one the mass comes from the shapes.
  std::optional<Inertial> inertial;
  bool is_static = false;
  std::vector<Shape> shapes;
  /// Bodies of one group touch those of the groups that Model::touching lists.
  std::size_t group = 0;
  Place place;
};

struct Limits {
  double lower = 0;
  double upper = 0;
};

/// One way in which a joint moves; m, N and N m, rad throughout.
struct Axis {
  Vec3 direction = Vec3::UnitZ();  ///< world axes, with every joint at 0
  bool slides = false;
  std::optional<Limits> limits;
  double damping = 0;
  double friction = 0;
  double stiffness = 0;
  double rest = 0;  ///< where the spring is unstrained
  double armature = 0;
};

enum class JointKind : unsigned char { fixed, turning, sliding, universal, ball, planar };

/// The child's motion against the parent. One axis, or two (universal), or three (planar: two slide, the
/// third turns).
struct Joint {
  std::string name;
  JointKind kind = JointKind::fixed;
  std::size_t parent = 0;  ///< place in Model::links
  std::size_t child = 0;
  Vec3 position = Vec3::Zero();  ///< m, world, with every joint at 0
  std::vector<Axis> axes;
  /// Of a ball joint: the largest turn of the child's axes, rad.
  std::optional<double> swing;
  Place place;
};

/// position(first) = ratio x position(second) + offset
struct Coupling {
  std::string name;
  std::size_t first = 0;  ///< place in Model::joints
  std::size_t second = 0;
  double ratio = 1;
  double offset = 0;
  Place place;
};

enum class DriveMode : unsigned char { force, speed, position };

struct DriveInput {
  std::string control;
  double gain = 1;
};

/// A motor on the first axis of a joint.
struct Drive {
  std::string name;
  std::size_t joint = 0;
  DriveMode mode = DriveMode::position;
  double force = 0;  ///< the largest, N m (N); 0: the file gives none
  double speed = 0;  ///< the largest, rad/s (m/s); 0: the file gives none
  std::vector<DriveInput> inputs;
  Place place;
};

struct Control {
  std::string name;
  double lower = -1;
  double upper = 1;
  double neutral = 0;
  bool springs_back = true;
};

struct Model {
  std::string name;
  std::string source;  ///< the format, for people
  /// That were read for it beside its own; of files that included ones name, none.
  std::vector<std::filesystem::path> files;
  Vec3 gravity{0, 0, -9.81};
  std::vector<Link> links;
  std::vector<Joint> joints;
  std::vector<Coupling> couplings;
  std::vector<Drive> drives;
  std::vector<Control> controls;
  /// Pairs of groups that pass through each other; a group with itself where its links do.
  std::vector<std::array<std::size_t, 2>> passing;
  /// Position of each joint at which the scene begins, rad or m; of those with one axis.
  std::vector<double> start;
  /// The larger friction of two surfaces counts, as in MuJoCo, in place of the scene's geometric mean.
  bool larger_friction = false;
};

}  // namespace drawbar::import
