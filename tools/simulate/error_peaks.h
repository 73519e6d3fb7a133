// The largest violation of each joint over several readings.
#pragma once

#include <algorithm>
#include <vector>

#include "physics/model/frame_state.h"

namespace drawbar::tools {

/// A reading's errors are the largest since the reading before it. Who wants them over a longer time, such as
/// between two rows of a table, takes every reading and shows the largest of them.
class ErrorPeaks {
 public:
  explicit ErrorPeaks(std::size_t joints) : peaks_(joints) {}

  void take(const physics::FrameState& state) {
    for (std::size_t i = 0; i < peaks_.size(); ++i) {
      peaks_[i].error = std::max(peaks_[i].error, state.joints[i].error);
      peaks_[i].angle_error = std::max(peaks_[i].angle_error, state.joints[i].angle_error);
    }
  }

  /// Writes the largest of the readings taken into `state`, and begins anew.
  void show(physics::FrameState& state) {
    for (std::size_t i = 0; i < peaks_.size(); ++i) {
      state.joints[i].error = peaks_[i].error;
      state.joints[i].angle_error = peaks_[i].angle_error;
    }
    std::fill(peaks_.begin(), peaks_.end(), Peak{});
  }

 private:
  struct Peak {
    double error = 0;        // m
    double angle_error = 0;  // rad
  };
  std::vector<Peak> peaks_;
};

}  // namespace drawbar::tools
