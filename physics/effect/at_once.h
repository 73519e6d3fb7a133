// Effects that act once and are over.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "physics/model/step_context.h"

namespace drawbar::physics {

/// By body: the first of those that joints, springs and couplings hold together, itself included; what does
/// not move holds nothing together.
std::vector<std::uint32_t> bodies_held_together(const WorldConfig& config);

/// Between frames. Of `place`: as put_to_rest, and the place is the named body's; all others that are held to
/// it at the moment keep theirs against it, and what hangs on a broken joint or an open hitch stays behind.
/// `held`: room for a number of each body.
void act_at_once(const Effect& effect, std::span<std::uint32_t> held, const StepContext& context);

/// Where it is, the body and all that is held to it; what an impulse was remembered for is forgotten.
void put_to_rest(BodyIndex body, std::span<const std::uint32_t> held, const StepContext& context);

}  // namespace drawbar::physics
