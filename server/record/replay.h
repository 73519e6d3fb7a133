// A recording opened for replay: its scene, its frames, and each frame as it was.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "protocol/result.h"
#include "protocol/session_record.h"
#include "server/history/replay_index.h"
#include "server/loop/frame_slot.h"
#include "server/scene/served_scene.h"

namespace drawbar::server {

class Replay {
 public:
  /// Reads scenes and index. The file may have been cut off by a kill, or be damaged in places: what is
  /// missing goes to the log.
  static Result<Replay> open(const std::string& path);

  const ReplayIndex& index() const { return index_; }
  /// That runs in the frame at `position`.
  const ServedScene& scene(std::size_t position) const {
    return index_.scenes()[index_.scene_of(index_.at(position).branch)];
  }

  /// Fills `slot` with the frame at `position` as it was recorded, and gives it the size of its scene. Its
  /// events are those since the position that was read before, or of this frame alone after a jump. Fast when
  /// positions ascend.
  Result<void> read(std::size_t position, FrameSlot& slot);

 private:
  Replay(protocol::SessionRecord record, ReplayIndex index);
  void fit(FrameSlot& slot, std::size_t scene);
  void fill(const stream::FrameT& frame, FrameSlot& slot) const;
  void fill(const stream::TelemetryT& telemetry, FrameSlot& slot) const;

  protocol::SessionRecord record_;
  ReplayIndex index_;
  std::vector<std::optional<FrameSlot>> sizes_;  ///< by scene, once it was shown: a slot of its size
  std::optional<protocol::SessionRecord::Cursor> cursor_;
  std::size_t next_position_ = 0;  ///< where the cursor is
};

}  // namespace drawbar::server
