// The chain as our own world.
#pragma once

#include "tests/bench/engine.h"
#include "tests/support/world_builder.h"

namespace drawbar::bench {

physics::WorldConfig chain_world(const Chain& chain, physics::Formulation formulation);

}  // namespace drawbar::bench
