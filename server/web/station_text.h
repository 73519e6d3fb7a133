// What /station says: who is in, what runs, how it stands. JSON.
#pragma once

#include <string>

#include "server/hub/hub.h"

namespace drawbar::server {

/// `{"station", "scene", "exercise", "trainee", "attempt", "outcome", "time", "score", "passed", "sessions":
/// [{"session", "name", "role", "away", "holds": [CHANNEL...]}]}`, without the line's end. Without an
/// exercise there is nothing from "exercise" to "passed".
std::string station_json(const Hub& hub, const std::string& station);

}  // namespace drawbar::server
