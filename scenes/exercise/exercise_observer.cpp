#include "scenes/exercise/exercise_observer.h"

#include <algorithm>
#include <utility>

namespace drawbar::scenes {

using exercise::Outcome;

namespace {

constexpr double kTimeRounding = 1e-9;  // s

}  // namespace

ExerciseObserver::ExerciseObserver(Parts parts)
    : parts_(std::move(parts)),
      conditions_at_(kHeader + parts_.watches.size()),
      triggers_at_(conditions_at_ + parts_.conditions.size()),
      criteria_at_(triggers_at_ + kTriggerNumbers * parts_.triggers.size()) {}

void ExerciseObserver::after_substep(const physics::FrameState& state, double length,
                                     std::span<double> memory) const {
  if (outcome(memory) != Outcome::running) return;
  parts_.watches.add_impulses(state.contacts, length, memory.subspan(kHeader, parts_.watches.size()));
}

void ExerciseObserver::after_frame(const physics::FrameState& state, std::span<double> memory) const {
  if (outcome(memory) != Outcome::running) return;
  const std::span<double> impulses = memory.subspan(kHeader, parts_.watches.size());
  const SeenFrame frame{state, parts_.period, impulses};
  memory[kTime] = frame.end();
  parts_.conditions.update(frame, memory.subspan(conditions_at_, parts_.conditions.size()));
  update_triggers(memory);
  update_criteria(frame, memory);
  if (memory[kPendingOutcome] == 0 && parts_.time_limit && frame.end() >= *parts_.time_limit - kTimeRounding)
    memory[kPendingOutcome] = static_cast<double>(Outcome::out_of_time);
  std::ranges::fill(impulses, 0.0);
}

void ExerciseObserver::update_triggers(std::span<double> memory) const {
  const auto conditions = memory.subspan(conditions_at_, parts_.conditions.size());
  for (std::size_t i = 0; i < parts_.triggers.size(); ++i) {
    const TriggerRule& trigger = parts_.triggers[i];
    const auto own = memory.subspan(triggers_at_ + kTriggerNumbers * i, kTriggerNumbers);
    const bool holds = parts_.conditions.holds(trigger.condition, conditions);
    const bool begins = holds && own[kHeld] == 0;
    own[kHeld] = holds ? 1 : 0;
    if (begins && (own[kFired] == 0 || !trigger.once)) own[kPending] = 1;
  }
}

void ExerciseObserver::update_criteria(const SeenFrame& frame, std::span<double> memory) const {
  const auto conditions = memory.subspan(conditions_at_, parts_.conditions.size());
  for (std::size_t i = 0; i < parts_.criteria.size(); ++i) {
    const Criterion& criterion = parts_.criteria[i];
    const auto own = memory.subspan(criteria_at_ + Criterion::kNumbers * i, Criterion::kNumbers);
    criterion.update(frame, parts_.conditions, conditions, own);
    if (criterion.aborts(own)) memory[kPendingOutcome] = static_cast<double>(Outcome::aborted);
  }
}

void ExerciseObserver::take_input(const WorldInput& input, std::span<double> memory) const {
  if (input.kind == WorldInput::Kind::trigger) {
    if (input.index < parts_.triggers.size()) fire(input.index, memory);
  } else if (outcome(memory) == Outcome::running) {
    memory[kOutcome] = input.value;
    memory[kPendingOutcome] = 0;
  }
}

void ExerciseObserver::fire(std::size_t trigger, std::span<double> memory) const {
  const TriggerRule& rule = parts_.triggers[trigger];
  const auto own = memory.subspan(triggers_at_ + kTriggerNumbers * trigger, kTriggerNumbers);
  own[kPending] = 0;
  own[kFired] += 1;
  if (outcome(memory) != Outcome::running) return;
  for (const TriggerRule::Mark& mark : rule.marks) {
    Criterion::give_mark(
        mark.points, time(memory),
        memory.subspan(criteria_at_ + Criterion::kNumbers * mark.criterion, Criterion::kNumbers));
  }
  if (rule.outcome != Outcome::running) memory[kOutcome] = static_cast<double>(rule.outcome);
}

}  // namespace drawbar::scenes
