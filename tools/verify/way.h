// Every frame of one way through a recording's branches, from frame 0 of its scene on.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "physics/model/frame_state.h"
#include "protocol/branch_tree.h"
#include "protocol/session_record.h"
#include "scenes/loader/loader.h"
#include "tools/command/division.h"

namespace drawbar::tools {

/// The way, and the scene that it runs in.
struct Way {
  std::vector<protocol::BranchSpan> spans;
  scenes::LoadedScene scene;
  Division division;

  bool holds(std::uint32_t branch, std::uint64_t frame) const;
  /// As `simulate` has it.
  double time(std::uint64_t frame) const {
    return division.time(frame * static_cast<std::uint64_t>(division.substeps), scene.scene.frame->period_ms);
  }
};

/// To the last frame of `branch`; nothing: of the branch that began last.
Result<Way> find_way(const protocol::SessionRecord& record, std::optional<std::uint32_t> branch);

/// A frame and its time (s).
using TakeRow = std::function<void(const physics::FrameState&, double)>;
/// A line about what is missing.
using TakeNote = std::function<void(const std::string&)>;

/// What a re-simulation shows, as long as it has the recorded hashes; else an error.
Result<void> simulated_rows(const protocol::SessionRecord& record, const Way& way, const TakeRow& take_row,
                            const TakeNote& take_note);
/// What the file holds: poses, and the telemetry that follows them. Of a frame without the second, where the
/// file was cut off, there is no row.
Result<void> recorded_rows(const protocol::SessionRecord& record, const Way& way, const TakeRow& take_row,
                           const TakeNote& take_note);

}  // namespace drawbar::tools
