// From a scene file to what the server serves.
#include "server/scene/scene_source.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <span>
#include <utility>

#include "scenes/exercise/exercise_loader.h"
#include "scenes/loader/files/visual_files.h"
#include "scenes/loader/loader.h"

namespace drawbar::server {

namespace {

/// What will go wrong is not for trainees, and no client needs it: instructors are told of every effect that
/// begins. Empty: the scene has nothing of the kind.
protocol::Bytes without_malfunctions(scene::SceneT& scene) {
  std::size_t hidden = scene.effects.size();
  scene.effects.clear();
  if (scene.cigi) {
    hidden += std::erase_if(scene.cigi->components,
                            [](const auto& component) { return !component->malfunction.empty(); });
  }
  return hidden == 0 ? protocol::Bytes() : scenes::packed_scene(scene);
}

/// `beside`: the file in whose folder it lies.
ServedScene served(scenes::LoadedScene loaded, const std::string& path, const std::filesystem::path& beside) {
  ServedScene result;
  result.name = loaded.scene.name;
  result.path = path;
  result.folder = beside.has_parent_path() ? beside.parent_path() : std::filesystem::path(".");
  result.visual_files = scenes::visual_files(loaded.scene, result.folder);
  result.normalised = std::move(loaded.buffer);
  result.minimum_substeps = loaded.world.substeps;
  if (loaded.scene.frame && loaded.scene.frame->min_substeps) {
    result.minimum_substeps = static_cast<int>(*loaded.scene.frame->min_substeps);
  }
  for (const auto& control : loaded.scene.controls) {
    result.silences.push_back({.timeout = static_cast<Nanoseconds>(
                                   std::llround(control->timeout_ms * static_cast<double>(kMillisecond))),
                               .to_neutral = control->on_silence == scene::OnSilence::neutral});
  }
  result.told = without_malfunctions(loaded.scene);
  result.world = std::move(loaded.world);
  return result;
}

}  // namespace

Result<ServedScene> read_scene(const std::string& path, const scenes::ChosenVariant& variant) {
  if (scenes::is_exercise_file(path)) {
    auto loaded = scenes::load_exercise_file(path, variant);
    if (!loaded) return tl::unexpected(loaded.error());
    for (const std::string& warning : loaded->scene.warnings) spdlog::warn("{}", warning);
    const auto scene_file = std::filesystem::path(path).parent_path() / loaded->exercise.text.scene;
    ServedScene result = served(std::move(loaded->scene), path, scene_file);
    result.exercise = std::make_shared<const scenes::Exercise>(std::move(loaded->exercise));
    result.variant = variant;
    return result;
  }
  if (variant && !variant->empty()) {
    return fail(ErrorKind::wrong, path + ": is a scene, and has no variants; allowed: with an exercise");
  }
  auto loaded = scenes::load_file(path);
  if (!loaded) return tl::unexpected(loaded.error());
  for (const std::string& warning : loaded->warnings) spdlog::warn("{}", warning);
  return served(std::move(*loaded), path, path);
}

Result<ServedScene> read_recorded_scene(protocol::BytesView buffer, const std::string& name) {
  auto loaded = scenes::load_buffer(buffer, name);
  if (!loaded) return tl::unexpected(loaded.error());
  return served(std::move(*loaded), name, name);
}

Result<void> read_recorded_exercise(const record::ExerciseRecordT& recorded, const std::string& name,
                                    ServedScene& scene) {
  auto exercise =
      scenes::load_exercise_buffer(std::as_bytes(std::span(recorded.exercise)), name, scene.world);
  if (!exercise) return tl::unexpected(exercise.error());
  scene.exercise = std::make_shared<const scenes::Exercise>(std::move(*exercise));
  scene.trainee = recorded.trainee;
  scene.first_attempt = recorded.first_attempt;
  return {};
}

}  // namespace drawbar::server
