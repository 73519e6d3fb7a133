#include "scenes/exercise/exercise_events.h"

#include <algorithm>
#include <string>
#include <utility>

namespace drawbar::scenes {
namespace {

using exercise::ActionType;
using exercise::Outcome;

const char* how_it_ended(Outcome outcome, bool russian) {
  switch (outcome) {
    case Outcome::running:
      return russian ? "упражнение идёт" : "the exercise runs";
    case Outcome::completed:
      return russian ? "упражнение выполнено" : "the exercise is completed";
    case Outcome::failed:
      return russian ? "упражнение не выполнено" : "the exercise is failed";
    case Outcome::aborted:
      return russian ? "упражнение прервано: предел превышен" : "the exercise is aborted: a limit was passed";
    case Outcome::out_of_time:
      return russian ? "время упражнения вышло" : "the exercise is out of time";
    case Outcome::stopped:
      return russian ? "упражнение остановлено инструктором" : "the instructor ended the exercise";
    case Outcome::broken_off:
      return russian ? "упражнение не закончено" : "the exercise is broken off";
  }
  return "";
}

/// What instructors are told of the malfunctions that a trigger begins and ends.
void add_effects(const exercise::TriggerT& trigger, const TriggerRule& rule,
                 std::vector<WorldEvent>& events) {
  const auto number = [](physics::EffectId id) { return static_cast<std::uint32_t>(id); };
  for (const physics::EffectId id : rule.cleared) {
    events.push_back(
        {stream::EventKind::EffectCleared, trigger.name + ": a malfunction ends", {number(id)}, 0, {}});
  }
  auto effect = rule.effects.begin();
  for (const auto& action : trigger.actions) {
    if (action->type != ActionType::malfunction) continue;
    events.push_back({stream::EventKind::EffectBegan,
                      trigger.name + ": " + action->effect,
                      {number(effect->id)},
                      effect->strength,
                      {}});
    ++effect;
  }
}

void add_texts(const exercise::TriggerT& trigger, std::uint32_t index, std::vector<WorldEvent>& events) {
  for (const auto& action : trigger.actions) {
    if (!action->text) continue;
    const bool is_message = action->type == ActionType::message;
    events.push_back({is_message ? stream::EventKind::ExerciseText : stream::EventKind::ExerciseMark,
                      action->text->en,
                      {index},
                      0,
                      action->text->ru});
  }
}

bool ends_exercise(const exercise::TriggerT& trigger) {
  return std::ranges::any_of(trigger.actions,
                             [](const auto& action) { return action->type == ActionType::end; });
}

}  // namespace

std::vector<WorldEvent> exercise_events(const Exercise& exercise, std::span<const WorldInput> inputs,
                                        std::span<const double> memory) {
  std::vector<WorldEvent> events;
  bool ends = false;
  for (const WorldInput& input : inputs) {
    if (input.kind == WorldInput::Kind::trigger) {
      const exercise::TriggerT& trigger = *exercise.text.triggers[input.index];
      add_effects(trigger, exercise.observer->triggers()[input.index], events);
      add_texts(trigger, input.index, events);
      ends = ends || ends_exercise(trigger);
    }
    ends = ends || input.kind == WorldInput::Kind::end_exercise;
  }
  if (!ends) return events;
  const Outcome outcome = exercise.observer->outcome(memory);
  events.push_back({stream::EventKind::ExerciseEnded,
                    how_it_ended(outcome, false),
                    {},
                    static_cast<double>(outcome),
                    how_it_ended(outcome, true)});
  return events;
}

record::ExerciseRecordT exercise_record(const Exercise& exercise, std::string path, std::uint32_t branch) {
  record::ExerciseRecordT result;
  result.branch = branch;
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(exercise.buffer.data());
  result.exercise.assign(bytes, bytes + exercise.buffer.size());
  result.path = std::move(path);
  result.variant = exercise.text.variant;
  return result;
}

}  // namespace drawbar::scenes
