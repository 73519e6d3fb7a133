#include "python/native/task.h"

#include <algorithm>
#include <utility>

#include "scenes/record/state_file.h"

namespace drawbar::python {

Task::Task(scenes::LoadedScene loaded, std::optional<scenes::Exercise> judged)
    : scene(std::move(loaded)), exercise(std::move(judged)), effects(scene.world) {}

scenes::Simulation Task::make_simulation() const {
  return scenes::Simulation(config(), exercise ? exercise->observer : nullptr);
}

std::uint32_t Task::control(const std::string& name) const {
  const auto& controls = config().controls;
  const auto found = std::ranges::find(controls, name, &physics::ControlConfig::name);
  if (found != controls.end()) return static_cast<std::uint32_t>(found - controls.begin());
  std::string allowed;
  for (const physics::ControlConfig& control : controls)
    allowed += (allowed.empty() ? "" : ", ") + control.name;
  throw Failure("control " + name +
                ": the scene has none of this name; allowed: " + (allowed.empty() ? "none" : allowed));
}

std::vector<std::byte> Task::state_in(std::span<const std::byte> file) const {
  const auto saved = value_of(scenes::decode_state(file, "restore"));
  value_of(scenes::check_state(saved, scene.scene.name, config(), "restore"));
  const auto state = std::as_bytes(std::span(saved.state));
  return {state.begin(), state.end()};
}

Failure of_another_exercise(const Task& task) {
  return Failure("restore: is a state of scene " + task.scene.scene.name +
                     " with another exercise, or with none; allowed: what save() of the same exercise gave",
                 ErrorKind::wrong);
}

namespace {

std::shared_ptr<const Task> of_exercise(scenes::LoadedExercise loaded) {
  return std::make_shared<const Task>(std::move(loaded.scene), std::move(loaded.exercise));
}

std::shared_ptr<const Task> of_scene(scenes::LoadedScene loaded) {
  return std::make_shared<const Task>(std::move(loaded), std::nullopt);
}

}  // namespace

std::shared_ptr<const Task> load_task(const std::filesystem::path& file) {
  if (scenes::is_exercise_file(file)) return of_exercise(value_of(scenes::load_exercise_file(file)));
  return of_scene(value_of(scenes::load_file(file)));
}

std::shared_ptr<const Task> load_task_text(const std::string& text, const std::string& name,
                                           const std::filesystem::path& folder) {
  if (scenes::is_exercise(text)) return of_exercise(value_of(scenes::load_exercise_text(text, name, folder)));
  return of_scene(value_of(scenes::load_text(text, name, folder)));
}

std::shared_ptr<const Task> load_task_buffer(std::span<const std::byte> buffer, const std::string& name) {
  return of_scene(value_of(scenes::load_buffer(buffer, name)));
}

}  // namespace drawbar::python
