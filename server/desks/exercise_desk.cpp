// The exercise that runs: its score as the instructors see it, its end by their hand, its attempts.
#include "server/desks/exercise_desk.h"

#include <algorithm>

#include "scenes/exercise/outcomes.h"
#include "scenes/record/build_identity.h"
#include "server/session/texts.h"

namespace drawbar::server {

ExerciseDesk::ExerciseDesk(const Present& present, SessionTable& sessions, RequestQueue& requests)
    : present_(present),
      sessions_(sessions),
      requests_(requests),
      build_(scenes::build_identity("drawbard", 0).revision) {}

Outcome ExerciseDesk::end(const Session& session, std::uint32_t request) {
  const auto& exercise = present_.scene.exercise;
  if (exercise == nullptr) {
    return Refusal{stream::ErrorCode::Unsupported, "no exercise runs, the scene alone does", "EndExercise"};
  }
  if (exercise->observer->outcome(present_.newest->observed) != exercise::Outcome::running) {
    return Refusal{stream::ErrorCode::Unsupported, "the exercise has ended already", "EndExercise"};
  }
  LoopInput input;
  input.input.kind = scenes::WorldInput::Kind::end_exercise;
  input.input.value = static_cast<double>(exercise::Outcome::stopped);
  input.input.session = session.id;
  return requests_.ask(session, request, input, {});
}

void ExerciseDesk::take(const FrameSlot& slot) {
  const auto& exercise = present_.scene.exercise;
  if (exercise == nullptr || slot.replay) return;
  const exercise::Outcome outcome = exercise->observer->outcome(slot.observed);
  follow(slot, outcome);
  const auto slots_of_a_second =
      static_cast<std::uint64_t>(std::max<Nanoseconds>(1, kSecond / present_.scene.period()));
  double fired = 0;
  for (std::size_t i = 0; i < exercise->observer->triggers().size(); ++i)
    fired += exercise->observer->fired(i, slot.observed);
  const bool ends = std::exchange(told_, outcome) != outcome;
  const bool fires = std::exchange(fired_, fired) != fired;
  if (!ends && !fires && !slot.begins_branch && slot.tick % slots_of_a_second != 0) return;
  tell(scenes::score_of(*exercise->observer, slot.observed, exercise->pass, identity(slot.branch)),
       slot.observed);
}

std::optional<scenes::Score> ExerciseDesk::score() const {
  const auto& exercise = present_.scene.exercise;
  if (exercise == nullptr || present_.newest == nullptr || present_.newest->replay) return std::nullopt;
  const FrameSlot& slot = *present_.newest;
  return scenes::score_of(*exercise->observer, slot.observed, exercise->pass, identity(slot.branch));
}

void ExerciseDesk::follow(const FrameSlot& slot, exercise::Outcome outcome) {
  if (slot.begins_branch) {
    end_attempt();
    // A state from behind the end is no attempt.
    if (outcome == exercise::Outcome::running)
      running_ = Running{present_.scene.exercise, identity(slot.branch), {}, false};
  }
  if (!running_) return;
  running_->memory.assign(slot.observed.begin(), slot.observed.end());
  const bool over = outcome != exercise::Outcome::running;
  running_->computed = running_->computed || (slot.computed && !over);
  if (over) end_attempt();
}

void ExerciseDesk::end_attempt() {
  if (running_ && running_->computed && take_attempt_) {
    const scenes::Exercise& exercise = *running_->exercise;
    scenes::Score score =
        scenes::score_of(*exercise.observer, running_->memory, exercise.pass, std::move(running_->identity));
    score.outcome = scenes::when_over(score.outcome);
    take_attempt_(score);
  }
  running_.reset();
}

scenes::AttemptIdentity ExerciseDesk::identity(std::uint32_t branch) const {
  const ServedScene& scene = present_.scene;
  return {.exercise = scene.exercise->text.name,
          .scene = scene.name,
          .branch = branch,
          .attempt = scene.attempt(branch),
          .trainee = scene.trainee,
          .build = build_,
          .variant = scene.exercise->text.variant};
}

void ExerciseDesk::tell(const scenes::Score& score, std::span<const double> memory) {
  stream::ScoreT told;
  told.stamp = std::make_unique<stream::FrameStamp>(present_.stamp);
  told.attempt = score.attempt.attempt;
  told.outcome = static_cast<std::uint8_t>(score.outcome);
  told.time = score.time;
  told.score = score.score;
  told.passed = score.passed;
  told.build = score.attempt.build;
  for (std::size_t i = 0; i < score.criteria.size(); ++i) {
    const scenes::CriterionScore& criterion = score.criteria[i];
    auto& entry = *told.criteria.emplace_back(std::make_unique<stream::CriterionScoreT>());
    entry.name = criterion.name;
    const auto& title = present_.scene.exercise->text.criteria[i]->title;
    if (title) entry.title = text_of(title->en, title->ru);
    entry.figure = criterion.figure;
    entry.unit = criterion.unit;
    entry.lost = criterion.lost;
    for (const auto& [begin, end] : criterion.moments) {
      entry.moments.push_back(begin);
      entry.moments.push_back(end);
    }
  }
  const scenes::ExerciseObserver& observer = *present_.scene.exercise->observer;
  for (std::size_t i = 0; i < observer.triggers().size(); ++i) {
    auto& entry = *told.triggers.emplace_back(std::make_unique<stream::TriggerStateT>());
    entry.name = observer.triggers()[i].name;
    entry.fired = static_cast<std::uint32_t>(observer.fired(i, memory));
    entry.armed = observer.armed(i, memory);
    entry.holds = observer.holds(i, memory);
  }
  const Packet packet = make_packet(protocol::encode_server(std::move(told)));
  for (const auto& [id, session] : sessions_.sessions()) {
    if (session.connection && may_instruct(session)) session.connection->send(packet, Traffic::reliable);
  }
}

}  // namespace drawbar::server
