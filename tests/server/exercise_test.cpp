// An exercise in the daemon: set up, run, judged live as it is judged again, ended, and begun anew.
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "scenes/course/course_records.h"
#include "tests/exercise/drop.h"
#include "tests/server/daemon_fixture.h"
#include "tests/server/hub_in_slots.h"
#include "tests/server/replayed.h"

namespace drawbar::server::test {
namespace {

using control::Role;
using scenes::testing::exercise_with;
using scenes::testing::kDrop;
using scenes::testing::kTimeAbove2;
using stream::EventKind;

constexpr const char* kCriteria =
    R"(, { "name": "marks", "type": "marks", "title": { "en": "Marks", "ru": "Отметки" } })";
constexpr const char* kTriggers =
    R"({ "name": "down", "when": { "type": "contact", "bodies": ["ball"], "with": ["plate"] },
         "actions": [ { "type": "mark", "criterion": "marks", "points": 3 },
                      { "type": "bookmark", "text": { "en": "Down", "ru": "Упал" } },
                      { "type": "message", "text": { "en": "It is down.", "ru": "Шар упал." } } ] })";

std::string exercise_text() {
  return exercise_with(std::string(kTimeAbove2) + kCriteria, kTriggers);
}

std::string with_wrong_scene() {
  std::string text = exercise_text();
  text.replace(text.find("scene.json"), 10, "gone.json");
  return text;
}

class ExerciseInDaemon : public Daemon {
 protected:
  void start_exercise(std::vector<std::string> arguments = {}) {
    write_file(folder_.file("scene.json"), kDrop);
    scene_file_ = folder_.file("drop.json");
    start(std::move(arguments), exercise_text());
  }
};

TEST_F(ExerciseInDaemon, TheTraineeReadsItsTextsAndTheInstructorTheScoreThatTheRecordingGivesAgain) {
  start_exercise({"--record", folder_.file("a.mcap"), "--trainee", "anna", "--station", "three", "--records",
                  folder_.file("course.sqlite")});
  auto trainee = std::make_unique<SocketClient>(daemon_->tcp_port());
  const auto welcome = trainee->join(Role::Operator, "anna");
  ASSERT_TRUE(welcome);
  const auto& info = welcome->scene->exercise;
  ASSERT_TRUE(info);
  EXPECT_EQ(info->name, "test");
  EXPECT_EQ(info->briefing->en, "b");
  EXPECT_EQ(info->trainee, "anna");
  EXPECT_EQ(info->first_attempt, 1u);
  EXPECT_FALSE(info->time_limit);

  auto instructor = joined(Role::Instructor);
  const auto said =
      trainee->receive_until<stream::EventT>([](const auto& e) { return e.kind == EventKind::ExerciseText; });
  ASSERT_TRUE(said);
  EXPECT_EQ(said->text, "It is down.");
  EXPECT_EQ(said->text_ru, "Шар упал.");
  const auto judged =
      instructor->receive_until<stream::ScoreT>([](const auto& s) { return s.criteria[1]->lost > 0; });
  ASSERT_TRUE(judged);
  EXPECT_EQ(judged->criteria[1]->title->ru, "Отметки");
  EXPECT_EQ(judged->criteria[1]->figure, 3);
  EXPECT_EQ(judged->outcome, 0);

  instructor->send(control::EndExerciseT{}, 1);
  ASSERT_TRUE(instructor->answered(1));
  const auto last = instructor->receive_until<stream::ScoreT>([](const auto& s) { return s.outcome != 0; });
  ASSERT_TRUE(last);
  EXPECT_EQ(static_cast<exercise::Outcome>(last->outcome), exercise::Outcome::stopped);
  instructor->send(control::EndExerciseT{}, 2);
  EXPECT_EQ(instructor->receive_body<stream::ErrorT>()->code, stream::ErrorCode::Unsupported);
  std::set<EventKind> heard;
  while (!heard.contains(EventKind::ExerciseEnded)) {
    const auto event = trainee->receive_body<stream::EventT>();
    ASSERT_TRUE(event);
    heard.insert(event->kind);
  }
  EXPECT_FALSE(heard.contains(EventKind::ExerciseMark)) << "that is for instructors";
  daemon_->signal(SIGTERM);
  ASSERT_EQ(daemon_->wait(), 0);

  const auto course = scenes::CourseRecords::open_to_read(folder_.file("course.sqlite"));
  ASSERT_TRUE(course) << course.error().text;
  const auto rows = course->attempts({});
  ASSERT_EQ(rows->size(), 1u);
  EXPECT_EQ((*rows)[0].trainee, "anna");
  EXPECT_EQ((*rows)[0].outcome, "stopped");
  EXPECT_EQ((*rows)[0].score, last->score);

  const Replayed again = test::replay(folder_.file("a.mcap"));
  EXPECT_EQ(again.differing, 0u);
  ASSERT_EQ(again.exercises.size(), 1u);
  EXPECT_EQ(again.exercises[0].trainee, "anna");
  EXPECT_EQ(again.exercises[0].station, "three");
  ASSERT_EQ(again.scores.size(), 1u);
  EXPECT_EQ(again.scores[0].score, last->score);
  EXPECT_EQ(again.scores[0].time, last->time);
  for (std::size_t i = 0; i < last->criteria.size(); ++i) {
    EXPECT_EQ(again.scores[0].criteria[i].figure, last->criteria[i]->figure);
    EXPECT_EQ(again.scores[0].criteria[i].lost, last->criteria[i]->lost);
    EXPECT_EQ(2 * again.scores[0].criteria[i].moments.size(), last->criteria[i]->moments.size());
  }
}

TEST_F(ExerciseInDaemon, ItsTriggersAreToldAsArmedOrFiredAndAfterGoingBackAsTheyWereThen) {
  start_exercise({"--start", "frozen"});
  auto instructor = joined(Role::Instructor);
  control::SaveT save;
  save.name = "begin";
  instructor->send(save, 1);
  ASSERT_TRUE(instructor->answered(1));
  control::StepT step;
  step.frames = 100;
  step.fast = true;
  instructor->send(step, 2);
  const auto fired =
      instructor->receive_until<stream::ScoreT>([](const auto& s) { return s.triggers.at(0)->fired > 0; });
  ASSERT_TRUE(fired);
  EXPECT_EQ(fired->triggers[0]->name, "down");
  EXPECT_EQ(fired->triggers[0]->fired, 1u);
  EXPECT_FALSE(fired->triggers[0]->armed) << "it fires once";
  control::RestoreT restore;
  restore.name = "begin";
  instructor->send(restore, 3);
  const auto back =
      instructor->receive_until<stream::ScoreT>([](const auto& s) { return s.stamp->branch() == 1; });
  ASSERT_TRUE(back);
  EXPECT_EQ(back->triggers.at(0)->fired, 0u);
  EXPECT_TRUE(back->triggers[0]->armed);
  EXPECT_FALSE(back->triggers[0]->holds);
}

TEST_F(ExerciseInDaemon, IsBegunAgainAsTheNextAttemptAndTakenOverFromItsRecording) {
  start_exercise(
      {"--record", folder_.file("a.mcap"), "--start", "frozen", "--records", folder_.file("c.sqlite")});
  auto instructor = joined(Role::Instructor);
  control::StepT step;
  step.frames = 12;
  step.fast = true;
  instructor->send(step, 1);
  ASSERT_TRUE(instructor->answered(1));
  control::ReloadT again;
  again.freeze = true;
  again.trainee = "boris";
  instructor->send(again, 2);
  const auto scene = instructor->receive_body<stream::SceneT>();
  ASSERT_TRUE(scene);
  EXPECT_EQ(scene->exercise->first_attempt, 1u) << "it is another's";
  EXPECT_EQ(scene->exercise->trainee, "boris");
  ASSERT_TRUE(instructor->answered(2));
  step.frames = 20;
  instructor->send(step, 3);
  ASSERT_TRUE(instructor->answered(3));
  control::RewindT back;
  back.frame = 5;
  instructor->send(back, 4);
  ASSERT_TRUE(instructor->answered(4));
  const auto third =
      instructor->receive_until<stream::ScoreT>([](const auto& s) { return s.stamp->branch() == 2; });
  ASSERT_TRUE(third);
  EXPECT_EQ(third->attempt, 2u);
  EXPECT_EQ(third->criteria[1]->figure, 0) << "it had not fallen yet";
  daemon_->signal(SIGTERM);
  ASSERT_EQ(daemon_->wait(), 0);

  const auto rows = scenes::CourseRecords::open_to_read(folder_.file("c.sqlite"))->attempts({});
  ASSERT_EQ(rows->size(), 2u) << "the third has no frame of its own";
  EXPECT_EQ((*rows)[0].outcome, "broken_off");
  EXPECT_FALSE((*rows)[0].passed) << "with " << (*rows)[0].score << " points";
  EXPECT_NE((*rows)[0].score_json.find("\"passed\": false"), std::string::npos) << (*rows)[0].score_json;
  EXPECT_EQ((*rows)[1].trainee, "boris");
  EXPECT_EQ((*rows)[1].attempt, 1u);
  daemon_ = std::make_unique<DaemonProcess>(
      std::vector<std::string>{"--replay", folder_.file("a.mcap"), "--start", "frozen"});
  auto later = joined(Role::Instructor);
  control::TakeOverT take_over;
  take_over.branch = 1;
  take_over.frame = 15;
  later->send(take_over, 5);
  const auto taken = later->receive_until<stream::SceneT>([](const auto& s) { return s.branch == 3; });
  ASSERT_TRUE(taken);
  EXPECT_EQ(taken->exercise->trainee, "boris");
  EXPECT_EQ(taken->exercise->first_attempt, 3u);
  const auto score =
      later->receive_until<stream::ScoreT>([](const auto& s) { return s.stamp->branch() == 3; });
  ASSERT_TRUE(score);
  EXPECT_EQ(score->criteria[1]->figure, 3) << "it had fallen before";
}

TEST(ExerciseInHub, TheLibraryIsListedAndAFileOfItBegun) {
  const TemporaryFolder folder;
  std::string scene = kDrop;
  scene.insert(scene.rfind('}'), R"(, "console": { "task": "Let it fall.", "task_ru": "Пусть упадёт." })");
  write_file(folder.file("scene.json"), scene);
  write_file(folder.file("drop.json"), exercise_text());
  write_file(folder.file("gone.json"), with_wrong_scene());
  write_file(folder.file("broken.json"), "{");
  write_file(folder.file("settings.json"), R"({ "port": 1 })");
  HubOptions options = HubInSlots::open_house();
  options.library = folder.file("");
  HubInSlots hall(pendulum_scene(), options);
  const Person instructor = hall.join(Role::Instructor, "instructor");
  hall.send(instructor, control::ListScenesT{}, 9);
  hall.finish_background();
  const auto lists = instructor.connection->all<stream::ScenesT>();
  ASSERT_EQ(lists.size(), 1u);
  EXPECT_EQ(lists[0].files.back()->briefing->en, "Let it fall.") << "of a scene its console's task";
  EXPECT_EQ(lists[0].files.back()->briefing->ru, "Пусть упадёт.");
  std::vector<std::string> files;
  for (const auto& file : lists[0].files) {
    files.push_back(file->file + (file->exercise ? " exercise" : "") + (file->wrong.empty() ? "" : " wrong"));
  }
  EXPECT_EQ(files, (std::vector<std::string>{"broken.json wrong", "drop.json exercise", "gone.json exercise",
                                             "scene.json"}));
  EXPECT_EQ(hall.ask(instructor, control::EndExerciseT{}), "Unsupported") << "the scene alone runs";
  control::ReloadT load;
  load.scene = "gone.json";
  EXPECT_EQ(hall.ask(instructor, load), "SceneInvalid");
  load.scene = "drop.json";
  load.freeze = true;
  EXPECT_EQ(hall.ask(instructor, load), "Reply");
  EXPECT_EQ(hall.newest().state.frame, 0u);
  EXPECT_TRUE(hall.newest().frozen);
  EXPECT_EQ(hall.ask(instructor, control::EndExerciseT{}), "Reply");
  EXPECT_EQ(hall.newest().state.frame, 1u) << "it ends with a frame, also where time stands";
  EXPECT_TRUE(hall.newest().frozen);
  EXPECT_EQ(hall.ask(instructor, control::EndExerciseT{}), "Unsupported") << "it has ended already";
  hall.run_slots(3);
  EXPECT_EQ(hall.newest().state.frame, 1u);

  EXPECT_EQ(hall.ask(instructor, load), "Reply");
  hall.send(instructor, control::EndExerciseT{}, 0);
  hall.send(instructor, control::FreezeT{}, 0);
  hall.run_slots(3);
  EXPECT_EQ(hall.newest().state.frame, 1u) << "whatever comes in the same slot";
  EXPECT_EQ(hall.ask(instructor, control::EndExerciseT{}), "Unsupported");
}

TEST(ExerciseInHub, AFileOfTheLibraryIsDescribedWithoutBeingBegun) {
  const TemporaryFolder folder;
  write_file(folder.file("scene.json"), kDrop);
  write_file(folder.file("drop.json"), exercise_text());
  write_file(folder.file("gone.json"), with_wrong_scene());
  HubOptions options = HubInSlots::open_house();
  options.library = folder.file("");
  HubInSlots hall(pendulum_scene(), options);
  const Person instructor = hall.join(Role::Instructor, "instructor");
  std::uint32_t request = 100;
  const auto answer = [&](const std::string& file) {
    control::DescribeSceneT message;
    message.scene = file;
    hall.send(instructor, message, ++request);
    hall.finish_background();
    return hall.answer_to(instructor, request);
  };
  answer("drop.json");
  const auto told = instructor.connection->all<stream::SceneDescriptionT>();
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0].request, 101u);
  EXPECT_EQ(told[0].file, "drop.json");
  ASSERT_NE(told[0].scene->exercise, nullptr);
  EXPECT_EQ(told[0].scene->exercise->name, "test");

  control::ReloadT load;
  load.scene = "drop.json";
  EXPECT_EQ(hall.ask(instructor, load), "Reply");
  const auto run = instructor.connection->all<stream::SceneT>();
  ASSERT_FALSE(run.empty());
  EXPECT_EQ(told[0].scene->scene, run.back().scene) << "what runs looks as it was described";
  EXPECT_EQ(told[0].scene->body_names, run.back().body_names);

  EXPECT_EQ(answer("nowhere.json"), "NoSuchName");
  const std::string missing = instructor.connection->all<stream::ErrorT>().back().text;
  EXPECT_EQ(missing, "nowhere.json is not in the library; there are: drop.json, gone.json, scene.json");
  EXPECT_EQ(answer("gone.json"), "SceneInvalid");
  for (const char* file : {"../scene.json", ".scene.json", "scene.txt", ""})
    EXPECT_EQ(answer(file), "BadValue") << file;
}

TEST(ExerciseInHub, AnExerciseIsCheckedAndPutIntoTheLibrary) {
  const TemporaryFolder folder;
  write_file(folder.file("scene.json"), kDrop);
  HubOptions options = HubInSlots::open_house();
  options.library = folder.file("");
  HubInSlots hall(pendulum_scene(), options);
  const Person instructor = hall.join(Role::Instructor, "instructor");
  std::uint32_t request = 100;
  const auto answer = [&](control::StoreExerciseT message) {
    hall.send(instructor, std::move(message), ++request);
    hall.finish_background();
    return hall.answer_to(instructor, request);
  };
  const auto store = [&](const std::string& text, bool check_only, bool replace) {
    control::StoreExerciseT message;
    message.file = "made.json";
    message.text = text;
    message.check_only = check_only;
    message.replace = replace;
    return answer(std::move(message));
  };
  const auto store_as = [&](const std::string& file, const std::string& text, bool replace) {
    control::StoreExerciseT message;
    message.file = file;
    message.text = text;
    message.replace = replace;
    return answer(std::move(message));
  };
  EXPECT_EQ(store(with_wrong_scene(), false, false), "SceneInvalid");
  const auto refusals = instructor.connection->all<stream::ErrorT>();
  ASSERT_FALSE(refusals.empty());
  EXPECT_NE(refusals.back().text.find("made.json"), std::string::npos) << refusals.back().text;
  EXPECT_FALSE(std::filesystem::exists(folder.file("made.json")));
  EXPECT_EQ(store(exercise_text(), true, false), "Reply");
  EXPECT_FALSE(std::filesystem::exists(folder.file("made.json"))) << "only the check was asked for";
  EXPECT_EQ(store(exercise_text(), false, false), "Reply");
  EXPECT_EQ(store(exercise_text(), false, false), "BadValue") << "there is one of this name";
  EXPECT_EQ(store(exercise_text(), false, true), "Reply");
  EXPECT_EQ(store_as("scene.json", exercise_text(), true), "BadValue") << "a scene is no exercise";
  for (const char* file : {"../made.json", "sub/made.json", ".made.json", "made.txt", ""})
    EXPECT_EQ(store_as(file, exercise_text(), true), "BadValue") << file;
  EXPECT_EQ(store_as("empty.json", "", true), "BadValue");
  control::ReloadT load;
  load.scene = "made.json";
  EXPECT_EQ(hall.ask(instructor, load), "Reply");
}

TEST(ExerciseInHub, AnExerciseFromTheNetworkNamesNoSceneElsewhere) {
  const TemporaryFolder folder;
  HubOptions options = HubInSlots::open_house();
  options.library = folder.file("");
  HubInSlots hall(pendulum_scene(), options);
  const Person instructor = hall.join(Role::Instructor, "instructor");
  std::uint32_t request = 100;
  for (const char* scene : {"/etc/passwd", "../../scene.json", "a/../../../b.json"}) {
    control::StoreExerciseT message;
    message.file = "made.json";
    message.text = exercise_text();
    message.text.replace(message.text.find("scene.json"), std::string("scene.json").size(), scene);
    message.check_only = true;
    hall.send(instructor, message, ++request);
    hall.finish_background();
    EXPECT_EQ(hall.answer_to(instructor, request), "SceneInvalid");
    const std::string why = instructor.connection->all<stream::ErrorT>().back().text;
    EXPECT_NE(why.find("must lie in the library's folder"), std::string::npos) << why;
  }
}

}  // namespace
}  // namespace drawbar::server::test
