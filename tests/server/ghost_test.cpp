// A recording beside the session: poses of the session's frame, for who asked; and what a course leaves:
// attempts over HTTP, and what is kept of its files.
#include <gtest/gtest.h>

#include <sys/socket.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "scenes/course/course_records.h"
#include "scenes/record/reference_run.h"
#include "server/record/retention.h"
#include "tests/server/debriefing.h"
#include "tests/server/hub_in_slots.h"
#include "tests/support/occurrences.h"

namespace drawbar::server::test {
namespace {

using control::Role;

class Ghost : public Debriefing {
 protected:
  control::SubscribeT with_ghost() {
    control::SubscribeT message;
    message.ghost = true;
    return message;
  }
  control::SetGhostT ghost(const std::string& file) {
    control::SetGhostT message;
    message.recording = file;
    return message;
  }
};

TEST_F(Ghost, IsWhereTheRecordingWasAtTheSessionsFrame) {
  start({"--record", file_}, pendulum_scene(20));
  auto driver = this->driver();
  driver->send(throttle(1, 1));
  wait_for_frame(*driver, 0, 60);
  daemon_->signal(SIGTERM);
  ASSERT_EQ(daemon_->wait(), 0);

  start({"--start", "frozen"}, pendulum_scene(20));
  auto instructor = joined(Role::Instructor);
  auto viewer = joined(Role::Viewer);
  viewer->send(with_ghost(), 1);
  ASSERT_TRUE(viewer->answered(1));
  viewer->send(ghost("session.mcap"), 2);
  EXPECT_EQ(viewer->receive_body<stream::ErrorT>()->code, stream::ErrorCode::NotAllowed);
  instructor->send(ghost("gone.mcap"), 1);
  const auto gone = instructor->receive_body<stream::ErrorT>();
  EXPECT_EQ(gone->field, "SetGhost.recording");
  EXPECT_EQ(gone->code, stream::ErrorCode::NoSuchName);
  instructor->send(ghost("../session.mcap"), 2);
  EXPECT_EQ(instructor->receive_body<stream::ErrorT>()->code, stream::ErrorCode::BadValue);
  instructor->send(ghost("session.mcap"), 3);
  ASSERT_TRUE(instructor->answered(3));
  const auto first = viewer->receive_body<stream::GhostFrameT>();
  ASSERT_TRUE(first);
  EXPECT_EQ(first->stamp->frame(), 0u);
  EXPECT_EQ(first->recording, "session.mcap");
  control::StepT step;
  step.frames = 40;
  step.fast = true;
  instructor->send(step, 4);
  ASSERT_TRUE(instructor->answered(4));
  const auto later =
      viewer->receive_until<stream::GhostFrameT>([](const auto& g) { return g.stamp->frame() == 40; });
  ASSERT_TRUE(later);
  EXPECT_FALSE(later->ended);
  const auto own =
      viewer->receive_until<stream::FrameT>([](const auto& f) { return f.stamp->frame() == 40; });
  ASSERT_TRUE(own);
  ASSERT_EQ(later->bodies.size(), own->bodies.size());
  EXPECT_NE(later->bodies.back().position().x(), own->bodies.back().position().x()) << "that one was driven";
  instructor->send(control::SetGhostT{}, 5);
  ASSERT_TRUE(instructor->answered(5));
}

TEST_F(Ghost, SwitchedOffWhileItIsReadStaysOff) {
  start({"--record", file_}, pendulum_scene(20));
  wait_for_frame(*driver(), 0, 20);
  daemon_->signal(SIGTERM);
  ASSERT_EQ(daemon_->wait(), 0);

  HubOptions options = HubInSlots::open_house();
  options.library = folder_.file("");
  HubInSlots hall(pendulum_scene(20), options);
  const Person instructor = hall.join(Role::Instructor, "instructor");
  const auto ghosts = [&] {
    hall.run_slots(3);
    return instructor.connection->all<stream::GhostFrameT>().size();
  };
  ASSERT_EQ(hall.ask(instructor, with_ghost()), "Reply");
  hall.send(instructor, ghost("session.mcap"), 2);
  hall.send(instructor, control::SetGhostT{}, 3);
  hall.finish_background();
  EXPECT_TRUE(instructor.connection->was_answered(2));
  EXPECT_TRUE(instructor.connection->was_answered(3));
  EXPECT_EQ(ghosts(), 0u);
  ASSERT_EQ(hall.ask(instructor, ghost("session.mcap")), "Reply");
  EXPECT_GT(ghosts(), 0u);
}

// A recording of another scene: bodies are found by their names.
TEST_F(Ghost, HasTheRecordingsPosesUnderTheIdsOfTheScene) {
  HubInSlots hall(pendulum_scene(20));
  const Person instructor = hall.join(Role::Instructor, "instructor");
  EXPECT_EQ(hall.ask(instructor, with_ghost()), "Reply");
  auto run = std::make_shared<scenes::ReferenceRun>();
  run->name = "old.mcap";
  run->bodies = {"bob", "crane", "rod"};
  for (const std::uint64_t number : {2u, 4u}) {
    scenes::ReferenceRun::Frame& frame = run->frames.emplace_back();
    frame.number = number;
    for (const std::uint32_t id : {0u, 1u, 2u, 3u}) {
      const auto x = static_cast<double>(10 * number + id);
      frame.bodies.emplace_back(control::Point(x, x + 1, x + 2), stream::Quaternionf(0, 1, 0, 0),
                                stream::Vec3f(1, 2, 3), stream::Vec3f(4, 5, 6), id, id == 0 ? 1U : 0U);
    }
  }
  hall.hub().show_ghost(run);
  EXPECT_EQ(hall.ask(instructor, control::FreezeT{}), "Reply");
  const auto shown_at = [&](std::uint32_t frames) {
    control::StepT step;
    step.frames = frames;
    EXPECT_EQ(hall.ask(instructor, std::move(step)), "Reply");
    return instructor.connection->all<stream::GhostFrameT>().back();
  };
  std::uint64_t frame = hall.newest().state.frame;
  const auto expect = [&](const stream::GhostFrameT& shown, std::uint64_t number, bool ended) {
    EXPECT_EQ(shown.stamp->frame(), frame);
    EXPECT_EQ(shown.recording, "old.mcap");
    EXPECT_EQ(shown.ended, ended) << frame;
    ASSERT_EQ(shown.bodies.size(), 2u) << "the crane is not in this scene, and a fourth has no name";
    const stream::BodyState &bob = shown.bodies[0], &rod = shown.bodies[1];
    EXPECT_EQ(bob.id(), 1u);
    EXPECT_EQ(rod.id(), 0u);
    const auto x = static_cast<double>(10 * number);
    EXPECT_EQ(bob.position(), control::Point(x, x + 1, x + 2));
    EXPECT_EQ(rod.position(), control::Point(x + 2, x + 3, x + 4));
    EXPECT_EQ(bob.flags(), 1u);
    EXPECT_EQ(rod.flags(), 0u);
    EXPECT_EQ(bob.orientation(), stream::Quaternionf(0, 1, 0, 0));
    EXPECT_EQ(bob.linear_velocity(), stream::Vec3f(1, 2, 3));
    EXPECT_EQ(bob.angular_velocity(), stream::Vec3f(4, 5, 6));
  };
  while (frame < 6) {
    ++frame;
    expect(shown_at(1), frame < 4 ? 2 : 4, frame > 4);
  }
}

/// Course records with an attempt of each.
void record_attempts(const std::string& file, std::initializer_list<const char*> trainees) {
  auto course = scenes::CourseRecords::open(file);
  ASSERT_TRUE(course);
  scenes::AttemptRow row;
  row.exercise = "drop";
  row.score_json = "{}";
  for (const char* trainee : trainees) {
    row.trainee = trainee;
    ASSERT_TRUE(course->add(row));
  }
}

TEST_F(Daemon, GivesItsCourseRecordsToInstructors) {
  const std::string file = folder_.file("course.sqlite");
  record_attempts(file, {"anna b", "boris"});
  const std::string tokens =
      write_file(folder_.file("tokens"), "viewer viewerviewerviewer\ninstructor instructorinstructor\n");
  start({"--records", file, "--token-file", tokens});
  EXPECT_TRUE(daemon_->get("/records").starts_with("HTTP/1.1 401"));
  EXPECT_TRUE(daemon_->get("/records?token=viewerviewerviewer").starts_with("HTTP/1.1 401"));
  EXPECT_TRUE(
      daemon_->get("/records?trainees=anna%20b&token=instructorinstructor").starts_with("HTTP/1.1 400"))
      << "a filter that is misspelt";
  for (const char* empty : {"trainee=", "trainee", "exercise=", "exercise=drop&trainee=", "=drop"}) {
    const std::string refused = daemon_->get("/records?token=instructorinstructor&" + std::string(empty));
    EXPECT_TRUE(refused.starts_with("HTTP/1.1 400")) << "a filter that chooses by nothing: " << empty;
    EXPECT_NE(refused.find(": allowed: trainee=KEY, exercise=NAME"), std::string::npos) << refused;
  }
  const std::string all = daemon_->get("/records?token=instructorinstructor");
  EXPECT_TRUE(all.starts_with("HTTP/1.1 200")) << all;
  EXPECT_NE(all.find("\"anna b\""), std::string::npos);
  EXPECT_NE(all.find("\"boris\""), std::string::npos);
  const std::string hers = daemon_->get("/records?trainee=anna%20b&token=instructorinstructor");
  EXPECT_NE(hers.find("\"anna b\""), std::string::npos);
  EXPECT_EQ(hers.find("\"boris\""), std::string::npos);
}

// As forms of HTML write it: a blank is %20 or a plus, a plus is %2B.
TEST_F(Daemon, FindsATraineeWhoseNameHasAPlus) {
  const std::string file = folder_.file("course.sqlite");
  record_attempts(file, {"anna b", "anna+b"});
  start({"--records", file});
  const std::pair<const char*, const char*> written[] = {
      {"anna%20b", "anna b"}, {"anna+b", "anna b"}, {"anna%2Bb", "anna+b"}};
  for (const auto& [asked, name] : written) {
    const std::string found = daemon_->get("/records?trainee=" + std::string(asked));
    for (const std::string trainee : {"anna b", "anna+b"})
      EXPECT_EQ(found.find('"' + trainee + '"') != std::string::npos, trainee == name)
          << asked << ": " << found;
  }
}

TEST_F(Daemon, GivesItsRecordingsToInstructorsAndNoOtherFiles) {
  // Larger than what is sent at once.
  std::string content(3000000, 'x');
  content.back() = 'y';
  write_file(folder_.file("long.mcap"), content);
  const std::string tokens =
      write_file(folder_.file("tokens"), "viewer viewerviewerviewer\ninstructor instructorinstructor\n");
  start({"--records", folder_.file("course.sqlite"), "--token-file", tokens});
  EXPECT_TRUE(daemon_->get("/recordings/long.mcap").starts_with("HTTP/1.1 401"));
  EXPECT_TRUE(daemon_->get("/recordings/long.mcap?token=viewerviewerviewer").starts_with("HTTP/1.1 401"));
  const std::string with_token = "?token=instructorinstructor";
  const std::string all = daemon_->get("/recordings/long.mcap" + with_token);
  EXPECT_TRUE(all.starts_with("HTTP/1.1 200")) << all.substr(0, 200);
  EXPECT_TRUE(all.ends_with(content));
  SocketClient both(daemon_->web_port());
  const std::string request = " /recordings/long.mcap" + with_token + " HTTP/1.1\r\nHost: localhost\r\n";
  both.send_text("HEAD" + request + "\r\n");
  both.send_text("GET" + request + "Connection: close\r\n\r\n");
  const std::string answers = both.read_to_end();
  const std::size_t head = answers.find("\r\n\r\n") + 4;
  EXPECT_NE(answers.substr(0, head).find("Content-Length: 3000000"), std::string::npos);
  EXPECT_EQ(answers.find("HTTP/1.1 200", 1), head);
  EXPECT_TRUE(answers.ends_with(content));
  const std::string gone = daemon_->get("/recordings/gone.mcap" + with_token);
  EXPECT_TRUE(gone.starts_with("HTTP/1.1 404")) << gone;
  EXPECT_NE(gone.find("gone.mcap: there is no such recording here"), std::string::npos) << gone;
  for (const char* name : {"tokens", "..%2Flong.mcap", ".long.mcap", ""})
    EXPECT_TRUE(daemon_->get("/recordings/" + std::string(name) + with_token).starts_with("HTTP/1.1 400"))
        << name;
}

TEST_F(Daemon, KeepsNoRecordingInMemoryForWhoDoesNotReadIt) {
  constexpr std::size_t kBytes = std::size_t{200} << 20;
  std::filesystem::resize_file(write_file(folder_.file("long.mcap"), ""),
                               kBytes);  // takes no room on the disk
  start();
  const std::size_t kilobytes = daemon_->resident_kilobytes();
  SocketClient::Options slow;
  slow.receive_buffer = 4096;
  SocketClient client(daemon_->web_port(), slow);
  client.send_text("GET /recordings/long.mcap HTTP/1.1\r\nHost: localhost\r\n\r\n");
  std::string begin(1000, '\0');
  ASSERT_EQ(::recv(client.descriptor(), begin.data(), begin.size(), MSG_WAITALL), 1000);
  EXPECT_NE(begin.find("Content-Length: " + std::to_string(kBytes)), std::string::npos) << begin;
  EXPECT_LT(daemon_->resident_kilobytes(), kilobytes + 50'000);
}

TEST_F(Daemon, TellsInstructorsWhoIsInAndWhatTheyHold) {
  const std::string tokens =
      write_file(folder_.file("tokens"),
                 "viewer viewerviewerviewer\noperator operatoroperator\ninstructor instructorinstructor\n");
  start({"--station", "three", "--token-file", tokens});
  SocketClient driver(daemon_->tcp_port());
  ASSERT_TRUE(driver.join(Role::Operator, "anna \"a\"", "operatoroperator"));
  control::TakeControlT take;
  take.channels = {0};
  driver.send(take, 1);
  ASSERT_TRUE(driver.answered(1));
  EXPECT_TRUE(daemon_->get("/station").starts_with("HTTP/1.1 401"));
  EXPECT_TRUE(daemon_->get("/station?token=operatoroperator").starts_with("HTTP/1.1 401"))
      << "a trainee is told of no points";
  const std::string told = daemon_->get("/station?token=instructorinstructor");
  EXPECT_TRUE(told.starts_with("HTTP/1.1 200")) << told;
  EXPECT_NE(told.find(R"("station": "three")"), std::string::npos) << told;
  EXPECT_NE(told.find(R"("name": "anna \"a\"", "role": "operator", "away": false, "holds": ["throttle"])"),
            std::string::npos)
      << told;
}

TEST_F(Daemon, WithoutCourseRecordsSaysSo) {
  start();
  EXPECT_TRUE(daemon_->get("/records").starts_with("HTTP/1.1 404"));
}

/// A file that begins as our recordings do, so old and so large.
void old_recording(const std::string& path, std::chrono::hours age, std::size_t bytes,
                   const std::string& profile = "drawbar") {
  std::string head("\x89MCAP0\r\n\x01\0\0\0\0\0\0\0\0\x07\0\0\0", 21);
  head += profile;
  head.resize(bytes, 'x');
  std::ofstream(path, std::ios::binary) << head;
  std::filesystem::last_write_time(path, std::filesystem::file_time_type::clock::now() - age);
}

TEST(Retention, RemovesWhatIsTooOldOrTooMuchAndNeverWhatIsNeeded) {
  TemporaryFolder folder;
  using std::chrono::hours;
  old_recording(folder.file("running.mcap"), hours(24 * 90), 100);
  old_recording(folder.file("ancient.mcap"), hours(24 * 40), 100);
  old_recording(folder.file("foreign.mcap"), hours(24 * 40), 100, "ros2_xy");
  std::ofstream(folder.file("notes.txt")) << "mine";
  old_recording(folder.file("older.mcap"), hours(24 * 3), 2 << 20);
  old_recording(folder.file("newer.mcap"), hours(24 * 2), 2 << 20);
  old_recording(folder.file("fresh.mcap"), hours(0), 2 << 20);
  RetentionOptions options;
  options.days = 30;
  options.gib = 5.0 / 1024;
  options.folder = std::filesystem::path(folder.file("x")).parent_path();
  options.needed = {folder.file("running.mcap")};
  const auto told = tidy(options, std::filesystem::file_time_type::clock::now());
  EXPECT_EQ(told.size(), 2u) << (told.empty() ? "" : told.back());
  const auto is_there = [&](const char* name) { return std::filesystem::exists(folder.file(name)); };
  EXPECT_FALSE(is_there("ancient.mcap"));
  EXPECT_FALSE(is_there("older.mcap"));
  for (const char* name : {"running.mcap", "foreign.mcap", "notes.txt", "newer.mcap", "fresh.mcap"})
    EXPECT_TRUE(is_there(name)) << name;
  options.gib = 1.0 / 1024;
  EXPECT_EQ(tidy(options, std::filesystem::file_time_type::clock::now()).size(), 1u);
  EXPECT_FALSE(is_there("newer.mcap"));
  EXPECT_TRUE(is_there("fresh.mcap")) << "too much, but somebody may be writing it";
}

class Keeping : public Daemon {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder_.file("hall/deep"));
    for (const char* name : {"hall/old.mcap", "hall/deep/old.mcap", "hall/others.mcap", "beside.mcap"})
      old_recording(folder_.file(name), kYear, 100,
                    name == std::string("hall/others.mcap") ? "ros2_xy" : "drawbar");
    std::ofstream(folder_.file("hall/notes.txt")) << "mine";
    auto course = scenes::CourseRecords::open(folder_.file("course.sqlite"));
    ASSERT_TRUE(course);
    scenes::AttemptRow row;
    row.score_json = "{}";
    row.ended = "2020-01-01T00:00:00Z";
    ASSERT_TRUE(course->add(row));
  }

  /// Until it has told so.
  void wait_for(const std::string& words) const {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (daemon_->log().find(words) == std::string::npos && std::chrono::steady_clock::now() < end)
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_NE(daemon_->log().find(words), std::string::npos) << daemon_->log();
  }

  void expect_kept(std::initializer_list<const char*> names) const {
    for (const char* name : names) EXPECT_TRUE(std::filesystem::exists(folder_.file(name))) << name;
  }

  static constexpr std::chrono::hours kYear{24 * 365};
};

TEST_F(Keeping, OfAFolderOldRecordingsOfDrawbarAloneGo) {
  old_recording(folder_.file("hall/fresh.mcap"), std::chrono::hours(0), 100);
  start({"--record", folder_.file("hall"), "--keep-days", "30"});
  wait_for("old.mcap removed: older than 30 days");
  EXPECT_FALSE(std::filesystem::exists(folder_.file("hall/old.mcap")));
  expect_kept({"hall/deep/old.mcap", "hall/others.mcap", "hall/notes.txt", "hall/fresh.mcap", "beside.mcap"});
  EXPECT_EQ(tests::occurrences(daemon_->log(), "removed:"), 1u) << daemon_->log();
}

TEST_F(Keeping, OfTheFolderOfARecordedFileNothingGoes) {
  start({"--record", folder_.file("hall/session.mcap"), "--records", folder_.file("course.sqlite"),
         "--keep-days", "30"});
  wait_for("1 attempts older than 30 days erased");  // recordings are looked at before
  expect_kept({"hall/old.mcap", "hall/deep/old.mcap", "hall/others.mcap", "hall/notes.txt", "beside.mcap",
               "hall/session.mcap"});
  EXPECT_EQ(tests::occurrences(daemon_->log(), "removed:"), 0u) << daemon_->log();
}

TEST_F(Keeping, OfARecordedFileAloneIsRefused) {
  const std::string scene = write_file(scene_file_, pendulum_scene());
  const auto refusal = [&](std::vector<std::string> options) {
    options.insert(options.begin(), scene);
    DaemonProcess daemon(options);
    EXPECT_FALSE(daemon.ready());
    EXPECT_EQ(daemon.wait(), 2);
    return daemon.log();
  };
  const std::string file = folder_.file("hall/session.mcap");
  const std::string days = refusal({"--record", file, "--keep-days", "30"});
  EXPECT_NE(days.find("--keep-days needs --record FOLDER (one that is there) or --records"),
            std::string::npos)
      << days;
  const std::string gib =
      refusal({"--record", file, "--records", folder_.file("course.sqlite"), "--keep-gib", "0.00000001"});
  EXPECT_NE(gib.find("--keep-gib needs --record FOLDER (one that is there): of its recordings"),
            std::string::npos)
      << gib;
  expect_kept({"hall/old.mcap", "beside.mcap"});
}

TEST(Retention, ErasesAttemptsThatAreTooOld) {
  TemporaryFolder folder;
  auto course = scenes::CourseRecords::open(folder.file("course.sqlite"));
  ASSERT_TRUE(course);
  scenes::AttemptRow row;
  row.score_json = "{}";
  row.ended = "2020-01-01T00:00:00Z";
  ASSERT_TRUE(course->add(row));
  row.ended = "2999-01-01T00:00:00Z";
  ASSERT_TRUE(course->add(row));
  RetentionOptions options;
  options.days = 30;
  options.records = folder.file("course.sqlite");
  EXPECT_EQ(tidy(options, std::filesystem::file_time_type::clock::now()).size(), 1u);
  const auto left = course->attempts({});
  ASSERT_EQ(left->size(), 1u);
  EXPECT_EQ((*left)[0].ended, "2999-01-01T00:00:00Z");
}

}  // namespace
}  // namespace drawbar::server::test
