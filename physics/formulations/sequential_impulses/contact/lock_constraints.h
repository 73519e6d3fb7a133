// The clutches of differentials: dry friction between the two outputs.
#pragma once

#include <span>
#include <vector>

#include "physics/formulations/sequential_impulses/contact/row_set.h"

namespace drawbar::physics {

class LockConstraints {
 public:
  explicit LockConstraints(const StepView& view);

  /// Rows that all locks may need at the most.
  static std::size_t most_rows(const WorldConfig& config);

  /// One row for each clutch that is engaged: equal rates, as far as its torque goes.
  void prepare(const Island& island, std::span<const BodyFrame> frames, const KickTimes& times,
               const Topology& topology, RowSet& rows);
  /// The same rows for a closing kick.
  void prepare_closing(const KickTimes& times, RowSet& rows) const;

 private:
  struct Clutch {
    std::size_t row = 0;
    std::size_t bound = 0;
    double torque = 0;  // N m, the largest it carries now
  };
  void limit(const Clutch& clutch, const KickTimes& times, RowSet& rows) const;

  StepView view_;
  std::vector<Clutch> clutches_;
};

}  // namespace drawbar::physics
