// What an exercise says while it runs, in the words that clients are told and recordings hold.
#pragma once

#include <span>
#include <vector>

#include "protocol/record_generated.h"
#include "scenes/exercise/exercise_loader.h"
#include "scenes/record/recorded_input.h"
#include "scenes/record/world_events.h"

namespace drawbar::scenes {

/// Of the inputs of one frame, after which the exercise remembers `memory`: texts of the triggers that fired,
/// and the exercise's end.
std::vector<WorldEvent> exercise_events(const Exercise& exercise, std::span<const WorldInput> inputs,
                                        std::span<const double> memory);

/// The exercise as a recording holds it.
record::ExerciseRecordT exercise_record(const Exercise& exercise, std::string path, std::uint32_t branch);

}  // namespace drawbar::scenes
