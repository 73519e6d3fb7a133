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
  /// Every body is where it was at this tick. False where a part was lost, or the compact key that the frame
  /// differs from has not arrived: bodies that no part lists then keep the poses they had.
  bool complete = true;
};

/// A frame is given out when its last part arrives; or, incomplete, when a part of a later frame arrives
/// first. Parts of older frames are ignored, but for those of compact keys: latest tick wins.
class PoseAssembler {
 public:
  /// Counts since the beginning.
  struct Statistics {
    std::uint64_t complete = 0;    ///< frames given out complete
    std::uint64_t incomplete = 0;  ///< frames given out with a part or their key lost
    std::uint64_t stale = 0;       ///< messages of frames older than the newest
  };

  /// The frame that this message completed, or the earlier one that it shows to be incomplete, if any.
  Result<std::optional<Poses>> take(const stream::Frame& frame);
  Result<std::optional<Poses>> take(const stream::CompactFrame& frame);

  const Statistics& statistics() const { return statistics_; }  ///< Counts since the beginning.

 private:
  struct Part {
    stream::FrameStamp stamp;
    std::optional<std::uint64_t> key_tick;  ///< of a compact frame; = stamp.tick: holds all bodies
    std::uint32_t index = 0;
    std::uint32_t count = 1;
    std::vector<stream::BodyState> bodies;
  };
  /// Of one tick.
  struct Pending {
    stream::FrameStamp stamp;
    std::optional<std::uint64_t> key_tick;
    std::vector<bool> arrived;
    std::size_t missing = 0;
    std::map<std::uint32_t, stream::BodyState> bodies;

    explicit Pending(const Part& part);
    /// Ignores a part that it has, and parts of the same frame cut in another number of parts.
    void take(const Part& part);
  };

  void take_key_part(const Part& part);
  std::optional<Poses> take_part(const Part& part);
  Poses give(const Pending& pending);

  Statistics statistics_;
  std::optional<Pending> pending_;
  std::optional<Pending> pending_key_;   ///< of the newest compact key, while parts of it are missing
  std::optional<std::uint64_t> newest_;  ///< tick given out last
  std::map<std::uint32_t, stream::BodyState> current_;  ///< newest known pose of every body
  std::optional<std::uint64_t> key_tick_;
  std::map<std::uint32_t, stream::BodyState> key_;  ///< of the key frame `key_tick_`
};

}  // namespace drawbar::protocol
