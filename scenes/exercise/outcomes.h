// How an attempt stands or ended, in words: the one list that tables, reports and halls have.
#pragma once

#include <string_view>

#include "protocol/exercise_generated.h"

namespace drawbar::scenes {

/// For people, in two languages. Programs have exercise::EnumNameOutcome().
struct OutcomeWords {
  std::string_view en;
  std::string_view ru;
};

/// What the outcome is called.
OutcomeWords words_of(exercise::Outcome outcome);

/// The English words of an outcome that a record names as programs do; the name itself where it is none.
std::string_view words_of_outcome(std::string_view name);

/// Of an attempt that is over and stood at `outcome` then: who still ran has broken off.
exercise::Outcome when_over(exercise::Outcome outcome);

}  // namespace drawbar::scenes
