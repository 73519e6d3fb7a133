#include "scenes/exercise/exercise_files.h"

#include <algorithm>
#include <string>
#include <utility>

#include "scenes/loader/files/folder.h"
#include "scenes/loader/text/json.h"
#include "scenes/record/reference_run.h"
#include "scenes/record/state_file.h"

namespace drawbar::scenes {
namespace {

/// Points of a way that is followed: they are gone through in every frame.
constexpr std::size_t kMostWaypoints = 500;

void read_line(SceneFolder& folder, const std::string& path, exercise::DerivedT& derived,
               Diagnostics& errors) {
  const std::string at = member(path, "recording");
  if (!derived.line.empty()) return errors.add(path, "recording given beside line; allowed: one of the two");
  const auto file = path_inside(folder.path, derived.recording);
  if (!file) return errors.add(at, file.error().text);
  folder.read.push_back(*file);
  const auto run = read_reference(file->string());
  if (!run) return errors.add(at, run.error().text);
  const auto way = run->way_of(derived.body, kMostWaypoints);
  if (way.size() < 2) {
    return errors.add(at, derived.recording + ": in this recording " + json::in_quotes(derived.body) +
                              (way.empty() ? " does not exist" : " does not move") +
                              "; allowed: a recording in which it goes the way");
  }
  for (const control::Point& point : way) derived.line.emplace_back(point.x(), point.y());
  derived.recording.clear();
}

}  // namespace

bool read_recordings(SceneFolder& folder, exercise::ExerciseT& exercise, Diagnostics& errors) {
  bool any = false;
  for (std::size_t i = 0; i < exercise.quantities.size(); ++i) {
    if (exercise.quantities[i]->recording.empty()) continue;
    read_line(folder, element("quantities", i), *exercise.quantities[i], errors);
    any = true;
  }
  return any;
}

bool read_state(SceneFolder& folder, const LoadedScene& scene, exercise::ExerciseT& exercise,
                Diagnostics& errors) {
  std::string path = "state";
  std::string file = exercise.state;
  for (std::size_t v = 0; v < exercise.variants.size(); ++v) {
    const exercise::VariantT& variant = *exercise.variants[v];
    if (variant.name != exercise.variant || variant.state.empty()) continue;
    path = member(element("variants", v), "state");
    file = variant.state;
  }
  if (file.empty()) return false;
  const auto whole = path_inside(folder.path, file);
  if (!whole) {
    errors.add(path, whole.error().text);
    return true;
  }
  folder.read.push_back(*whole);
  const auto bytes = read_file(*whole, kMostStateFileBytes);
  if (!bytes) {
    errors.add(path, file + ": " + bytes.error().text);
    return true;
  }
  auto saved = decode_state(*bytes, file);
  if (saved) {
    const auto fits = check_state(*saved, scene.scene.name, scene.world, file);
    if (!fits) saved = tl::unexpected(fits.error());
  }
  if (!saved) {
    errors.add(path, saved.error().text);
    return true;
  }
  saved->state.resize(saved->state.size() -
                      std::min<std::size_t>(saved->exercise_bytes, saved->state.size()));
  exercise.initial = std::move(saved->state);
  return true;
}

}  // namespace drawbar::scenes
