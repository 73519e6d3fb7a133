#include "tools/assessment/scoring.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "tools/verify/verify.h"

namespace drawbar::tools {
namespace {

using Memory = std::vector<double>;
using Moment = std::pair<std::uint32_t, std::uint64_t>;  // branch, frame

/// What has to be known before the first frame is computed again.
struct Outline {
  std::string build;
  std::set<Moment> parents;  ///< that branches take over from
};

Result<Outline> outline_of(const protocol::SessionRecord& record) {
  Outline outline;
  protocol::ItemFilter filter;
  filter.snapshots = filter.poses = filter.telemetry = filter.events = false;
  auto cursor = record.items(filter);
  while (true) {
    const auto item = cursor.next();
    if (!item) return tl::unexpected(item.error());
    if (!*item) return outline;
    if (const auto* build = std::get_if<record::BuildIdentityT>(&**item)) outline.build = build->revision;
    if (const auto* branch = std::get_if<record::BranchT>(&**item))
      outline.parents.insert({branch->parent_branch, branch->parent_frame});
  }
}

/// An exercise that judges what another one, or none, ran.
class SecondJudge final : public scenes::Simulation::Onlooker {
 public:
  SecondJudge(scenes::Exercise exercise, std::vector<std::string> recorded_triggers)
      : exercise_(std::move(exercise)), recorded_triggers_(std::move(recorded_triggers)) {
    begin();
  }

  const scenes::Exercise& exercise() const { return exercise_; }
  const Memory& memory() const { return memory_; }
  void begin() { memory_.assign(exercise_.observer->memory_size(), 0.0); }
  void go_on_from(Memory memory) { memory_ = std::move(memory); }

  void after_substep(const physics::FrameState& state, double length) override {
    exercise_.observer->after_substep(state, length, memory_);
  }
  void after_frame(const physics::FrameState& state) override {
    exercise_.observer->after_frame(state, memory_);
  }
  /// It knows a recorded trigger by its name.
  void take(scenes::WorldInput input) {
    if (input.kind == scenes::WorldInput::Kind::trigger) {
      const auto& own = exercise_.observer->triggers();
      if (input.index >= recorded_triggers_.size()) return;
      const auto known = std::ranges::find(own, recorded_triggers_[input.index], &scenes::TriggerRule::name);
      if (known == own.end()) return;
      input.index = static_cast<std::uint32_t>(known - own.begin());
    } else if (input.kind != scenes::WorldInput::Kind::end_exercise) {
      return;
    }
    exercise_.observer->take_input(input, memory_);
  }

 private:
  scenes::Exercise exercise_;
  std::vector<std::string> recorded_triggers_;
  Memory memory_;
};

class Scorer final : public VerifyObserver {
 public:
  Scorer(Outline outline, const OtherExercise* other) : outline_(std::move(outline)), other_(other) {}

  void on_exercise(const record::ExerciseRecordT& record, const scenes::Exercise& exercise) override {
    recorded_ = record;
    exercise_ = exercise;
  }

  void on_simulation(scenes::Simulation& simulation) override {
    if (other_ == nullptr || error_) return;
    const std::string name = other_->path + ": in the recorded scene";
    auto loaded = scenes::load_exercise_buffer(other_->loaded.exercise.buffer, name, simulation.config());
    if (!loaded) {
      error_ = loaded.error();
      return;
    }
    std::vector<std::string> triggers;
    if (exercise_) {
      for (const scenes::TriggerRule& trigger : exercise_->observer->triggers())
        triggers.push_back(trigger.name);
    }
    second_ = std::make_unique<SecondJudge>(std::move(*loaded), std::move(triggers));
    simulation.set_onlooker(second_.get());
  }

  void on_input(const scenes::WorldInput& input) override {
    if (second_) second_->take(input);
  }

  void on_branch(const record::BranchT& branch) override {
    if (!second_) return;
    const auto kept = kept_.find({branch.parent_branch, branch.parent_frame});
    const bool fresh =
        branch.cause == record::BranchCause::Start || branch.cause == record::BranchCause::Reload;
    if (fresh || kept == kept_.end()) {
      second_->begin();
    } else {
      second_->go_on_from(kept->second);
    }
  }

  void on_frame(std::uint32_t branch, const scenes::Simulation& world) override {
    const scenes::Exercise* exercise = judged();
    if (exercise == nullptr) return;
    const auto memory = second_ ? std::span<const double>(second_->memory()) : world.memory();
    const Moment now{branch, world.frame()};
    if (second_ && outline_.parents.contains(now)) kept_[now] = second_->memory();
    const auto [place, begins] = scores_.try_emplace(branch);
    if (begins) {
      place->second.exercise = *exercise;
      place->second.attempt = attempt_of(branch);
    }
    place->second.memory.assign(memory.begin(), memory.end());
  }

  Result<std::vector<scenes::Score>> scores(const std::string& scene) const {
    if (error_) return tl::unexpected(*error_);
    if (scores_.empty()) {
      return fail(ErrorKind::wrong,
                  "the recording holds no exercise; allowed: one that does, or --exercise FILE");
    }
    std::vector<scenes::Score> all;
    for (const auto& [branch, last] : scores_) {
      scenes::AttemptIdentity attempt = last.attempt;
      attempt.scene = scene;
      all.push_back(
          scenes::score_of(*last.exercise.observer, last.memory, last.exercise.pass, std::move(attempt)));
    }
    return all;
  }

 private:
  struct Last {
    scenes::Exercise exercise;
    Memory memory;
    scenes::AttemptIdentity attempt;
  };

  const scenes::Exercise* judged() const {
    if (second_) return &second_->exercise();
    return exercise_ && other_ == nullptr ? &*exercise_ : nullptr;
  }

  scenes::AttemptIdentity attempt_of(std::uint32_t branch) const {
    scenes::AttemptIdentity attempt;
    attempt.exercise = judged()->text.name;
    attempt.branch = branch;
    attempt.attempt = recorded_.first_attempt + branch - recorded_.branch;
    attempt.trainee = recorded_.trainee;
    attempt.build = outline_.build;
    return attempt;
  }

  Outline outline_;
  const OtherExercise* other_;
  record::ExerciseRecordT recorded_;
  std::optional<scenes::Exercise> exercise_;  ///< that ran
  std::unique_ptr<SecondJudge> second_;       ///< by which it is judged, where that is another one
  std::map<Moment, Memory> kept_;             ///< of the second one, where branches begin
  std::map<std::uint32_t, Last> scores_;      ///< by branch
  std::optional<Error> error_;
};

}  // namespace

Result<std::vector<scenes::Score>> score_recording(const protocol::SessionRecord& record,
                                                   const OtherExercise* other) {
  auto outline = outline_of(record);
  if (!outline) return tl::unexpected(outline.error());
  Scorer scorer(std::move(*outline), other);
  const auto report = verify(record, &scorer);
  if (!report) return tl::unexpected(report.error());
  if (report->divergence) {
    const Divergence& first = *report->divergence;
    return fail(ErrorKind::wrong,
                fmt::format("cannot be judged: computed again it differs first at branch {}, frame {}: {}",
                            first.branch, first.frame, first.what));
  }
  return scorer.scores(report->scene);
}

}  // namespace drawbar::tools
