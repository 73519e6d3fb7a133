#include "tools/assessment/scoring.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "scenes/exercise/outcomes.h"
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

/// The branches that were not judged, those in a row for the same reason as one.
class SkippedBranches {
 public:
  /// Asked again, the first reason stands.
  void add(std::uint32_t branch, const std::string& scene, const std::string& why) {
    reasons_.try_emplace(branch, fmt::format("of scene {} not judged: {}", scene, why));
  }

  bool has(std::uint32_t branch) const { return reasons_.contains(branch); }

  std::vector<std::string> lines() const {
    std::vector<std::string> lines;
    for (auto first = reasons_.begin(); first != reasons_.end();) {
      auto last = first;
      auto next = std::next(first);
      while (next != reasons_.end() && next->first == last->first + 1 && next->second == first->second)
        last = next++;
      const std::string which = first == last ? fmt::format("branch {}", first->first)
                                              : fmt::format("branches {} to {}", first->first, last->first);
      lines.push_back(which + " " + first->second);
      first = next;
    }
    return lines;
  }

 private:
  std::map<std::uint32_t, std::string> reasons_;  ///< by branch
};

class Scorer final : public VerifyObserver {
 public:
  Scorer(Outline outline, const OtherExercise* other) : outline_(std::move(outline)), other_(other) {}

  void on_scene(const record::SceneRecordT& scene) override {
    scene_ = scene.name;
    recorded_ = {};
    recorded_.first_attempt = 1;
    recorded_.branch = scene.branch;
    exercise_.reset();
    second_.reset();
    why_not_ = other_ == nullptr ? "no exercise ran" : "";
  }

  void on_exercise(const record::ExerciseRecordT& record, const scenes::Exercise& exercise) override {
    recorded_ = record;
    exercise_ = exercise;
    if (other_ == nullptr) why_not_.clear();
  }

  void on_simulation(scenes::Simulation& simulation) override {
    if (other_ == nullptr) return;
    second_.reset();
    const std::string& wanted = other_->loaded.scene.scene.name;
    if (scene_ != wanted) {
      why_not_ = fmt::format("{} is for scene {}", other_->path, wanted);
      return;
    }
    auto loaded = scenes::load_exercise_buffer(other_->loaded.exercise.buffer,
                                               other_->path + ": in the recorded scene", simulation.config());
    if (!loaded) {
      why_not_ = loaded.error().text.substr(0, loaded.error().text.find('\n'));
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
    if (!why_not_.empty()) skipped_.add(branch.branch, scene_, why_not_);
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
    const auto [place, begins] = attempts_.try_emplace(branch);
    Attempt& attempt = place->second;
    if (begins) {
      attempt.exercise = *exercise;
      attempt.identity = identity_of(branch);
      if (exercise->observer->outcome(memory) != exercise::Outcome::running)
        skipped_.add(branch, scene_, "it begins behind the end of the exercise");
    }
    const bool runs = exercise->observer->outcome(memory) == exercise::Outcome::running;
    attempt.driven = attempt.driven || (!begins && runs);
    attempt.memory.assign(memory.begin(), memory.end());
  }

  Result<JudgedRecording> result() {
    JudgedRecording judged;
    for (const auto& [branch, attempt] : attempts_) {
      if (!attempt.driven) skipped_.add(branch, attempt.identity.scene, "it was never started");
      if (skipped_.has(branch)) continue;
      scenes::Score& score = judged.scores.emplace_back(scenes::score_of(
          *attempt.exercise.observer, attempt.memory, attempt.exercise.pass, attempt.identity));
      score.outcome = scenes::when_over(score.outcome);
    }
    judged.notes = skipped_.lines();
    if (attempts_.empty() && other_ == nullptr) {
      return fail(
          ErrorKind::wrong,
          "the recording holds no exercise; allowed: one that does; `drawbar score --exercise FILE` judges "
          "others");
    }
    if (judged.scores.empty())
      return fail(ErrorKind::wrong, fmt::format("{}", fmt::join(judged.notes, "; ")));
    return judged;
  }

 private:
  /// What a branch that ran an exercise came to.
  struct Attempt {
    scenes::Exercise exercise;
    Memory memory;  ///< after its last frame
    scenes::AttemptIdentity identity;
    bool driven = false;  ///< it has a frame beside its first state
  };

  /// By which the present scene's branches are judged, or null.
  const scenes::Exercise* judged() const {
    if (other_ != nullptr) return second_ ? &second_->exercise() : nullptr;
    return exercise_ ? &*exercise_ : nullptr;
  }

  scenes::AttemptIdentity identity_of(std::uint32_t branch) const {
    scenes::AttemptIdentity attempt;
    attempt.exercise = judged()->text.name;
    attempt.scene = scene_;
    attempt.branch = branch;
    attempt.attempt = recorded_.first_attempt + branch - recorded_.branch;
    attempt.trainee = recorded_.trainee;
    attempt.build = outline_.build;
    if (exercise_) attempt.variant = exercise_->text.variant;
    return attempt;
  }

  Outline outline_;
  const OtherExercise* other_;
  std::string scene_;                 ///< name of the present one
  record::ExerciseRecordT recorded_;  ///< in it; without an exercise its branches are counted all the same
  std::optional<scenes::Exercise> exercise_;  ///< that ran in it
  std::unique_ptr<SecondJudge> second_;       ///< by which it is judged, where that is another one
  std::string why_not_;                       ///< why its branches are not judged; empty: they are
  SkippedBranches skipped_;
  std::map<Moment, Memory> kept_;              ///< of the second one, where branches begin
  std::map<std::uint32_t, Attempt> attempts_;  ///< by branch
};

}  // namespace

Result<JudgedRecording> score_recording(const protocol::SessionRecord& record, const OtherExercise* other) {
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
  auto judged = scorer.result();
  if (judged) judged->notes.insert(judged->notes.end(), report->warnings.begin(), report->warnings.end());
  return judged;
}

}  // namespace drawbar::tools
