// A hall's stations as units of systemd: one service each, and a target that starts them all.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "protocol/result.h"
#include "tools/hall/hall.h"

namespace drawbar::tools {

/// File name and text of every unit, the target's last. What all daemons have in common (hardening, watchdog,
/// restart) is that of server/drawbard.service; a station's service has its own command, core, folder and
/// user.
std::vector<std::pair<std::string, std::string>> hall_units(const Hall& hall);

/// Writes them into `folder`, made where it is not there; what has changed is replaced. Their paths.
Result<std::vector<std::filesystem::path>> write_units(const Hall& hall, const std::filesystem::path& folder);

/// Why stations cannot start on this machine, a line each; nothing where no reason is known: cores that it
/// has not, and what the stations' own program says of their options, tokens and files (`drawbard --check`).
/// An error where the program is not here. What the stations' user may read is not known before they run.
Result<std::string> check_stations(const Hall& hall);

/// What `systemd-analyze verify` says of them; nothing where it is content. An error where it is not
/// installed.
Result<std::string> verify_units(const std::vector<std::filesystem::path>& units);

}  // namespace drawbar::tools
