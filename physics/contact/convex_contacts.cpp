#include "physics/contact/convex_contacts.h"

namespace drawbar::physics {

void find_convex_contacts(const PlacedShape& a, const PlacedShape& b, double margin, Candidates& out) {
  const ShapeKind ka = a.shape->kind;
  const ShapeKind kb = b.shape->kind;
  const auto is_round = [](ShapeKind k) { return k == ShapeKind::sphere || k == ShapeKind::capsule; };
  const auto meets_ball_directly = [](ShapeKind k) {
    return k == ShapeKind::box || k == ShapeKind::cylinder;
  };
  if (is_round(ka) && is_round(kb)) {
    find_round_contacts(a, b, margin, out);
  } else if (ka == ShapeKind::box && kb == ShapeKind::box) {
    find_box_contacts(a, b, margin, out);
  } else if (meets_ball_directly(ka) && kb == ShapeKind::sphere) {
    find_ball_contact(a, b, margin, out);
  } else if (ka == ShapeKind::sphere && meets_ball_directly(kb)) {
    find_ball_contact(b, a, margin, out);
    out.flip();
  } else {
    find_general_contacts(a, b, margin, out);
  }
}

}  // namespace drawbar::physics
