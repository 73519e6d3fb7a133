// An exercise as it runs beside a World: triggers, criteria, its end; everything it remembers is in State.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "protocol/exercise_generated.h"
#include "scenes/exercise/conditions.h"
#include "scenes/exercise/contact_watch.h"
#include "scenes/exercise/criteria.h"
#include "scenes/record/recorded_input.h"

namespace drawbar::scenes {

/// What a trigger does, apart from its texts.
struct TriggerRule {
  /// Points that the trigger gives to a criterion.
  struct Mark {
    std::size_t criterion = 0;
    double points = 0;
  };
  std::string name;
  std::size_t condition = 0;
  bool once = true;
  std::vector<Mark> marks;
  std::vector<physics::Effect> effects;    ///< that begin in the World
  std::vector<physics::EffectId> cleared;  ///< and that end
  exercise::Outcome outcome =
      exercise::Outcome::running;  ///< to which it ends the exercise; running: it does not
};

/// All that it remembers is numbers, which its caller keeps (simulation.h); they are 0 at first and stay
/// finite. None of its functions changes the motion, allocates, locks, logs or reads a clock.
class ExerciseObserver {
 public:
  /// What an observer is built from.
  struct Parts {
    double period = 0;                 ///< s
    std::optional<double> time_limit;  ///< s
    ContactWatches watches{0};
    Conditions conditions;
    std::vector<TriggerRule> triggers;
    std::vector<Criterion> criteria;
    std::vector<std::byte> initial_state;  ///< of the World, for World::begin_from; empty: as the scene says
  };
  explicit ExerciseObserver(Parts parts);  ///< The parts must belong to one scene.

  /// How many numbers `memory` has, everywhere here.
  std::size_t memory_size() const { return criteria_at_ + Criterion::kNumbers * parts_.criteria.size(); }

  /// Whether after_substep() is to be called.
  bool watches_contacts() const { return parts_.watches.size() > 0; }
  /// After a substep of `length` (s).
  void after_substep(const physics::FrameState& state, double length, std::span<double> memory) const;
  /// After a frame that has just been completed.
  void after_frame(const physics::FrameState& state, std::span<double> memory) const;
  /// An input of the simulation of kind trigger or end_exercise; a trigger that the exercise has not is
  /// passed over.
  void take_input(const WorldInput& input, std::span<double> memory) const;

  /// Calls `take(WorldInput)` for what the exercise decided at the end of the frame: inputs of the next one.
  /// Whoever goes on from recorded inputs has them among those and does not ask.
  template <class Take>
  void decisions(std::span<const double> memory, const Take& take) const;

  /// How the attempt stands.
  exercise::Outcome outcome(std::span<const double> memory) const {
    return static_cast<exercise::Outcome>(memory[kOutcome]);
  }
  /// Of the last frame that counts (s).
  double time(std::span<const double> memory) const { return memory[kTime]; }
  /// How often the trigger has fired.
  double fired(std::size_t trigger, std::span<const double> memory) const {
    return memory[triggers_at_ + kTriggerNumbers * trigger + kFired];
  }

  /// Whether it fires when its condition begins to hold.
  bool armed(std::size_t trigger, std::span<const double> memory) const {
    return outcome(memory) == exercise::Outcome::running &&
           (!parts_.triggers[trigger].once || fired(trigger, memory) == 0);
  }
  /// Whether its condition held at the end of the last frame that counts.
  bool holds(std::size_t trigger, std::span<const double> memory) const {
    return memory[triggers_at_ + kTriggerNumbers * trigger + kHeld] != 0;
  }

  /// State of the World in which the exercise begins; empty: as the scene says.
  std::span<const std::byte> initial_state() const { return parts_.initial_state; }
  const std::vector<TriggerRule>& triggers() const { return parts_.triggers; }  ///< The triggers, by number.
  const std::vector<Criterion>& criteria() const { return parts_.criteria; }    ///< The criteria, by number.
  /// The part of `memory` that belongs to a criterion.
  std::span<const double> of_criterion(std::size_t criterion, std::span<const double> memory) const {
    return memory.subspan(criteria_at_ + Criterion::kNumbers * criterion, Criterion::kNumbers);
  }

 private:
  // The memory: these, then what follows at the places below.
  enum Header : std::size_t { kOutcome, kTime, kPendingOutcome, kHeader };
  // Of each trigger.
  enum OfTrigger : std::size_t { kPending, kFired, kHeld, kTriggerNumbers };

  void update_triggers(std::span<double> memory) const;
  void update_criteria(const SeenFrame& frame, std::span<double> memory) const;
  void fire(std::size_t trigger, std::span<double> memory) const;

  Parts parts_;
  std::size_t conditions_at_, triggers_at_, criteria_at_;
};

template <class Take>
void ExerciseObserver::decisions(std::span<const double> memory, const Take& take) const {
  WorldInput input;
  input.kind = WorldInput::Kind::trigger;
  for (std::size_t i = 0; i < parts_.triggers.size(); ++i) {
    if (memory[triggers_at_ + kTriggerNumbers * i + kPending] == 0) continue;
    input.index = static_cast<std::uint32_t>(i);
    take(input);
  }
  if (memory[kPendingOutcome] == 0) return;
  input.kind = WorldInput::Kind::end_exercise;
  input.index = 0;
  input.value = memory[kPendingOutcome];
  take(input);
}

}  // namespace drawbar::scenes
