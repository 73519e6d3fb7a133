// A scene from its file or from its normalised buffer, checked whole, ready to become a World.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "physics/model/world_config.h"
#include "protocol/result.h"
#include "protocol/scene_generated.h"

namespace drawbar::scenes {

/// Largest scene file; larger terrains go into files of their own. Checked before reading.
inline constexpr std::size_t kMostSceneFileBytes = 4u << 20;
/// Largest normalised buffer: it must fit into one message.
inline constexpr std::size_t kMostSceneBufferBytes = 16u << 20;

struct LoadedScene {
  /// The normalised scene: scene.fbs in binary, files inline, defaults filled in. Goes to clients and into
  /// recordings; load_buffer() of it gives the same WorldConfig to the last bit.
  std::vector<std::byte> buffer;
  /// The same, unpacked: for what only display and server need (colours, silence of controls, min_substeps).
  scene::SceneT scene;
  physics::WorldConfig world;
  /// What is allowed but surely not meant, one line each; from a file or text only.
  std::vector<std::string> warnings;
};

/// Every error that was found, one per line, each with file, line or path, what is wrong and what is allowed.
Result<LoadedScene> load_file(const std::filesystem::path& file);

/// The same for a text in memory; `name` starts its messages, files are looked for in `folder`.
Result<LoadedScene> load_text(std::string_view text, const std::string& name,
                              const std::filesystem::path& folder);

/// From a normalised buffer; it need not be aligned nor trusted. `name` starts its messages.
Result<LoadedScene> load_buffer(std::span<const std::byte> buffer, const std::string& name);

/// A scene that one of these gave and that was changed since, checked anew. `name` starts its messages.
Result<LoadedScene> load_scene(const scene::SceneT& scene, const std::string& name);

}  // namespace drawbar::scenes
