// Into how many pieces a substep is cut, so that nothing turns far in one of them.
#pragma once

#include <algorithm>

namespace drawbar::physics {

/// The leapfrog freezes joint directions over a drift of length h and errs by the order of (rate h)^2, where
/// `rate` is how fast directions turn (rad/s) or begin to: |w| or the square root of the angular
/// acceleration. Pieces are 2^depth, from the rate alone and not from h, so that the error of fast motion,
/// too, falls with the square of the substep. Depth never falls within a frame: pieces that followed an
/// oscillation's phase would pump energy into it. The rate of one frame is remembered for the next. One of
/// these for each group; an island is cut as finely as the finest of its groups.
class Refinement {
 public:
  static constexpr int kDeepest = 6;
  /// Slower motion is not cut: 1/16 rad in a substep of 5 ms.
  static constexpr double kSlowRate = 12.5;  // rad/s

  /// `rate` (rad/s) of the last frame.
  void begin_frame(double rate) {
    rate_ = 0;
    depth_ = depth_of(rate);
  }
  void note(double rate) {
    rate_ = std::max(rate_, rate);
    depth_ = std::max(depth_, depth_of(rate));
  }
  /// A piece of this depth came to nothing.
  void refine_beyond(int depth) { depth_ = std::max(depth_, depth + 1); }

  int depth() const { return depth_; }
  double rate() const { return rate_; }

 private:
  static int depth_of(double rate) {
    int depth = 0;
    for (double whole = kSlowRate; depth < kDeepest && rate > whole; whole *= 2) ++depth;
    return depth;
  }

  double rate_ = 0;
  int depth_ = 0;
};

}  // namespace drawbar::physics
