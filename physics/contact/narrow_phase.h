// Contact points between two placed shapes: which routine finds them.
#pragma once

#include "physics/contact/candidates.h"
#include "physics/contact/collision_shape.h"
#include "physics/contact/surface_contacts.h"

namespace drawbar::physics {

/// Memory that the routines need, allocated once. Its content never outlives a call.
struct NarrowPhaseScratch {
  SurfaceScratch surface;
};

/// Adds the points of `a` and `b` that are at most `margin` (m) apart, normals from a to b. `b` is convex;
/// `a` may be of any kind. Apart from the scratch memory a pure function of its arguments.
void find_contacts(const PlacedShape& a, const PlacedShape& b, double margin, NarrowPhaseScratch& scratch,
                   Candidates& out);

/// Contacts of a plane (a) with a convex shape (b) whose gap is at most `margin` (m).
void find_plane_contacts(const PlacedShape& plane, const PlacedShape& convex, double margin, Candidates& out);

}  // namespace drawbar::physics
