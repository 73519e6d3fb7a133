// The chain as our own world.
#pragma once

#include "tests/bench/engine.h"
#include "tests/support/world_builder.h"

namespace drawbar::bench {

physics::WorldConfig chain_world(const Chain& chain, physics::Formulation formulation);
/// One more chain, `y` (m) beside the first.
void append_chain(test::WorldBuilder& builder, const Chain& chain, double y);

}  // namespace drawbar::bench
