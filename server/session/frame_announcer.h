// What frames show for the first time is announced.
#pragma once

#include <cstdint>
#include <vector>

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
  /// Machines that sensors see now and did not see before, and the reverse.
  void announce_overlaps(std::vector<physics::OverlapReading> overlaps);

  const Present& present_;
  Messenger& messenger_;
  std::uint64_t misses_told_ = 0;
  std::uint64_t slips_told_ = 0;
  int substeps_told_ = 0;
  std::vector<bool> broken_told_;                       ///< by joint
  std::vector<std::uint32_t> machines_;                 ///< by body: the first body of its machine
  std::vector<physics::OverlapReading> overlaps_told_;  ///< of machines, by their first body; in order
};

}  // namespace drawbar::server
