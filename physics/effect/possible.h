// Which effects a world can have.
#pragma once

#include "physics/model/effect.h"
#include "physics/model/world_config.h"

namespace drawbar::physics {

/// Whether an effect of the type means something on such a target.
bool acts_on(EffectType type, TargetKind kind);

/// How many targets of a kind there are.
std::size_t target_count(TargetKind kind, const WorldConfig& config);

/// And how many readings one of them has; 1 of what is no reading.
std::size_t part_count(const EffectTarget& target, const WorldConfig& config);

/// Whether its target exists, its type acts on that, and all its numbers are finite and, but for the
/// parameters, in range. What this lets through harms nothing; the parameters' ranges are the scenes' affair.
bool is_possible(const Effect& effect, const WorldConfig& config);

}  // namespace drawbar::physics
