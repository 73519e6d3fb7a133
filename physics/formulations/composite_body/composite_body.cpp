#include "physics/formulations/composite_body/composite_body.h"

#include <cassert>

namespace drawbar::physics {

void CompositeBody::prepare(const TreeKinematics& kinematics) {
  space_.assemble(kinematics);
  [[maybe_unused]] const bool definite = factor_from_leaves(space_);
  assert(definite);
}

void CompositeBody::solve(const TreeLoad& load, std::span<double> out) {
  space_.right_side(load, out);
  solve_from_leaves(space_, out);
}

}  // namespace drawbar::physics
