// The clutches of differentials: dry friction between the two outputs. Not among the bounds of joints: a
// clutch is of a coupling, its row spans two joints, and no impulse of it is remembered.
#pragma once

#include <span>

#include "physics/formulations/sequential_impulses/contact/row_set.h"

namespace drawbar::physics {

class LockConstraints {
 public:
  explicit LockConstraints(const StepView& view) : view_(view) {}

  /// Rows that all locks may need at the most.
  static std::size_t most_rows(const WorldConfig& config);

  /// One row for each clutch that is engaged: equal rates, as far as its torque goes.
  void prepare(const Island& island, std::span<const BodyFrame> frames, const KickTimes& times,
               const Topology& topology, RowSet& rows) const;

 private:
  StepView view_;
};

}  // namespace drawbar::physics
