#include "scenes/exercise/exercise_loader.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "protocol/exercise_bfbs_generated.h"
#include "scenes/exercise/changes.h"
#include "scenes/exercise/exercise_compiler.h"
#include "scenes/exercise/exercise_files.h"
#include "scenes/loader/files/folder.h"
#include "scenes/loader/schema/buffer_tree.h"
#include "scenes/loader/schema/schema.h"
#include "scenes/loader/schema/schema_check.h"
#include "scenes/loader/schema/tree_buffer.h"
#include "scenes/loader/text/json.h"

namespace drawbar::scenes {
namespace {

/// The tree of a text that has no error of the schema.
std::optional<std::vector<std::byte>> checked_buffer(json::Node& root, Diagnostics& errors) {
  std::erase_if(root.children, [](const json::Node& child) {
    return child.name == "$schema" && child.kind == json::Kind::string;
  });
  check_against_schema(root, exercise_schema(), errors);
  if (errors.full()) return std::nullopt;
  return buffer_of(root, {exercise::ExerciseBinarySchema::data(), exercise::ExerciseBinarySchema::size()},
                   errors);
}

/// The exercise's scene with its changes; nothing where there are errors.
std::optional<LoadedScene> changed_scene(const exercise::ExerciseT& exercise, const SceneSource& scenes,
                                         Diagnostics& errors) {
  auto loaded = scenes(exercise.scene);
  if (!loaded) {
    errors.add("scene", loaded.error().text);
    return std::nullopt;
  }
  if (exercise.changes) apply_changes(*exercise.changes, "changes", loaded->scene, errors);
  if (!exercise.variant.empty()) {
    const auto chosen =
        std::ranges::find_if(exercise.variants, [&](const auto& v) { return v->name == exercise.variant; });
    if (chosen == exercise.variants.end()) {
      std::string allowed;
      for (const auto& variant : exercise.variants) allowed += (allowed.empty() ? "" : ", ") + variant->name;
      errors.add("variant", "no variant is called " + json::in_quotes(exercise.variant) +
                                "; allowed: " + (allowed.empty() ? "none, there are no variants" : allowed));
    } else {
      const auto index = static_cast<std::size_t>(chosen - exercise.variants.begin());
      apply_changes(*(*chosen)->changes, member(element("variants", index), "changes"), loaded->scene,
                    errors);
    }
  }
  if (!errors.empty()) return std::nullopt;
  const std::string place = "the scene with the exercise's changes";
  auto changed = load_scene(loaded->scene, place);
  // Once more, so that the buffer has the defaults of what was added.
  if (changed) changed = load_scene(changed->scene, place);
  if (!changed) {
    errors.add("changes", changed.error().text);
    return std::nullopt;
  }
  changed->warnings = std::move(loaded->warnings);
  changed->files = std::move(loaded->files);
  return std::move(*changed);
}

/// With what was read into it.
std::vector<std::byte> packed(const exercise::ExerciseT& exercise) {
  flatbuffers::FlatBufferBuilder builder;
  exercise::FinishExerciseBuffer(builder, exercise::Exercise::Pack(builder, &exercise));
  const auto* begin = reinterpret_cast<const std::byte*>(builder.GetBufferPointer());
  return {begin, begin + builder.GetSize()};
}

/// An exercise with the state that it begins with.
constexpr std::size_t kMostExerciseBufferBytes = kMostExerciseFileBytes + kMostStateFileBytes;

/// What a file becomes is what a recording's buffer may be.
Result<void> check_size(std::span<const std::byte> buffer, const std::string& name) {
  if (buffer.size() <= kMostExerciseBufferBytes) return {};
  return fail(ErrorKind::wrong, name + ": an exercise of " + std::to_string(buffer.size()) +
                                    " bytes with what it names; allowed: at most " +
                                    std::to_string(kMostExerciseBufferBytes));
}

}  // namespace

bool is_exercise(std::string_view text) {
  Diagnostics errors("");
  const json::Node root = json::parse(text, errors);
  return errors.empty() && root.kind == json::Kind::object && root.find("scene") != nullptr &&
         root.find("bodies") == nullptr;
}

bool is_exercise_file(const std::filesystem::path& file) {
  const auto bytes = read_file(file, kMostExerciseFileBytes);
  return bytes && is_exercise({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
}

Result<LoadedExercise> load_exercise_file(const std::filesystem::path& file, const ChosenVariant& variant) {
  const auto bytes = read_file(file, kMostExerciseFileBytes);
  if (!bytes) return fail(bytes.error().kind, file.string() + ": " + bytes.error().text);
  const std::filesystem::path folder =
      file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
  return load_exercise_text({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, file.string(),
                            folder, variant);
}

Result<LoadedExercise> load_exercise_text(std::string_view text, const std::string& name,
                                          const std::filesystem::path& folder, const ChosenVariant& variant) {
  const SceneSource scenes = [&folder](const std::string& path) { return load_file(folder / path); };
  return load_exercise_text(text, name, scenes, folder, variant);
}

Result<LoadedExercise> load_exercise_text(std::string_view text, const std::string& name,
                                          const SceneSource& scenes, const std::filesystem::path& folder,
                                          const ChosenVariant& variant) {
  Diagnostics errors(name);
  json::Node root = json::parse(text, errors);
  if (!errors.empty()) return tl::unexpected(errors.error());
  return load_exercise_tree(std::move(root), name, scenes, folder, variant);
}

Result<LoadedExercise> load_exercise_tree(json::Node root, const std::string& name, const SceneSource& scenes,
                                          const std::filesystem::path& folder, const ChosenVariant& variant) {
  Diagnostics errors(name);
  errors.set_tree(&root);
  auto buffer = checked_buffer(root, errors);
  if (!errors.empty() || !buffer) return tl::unexpected(errors.error());
  LoadedExercise loaded;
  loaded.exercise.buffer = std::move(*buffer);
  exercise::ExerciseT& exercise = loaded.exercise.text;
  exercise::GetExercise(loaded.exercise.buffer.data())->UnPackTo(&exercise);
  if (!exercise.initial.empty()) errors.add("initial", "is the loader's; allowed: the field \"state\"");
  bool changed = variant.has_value();
  if (variant) exercise.variant = *variant;
  SceneFolder own{folder};
  changed = read_recordings(own, exercise, errors) || changed;
  auto scene = changed_scene(exercise, scenes, errors);
  if (!scene) return tl::unexpected(errors.error());
  loaded.scene = std::move(*scene);
  changed = read_state(own, loaded.scene, exercise, errors) || changed;
  if (!errors.empty()) return tl::unexpected(errors.error());
  if (changed) loaded.exercise.buffer = packed(exercise);
  if (const auto size = check_size(loaded.exercise.buffer, name); !size) return tl::unexpected(size.error());
  compile(loaded.scene.world, loaded.exercise, errors);
  if (!errors.empty()) return tl::unexpected(errors.error());
  loaded.scene.files.insert(loaded.scene.files.end(), own.read.begin(), own.read.end());
  return loaded;
}

Result<Exercise> load_exercise_buffer(std::span<const std::byte> buffer, const std::string& name,
                                      const physics::WorldConfig& scene) {
  constexpr flatbuffers::uoffset_t kMostDepth = 2 * json::kMaxDepth;
  constexpr flatbuffers::uoffset_t kMostTables = 500'000;
  if (const auto size = check_size(buffer, name); !size) return tl::unexpected(size.error());
  Exercise result;
  // The copy is aligned, which the verifier and every reader of doubles rely on.
  result.buffer.assign(buffer.begin(), buffer.end());
  flatbuffers::Verifier verifier(reinterpret_cast<const std::uint8_t*>(result.buffer.data()),
                                 result.buffer.size(), kMostDepth, kMostTables);
  if (!exercise::VerifyExerciseBuffer(verifier))
    return fail(ErrorKind::wrong, name + ": is not an exercise buffer (protocol/exercise.fbs)");
  const auto& root = *flatbuffers::GetRoot<flatbuffers::Table>(result.buffer.data());
  Diagnostics errors(name);
  std::optional<json::Node> tree = tree_of(root, exercise_schema());
  if (!tree) return fail(ErrorKind::wrong, name + ": elements of a list are not aligned to their size");
  check_against_schema(*tree, exercise_schema(), errors);
  if (!errors.empty()) return tl::unexpected(errors.error());
  exercise::GetExercise(result.buffer.data())->UnPackTo(&result.text);
  compile(scene, result, errors);
  if (!errors.empty()) return tl::unexpected(errors.error());
  return result;
}

}  // namespace drawbar::scenes
