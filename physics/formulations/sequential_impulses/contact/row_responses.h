// Response of all rows of a RowSet to an impulse on one: through whole articulations (RowSpace) and the loops
// that close them (BilateralBlock), so that all joints stay satisfied while rows are solved.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "physics/formulations/sequential_impulses/contact/row_set.h"

namespace drawbar::physics {

class RowResponses {
 public:
  /// Response of a row that is not condensed.
  struct Response {
    double speed = 0;      ///< before the changes of impulse
    double effective = 0;  ///< speed per impulse; 0: held by joints
    double softness = 0;   ///< its give included
    double target = 0;
    // Parts that blocks of loops take over: where the projections begin.
    std::array<std::size_t, 2> block{kNone, kNone};
    std::array<std::size_t, 2> block_offset{};
  };

  RowResponses(RowSet& rows, const Topology& topology, std::size_t room);

  /// After the factors of trees and loops.
  void factor(const TreeFactor& factor, const LoopConstraints& loops);
  const Response& of(std::size_t row) const { return responses_[row]; }
  /// Coupling of a friction disc's two rows.
  double coupling(std::size_t bound) const { return couplings_[bound]; }
  /// Rows of a block of loops, and a row's projection on the k-th of its blocks.
  std::size_t block_size(std::size_t block) const { return block_sizes_[block]; }
  const double* projection(const Response& of, std::size_t k) const {
    return projections_.data() + of.block_offset[k];
  }
  /// After factor(): another target for a row without give.
  void aim(std::size_t row, double target) { rows_.row(row).target = responses_[row].target = target; }

  /// From the velocities of trees and loops with the accumulated impulses in them, or from rest.
  void start(std::span<const Spatial> velocity, const LoopConstraints& loops);
  void start_from_rest(const LoopConstraints& loops);
  /// All changes since, added to y and to the loops' impulses.
  void finish(LoopConstraints& loops, std::span<NodeCoordinates> y);

  /// Speed of a row with the changes of impulse so far, and what an interval's row still misses.
  double present(std::size_t row) const {
    const Response& response = responses_[row];
    return response.speed + rows_.space().dot(row, change_) + loops_part(response);
  }
  double missing(std::size_t row) const {
    return responses_[row].target - present(row) - responses_[row].softness * rows_.row(row).impulse;
  }
  void apply(std::size_t row, double impulse) {
    rows_.space().apply(row, impulse, change_);
    apply_to_loops(responses_[row], impulse);
  }
  /// The same of the two rows of a disc.
  std::array<double, 2> present_pair(std::size_t row) const {
    const std::array<double, 2> dots = rows_.space().dot_pair(row, change_);
    return {responses_[row].speed + dots[0] + loops_part(responses_[row]),
            responses_[row + 1].speed + dots[1] + loops_part(responses_[row + 1])};
  }
  void apply_pair(std::size_t row, const std::array<double, 2>& impulses) {
    rows_.space().apply_pair(row, impulses, change_);
    apply_to_loops(responses_[row], impulses[0]);
    apply_to_loops(responses_[row + 1], impulses[1]);
  }
  void set_impulse(std::size_t row, double impulse) {
    apply(row, impulse - rows_.row(row).impulse);
    rows_.row(row).impulse = impulse;
  }
  void set_impulses(std::size_t row, const std::array<double, 2>& impulses) {
    apply_pair(row, {impulses[0] - rows_.row(row).impulse, impulses[1] - rows_.row(row + 1).impulse});
    rows_.row(row).impulse = impulses[0];
    rows_.row(row + 1).impulse = impulses[1];
  }

 private:
  double steady_mobility(std::size_t row, double free) const;
  void project_on_loops(std::size_t row, const LoopConstraints& loops);
  double couple(std::size_t row) const;
  void begin_changes(const LoopConstraints& loops);
  double loops_part(const Response& of) const {
    double speed = 0;
    for (std::size_t k = 0; k < 2 && of.block[k] != kNone; ++k) {
      const double* g = projection(of, k);
      const std::vector<double>& sum = sums_[of.block[k]];
      for (std::size_t i = 0; i < block_sizes_[of.block[k]]; ++i) speed -= g[i] * sum[i];
    }
    return speed;
  }
  void apply_to_loops(const Response& of, double impulse) {
    for (std::size_t k = 0; k < 2 && of.block[k] != kNone; ++k) {
      const double* g = projection(of, k);
      std::vector<double>& sum = sums_[of.block[k]];
      for (std::size_t i = 0; i < block_sizes_[of.block[k]]; ++i) sum[i] += g[i] * impulse;
    }
  }

  RowSet& rows_;
  const Topology& topology_;
  std::vector<Response> responses_;        // [row]
  std::vector<double> couplings_;          // [bound]
  std::vector<double> projections_;        // g of every row, one after the other
  std::vector<std::vector<double>> sums_;  // [block] of g times impulse changes
  std::vector<std::size_t> block_sizes_;
  std::vector<NodeCoordinates> change_;  // [node] of y
  std::vector<NodeCoordinates> scratch_;
};

}  // namespace drawbar::physics
