// What frames show of their World for the first time, in the words that clients are told and recordings hold.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "physics/model/frame_state.h"
#include "physics/model/world_config.h"
#include "protocol/frame_generated.h"

namespace drawbar::scenes {

/// Something that happened in a frame, to tell people.
struct WorldEvent {
  stream::EventKind kind = stream::EventKind::Unknown;
  std::string text;
  std::vector<std::uint32_t> ids;
  double value = 0;
  std::string text_ru = {};  ///< the same in Russian; empty: there is none
};

/// Joints that break; motion that diverges; machines that sensors begin or cease to see.
class WorldEvents {
 public:
  explicit WorldEvents(const physics::WorldConfig& config);  ///< Keeps the names that texts need.

  /// Of every frame, in order; one may be shown again.
  std::vector<WorldEvent> take(const physics::FrameState& state);

 private:
  void take_divergence(const physics::FrameState& state, std::vector<WorldEvent>& events);
  void take_overlaps(std::vector<physics::OverlapReading> overlaps, std::vector<WorldEvent>& events);

  std::vector<std::string> joint_names_;
  std::vector<std::string> body_names_;
  std::vector<bool> broken_told_;                       ///< by joint
  std::uint64_t frame_ = 0;                             ///< the one before
  std::uint64_t recoveries_ = 0;                        ///< until then
  bool diverges_ = false;                               ///< it did
  std::vector<std::uint32_t> machines_;                 ///< by body: the first body of its machine
  std::vector<physics::OverlapReading> overlaps_told_;  ///< of machines, by their first body; in order
};

}  // namespace drawbar::scenes
