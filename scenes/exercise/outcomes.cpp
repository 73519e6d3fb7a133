#include "scenes/exercise/outcomes.h"

namespace drawbar::scenes {

using exercise::Outcome;

OutcomeWords words_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::running:
      return {"running", "идёт"};
    case Outcome::completed:
      return {"completed", "выполнено"};
    case Outcome::failed:
      return {"failed", "не выполнено"};
    case Outcome::aborted:
      return {"aborted", "прервано"};
    case Outcome::out_of_time:
      return {"out of time", "время вышло"};
    case Outcome::stopped:
      return {"ended by the instructor", "остановлено инструктором"};
    case Outcome::broken_off:
      return {"broken off", "не закончено"};
  }
  return {};
}

std::string_view words_of_outcome(std::string_view name) {
  for (const Outcome outcome : exercise::EnumValuesOutcome()) {
    if (name == exercise::EnumNameOutcome(outcome)) return words_of(outcome).en;
  }
  return name;
}

Outcome when_over(Outcome outcome) {
  return outcome == Outcome::running ? Outcome::broken_off : outcome;
}

}  // namespace drawbar::scenes
