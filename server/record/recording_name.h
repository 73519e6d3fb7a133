// The file that a session is recorded to.
#pragma once

#include <chrono>
#include <string>

namespace drawbar::server {

/// Whether recordings get names of their own there: `path` is a folder.
bool is_recording_folder(const std::string& path);

/// `path` itself; in a folder that is there a new name: STATION-YYYYMMDDTHHMMSSZ.mcap, without a station
/// session-..., with -2, -3, ... behind the time where that is taken.
std::string recording_name(const std::string& path, const std::string& station,
                           std::chrono::system_clock::time_point now);

}  // namespace drawbar::server
