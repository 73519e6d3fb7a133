// What is only seen, as binary glTF beside the scene; written by tinygltf.
#pragma once

#include <filesystem>
#include <vector>

#include "protocol/result.h"
#include "tools/import/model.h"

namespace drawbar::import {

/// Whether this build writes such files.
bool writes_visuals();

/// Writes the meshes (in the axes of the file) with their colours; none gives a file in which nothing is
/// seen.
Result<void> write_visual(const std::filesystem::path& file, const std::vector<ColoredMesh>& meshes);

/// The shape as triangles in its own axes, round ones of `segments` sides; a plane or a grid gives none.
std::vector<ColoredMesh> triangles_of(const Shape& shape, int segments = 24);

/// An ellipsoid with these half axes (m).
Geometry ellipsoid(const Vec3& half_axes);
/// A cone about z, centred half way, its tip above (m).
Geometry cone(double radius, double length);

}  // namespace drawbar::import
