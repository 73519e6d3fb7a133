// When to show what: the server's time as seen from here, behind it by just what the network's jitter needs.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "protocol/stream_generated.h"

namespace drawbar::protocol {

/// Shown time is local time minus a lag; the server's clock need not be known. A frame is valid at the END of
/// its slot and leaves as soon as it is computed, so on a quiet network it comes most of a period before its
/// stamp, and motion towards it can begin almost at once: the lag is the largest of
///   arrival - stamp + segment + kMargin
/// over the frames of the last kMemory, where the segment is how long before its stamp motion towards a frame
/// begins. It follows that figure slowly, so that no eye sees it. All times in nanoseconds.
class PlayoutClock {
 public:
  static constexpr std::int64_t kMemory = 3'000'000'000;  ///< how long a late arrival is remembered
  static constexpr double kMargin = 3e6;                  ///< in hand beyond the latest arrival remembered
  static constexpr double kJump = 400e6;  ///< beyond this the clocks have nothing in common: no slewing
  static constexpr double kSlewSlower =
      0.25;  ///< of time, at most, that shown time loses while the lag grows
  static constexpr double kSlewFaster = 0.02;  ///< and gains while it shrinks
  static constexpr int kLongestSegment = 5;    ///< periods; a longer gap is a pause, not slow motion

  /// A frame arrived, the newest so far. `period_ns`: of the scene.
  void arrived(const stream::FrameStamp& stamp, std::uint64_t period_ns, std::uint64_t now_ns);
  /// The server's time to show now, for PoseHistory::at(). It never runs backwards but where it jumps.
  /// Nothing before the first frame.
  std::optional<std::uint64_t> shown(std::uint64_t now_ns);

 private:
  struct Need {
    std::uint64_t at_ns = 0;
    double lag_ns = 0;
  };

  /// How long before this stamp motion towards it begins; it is the last one then.
  double segment(const stream::FrameStamp& stamp, std::uint64_t period_ns);

  std::optional<stream::FrameStamp> last_;
  double late_ = 0;                  ///< ns from the last stamp to its arrival
  std::uint64_t held_until_ns_ = 0;  ///< server's time up to which the last frame's poses stand
  std::deque<Need> needs_;           ///< of the last kMemory, descending: only the largest ever matters
  std::optional<double> lag_ns_;
  std::uint64_t last_now_ns_ = 0;
};

}  // namespace drawbar::protocol
