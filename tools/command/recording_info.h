// What a recording holds, for `drawbar info`.
#pragma once

#include <string>

#include "protocol/result.h"

namespace drawbar::tools {

/// Whether the file begins as recordings do.
bool looks_like_recording(const std::string& path);

/// Prints build, scene, branches, inputs, events and channels.
Result<void> print_recording(const std::string& path);

/// Writes the state hash of every frame of a branch as `simulate --hashes` does.
Result<void> write_recorded_hashes(const std::string& path, std::uint32_t branch, const std::string& output);

}  // namespace drawbar::tools
