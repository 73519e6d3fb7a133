// What runs now.
#pragma once

#include "protocol/stream_generated.h"
#include "server/history/replay_index.h"
#include "server/loop/frame_slot.h"
#include "server/scene/served_scene.h"

namespace drawbar::server {

/// The hub writes it, when a frame or a scene comes; every room reads it.
struct Present {
  ServedScene scene;
  const ReplayIndex* replay = nullptr;  ///< of the recording that is served; null: a live scene
  const FrameSlot* newest = nullptr;    ///< stays valid until the next frame is taken
  stream::FrameStamp stamp;             ///< of the newest frame
};

}  // namespace drawbar::server
