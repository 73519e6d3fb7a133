// Which branches of a recording are attempts, whose they are, what each is worth and what it was like.
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "protocol/session_record.h"
#include "protocol/state_hash.h"
#include "scenes/exercise/exercise_events.h"
#include "scenes/record/recorded_input.h"
#include "scenes/record/session_writer.h"
#include "tests/exercise/drop.h"
#include "tools/assessment/attempt_review.h"
#include "tools/assessment/scoring.h"
#include "tools/verify/verify.h"

namespace drawbar::tools {
namespace {

using record::BranchCause;
using scenes::testing::kPeriod;

/// A session as the daemon records it, branch by branch.
class BranchedSession {
 public:
  explicit BranchedSession(const std::string& path) {
    protocol::SessionRecorder::Options options;
    options.build.revision = "r7";
    recorder_.emplace(protocol::SessionRecorder::create(path, options).value());
  }

  /// What the branches from the next one on run; `exercise`: empty: the scene alone.
  void set(const scenes::LoadedScene& scene, const scenes::Exercise* exercise,
           const std::string& trainee = "", std::uint32_t first_attempt = 1) {
    EXPECT_TRUE(recorder_->record_scene(
        scenes::scene_record(scene.scene.name, "s.json", scene.buffer, scene.world, next_), now()));
    substeps_ = scene.world.substeps;
    simulation_.emplace(scene.world, exercise == nullptr ? nullptr : exercise->observer);
    if (exercise == nullptr) return;
    record::ExerciseRecordT told = scenes::exercise_record(*exercise, "e.json", next_);
    told.trainee = trainee;
    told.first_attempt = first_attempt;
    EXPECT_TRUE(recorder_->record_exercise(told, now()));
  }

  void begin(BranchCause cause, std::uint32_t parent = 0, std::uint64_t parent_frame = 0) {
    const auto kept = kept_.find({parent, parent_frame});
    if (cause != BranchCause::Reload && kept != kept_.end()) {
      EXPECT_TRUE(simulation_->restore_state(kept->second));
    }
    branch_ = next_++;
    const auto branch = scenes::branch_record(cause, branch_, simulation_->frame(), state());
    branch->parent_branch = parent;
    branch->parent_frame = parent_frame;
    EXPECT_TRUE(recorder_->record_branch(*branch, now()));
    keep();
  }

  /// `spoiled`: the hash of the first is recorded with another bit. `more`: acts in the first.
  void frames(int count, bool spoiled = false, const std::vector<scenes::WorldInput>& more = {}) {
    for (int i = 0; i < count; ++i) {
      std::vector<scenes::WorldInput> inputs;
      if (simulation_->exercise() != nullptr) {
        simulation_->exercise()->decisions(simulation_->memory(),
                                           [&](const scenes::WorldInput& input) { inputs.push_back(input); });
      }
      if (i == 0) inputs.insert(inputs.end(), more.begin(), more.end());
      for (std::uint32_t order = 0; order < inputs.size(); ++order) {
        EXPECT_TRUE(recorder_->record_input(
            scenes::to_record(inputs[order], branch_, simulation_->frame() + 1, order), now()));
        simulation_->apply(inputs[order], substeps_);
      }
      simulation_->step_frame(substeps_);
      ++tick_;
      const std::uint64_t hash = protocol::state_hash(state());
      EXPECT_TRUE(recorder_->record_frame(stamp(), spoiled && i == 0 ? hash ^ 1u : hash, {}));
      keep();
    }
  }

  void event(const std::string& text, const std::string& text_ru = "", bool brief = false) {
    stream::EventT event;
    event.stamp = std::make_unique<stream::FrameStamp>(stamp());
    event.text = text;
    event.text_ru = text_ru;
    event.brief = brief;
    EXPECT_TRUE(recorder_->record_event(event));
  }

  void close() { EXPECT_TRUE(recorder_->close()); }

 private:
  std::vector<std::byte> state() const {
    std::vector<std::byte> bytes;
    simulation_->save_state(bytes);
    return bytes;
  }
  void keep() { kept_[{branch_, simulation_->frame()}] = state(); }
  std::uint64_t now() const { return tick_ * 40'000'000; }
  stream::FrameStamp stamp() const {
    const std::uint64_t frame = simulation_->frame();
    return {tick_, frame, static_cast<double>(frame) * kPeriod, now(), branch_, 0};
  }

  std::optional<protocol::SessionRecorder> recorder_;
  std::optional<scenes::Simulation> simulation_;
  int substeps_ = 1;
  std::uint32_t next_ = 0, branch_ = 0;
  std::uint64_t tick_ = 0;
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::vector<std::byte>> kept_;
};

constexpr const char* kJudgedBy =
    R"({ "name": "long", "title": { "en": "Long", "ru": "D" }, "type": "duration", "weight": 50 },
  { "name": "fast", "type": "time", "when": { "type": "quantity", "quantity": "stone.speed", "above": 2 } },
  { "name": "fastest", "type": "peak", "quantity": "stone.speed", "penalty": 0 })";
constexpr const char* kDoneAfter =
    R"({ "name": "done", "when": { "type": "time", "after": 0.8 }, "actions": [ { "type": "end", "outcome": "completed" } ] })";

/// An input of every kind that the scene has something for.
std::vector<scenes::WorldInput> one_of_each_kind() {
  using Kind = scenes::WorldInput::Kind;
  std::vector<scenes::WorldInput> inputs(6);
  inputs[0].value = 0.25;
  inputs[1].kind = Kind::substeps;
  inputs[1].value = 6;
  inputs[2].kind = Kind::effect;
  inputs[2].effect.id = physics::EffectId{9};
  inputs[2].effect.target = {physics::TargetKind::body, 2, 0};
  inputs[2].effect.parameters[0] = 1;
  inputs[3].kind = Kind::clear_effect;
  inputs[3].index = 9;
  inputs[4].kind = Kind::trigger;
  inputs[5].kind = Kind::end_exercise;
  inputs[5].value = 5;
  return inputs;
}

class JudgedBranches : public scenes::testing::ExerciseIn {
 protected:
  /// Two trainees, between whom the scene runs alone.
  void record_both(bool spoiled = false) {
    auto own = load(scenes::testing::exercise_with(kJudgedBy, kDoneAfter, R"(, "pass_mark": 75)"));
    ASSERT_TRUE(own) << own.error().text;
    const auto plain = scenes::load_file(folder_ / "scene.json");
    ASSERT_TRUE(plain) << plain.error().text;
    BranchedSession session(path());
    session.set(own->scene, &own->exercise, "anna", 3);
    session.begin(BranchCause::Start);
    session.event("begins", "B");
    session.frames(3);
    session.event("one came", "", true);
    session.event("");
    session.frames(5);
    session.event("not on the way");
    session.frames(2);
    session.begin(BranchCause::Rewind, 0, 5);
    session.frames(20, spoiled, spoiled ? one_of_each_kind() : std::vector<scenes::WorldInput>{});
    session.event("ends");
    session.begin(BranchCause::Restore, 1, 25);
    session.frames(3);
    session.begin(BranchCause::Rewind, 0, 5);
    session.set(*plain, nullptr);
    session.begin(BranchCause::Reload);
    session.frames(2);
    session.begin(BranchCause::Rewind, 4, 1);
    session.frames(1);
    session.set(own->scene, &own->exercise, "boris");
    session.begin(BranchCause::Reload);
    session.frames(30);
    session.begin(BranchCause::Rewind, 6, 2);
    session.frames(1);
    session.close();
  }

  std::string path() const { return (folder_ / "both.mcap").string(); }
  protocol::SessionRecord recording() const { return protocol::SessionRecord::open(path()).value(); }

  /// The same criteria, in `scene`, without a trigger.
  OtherExercise later(const std::string& scene = scenes::testing::kDrop, const std::string& more = "") {
    std::ofstream(folder_ / "scene.json") << scene;
    auto loaded = load(scenes::testing::exercise_with(kJudgedBy + more).replace(11, 4, "later"));
    EXPECT_TRUE(loaded) << (loaded ? "" : loaded.error().text);
    return {"later.json", std::move(*loaded)};
  }

  static std::vector<std::string> told(const std::vector<scenes::Score>& scores) {
    std::vector<std::string> lines;
    for (const scenes::Score& score : scores) {
      const auto frames = [](double seconds) { return std::to_string(std::lround(seconds / kPeriod)); };
      std::string line = score.attempt.exercise + "/" + score.attempt.scene + "/" + score.attempt.build;
      line += " branch " + std::to_string(score.attempt.branch) + " attempt " +
              std::to_string(score.attempt.attempt) + " of [" + score.attempt.trainee + "] " +
              exercise::EnumNameOutcome(score.outcome) + " after " + frames(score.time) +
              (score.passed ? " passed" : "");
      for (std::size_t i = 0; i < 2; ++i) line += " " + frames(score.criteria.at(i).figure);
      lines.push_back(line);
    }
    return lines;
  }
};

TEST_F(JudgedBranches, AreThoseThatWentOnUnderAnExerciseEachOfItsTraineeAndCountedFromHisFirst) {
  record_both();
  const auto judged = score_recording(recording());
  ASSERT_TRUE(judged) << judged.error().text;
  EXPECT_EQ(told(judged->scores),
            (std::vector<std::string>{
                "test/drop/r7 branch 0 attempt 3 of [anna] broken_off after 10 10 5",
                "test/drop/r7 branch 1 attempt 4 of [anna] completed after 20 passed 20 15",
                "test/drop/r7 branch 6 attempt 1 of [boris] completed after 20 passed 20 15",
                "test/drop/r7 branch 7 attempt 2 of [boris] broken_off after 3 3 0",
            }));
  EXPECT_EQ(judged->notes, (std::vector<std::string>{
                               "branch 2 of scene drop not judged: it begins behind the end of the exercise",
                               "branch 3 of scene drop not judged: it was never started",
                               "branches 4 to 5 of scene drop not judged: no exercise ran",
                           }));
}

TEST_F(JudgedBranches, ByAnotherExerciseAreAllOfItsSceneAndItsMemoryGoesBackWithTheBranch) {
  record_both();
  const OtherExercise other = later();
  const auto judged = score_recording(recording(), &other);
  ASSERT_TRUE(judged) << judged.error().text;
  EXPECT_EQ(told(judged->scores), (std::vector<std::string>{
                                      "later/drop/r7 branch 0 attempt 3 of [anna] broken_off after 10 10 5",
                                      "later/drop/r7 branch 1 attempt 4 of [anna] broken_off after 25 25 20",
                                      "later/drop/r7 branch 2 attempt 5 of [anna] broken_off after 28 28 23",
                                      "later/drop/r7 branch 4 attempt 1 of [] broken_off after 2 2 0",
                                      "later/drop/r7 branch 5 attempt 2 of [] broken_off after 2 2 0",
                                      "later/drop/r7 branch 6 attempt 1 of [boris] broken_off after 30 30 25",
                                      "later/drop/r7 branch 7 attempt 2 of [boris] broken_off after 3 3 0",
                                  }));
  EXPECT_EQ(judged->notes,
            std::vector<std::string>{"branch 3 of scene drop not judged: it was never started"});
}

TEST_F(JudgedBranches, ByAnotherExerciseThatDoesNotFitAreNoneWithTheReason) {
  record_both();
  std::string elsewhere = scenes::testing::kDrop;
  elsewhere.replace(elsewhere.find("drop"), 4, "yard");
  OtherExercise other = later(elsewhere);
  const auto of_another_scene = score_recording(recording(), &other);
  ASSERT_FALSE(of_another_scene);
  EXPECT_EQ(of_another_scene.error().kind, ErrorKind::wrong);
  EXPECT_EQ(of_another_scene.error().text,
            "branches 0 to 7 of scene drop not judged: later.json is for scene yard");
  other = later(scenes::testing::kDrop, R"(, { "name": "j", "type": "jerk", "body": "ball" })");
  other.loaded.exercise.text.criteria.back()->body = "cube";
  flatbuffers::FlatBufferBuilder builder;
  exercise::FinishExerciseBuffer(builder, exercise::Exercise::Pack(builder, &other.loaded.exercise.text));
  const auto bytes = std::as_bytes(std::span(builder.GetBufferPointer(), builder.GetSize()));
  other.loaded.exercise.buffer.assign(bytes.begin(), bytes.end());
  const auto of_no_body = score_recording(recording(), &other);
  ASSERT_FALSE(of_no_body);
  EXPECT_EQ(
      of_no_body.error().text,
      "branches 0 to 7 of scene drop not judged: later.json: in the recorded scene: criteria[3].body: no "
      "body is called \"cube\"; allowed: plate, near, ball, stone");
}

TEST_F(JudgedBranches, OfAFrameThatComesOutOtherwiseAreNone) {
  record_both(true);
  const auto judged = score_recording(recording());
  ASSERT_FALSE(judged);
  EXPECT_EQ(judged.error().kind, ErrorKind::wrong);
  EXPECT_EQ(
      judged.error().text,
      "cannot be judged: computed again it differs first at branch 1, frame 6: the state's hash; inputs of "
      "that frame: lever = 0.25, 6 substeps, effect 9 begins, effect 9 ends, trigger 0, end of the exercise "
      "with outcome 5");
}

TEST_F(JudgedBranches, WithoutAnyExerciseAreNoneAndThatIsSaidWithWhatToDo) {
  const auto plain = scenes::load_file(folder_ / "scene.json");
  BranchedSession session(path());
  session.set(*plain, nullptr);
  session.begin(BranchCause::Start);
  session.frames(2);
  session.close();
  const auto judged = score_recording(recording());
  ASSERT_FALSE(judged);
  EXPECT_EQ(judged.error().text,
            "the recording holds no exercise; allowed: one that does; `drawbar score --exercise FILE` judges "
            "others");
}

TEST_F(JudgedBranches, AreVerifiedSceneBySceneWithWhatRanInEach) {
  record_both();
  const auto report = verify(recording());
  ASSERT_TRUE(report) << report.error().text;
  EXPECT_FALSE(report->divergence) << report->divergence->what;
  std::string scenes;
  for (const VerifiedScene& ran : report->scenes) {
    scenes += ran.scene + "(" + ran.exercise + ") " + std::to_string(ran.first_branch) + "-" +
              std::to_string(ran.last_branch) + " ";
  }
  EXPECT_EQ(scenes, "drop(test) 0-3 drop() 4-5 drop(test) 6-7 ");
  EXPECT_EQ(report->scene_names(), "drop");
  EXPECT_EQ(report->branches, 8u);
  EXPECT_EQ(report->frames, 67u);
  EXPECT_EQ(report->inputs, 2u) << "the trigger of each that was completed";
  EXPECT_NEAR(report->simulated, 67 * kPeriod, 1e-9);
}

TEST_F(JudgedBranches, AreReviewedOnTheirWayFromTheFirstFrameWithWhatHappenedThere) {
  record_both();
  const auto review = review_recording(path());
  ASSERT_TRUE(review) << review.error().text;
  EXPECT_EQ(review->recording, path());
  EXPECT_EQ(review->notes.size(), 3u);
  ASSERT_EQ(review->attempts.size(), 4u);
  const AttemptReview& second = review->attempts[1];
  EXPECT_EQ(second.recording, path());
  EXPECT_EQ(second.score.attempt.branch, 1u);
  EXPECT_EQ(second.pass_mark, 75);
  EXPECT_EQ(second.title.en, "t");
  EXPECT_EQ(second.briefing.en, "b");
  ASSERT_EQ(second.criteria.size(), 3u);
  EXPECT_EQ(second.criteria[0].en + second.criteria[0].ru, "LongD");
  EXPECT_EQ(second.criteria[1].en, "fast") << "the name of what has no title";
  EXPECT_EQ(second.body, "ball") << "the first that moves";
  ASSERT_EQ(second.times.size(), 26u) << "the first state, five frames of the branch before, its own twenty";
  for (std::size_t i = 0; i < 26; ++i) EXPECT_NEAR(second.times[i], kPeriod * static_cast<double>(i), 1e-12);
  EXPECT_EQ(second.speed.name, "ball.speed");
  EXPECT_EQ(second.speed.unit, "m/s");
  ASSERT_EQ(second.speed.values.size(), 26u);
  EXPECT_NEAR(second.speed.values[5], scenes::testing::kGravity * 5 * kPeriod, 1e-9);
  EXPECT_EQ(second.x.size(), 26u);
  EXPECT_EQ(second.y.size(), 26u);
  ASSERT_EQ(second.levers.size(), 1u);
  EXPECT_EQ(second.levers[0].name, "lever.value");
  EXPECT_EQ(second.levers[0].values, std::vector<double>(26, 0.0));
  EXPECT_TRUE(second.currents.empty());
  ASSERT_EQ(second.judged.size(), 1u);
  EXPECT_EQ(second.judged[0].name, "stone.speed");
  EXPECT_NEAR(second.judged[0].values.at(25), scenes::testing::kGravity * 25 * kPeriod, 1e-9);
  const auto events = [](const AttemptReview& attempt) {
    std::string text;
    for (const ReviewEvent& event : attempt.events)
      text +=
          std::to_string(std::lround(event.time / kPeriod)) + ":" + event.text + "|" + event.text_ru + " ";
    return text;
  };
  EXPECT_EQ(events(review->attempts[0]), "0:begins|B 8:not on the way| ");
  EXPECT_EQ(events(second), "0:begins|B 25:ends| ");
  EXPECT_EQ(events(review->attempts[2]), "");
  EXPECT_EQ(review->attempts[0].times.size(), 11u);
  EXPECT_EQ(review->attempts[2].times.size(), 31u);
  EXPECT_EQ(review->attempts[3].times.size(), 4u);
}

}  // namespace
}  // namespace drawbar::tools
