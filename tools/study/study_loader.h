// A study from its file, checked whole: what is wrong in every variant is said before the first is computed.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/result.h"
#include "scenes/loader/schema/schema.h"
#include "scenes/loader/text/json.h"
#include "study/study_generated.h"
#include "tools/study/scene_values.h"

namespace drawbar::tools {

/// Largest study file.
inline constexpr std::size_t kMostStudyFileBytes = 4u << 20;

struct StudyText {
  study::StudyT study;
  scenes::json::Node tree;      ///< the whole, for the lines of errors
  scenes::json::Node exercise;  ///< its quantities and criteria as an exercise, with their lines
};

struct LoadedStudy {
  study::StudyT text;
  SceneValues scene;
  std::vector<std::vector<double>> variants;
  std::vector<std::byte> exercise;  ///< its criteria as an exercise's buffer
  std::filesystem::path controls;   ///< empty: none
  std::vector<std::string> warnings;
};

/// The rules of study files.
const scenes::Schema& study_schema();

/// Whether a file is a study's rather than a scene's or an exercise's: its members tell. False where it
/// cannot be read.
bool is_study_file(const std::filesystem::path& file);

/// A text by itself, its scene unseen. Every error that was found, one per line, each with `name`, line or
/// path, what is wrong and what is allowed.
Result<StudyText> parse_study(std::string_view text, const std::string& name);

/// With its scene and controls, held against the first variant.
Result<LoadedStudy> load_study_file(const std::filesystem::path& file);

}  // namespace drawbar::tools
