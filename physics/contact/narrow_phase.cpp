#include "physics/contact/narrow_phase.h"

#include "physics/contact/convex_contacts.h"

namespace drawbar::physics {

void find_contacts(const PlacedShape& a, const PlacedShape& b, double margin, NarrowPhaseScratch& scratch,
                   Candidates& out) {
  switch (a.shape->kind) {
    case ShapeKind::plane:
      find_plane_contacts(a, b, margin, out);
      break;
    case ShapeKind::heightfield:
    case ShapeKind::mesh:
      find_surface_contacts(a, b, margin, scratch.surface, out);
      break;
    default:
      find_convex_contacts(a, b, margin, out);
      break;
  }
}

}  // namespace drawbar::physics
