// Chooses the number of substeps under overload, so that one slow stretch does not become a spiral.
#pragma once

#include "server/loop/clock.h"

namespace drawbar::server {

struct GovernorLimits {
  int nominal = 8;  ///< the scene's substeps: what it returns to
  int minimum = 8;  ///< fewest the scene allows; equal to nominal: the governor has nothing to choose
};

/// Acts on a sustained load only: a single late frame is the machine's noise and must not change the motion.
/// Its choices are inputs of the simulation, recorded with the frame they act in.
class Governor {
 public:
  explicit Governor(GovernorLimits limits) : limits_(limits), substeps_(limits.nominal) {}

  int substeps() const { return substeps_; }

  /// Takes notice of a frame of `substeps()` that took `compute` of a period.
  void observe(Nanoseconds compute, Nanoseconds period);

  /// From a recorded state that was computed with other substeps: starts afresh.
  void reset() { *this = Governor(limits_); }

 private:
  GovernorLimits limits_;
  int substeps_;
  int frames_over_ = 0;
  int frames_under_ = 0;
};

}  // namespace drawbar::server
