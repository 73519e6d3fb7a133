// What the network thread asks of the loop.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "physics/world/world.h"
#include "protocol/record_generated.h"
#include "scenes/record/recorded_input.h"
#include "server/loop/clock.h"
#include "server/loop/slot_ring.h"

namespace drawbar::server {

/// Frames per slot at most: the fastest that simulation time can run.
inline constexpr int kMostFramesPerSlot = 4;
/// A replay shows the last of them only.
inline constexpr int kMostReplayFramesPerSlot = 100;

struct Stage;

/// A state to take over from, on a new branch. Made and freed by the network thread.
struct RestorePoint {
  record::BranchCause cause = record::BranchCause::Restore;
  std::uint32_t parent_branch = 0;
  std::uint64_t parent_frame = 0;
  std::string name;                         ///< of the saved state, for the record
  std::unique_ptr<record::OriginT> origin;  ///< of another recording's state
  std::vector<std::byte> state;
  bool freeze = false;  ///< time stands still from there
  bool accepted =
      true;  ///< the loop's answer: false, and nothing changed, if the state does not fit the world
};

/// One request. Plain data, so that the ring copies it.
struct LoopInput {
  enum class Kind : std::uint8_t {
    world,             ///< `input` acts in the next frame, or in frame `frame` of the present branch if not 0
    cancel_scheduled,  ///< forget what would still act on control `input.index`
    freeze,
    run,
    step,     ///< compute `frame` frames, then freeze; `fast`: without waiting for slots
    speed,    ///< `value` simulation seconds per wall second
    restore,  ///< take over from `restore`
    reload,   ///< go on with `stage`, on a branch after `branch`; `restore`: whose state its world has;
              ///< `freeze`: standing still
    seek,     ///< of a replay: to the position `frame` of its index
    repeat,   ///< of a replay: the positions `frame` to `until` of its index again and again; equal: no more
  };
  Kind kind = Kind::world;
  scenes::WorldInput input;
  std::uint64_t frame = 0;
  std::uint64_t until = 0;
  std::uint32_t branch = 0;
  double value = 0;
  bool fast = false;
  bool freeze = false;
  RestorePoint* restore = nullptr;
  Stage* stage = nullptr;
  Nanoseconds heard = 0;    ///< of a console's control: when it came; 0: not from a console
  std::uint32_t scene = 0;  ///< scenes that the sender has seen before: ids of another scene must not act
};

using Inbox = SlotRing<LoopInput>;

/// Requests that the loop can be behind with.
inline constexpr std::size_t kInboxCapacity = 8'192;
/// Inputs that wait for a frame of their own.
inline constexpr std::size_t kScheduledCapacity = 65'536;

}  // namespace drawbar::server
