// Meshes that must touch as convex pieces: one hull where the mesh is nearly convex, else a decomposition by
// HACD.
#pragma once

#include <vector>

#include "tools/import/model.h"

namespace drawbar::import {

/// Whether this build decomposes; without, every mesh becomes one hull.
bool decomposes_meshes();

/// Corners of each piece, in the mesh's axes, each a set that the scene's loader takes for a convex shape. A
/// flat mesh becomes a plate of a millimetre. The same mesh gives the same pieces.
std::vector<std::vector<Vec3>> convex_pieces(const std::vector<ColoredMesh>& meshes);

/// Corners of the hull of them all.
std::vector<Vec3> hull_corners(const std::vector<ColoredMesh>& meshes);

}  // namespace drawbar::import
