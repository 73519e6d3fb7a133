// Which files show a scene: what its shapes' visuals name, and what these name in turn.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/scene_generated.h"

namespace drawbar::scenes {

/// The media type of a file that may show something, by its ending (glTF, its buffers, pictures); empty: none
/// of these.
std::string_view visual_type(std::string_view file);

/// The buffers and pictures that a .gltf names, as paths from its own folder; none where it cannot be read.
std::vector<std::string> files_of_gltf(std::span<const std::byte> bytes);

/// Paths from `folder`, where the scene lies, in order and each once: visuals, and what those that are .gltf
/// name. That they are there and lie inside the folder is for path_inside() to say, when one is read.
std::vector<std::string> visual_files(const scene::SceneT& scene, const std::filesystem::path& folder);

}  // namespace drawbar::scenes
