// The articulated-body recursion in absolute coordinates: M V = P under the joints of a forest, in linear
// time.
//
// Every node i hangs from its parent p (physics/README eq. 3):
//   V_i = X_i V_p + S_i qdot_i + c_i,   X_i: transport by r_i = c_i - c_p (motion_at).
// Leaf to root, with A_i = M_i + sum over children of X^T A'_c X and gain E_i on the axes:
//   D_i = S^T A S + E = L L^T,   N_i = S L^-T,   W_i = A N_i,   A'_i = A_i - W W^T.
// A solve goes up, y_i = N^T f_i + L^-1 tau, f_p += X^T (f_i - W y_i - A'_i c_i), and down again,
//   U = X V_p + c,   V_i = U + N (y_i - W^T U),   qdot = L^-T (y_i - W^T U).
// A free root has S = 1. y are whitened coordinates: the response of row r to row s is z_r . z_s with z the y
// of the row's own unit impulse, which is nonzero on the paths to the roots alone (Path).
// Featherstone, Rigid Body Dynamics Algorithms, 2008, chapter 7; paper 001 section 4.1.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "physics/articulation/pivot.h"
#include "physics/articulation/topology.h"

namespace drawbar::physics {

/// Sets up pivots that depend on the articulated inertia at their node.
class PivotHook {
 public:
  virtual ~PivotHook() = default;
  /// `inertia` is A of the node; sets the axes, and of each motion, gain and A S (as its coupling).
  virtual void set_pivot(std::size_t node, const SymmetricSpatial& inertia, Pivot& pivot) = 0;
};

class TreeFactor {
 public:
  TreeFactor(const Topology& topology, const Model& model);
  TreeFactor(const TreeFactor&) = delete;
  TreeFactor& operator=(const TreeFactor&) = delete;

  std::vector<Pivot> pivots;

  // All of these take nodes [begin, end): whole trees, or parts of them in the order in which a whole would
  // be gone through (node_blocks.h).

  /// Before factor(): what acts on a node of this mass as `row` x (rest - gain x row . V) is part of its A
  /// then; `row` x rest is left to the forces.
  void add_soft_row(std::size_t node, const BodyMass& mass, const Spatial& row, double gain);
  /// From these masses; `hook` is asked at pivots that have axis laws.
  void factor(std::size_t begin, std::size_t end, std::span<const BodyMass> mass, PivotHook& hook);
  /// A of a node, after factor().
  const SymmetricSpatial& inertia(std::size_t node) const { return inertia_[node]; }
  /// `force`: momentum and impulses of each node, destroyed; `bias`: c; `axis_impulse`: tau,
  /// none of it if empty.
  void up(std::size_t begin, std::size_t end, std::span<Spatial> force, std::span<const Spatial> bias,
          std::span<const std::array<double, 3>> axis_impulse, std::span<NodeCoordinates> y) const;
  /// Velocities from y; `rates` gets qdot of the free axes.
  void down(std::size_t begin, std::size_t end, std::span<const NodeCoordinates> y,
            std::span<const Spatial> bias, std::span<Spatial> velocity,
            std::span<std::array<double, 3>> rates) const;

  /// One step of a path towards the root: `force` on node `i` becomes the whitened coordinates z of the node
  /// and the force on the parent.
  void step_up(std::size_t i, Spatial& force, NodeCoordinates& z) const;

 private:
  std::vector<PivotAxis> axes_;  // of all nodes, one after the other
  std::vector<SpatialCholeskyOf<double>> free_roots_;
  std::vector<SymmetricSpatial> inertia_;
};

}  // namespace drawbar::physics
