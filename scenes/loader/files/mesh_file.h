// Mesh files: Wavefront OBJ, and binary glTF (glb_file.h).
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "protocol/result.h"
#include "protocol/scene_generated.h"

namespace drawbar::scenes {

/// Vertices and triangles that still travel in one message (protocol: 16 MiB).
inline constexpr std::size_t kMostMeshElements = 300'000;

struct MeshFile {
  std::vector<scene::Vec3> vertices;  ///< m
  std::vector<scene::Triangle> triangles;
};

/// Reads vertices and faces; an OBJ's polygons become fans of triangles. `name` tells the kind by its ending;
/// `scale` multiplies coordinates. The error's text does not name the file.
Result<MeshFile> read_mesh(std::string_view name, std::span<const std::byte> bytes, double scale);

}  // namespace drawbar::scenes
