// The scene as a tree of bodies: which body hangs on which by what joint, and where its coordinates lie.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "physics/model/model.h"
#include "physics/model/state.h"

namespace drawbar::physics {

inline constexpr std::size_t kNoIndex = std::numeric_limits<std::size_t>::max();

/// A body, or the part of one that a cut loop leaves, with the joint on which it hangs. "Towards the root" is
/// the joint's inner side whichever side the scene calls parent; a scene's joint that points the other way is
/// turned round here.
struct TreeLink {
  BodyIndex body = 0;
  double share = 1;               ///< of the body's mass and inertia; below 1 only for split bodies
  std::size_t parent = kNoIndex;  ///< node, smaller than this one's index; kNoIndex: the immovable base
  std::size_t joint = kNoIndex;   ///< index in Model::joints; kNoIndex: the body is free
  JointType type = JointType::fixed;
  Vec3 inner_anchor = Vec3::Zero();     ///< m, from the parent's centre of mass in its axes (base: world)
  Mat3 inner_frame = Mat3::Identity();  ///< columns n0, n1, n2 in the parent's axes (base: world)
  Vec3 outer_anchor = Vec3::Zero();     ///< m, from this body's centre of mass in its axes
  Mat3 outer_frame = Mat3::Identity();
  std::size_t degrees = 0;           ///< of freedom, 0 to 6
  std::size_t first_degree = 0;      ///< in the vector of velocities
  std::size_t first_coordinate = 0;  ///< in the vector of coordinates

  bool is_free() const { return joint == kNoIndex; }
};

/// Two nodes that are the same body (paper 002, section 1).
struct SplitBody {
  std::size_t original = 0;
  std::size_t image = 0;
};

/// Coordinates of a node: angles and slides in the order of the joint's axes; spherical: the quaternion
/// (w, x, y, z) of the outer frame in the inner one; free: centre of mass (world), then the quaternion of the
/// body. Velocities: their rates; spherical: relative angular velocity in the outer frame's axes; free:
/// velocity of the centre of mass and angular velocity, world axes.
struct TreeModel {
  /// Nodes in breadth-first order from what is immovable. Joints that close loops are cut by splitting their
  /// outer body into equal parts, one of which hangs on the cut joint. Distance joints and ropes are left
  /// out. `bodies` are the initial poses: of the immovable ones they never change.
  TreeModel(const Model& model, const std::vector<BodyState>& bodies);

  /// Quaternions to unit length, in a vector that begins with the coordinates.
  void normalise(std::span<double> y) const;

  std::vector<TreeLink> nodes;
  std::vector<std::size_t>
      node_of_body;  ///< the part that carries forces; kNoIndex if the body does not move
  std::vector<SplitBody> splits;
  std::size_t degrees = 0;
  std::size_t coordinates = 0;
  /// [degree]: a rotor's inertia on the diagonal of the joint-space inertia (AxisConfig::armature).
  std::vector<double> armature;
  /// [degree]: the degree before it on the way to the root, or kNoIndex.
  std::vector<std::size_t> inner_degree;
};

/// First joint that closes a loop, or kNoIndex.
std::size_t first_loop_joint(const Model& model);

}  // namespace drawbar::physics
