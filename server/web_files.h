// What the web port reads from the disk for who asks: course records, recordings, and what shows the scene.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "server/scene/served_scene.h"
#include "server/session/background.h"
#include "server/web/web_server.h"

namespace drawbar::server {

/// All read on `background`, which outlives them, and answer on the network thread.

/// Attempts of a file of course records.
ReadRecords records_of(std::string file, Background& background);
/// The first recording of a name in these folders.
ReadRecording recordings_in(std::vector<std::filesystem::path> folders, Background& background);
/// What the shapes' visuals of the present scene name, and nothing else.
ReadVisual visuals_of(std::function<const ServedScene&()> scene, Background& background);

}  // namespace drawbar::server
