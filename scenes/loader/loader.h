// A scene from its file or from its normalised buffer, checked whole, ready to become a World.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "physics/model/world_config.h"
#include "protocol/result.h"
#include "protocol/scene_generated.h"
#include "scenes/loader/expand/explanation.h"
#include "scenes/loader/expand/scene_files.h"

namespace drawbar::scenes {

/// Largest scene file; larger terrains go into files of their own. Checked before reading.
inline constexpr std::size_t kMostSceneFileBytes = 4u << 20;
/// Largest normalised buffer: it must fit into one message.
inline constexpr std::size_t kMostSceneBufferBytes = 16u << 20;

/// A scene that was read and checked.
struct LoadedScene {
  /// The normalised scene: scene.fbs in binary, files inline, defaults filled in. Goes into recordings and,
  /// without what it hides from trainees, to clients; load_buffer() of it gives the same WorldConfig to the
  /// last bit.
  std::vector<std::byte> buffer;
  /// The same, unpacked: for what only display and server need (colours, silence of controls, min_substeps).
  scene::SceneT scene;
  physics::WorldConfig world;
  /// What is allowed but surely not meant, one line each; from a file or text only.
  std::vector<std::string> warnings;
  /// Files that it names, its own among them: included scenes, terrain, meshes, tyres, pictures. From a file
  /// or text only; of an exercise its recordings and states, too.
  std::vector<std::filesystem::path> files;
  /// Its parameters and expressions, if LoadOptions asks for them.
  std::vector<Explained> explained;
};

/// Values for a scene's parameters, in place of its own.
using ParameterValues = std::map<std::string, double, std::less<>>;

/// What load functions can be told besides the text.
struct LoadOptions {
  ParameterValues parameters = {};
  bool explain = false;
  /// Of the files that the scene includes; those of its folder unless given.
  ReadSceneFile read = {};
};

/// Every error that was found, one per line, each with file, line or path, what is wrong and what is allowed.
Result<LoadedScene> load_file(const std::filesystem::path& file, const LoadOptions& options = {});

/// The same for a text in memory; `name` starts its messages, files are looked for in `folder`. A study gives
/// its parameters by `options`: load_file("car.json", {.parameters = {{"track", 1.8}}}).
Result<LoadedScene> load_text(std::string_view text, const std::string& name,
                              const std::filesystem::path& folder, const LoadOptions& options = {});

/// From a normalised buffer; it need not be aligned nor trusted. `name` starts its messages.
Result<LoadedScene> load_buffer(std::span<const std::byte> buffer, const std::string& name);

/// A scene that one of these gave and that was changed since, checked anew. `name` starts its messages.
Result<LoadedScene> load_scene(const scene::SceneT& scene, const std::string& name);

/// The buffer of a scene that one of these gave, as it is or with things taken out.
std::vector<std::byte> packed_scene(const scene::SceneT& scene);

}  // namespace drawbar::scenes
