// The normal pseudo-inverse of a small symmetric matrix whose rows may be redundant (paper 002 eqs. 11, 12).
#pragma once

#include <span>
#include <vector>

namespace drawbar::physics {

/// Allocates in its constructor alone. Scale rows alike: redundant is what is small beside the largest
/// eigenvalue, or below `nothing`, what rounding makes of a row that cannot move at all.
class PseudoInverse {
 public:
  explicit PseudoInverse(std::size_t size, double nothing = 0);

  std::size_t size() const { return size_; }
  /// The matrix, to be written whole before factor(); afterwards it is gone.
  double& at(std::size_t row, std::size_t column) { return matrix_[row * size_ + column]; }
  /// Of the mean of the matrix and its transpose.
  void factor();
  /// out = pseudo-inverse x right.
  void multiply(std::span<const double> right, std::span<double> out) const;

 private:
  std::size_t size_;
  double nothing_;
  double least_ = 0;             ///< eigenvalue of a row that counts
  std::vector<double> matrix_;   ///< then its eigenvalues on the diagonal
  std::vector<double> vectors_;  ///< columns: its eigenvectors
};

}  // namespace drawbar::physics
