// Rows that are known to act, solved together: Newton's step of a contact problem.
//
// Row i has a test vector t_i (its speed is t_i . y), an impulse vector w_i (y += w_i dL_i; w = t but where
// sliding friction follows a normal, or loops answer) and a compliance c_i: c_i dL_i = r_i - t_i . dy.
// Eliminating dL,
//   (1 + sum w_i t_i^T / c_i) dy = sum w_i r_i / c_i,
// a system of the size of the coordinates y, which a vehicle has fewer of than contact rows; it has a
// solution whatever rows are redundant, and of all impulses that serve it takes the smallest. (Proximal
// Newton: Acary and Brogliato, Numerical Methods for Nonsmooth Dynamical Systems, 2008, ch. 13; PGS with
// subspace minimisation: Silcowitz, Niebe, Erleben 2010.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "physics/math/wide.h"

namespace drawbar::physics {

class ActiveRows {
 public:
  /// Whole chunks of coordinates, so that inner loops have no ends to look after.
  static constexpr std::size_t kChunk = 4;
  static constexpr std::size_t padded(std::size_t count) { return (count + kChunk - 1) / kChunk * kChunk; }

  /// Room for so many coordinates, rows, and entries of all rows' test vectors.
  ActiveRows(std::size_t coordinates, std::size_t rows, std::size_t entries);

  /// Empties the system: y has `coordinates` entries.
  void begin(std::size_t coordinates);
  /// For a row of coordinates [first, end).
  bool has_room(std::size_t first, std::size_t end) const;
  /// The next row's vectors [coordinate] are `test` and `impulse`, padded() long and 0 outside [first, end);
  /// compliance > 0.
  void add(std::size_t first, std::size_t end, std::span<const double> test, std::span<const double> impulse,
           double compliance);
  /// After the last row. False if the matrix is singular, which a sliding contact can make it (Painleve).
  bool factor();
  /// The impulse changes that answer to `residuals`, both one per row in the order of add(); after factor(),
  /// as often as wanted.
  void solve(std::span<const double> residuals, std::span<double> impulse_changes);
  std::size_t size() const { return rows_.size(); }

 private:
  struct Row {
    std::size_t first = 0;  // coordinate, where a chunk begins
    std::size_t entry = 0;  // its vectors' first
    std::size_t count = 0;  // whole chunks
    double compliance = 0;
  };

  DRAWBAR_WIDE void add_to_matrix(const Row& row, std::size_t rows, const double* test,
                                  const double* impulse);
  DRAWBAR_WIDE bool eliminate();
  DRAWBAR_WIDE void substitute(std::span<const double> residuals, std::span<double> impulse_changes);

  std::size_t n_ = 0;
  std::size_t stride_ = 0;  // padded
  std::vector<Row> rows_;
  std::size_t entry_count_ = 0;
  std::vector<double> answers_;      // impulse vectors / compliance, one after the other
  std::vector<double> entries_;      // test vectors, one after the other
  std::vector<double> matrix_;       // n rows of stride_
  std::vector<double> factors_;      // n columns of stride_: what was added of the pivot's row
  std::vector<std::size_t> reach_;   // one past the last coordinate that this or one before it meets
  std::vector<std::size_t> pivots_;  // the row that came to this place
  std::vector<double> y_;
};

}  // namespace drawbar::physics
