// Mesh files: binary glTF 2.0.
#pragma once

#include <cstddef>
#include <span>

#include "scenes/loader/files/mesh_file.h"

namespace drawbar::scenes {

/// All triangles of the file's scene, placed by its nodes, in the file's own axes. What only looks
/// (materials, animations, skins) is passed over. The error's text does not name the file.
Result<MeshFile> read_glb(std::span<const std::byte> bytes, double scale);

}  // namespace drawbar::scenes
