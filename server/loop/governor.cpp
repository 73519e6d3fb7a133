// Chooses the number of substeps under overload, so that one slow stretch does not become a spiral.
#include "server/loop/governor.h"

#include <algorithm>

namespace drawbar::server {

namespace {

constexpr int kFramesToReduce = 5;     ///< consecutive frames over the high mark, 0.2 s
constexpr int kFramesToRestore = 50;   ///< consecutive frames that would stay under the low mark, 2 s
constexpr Nanoseconds kHighMark = 75;  ///< per cent of the period
constexpr Nanoseconds kLowMark = 60;   ///< per cent of the period; the gap keeps it from swinging

}  // namespace

void Governor::observe(Nanoseconds compute, Nanoseconds period) {
  const Nanoseconds per_substep = compute / substeps_;
  frames_over_ = compute * 100 > period * kHighMark ? frames_over_ + 1 : 0;
  const bool room_for_more =
      substeps_ < limits_.nominal && per_substep * (substeps_ + 1) * 100 < period * kLowMark;
  frames_under_ = room_for_more ? frames_under_ + 1 : 0;
  if (frames_over_ >= kFramesToReduce) {
    const Nanoseconds affordable = period * kHighMark / 100 / std::max<Nanoseconds>(per_substep, 1);
    substeps_ = std::clamp(static_cast<int>(std::min<Nanoseconds>(affordable, substeps_ - 1)),
                           limits_.minimum, limits_.nominal);
    frames_over_ = 0;
  } else if (frames_under_ >= kFramesToRestore) {
    ++substeps_;
    frames_under_ = 0;
  }
}

}  // namespace drawbar::server
