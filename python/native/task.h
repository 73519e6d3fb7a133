// What a World is made of: a checked scene, and the exercise where the file is one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "python/native/errors.h"
#include "scenes/effects/effect_catalogue.h"
#include "scenes/exercise/exercise_loader.h"
#include "scenes/exercise/simulation.h"

namespace drawbar::python {

/// Never changes, so that many worlds share one.
struct Task {
  scenes::LoadedScene scene;
  std::optional<scenes::Exercise> exercise;
  scenes::EffectCatalogue effects;

  Task(scenes::LoadedScene loaded, std::optional<scenes::Exercise> judged);

  const physics::WorldConfig& config() const { return scene.world; }
  scenes::Simulation make_simulation() const;
  /// Index of the control of this name; throws Failure where there is none.
  std::uint32_t control(const std::string& name) const;
  /// The state in the bytes of a state file; throws Failure where they are none, or one of another scene.
  std::vector<std::byte> state_in(std::span<const std::byte> file) const;
};

/// Why a state of a scene does not fit.
Failure of_another_exercise(const Task& task);

/// These throw Failure with the text that `drawbar check` prints.
std::shared_ptr<const Task> load_task(const std::filesystem::path& file);
std::shared_ptr<const Task> load_task_text(const std::string& text, const std::string& name,
                                           const std::filesystem::path& folder);
std::shared_ptr<const Task> load_task_buffer(std::span<const std::byte> buffer, const std::string& name);

}  // namespace drawbar::python
