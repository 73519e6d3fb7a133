#include "tools/command/attempts_table.h"

#include <fmt/core.h>

#include "scenes/exercise/outcomes.h"
#include "tools/text/cells.h"

namespace drawbar::tools {

void print_attempts(std::span<const scenes::AttemptRow> rows) {
  fmt::print("{:<6} {:<25} {:<12} {:<16} {:<24} {:<10} {:>7} {:<24} {:>9} {:>7}\n", "id", "ended (UTC)",
             "station", "trainee", "exercise", "variant", "attempt", "outcome", "time (s)", "score");
  for (const scenes::AttemptRow& row : rows) {
    fmt::print("{:<6} {:<25} {:<12} {:<16} {:<24} {:<10} {:>7} {:<24} {:>9.2f} {:>7.2f}{}\n", row.id,
               row.ended, clean(row.station), clean(row.trainee), clean(row.exercise), clean(row.variant),
               row.attempt, clean(scenes::words_of_outcome(row.outcome)), row.time, row.score,
               row.passed ? "  passed" : "");
  }
}

}  // namespace drawbar::tools
