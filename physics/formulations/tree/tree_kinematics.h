// A tree at one instant: poses, velocities, motion subspaces and velocity-dependent accelerations of its
// nodes.
#pragma once

#include <span>
#include <vector>

#include "physics/formulations/tree/spatial.h"
#include "physics/formulations/tree/tree_model.h"
#include "physics/joint/joint_geometry.h"

namespace drawbar::physics {

/// In world axes, with motions taken at each node's centre of mass. For node i hanging on p:
///   V_i = C_i V_p + A_i qdot_i,   dV_i/dt = C_i dV_p/dt + A_i qddot_i + bias_i
/// (paper 001 eqs. 2.13, 3.4), where C_i moves the reference point by `shift`.
struct TreeKinematics {
  TreeKinematics(const Model& model, const TreeModel& tree);

  /// Everything that follows from the coordinates; quaternions need not have unit length.
  void set_positions(std::span<const double> coordinates);
  /// Everything that follows from the velocities at the present positions.
  void set_velocities(std::span<const double> rates);
  /// d coordinates / dt.
  void coordinate_rates(std::span<const double> coordinates, std::span<const double> rates,
                        std::span<double> out) const;

  /// Accelerations (or, without biases, velocities) of the nodes from those of the coordinates.
  void spread(std::span<const double> rates, std::span<const Twist> biases, std::span<Twist> out) const;

  /// Coordinates and rates of a state whose joints are closed; `bodies` as State::bodies.
  void read(const std::vector<BodyState>& bodies, std::span<double> coordinates, std::span<double> rates);
  /// Present poses and velocities into `bodies`.
  void write(std::vector<BodyState>& bodies) const;

  const Model& model;
  const TreeModel& tree;
  std::vector<BodyFrame> frames;        ///< [node]
  std::vector<Vec3> shift;              ///< [node] from the parent's centre of mass to its own, m
  std::vector<Vec3> inner_arm;          ///< [node] from the parent's centre to where the joint's point is now
  std::vector<Vec3> outer_arm;          ///< [node] from its centre to its anchor
  std::vector<Mat3> inner_axes;         ///< [node] columns n0, n1, n2 on the parent's side
  std::vector<Mat3> outer_axes;         ///< [node] on its own side
  std::vector<SpatialInertia> inertia;  ///< [node] of the node's share, world axes
  std::vector<Twist> subspace;          ///< [degree] columns of A
  std::vector<Twist> velocity;          ///< [node]
  std::vector<Twist> bias;              ///< [node] w*
  std::vector<Twist> relative;          ///< [node] A qdot: motion in the joint, at the node's centre
};

}  // namespace drawbar::physics
