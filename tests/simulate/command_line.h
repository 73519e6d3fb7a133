// `drawbar` as a user runs it, in a folder of its own that goes when the test does.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/paths.h"

namespace drawbar {

/// A rod on a motor, a ball on a ball joint at its end.
inline constexpr const char* kDrivenRod = R"({ "name": "s",
  "bodies": [ { "name": "rod", "mass": 1, "inertia": [0.1, 0.1, 0.01], "position": [0.5, 0, 0] },
              { "name": "ball", "mass": 1, "inertia": [0.1, 0.1, 0.1], "position": [1, 0, 0] } ],
  "joints": [ { "name": "pivot", "type": "revolute", "parent": "world", "child": "rod", "position": [0, 0, 0], "axis": [0, 1, 0] },
              { "name": "link", "type": "spherical", "parent": "rod", "child": "ball", "position": [1, 0, 0] } ],
  "drives": [ { "name": "motor", "type": "dc_motor", "joint": "pivot", "control": "u", "supply_voltage": 24, "resistance": 1, "torque_constant": 0.05, "gear": { "ratio": 20 } } ],
  "controls": [ { "name": "u" } ] })";

struct Ran {
  int code = -1;
  std::string out;
  std::string error;
};

/// The whole file.
inline std::string text_of(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

/// Runs `drawbar ARGUMENTS` in the folder, where it leaves what was said.
inline Ran run_drawbar(const std::filesystem::path& folder, const std::string& arguments) {
  const std::string command = "cd '" + folder.string() + "' && '" + tests::program("drawbar").string() +
                              "' " + arguments + " >stdout.txt 2>stderr.txt";
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, text_of(folder / "stdout.txt"),
          text_of(folder / "stderr.txt")};
}

/// Lines and cells of a table.
using Rows = std::vector<std::vector<std::string>>;

/// A command and what is said of it.
struct Answer {
  const char* arguments;
  int code;
  const char* message;  ///< part of what comes on standard error
};

class CommandLine : public ::testing::Test {
 protected:
  CommandLine() {
    std::string name = (std::filesystem::temp_directory_path() / "drawbar_command_XXXXXX").string();
    EXPECT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  ~CommandLine() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& name, const std::string& content) {
    std::ofstream(folder_ / name) << content;
  }
  static Rows rows_of(const std::string& csv) {
    Rows rows;
    std::stringstream lines(csv);
    for (std::string line; std::getline(lines, line);) {
      std::stringstream cells(line);
      rows.emplace_back();
      for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(cell);
    }
    return rows;
  }
  std::string read(const std::string& name) const { return text_of(folder_ / name); }

  /// Runs `drawbar ARGUMENTS` in the folder.
  Ran run(const std::string& arguments) { return run_drawbar(folder_, arguments); }

  void expect(std::initializer_list<Answer> answers) {
    for (const Answer& answer : answers) {
      SCOPED_TRACE(answer.arguments);
      const Ran ran = run(answer.arguments);
      EXPECT_EQ(ran.code, answer.code) << ran.error;
      EXPECT_NE(ran.error.find(answer.message), std::string::npos) << ran.error;
    }
  }

  std::filesystem::path folder_;
};

}  // namespace drawbar
