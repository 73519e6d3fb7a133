// Puts the parts of frames together, plain or compact, in whatever order they arrive or are lost.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "protocol/result.h"
#include "protocol/stream_generated.h"

namespace drawbar::protocol {

/// Poses of one frame, ascending ids.
struct Poses {
  stream::FrameStamp stamp;
  std::vector<stream::BodyState> bodies;
};

/// A frame is given out when its last part arrives; or, incomplete, when a part of a later frame arrives
/// first: bodies of lost parts then keep the poses they had. Parts of older frames are ignored: latest tick
/// wins.
class PoseAssembler {
 public:
  struct Statistics {
    std::uint64_t complete = 0;    ///< frames given out whole
    std::uint64_t incomplete = 0;  ///< frames given out with a part lost
    std::uint64_t stale = 0;       ///< messages of frames older than the newest
  };

  /// The frame that this message completed, or the earlier one that it shows to be incomplete, if any.
  Result<std::optional<Poses>> take(const stream::Frame& frame);
  Result<std::optional<Poses>> take(const stream::CompactFrame& frame);

  const Statistics& statistics() const { return statistics_; }

 private:
  struct Part {
    stream::FrameStamp stamp;
    std::uint64_t key_tick = 0;  ///< = stamp.tick: holds all bodies
    std::uint32_t index = 0;
    std::uint32_t count = 1;
    std::vector<stream::BodyState> bodies;
  };
  /// Of one tick.
  struct Pending {
    stream::FrameStamp stamp;
    std::uint64_t key_tick = 0;
    std::vector<bool> arrived;
    std::size_t missing = 0;
    std::map<std::uint32_t, stream::BodyState> bodies;
  };

  std::optional<Poses> take_part(Part part);
  Poses give(const Pending& pending);

  Statistics statistics_;
  std::optional<Pending> pending_;
  std::optional<std::uint64_t> newest_;                 ///< tick given out last
  std::map<std::uint32_t, stream::BodyState> current_;  ///< newest known pose of every body
  std::uint64_t key_tick_ = 0;
  std::map<std::uint32_t, stream::BodyState> key_;  ///< of the key frame `key_tick_`, when whole
};

}  // namespace drawbar::protocol
