// The scene as clients are told of it.
#pragma once

#include "protocol/stream_generated.h"
#include "server/session/channels.h"

namespace drawbar::server {

/// For a Welcome, or for everybody after a reload. `channels` of that scene, with their holders.
stream::SceneT describe_scene(const ServedScene& scene, const Channels& channels);

}  // namespace drawbar::server
