// Server messages as lines for people and as JSON lines for programs: what `drawbar watch` prints.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "protocol/result.h"
#include "protocol/stream_generated.h"

namespace drawbar::tools {

/// The names that the numbers in messages stand for.
struct SceneNames {
  struct Joint {
    std::string name;
    std::size_t axes = 0;
  };
  std::string scene;
  std::vector<std::string> bodies;
  std::vector<Joint> joints;
  std::vector<std::string> drives;
  std::vector<std::string> channels;
};
SceneNames scene_names(const stream::Scene& scene);

/// Ids of the bodies with these names; an error names the one that the scene lacks.
Result<std::vector<std::uint32_t>> body_ids(const SceneNames& names, const std::vector<std::string>& wanted);

/// One JSON object per message, without the line's end; empty for messages that watch does not print.
std::string json_line(const stream::ServerMessage& message, const SceneNames& names);

/// The same for people, with line ends.
std::string text_lines(const stream::ServerMessage& message, const SceneNames& names);

}  // namespace drawbar::tools
