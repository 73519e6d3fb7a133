// A daemon with a course of two exercises in two scenes, and an instructor at the command line.
#pragma once

#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/exercise/drop.h"
#include "tests/server/daemon_fixture.h"
#include "tests/simulate/command_line.h"

namespace drawbar::server::test {

class CourseAtDaemon : public Daemon {
 protected:
  /// The exercise `test` of drop.json in scene `drop` runs, frozen; `lifted` of lifted.json in scene `lift`
  /// can be loaded.
  void start_course(std::vector<std::string> arguments = {}) {
    write_file(folder_.file("scene.json"), scenes::testing::kDrop);
    std::string lift = scenes::testing::kDrop;
    replace(lift, R"("name": "drop")", R"("name": "lift")");
    write_file(folder_.file("lift.json"), lift);
    std::string lifted = exercise();
    replace(lifted, R"("name": "test", "scene": "scene.json")", R"("name": "lifted", "scene": "lift.json")");
    write_file(folder_.file("lifted.json"), lifted);
    scene_file_ = folder_.file("drop.json");
    arguments.insert(arguments.end(), {"--start", "frozen"});
    start(std::move(arguments), exercise());
  }

  /// Of one criterion, with a variant on a heavier ball.
  static std::string exercise() {
    return scenes::testing::exercise_with(scenes::testing::kTimeAbove2, "", R"(,
      "variants": [ { "name": "heavy", "changes": { "payloads": [ { "body": "ball", "mass": 5 } ] } } ])");
  }

  static void replace(std::string& text, const std::string& what, const std::string& by) {
    ASSERT_NE(text.find(what), std::string::npos) << what;
    text.replace(text.find(what), what.size(), by);
  }

  /// Runs `drawbar ARGUMENTS`.
  Ran drawbar(const std::string& arguments) {
    return run_drawbar(std::filesystem::path(folder_.file("")), arguments);
  }
  Ran instructor(const std::string& arguments) {
    return drawbar("instructor --connect 127.0.0.1:" + std::to_string(daemon_->tcp_port()) + " " + arguments);
  }
  /// Instructor's commands that all succeed.
  void instruct(const std::vector<std::string>& commands) {
    for (const std::string& command : commands) {
      const Ran ran = instructor(command);
      ASSERT_EQ(ran.code, 0) << command << ": " << ran.error;
    }
  }
  /// The recording is whole from here on.
  void end_daemon() {
    daemon_->signal(SIGTERM);
    ASSERT_EQ(daemon_->wait(), 0) << daemon_->log();
  }
};

}  // namespace drawbar::server::test
