// From a scene file to what the server serves.
#pragma once

#include <string>

#include "protocol/result.h"
#include "server/scene/served_scene.h"

namespace drawbar::server {

/// Reads and checks a scene file.
Result<ServedScene> read_scene(const std::string& path);

/// From the normalised buffer of a recording; `name` starts its errors.
Result<ServedScene> read_recorded_scene(protocol::BytesView buffer, const std::string& name);

}  // namespace drawbar::server
