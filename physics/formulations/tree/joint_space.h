// The joint-space matrix and right side by composite bodies (paper 001 section 3.3), for every method that
// wants them.
#pragma once

#include <span>
#include <vector>

#include "physics/formulations/tree/tree_method.h"

namespace drawbar::physics {

/// Row-major symmetric matrix of the coordinates' inertia; only the lower triangle is written, and of it only
/// what lies on a way to the root.
class JointSpace {
 public:
  explicit JointSpace(const TreeModel& tree);

  void assemble(const TreeKinematics& kinematics);
  void copy_matrix(const JointSpace& other) { matrix_ = other.matrix_; }
  /// Q = A^T Q*: generalised forces of a load.
  void right_side(const TreeLoad& load, std::span<double> out);
  /// y = M x, touching the stored triangle alone.
  void multiply(std::span<const double> x, std::span<double> y) const;

  double* row(std::size_t i) { return matrix_.data() + i * size_; }
  const double* row(std::size_t i) const { return matrix_.data() + i * size_; }
  std::size_t size() const { return size_; }
  /// First of the unbroken run of degrees i, i-1, ... in which each is the next one's inner degree.
  std::size_t run_start(std::size_t i) const { return run_start_[i]; }
  std::size_t inner(std::size_t i) const { return tree_.inner_degree[i]; }

 private:
  const TreeModel& tree_;
  const TreeKinematics* kinematics_ = nullptr;
  std::size_t size_;
  std::vector<double> matrix_;
  std::vector<std::size_t> run_start_;
  std::vector<SpatialInertia> composite_;
  std::vector<Wrench> gathered_;
  std::vector<Twist> bias_;
};

/// In place: the stored matrix M becomes L with M = L^T L, eliminating from the leaves to the root, which
/// fills nothing in (siblings stay uncoupled). False if M is not positive definite.
[[nodiscard]] bool factor_from_leaves(JointSpace& matrix);
/// x := M^-1 x with the factor of factor_from_leaves().
void solve_from_leaves(const JointSpace& factor, std::span<double> x);

}  // namespace drawbar::physics
