// What an input of a recording says: exactly one thing.
#pragma once

#include "protocol/record_generated.h"

namespace drawbar::protocol {

/// How many of the tables from `control` on are there; 1 in a valid input.
inline int bodies_of(const record::InputT& input) {
  return (input.control ? 1 : 0) + (input.drive_fault ? 1 : 0) + (input.substeps ? 1 : 0) +
         (input.effect ? 1 : 0) + (input.clear_effect ? 1 : 0) + (input.trigger ? 1 : 0) +
         (input.exercise_end ? 1 : 0);
}

}  // namespace drawbar::protocol
