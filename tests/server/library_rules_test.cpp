// What the library takes and says, how attempts at its exercises are counted, and which of them are kept.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "tests/exercise/drop.h"
#include "tests/server/hub_in_slots.h"

namespace drawbar::server::test {
namespace {

using control::Role;
using scenes::testing::exercise_with;
using scenes::testing::kDrop;
using scenes::testing::kTimeAbove2;

std::string named_exercise(const std::string& name, const std::string& scene = "scene.json") {
  std::string text = exercise_with(kTimeAbove2);
  text.replace(text.find("\"test\""), 6, '"' + name + '"');
  text.replace(text.find("scene.json"), 10, scene);
  return text;
}

/// A hub with a library in a folder below the one that the scene of its exercises lies in, too.
class LibraryOfTwo : public testing::Test {
 protected:
  LibraryOfTwo() {
    std::filesystem::create_directories(folder_.file("lib/deeper"));
    write_file(folder_.file("above.json"), kDrop);
    write_file(folder_.file("lib/scene.json"), kDrop);
    write_file(folder_.file("lib/deeper/scene.json"), kDrop);
    write_file(folder_.file("lib/drop.json"), named_exercise("drop"));
    write_file(folder_.file("lib/other.json"), named_exercise("other"));
    HubOptions options = HubInSlots::open_house();
    options.library = folder_.file("lib");
    hall_.emplace(pendulum_scene(), options);
    instructor_ = hall_->join(Role::Instructor, "instructor");
    hall_->hub().set_attempt_taker([this](const scenes::Score& score) { kept_.push_back(score); });
  }

  std::string reload(const char* scene, const char* trainee = nullptr, bool freeze = false) {
    control::ReloadT load;
    if (scene != nullptr) load.scene = scene;
    if (trainee != nullptr) load.trainee = trainee;
    load.freeze = freeze;
    return hall_->ask(instructor_, std::move(load));
  }
  /// "exercise trainee attempt" of what runs; empty: no exercise does.
  std::string runs() {
    const auto score = hall_->hub().score();
    if (!score) return "";
    return score->attempt.exercise + " " + score->attempt.trainee + " " +
           std::to_string(score->attempt.attempt);
  }
  /// "attempt outcome" of each that was kept, since the last call.
  std::string kept() {
    std::string all;
    for (const scenes::Score& score : std::exchange(kept_, {}))
      all += std::to_string(score.attempt.attempt) + exercise::EnumNameOutcome(score.outcome) + " ";
    return all;
  }
  /// The answer to an exercise that is put there: "Reply", or the error's code, field and text.
  std::string store(const std::string& file, const std::string& text, bool replace = false,
                    bool check_only = false) {
    control::StoreExerciseT message;
    message.file = file;
    message.text = text;
    message.replace = replace;
    message.check_only = check_only;
    hall_->send(instructor_, std::move(message), ++request_);
    hall_->finish_background();
    if (instructor_.connection->was_answered(request_)) return "Reply";
    const auto errors = instructor_.connection->all<stream::ErrorT>();
    if (errors.empty()) return "nothing";
    const stream::ErrorT& error = errors.back();
    return std::string(stream::EnumNameErrorCode(error.code)) + " " + error.field + ": " + error.text;
  }

  TemporaryFolder folder_;
  std::optional<HubInSlots> hall_;
  Person instructor_;
  std::vector<scenes::Score> kept_;
  std::uint32_t request_ = 0;
};

TEST_F(LibraryOfTwo, CountsAttemptsOfEachExerciseAndTraineeWhateverIsBetween) {
  EXPECT_EQ(runs(), "");
  EXPECT_EQ(reload("drop.json", "anna"), "Reply");
  EXPECT_EQ(runs(), "drop anna 1");
  EXPECT_EQ(reload(nullptr), "Reply");
  EXPECT_EQ(runs(), "drop anna 2");
  control::SaveT save;
  save.name = "here";
  EXPECT_EQ(hall_->ask(instructor_, std::move(save)), "Reply");
  control::RestoreT restore;
  restore.name = "here";
  EXPECT_EQ(hall_->ask(instructor_, std::move(restore)), "Reply");
  EXPECT_EQ(runs(), "drop anna 3") << "every branch is one";
  EXPECT_EQ(reload("other.json"), "Reply");
  EXPECT_EQ(runs(), "other anna 1");
  EXPECT_EQ(reload("drop.json", "ben"), "Reply");
  EXPECT_EQ(runs(), "drop ben 1");
  EXPECT_EQ(reload("scene.json"), "Reply");
  EXPECT_EQ(runs(), "");
  EXPECT_EQ(reload("drop.json"), "Reply");
  EXPECT_EQ(runs(), "drop ben 2") << "he is still there";
  EXPECT_EQ(reload("drop.json", "anna"), "Reply");
  EXPECT_EQ(runs(), "drop anna 4");
  EXPECT_EQ(reload("other.json"), "Reply");
  EXPECT_EQ(runs(), "other anna 2");
}

TEST_F(LibraryOfTwo, KeepsAnAttemptOnceWhenItIsOverAndNoneOfWhichNoFrameRan) {
  EXPECT_EQ(reload("drop.json", "anna"), "Reply");
  hall_->run_slots(3);
  EXPECT_EQ(kept(), "") << "it runs";
  EXPECT_EQ(hall_->ask(instructor_, control::EndExerciseT{}), "Reply");
  EXPECT_EQ(kept(), "1stopped ");
  hall_->run_slots(3);
  EXPECT_EQ(reload(nullptr, nullptr, true), "Reply");
  EXPECT_EQ(kept(), "") << "it had ended";
  hall_->run_slots(3);
  EXPECT_EQ(reload(nullptr), "Reply");
  EXPECT_EQ(kept(), "") << "time stood from its first state on";
  EXPECT_EQ(hall_->ask(instructor_, control::RunT{}), "Reply");
  hall_->run_slots(3);
  EXPECT_EQ(reload("scene.json"), "Reply");
  EXPECT_EQ(kept(), "3broken_off ") << "another scene ends it";
  hall_->run_slots(3);
  EXPECT_EQ(reload("drop.json"), "Reply");
  EXPECT_EQ(kept(), "");
}

TEST_F(LibraryOfTwo, AStateFromBehindTheEndIsNoAttempt) {
  EXPECT_EQ(reload("drop.json", "anna"), "Reply");
  hall_->run_slots(2);
  EXPECT_EQ(hall_->ask(instructor_, control::EndExerciseT{}), "Reply");
  control::SaveT save;
  save.name = "ended";
  EXPECT_EQ(hall_->ask(instructor_, std::move(save)), "Reply");
  EXPECT_EQ(kept(), "1stopped ");
  control::RestoreT restore;
  restore.name = "ended";
  EXPECT_EQ(hall_->ask(instructor_, std::move(restore)), "Reply");
  hall_->run_slots(3);
  EXPECT_EQ(reload(nullptr), "Reply");
  EXPECT_EQ(kept(), "");
}

TEST_F(LibraryOfTwo, ScoresAreForInstructorsAlone) {
  const Person trainee = hall_->join(Role::Operator, "trainee");
  EXPECT_EQ(reload("drop.json", "anna"), "Reply");
  hall_->run_slots(3);
  const auto scores = instructor_.connection->all<stream::ScoreT>();
  ASSERT_FALSE(scores.empty());
  EXPECT_EQ(scores.back().attempt, 1u);
  EXPECT_EQ(scores.back().stamp->branch(), 1u);
  ASSERT_EQ(scores.back().criteria.size(), 1u);
  EXPECT_EQ(scores.back().criteria[0]->name, "fast");
  EXPECT_TRUE(trainee.connection->all<stream::ScoreT>().empty());
}

TEST_F(LibraryOfTwo, AnExerciseThatIsPutThereIsWholeNewOrReplacesOne) {
  EXPECT_EQ(store("made.json", named_exercise("made")), "Reply");
  std::ostringstream stored;
  stored << std::ifstream(folder_.file("lib/made.json"), std::ios::binary).rdbuf();
  EXPECT_EQ(stored.str(), named_exercise("made"));
  EXPECT_EQ(store("made.json", named_exercise("again")),
            "BadValue StoreExercise.file: the library has a file of this name; `replace` allows it");
  EXPECT_EQ(store("made.json", named_exercise("again"), false, true), "Reply")
      << "it is right, and not stored";
  EXPECT_EQ(store("made.json", named_exercise("again"), true), "Reply");
  EXPECT_EQ(
      store("scene.json", named_exercise("again"), true),
      "BadValue StoreExercise.file: the library has a scene of this name; only an exercise may be replaced");
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder_.file("lib")))
    files.push_back(entry.path().filename().string());
  std::ranges::sort(files);
  EXPECT_EQ(files, (std::vector<std::string>{"deeper", "drop.json", "made.json", "other.json", "scene.json"}))
      << "nothing is left of how it was written";
  EXPECT_EQ(reload("made.json"), "Reply");
  EXPECT_EQ(runs(), "again  1");
}

TEST_F(LibraryOfTwo, AnExerciseNamesASceneInItsFolderBelowItOrBesideIt) {
  const std::string elsewhere = "must lie in the library's folder or in the one around it";
  for (const char* scene : {"scene.json", "./deeper/../scene.json", "../above.json", "deeper/scene.json",
                            "deeper/../../above.json"}) {
    EXPECT_EQ(store("x.json", named_exercise("x", scene), false, true), "Reply") << scene;
  }
  for (const std::string& scene : {std::string("../../above.json"), std::string("deeper/../../../x.json"),
                                   folder_.file("above.json"), std::string("/etc/passwd")}) {
    const std::string said = store("x.json", named_exercise("x", scene), false, true);
    EXPECT_TRUE(said.starts_with("SceneInvalid StoreExercise.text: x.json:")) << said;
    EXPECT_NE(said.find(elsewhere), std::string::npos) << said;
  }
}

TEST_F(LibraryOfTwo, SaysWhereTheSceneOfWhatRunsLiesFromItsFolder) {
  const auto scene_of = [&](const char* file) {
    EXPECT_EQ(reload(file), "Reply");
    hall_->send(instructor_, control::ListScenesT{}, ++request_);
    hall_->finish_background();
    const auto lists = instructor_.connection->all<stream::ScenesT>();
    return lists.empty() ? std::string("none") : lists.back().scene;
  };
  write_file(folder_.file("lib/up.json"), named_exercise("up", "../above.json"));
  write_file(folder_.file("lib/down.json"), named_exercise("down", "deeper/scene.json"));
  EXPECT_EQ(scene_of("drop.json"), "scene.json");
  EXPECT_EQ(scene_of("up.json"), "../above.json");
  EXPECT_EQ(scene_of("down.json"), "deeper/scene.json");
  EXPECT_EQ(scene_of("scene.json"), "scene.json");
  std::filesystem::remove(folder_.file("lib/scene.json"));
  hall_->send(instructor_, control::ListScenesT{}, ++request_);
  hall_->finish_background();
  EXPECT_EQ(instructor_.connection->all<stream::ScenesT>().back().scene, "") << "it has no file any more";
}

TEST_F(LibraryOfTwo, SaysOfAFileThatItHasNotWhatThereIs) {
  EXPECT_EQ(reload("gone.json"), "NoSuchName");
  const auto refused = instructor_.connection->all<stream::ErrorT>();
  ASSERT_FALSE(refused.empty());
  EXPECT_EQ(refused.back().field, "Reload.scene");
  EXPECT_EQ(refused.back().text,
            "gone.json is not in the library; there are: drop.json, other.json, scene.json");
  write_file(folder_.file("lib/drop.json"), "{\n\"name\": 1,\n\"scen\": 2 }");
  EXPECT_EQ(reload("drop.json"), "SceneInvalid");
  const stream::ErrorT wrong = instructor_.connection->all<stream::ErrorT>().back();
  EXPECT_EQ(wrong.field, "Reload");
  EXPECT_EQ(wrong.text.find('\n'), std::string::npos) << "one line";
  EXPECT_NE(wrong.text.find("; " + folder_.file("lib/drop.json") + ":3: "), std::string::npos) << wrong.text;
  EXPECT_EQ(runs(), "") << "what ran goes on";
}

TEST_F(LibraryOfTwo, SaysInOneLineWhatIsWrongWithAFile) {
  write_file(folder_.file("lib/twice.json"), "{ \"bodies\": [], \"bodies\": [],\n\"x\": nan }");
  hall_->send(instructor_, control::ListScenesT{}, ++request_);
  hall_->finish_background();
  const auto lists = instructor_.connection->all<stream::ScenesT>();
  ASSERT_FALSE(lists.empty());
  const auto& files = lists.back().files;
  const auto twice = std::ranges::find_if(files, [](const auto& file) { return file->file == "twice.json"; });
  ASSERT_NE(twice, files.end());
  EXPECT_EQ((*twice)->wrong.find('\n'), std::string::npos) << (*twice)->wrong;
  EXPECT_NE((*twice)->wrong.find("; twice.json:2: "), std::string::npos) << (*twice)->wrong;
}

}  // namespace
}  // namespace drawbar::server::test
