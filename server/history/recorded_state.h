// A moment of a recording as a state to go on from.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "protocol/result.h"
#include "protocol/session_record.h"
#include "scenes/exercise/simulation.h"

namespace drawbar::server {

struct RecordedState {
  std::uint64_t frame = 0;       ///< on the branch that was asked for
  std::uint64_t hash = 0;        ///< as it was recorded
  std::vector<std::byte> state;  ///< after that frame
  std::string inexact;  ///< empty: the moment that was asked for, bit for bit. Else why it is another
};

/// The state after the frame `wanted` of the recording `path`, in which `simulation` ran. Computed from the
/// last recorded state before it and checked against the hash that the frame had. Where this program computes
/// other bits, or a part of the file in between is damaged, it is the nearest recorded state. Refused where
/// the recording's states are laid out otherwise: the error names the build that is needed. Takes as long as
/// the frames between two recorded states. Gives up once `ending`.
Result<RecordedState> recorded_state(const std::string& path, scenes::Simulation simulation,
                                     const protocol::SessionRecord::FrameEntry& wanted,
                                     const std::atomic<bool>& ending);

}  // namespace drawbar::server
