// An exercise from its file or from a recording, checked whole, ready to run beside a World.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/exercise_generated.h"
#include "protocol/result.h"
#include "scenes/exercise/exercise_observer.h"
#include "scenes/exercise/score.h"
#include "scenes/loader/loader.h"
#include "scenes/loader/text/json.h"

namespace drawbar::scenes {

/// Largest exercise file.
inline constexpr std::size_t kMostExerciseFileBytes = 4u << 20;

/// An exercise as it is judged: what goes into recordings, and what it means for one scene.
struct Exercise {
  std::vector<std::byte> buffer;  ///< exercise.fbs in binary
  exercise::ExerciseT text;       ///< the same, unpacked
  std::shared_ptr<const ExerciseObserver> observer;
  PassRule pass;
};

/// An exercise that was read and checked, with its scene.
struct LoadedExercise {
  Exercise exercise;
  /// With the exercise's changes.
  LoadedScene scene;
};

/// Whether a text is an exercise's rather than a scene's: its members tell.
bool is_exercise(std::string_view text);
/// The same of a file; false where it cannot be read.
bool is_exercise_file(const std::filesystem::path& file);

/// A variant's name that takes the place of the file's own; empty: the scene without any; nothing: as the
/// file says.
using ChosenVariant = std::optional<std::string>;

/// Every error that was found, one per line, each with file, line or path, what is wrong and what is allowed.
Result<LoadedExercise> load_exercise_file(const std::filesystem::path& file,
                                          const ChosenVariant& variant = {});

/// Gives the scene that an exercise names.
using SceneSource = std::function<Result<LoadedScene>(const std::string& path)>;

/// The same for a text in memory; `name` starts its messages. Other files than the scene count from `folder`.
Result<LoadedExercise> load_exercise_text(std::string_view text, const std::string& name,
                                          const SceneSource& scenes, const std::filesystem::path& folder = {},
                                          const ChosenVariant& variant = {});
/// The scene's path counts from `folder`.
Result<LoadedExercise> load_exercise_text(std::string_view text, const std::string& name,
                                          const std::filesystem::path& folder,
                                          const ChosenVariant& variant = {});

/// The same for a tree that was read already, or made of one: errors stand at its nodes' lines.
Result<LoadedExercise> load_exercise_tree(json::Node root, const std::string& name, const SceneSource& scenes,
                                          const std::filesystem::path& folder = {},
                                          const ChosenVariant& variant = {});

/// Of a recording: `buffer`, which need not be aligned nor trusted, judged in a scene that has the exercise's
/// changes.
Result<Exercise> load_exercise_buffer(std::span<const std::byte> buffer, const std::string& name,
                                      const physics::WorldConfig& scene);

}  // namespace drawbar::scenes
