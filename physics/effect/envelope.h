// How strong an effect is over a piece of time.
#pragma once

#include "physics/model/effect.h"

namespace drawbar::physics {

/// Mean of an effect's strength between the ages `from` and `to` (s since it began, from < to): exact, so
/// that the impulse of a force does not depend on how its time is cut.
double mean_strength(const Effect& effect, double from, double to);

/// Strength at this age (s).
double strength_at(const Effect& effect, double age);

/// Whether it has ended at this age (s).
bool has_ended(const Effect& effect, double age);

/// Whether its strength still changes, or ends, after this age.
bool still_changes(const Effect& effect, double age);

}  // namespace drawbar::physics
