// Convex shapes on triangulated ground, without bumps on inner edges: a triangle's edge or corner counts only
// where no neighbour is nearer, and then with the direction that turns from one neighbour's normal to the
// other's.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "physics/contact/candidates.h"
#include "physics/contact/surface_triangles.h"

namespace drawbar::physics {

/// Corners and face planes of a box or hull, in the surface's axes.
struct Polytope {
  std::vector<Vec3> vertices;
  std::vector<Vec3> normals;
  std::vector<double> offsets;
};

/// Memory that the routines need, allocated once.
struct SurfaceScratch {
  SurfaceScratch();

  TriangleList triangles;
  std::vector<std::uint8_t> regions;  ///< by triangle: which feature is nearest
  Polytope polytope;
};

/// `surface` is a heightfield or mesh, `convex` any convex shape; normals from the surface to the shape.
void find_surface_contacts(const PlacedShape& surface, const PlacedShape& convex, double margin,
                           SurfaceScratch& scratch, Candidates& out);

}  // namespace drawbar::physics
