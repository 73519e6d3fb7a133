// The hall as a page: one small server, which shows and changes nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "protocol/result.h"
#include "tools/client/endpoint.h"
#include "tools/hall/hall.h"
#include "tools/hall/hall_watch.h"

namespace drawbar::tools {

/// Serves `/`, the page, and `/hall.json`, what it shows, until SIGINT or SIGTERM; `ready` is called
/// once it listens. Whoever asks from elsewhere needs `token`, as `?token=` or
/// `Authorization: Bearer`; on loopback nobody does. A Host that is a name other than localhost is refused:
/// pages of others must not read it through a name of theirs.
Result<void> serve_hall(const Hall& hall, const HallWatch& watch, const Endpoint& where,
                        const std::string& token, const std::function<void()>& ready);

}  // namespace drawbar::tools
