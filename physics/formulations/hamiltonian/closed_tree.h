// A tree method that keeps split bodies together: multipliers on top of the elimination (paper 002 section
// 3).
#pragma once

#include "physics/formulations/articulated_body/articulated_body.h"
#include "physics/formulations/tree/pseudo_inverse.h"

namespace drawbar::physics {

/// Solves eqs. 5 of paper 002, whose numbers are meant here: the tree's elimination (its non-symmetric Gauss
/// elimination is that of articulated bodies) and the multipliers eta of the closure rows eps G_a^T v = 0
/// (eq. 3), which equate the six-dimensional velocities of original and image: of their centres of mass, or
/// at one fixed point of space.
///
/// Phi eta + b = 0 (eq. 7) is solved as eqs. 11, 12 say: columns of Phi from trial multipliers, one
/// elimination each; then the normal pseudo-solution. Trials are unit multipliers, not the iterates of eq.
/// 10, which soon are nearly parallel; the iteration, with Phi^+ in place of its first approximation, then
/// removes what rounding left. Rows are scaled by the split parts' free mobility, without which metres and
/// radians mix.
class ClosedTree final : public TreeMethod {
 public:
  explicit ClosedTree(const TreeModel& tree);

  void prepare(const TreeKinematics& kinematics) override;
  void solve(const TreeLoad& load, std::span<double> out) override;

  /// From here on the rows are taken at the points where the originals' centres are now: rows that are
  /// constant in time, so that multipliers may be integrated impulses.
  void fix_points(const TreeKinematics& kinematics);

  /// Forces (or impulses) of the multipliers of the last solve(), added to `wrench`, [node].
  void add_reactions(std::span<Wrench> wrench) const;

 private:
  /// From the parts' centres to where their motions are equated, m, world axes.
  struct Arms {
    Vec3 original = Vec3::Zero();
    Vec3 image = Vec3::Zero();
  };
  void mismatch(const TreeLoad& load, std::span<const double> rates, std::span<double> out);
  void add_rows(std::span<const double> eta, std::span<Wrench> wrench) const;

  const TreeModel& tree_;
  const TreeKinematics* kinematics_ = nullptr;
  ArticulatedBody elimination_;
  bool points_fixed_ = false;
  std::vector<Vec3> points_;                     ///< [split]
  std::vector<Arms> arms_;                       ///< [split]
  std::vector<double> scale_;                    ///< [row]
  PseudoInverse phi_;                            ///< of the scaled Phi
  std::vector<double> eta_, residual_, weight_;  ///< [row], scaled
  std::vector<double> change_;                   ///< [degree]
  std::vector<Twist> motion_;                    ///< [node]
  TreeLoad unit_;
};

}  // namespace drawbar::physics
