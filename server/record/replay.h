// A recording opened for replay: its scene, its frames, and each frame as it was.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "protocol/result.h"
#include "protocol/session_record.h"
#include "server/history/replay_index.h"
#include "server/loop/frame_slot.h"
#include "server/scene/served_scene.h"

namespace drawbar::server {

class Replay {
 public:
  /// Reads the first scene and the index. The file may have been cut off by a kill.
  static Result<Replay> open(const std::string& path);

  const ServedScene& scene() const { return scene_; }
  const ReplayIndex& index() const { return index_; }

  /// Fills `slot` with the frame at `position` as it was recorded. Fast when positions ascend.
  Result<void> read(std::size_t position, FrameSlot& slot);

 private:
  Replay(protocol::SessionRecord record, ServedScene scene, ReplayIndex index);
  void fill(const stream::FrameT& frame, FrameSlot& slot) const;
  void fill(const stream::TelemetryT& telemetry, FrameSlot& slot) const;

  protocol::SessionRecord record_;
  ServedScene scene_;
  ReplayIndex index_;
  std::optional<protocol::SessionRecord::Cursor> cursor_;
  std::size_t next_position_ = 0;  ///< where the cursor is
};

}  // namespace drawbar::server
