// Contacts between two convex shapes.
#pragma once

#include "physics/contact/candidates.h"
#include "physics/contact/collision_shape.h"

namespace drawbar::physics {

/// Any two convex shapes: picks the routine. Normals from a to b.
void find_convex_contacts(const PlacedShape& a, const PlacedShape& b, double margin, Candidates& out);

/// `a` is a sphere or capsule, `b` too.
void find_round_contacts(const PlacedShape& a, const PlacedShape& b, double margin, Candidates& out);

/// `a` is a box or cylinder, `ball` a sphere.
void find_ball_contact(const PlacedShape& a, const PlacedShape& ball, double margin, Candidates& out);

/// Separating axes and clipping.
void find_box_contacts(const PlacedShape& a, const PlacedShape& b, double margin, Candidates& out);

/// Support functions (GJK, EPA) and clipping of the touching features; for any pair of which at least one has
/// a volume without its rounding.
void find_general_contacts(const PlacedShape& a, const PlacedShape& b, double margin, Candidates& out);

}  // namespace drawbar::physics
