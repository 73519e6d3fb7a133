// A scene file's text with other numbers in it: the one place that knows how a study's values get into its
// scene.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "protocol/result.h"
#include "scenes/loader/loader.h"
#include "scenes/loader/text/json.h"
#include "study/study_generated.h"

namespace drawbar::tools {

class SceneValues {
 public:
  /// Reads the scene file. Errors as of scenes::load_file(); those of the scene's content come with its
  /// variants.
  static Result<SceneValues> read(const std::filesystem::path& file);

  /// Whether a value can be put at `path`, as of set_number().
  Result<void> check_path(std::string_view path) const;

  /// The scene where each of `parameters` has its value of `values`.
  Result<scenes::LoadedScene> scene_with(const std::vector<std::unique_ptr<study::ParameterT>>& parameters,
                                         std::span<const double> values) const;

 private:
  SceneValues(std::filesystem::path file, scenes::json::Node root)
      : file_(std::move(file)), root_(std::move(root)) {}

  std::filesystem::path file_;
  scenes::json::Node root_;
};

/// Puts `value` at `path` below `root`: members by name, elements by index or by their "name". The last
/// member may be absent, all before it must be there. An error, without the file's name, says which is not,
/// or that the place holds no number.
Result<void> set_number(scenes::json::Node& root, std::string_view path, double value);

}  // namespace drawbar::tools
