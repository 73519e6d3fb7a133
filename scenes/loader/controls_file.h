// A controls file: what an operator did, as rows of time, control and value.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "physics/model/world_config.h"
#include "protocol/result.h"

namespace drawbar::scenes {

/// One row: from the frame that starts at or after its time, the control has this value.
struct ControlRow {
  std::uint64_t frame = 0;  ///< frame 0 starts at time 0, frame k at k x period
  physics::ControlId control{0};
  double value = 0;
};

/// What a file of controls holds.
struct ControlsFile {
  /// In order of frame; within a frame as in the file, so that the last one wins.
  std::vector<ControlRow> rows;
  /// One for each control that is somewhere given a value outside its range: it is clamped when it acts.
  std::vector<std::string> warnings;

  /// The rows that act when `frame` is about to start and not before.
  std::span<const ControlRow> at(std::uint64_t frame) const;
};

/// The first frame that starts at or after `time` (s).
std::uint64_t frame_at_or_after(double time, double period_ms);

/// Reads `time,name,value` rows (s, name of a control, its unit). Blank lines, lines that start with # and
/// one header line `time,name,value` are passed over. The error names the first bad line: an unknown name, a
/// value or time that is not a finite number, a negative time, a time before the line above. `name` starts
/// its message.
Result<ControlsFile> parse_controls(std::string_view text, const std::string& name, double period_ms,
                                    std::span<const physics::ControlConfig> controls);

/// The same from a file of at most 64 MiB.
Result<ControlsFile> load_controls(const std::filesystem::path& file, double period_ms,
                                   std::span<const physics::ControlConfig> controls);

}  // namespace drawbar::scenes
