// A hall as people and programs read it.
#pragma once

#include <span>
#include <string>

#include "tools/hall/hall.h"
#include "tools/hall/hall_watch.h"

namespace drawbar::tools {

/// A line for each station: where it is, who is there, the exercise and its score, how its frames are kept.
std::string hall_text(const Hall& hall, std::span<const StationView> views);

/// {"hall", "stations": [{"name", "address", "page", "reached", ...}]} in one line.
std::string hall_json(const Hall& hall, std::span<const StationView> views);

}  // namespace drawbar::tools
