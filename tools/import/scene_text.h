// A Model as the text of a scene file, and the files that go beside it.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "tools/import/model.h"
#include "tools/import/motors.h"
#include "tools/import/warnings.h"

namespace drawbar::import {

struct SceneText {
  std::string text;
  /// Files of what is only seen, by their path from the scene's folder.
  std::map<std::string, std::vector<ColoredMesh>> visuals;
};

struct SceneOptions {
  /// Folder of the visuals, from the scene's folder.
  std::string folder;
  /// Comment at the top, one line.
  std::string origin;
  /// A plane at this height (m).
  std::optional<double> ground;
};

/// Names that a scene cannot have, or has twice, are changed with a warning.
SceneText scene_text(const Model& model, const std::vector<Motor>& motors, const SceneOptions& options,
                     Warnings& warnings);

}  // namespace drawbar::import
