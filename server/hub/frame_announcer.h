// What frames show for the first time is announced.
#pragma once

#include <cstdint>

#include "scenes/record/world_events.h"
#include "server/session/messenger.h"

namespace drawbar::server {

class FrameAnnouncer {
 public:
  FrameAnnouncer(const Present& present, Messenger& messenger);

  /// Every frame, in order.
  void take(const FrameSlot& slot);
  /// Another scene has begun.
  void begin_scene();

 private:
  /// What is said in a replay of what happened in the recording.
  void tell_again(const FrameSlot& slot);
  void tell(const scenes::WorldEvent& told);

  const Present& present_;
  Messenger& messenger_;
  std::uint64_t misses_told_ = 0;
  std::uint64_t slips_told_ = 0;
  int substeps_told_;
  scenes::WorldEvents world_events_;
};

}  // namespace drawbar::server
