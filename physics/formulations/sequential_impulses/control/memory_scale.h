// Remembered impulses for substeps of another length.
#pragma once

#include "physics/model/state.h"

namespace drawbar::physics {

/// Multiplies what State remembers of a substep, impulses and biases, by the ratio of the new substep's
/// length to the old one's.
void scale_memory(double ratio, State& state);

}  // namespace drawbar::physics
