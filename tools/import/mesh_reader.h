// Mesh files (STL, COLLADA, OBJ and the like) as triangles with colours; read by assimp.
#pragma once

#include <filesystem>
#include <vector>

#include "protocol/result.h"
#include "tools/import/files_beside.h"
#include "tools/import/model.h"
#include "tools/import/warnings.h"

namespace drawbar::import {

/// Bounds of one mesh file: bytes and triangles.
inline constexpr std::size_t kMostMeshBytes = 64u << 20;
inline constexpr std::size_t kMostMeshTriangles = 2'000'000;

/// Whether this build reads mesh files.
bool reads_meshes();

/// The file's meshes in its own axes, each coordinate times `scale`; lines, points and what is no triangle
/// are left out. COLLADA keeps its axes, whatever its up_axis, as robot descriptions mean it. The error's
/// text does not name the file.
Result<std::vector<ColoredMesh>> read_mesh(const std::filesystem::path& file, const Vec3& scale);

/// The meshes that a model names at `place`; nothing, and a warning, where the file is not there or is no
/// mesh.
std::optional<std::vector<ColoredMesh>> read_named_mesh(FilesBeside& files, const std::string& uri,
                                                        const Vec3& scale, const Place& place,
                                                        Warnings& warnings);

}  // namespace drawbar::import
