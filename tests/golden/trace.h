// What a course leaves of itself: for every frame the state's hash, and a fingerprint of each kind of field.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tests/golden/course.h"

namespace drawbar::golden {

/// As text: one line for the initial state and one for each frame. A line is the hash that recordings and
/// `drawbar simulate --hashes` have, then a column for each kind of field in the order of walk_state: three
/// hexadecimal digits, or a dot where it is what it was in the line before. The file holds no field's name,
/// so that it stays valid where a field is only renamed.
struct Trace {
  std::vector<std::string> lines;
  /// Names of the columns. Lines without contacts have fewer.
  std::vector<std::string> kinds;
  /// Frames for which Course::reaches held.
  int reached = 0;
  /// Shown::line() of its frames, the initial state the first.
  std::string shown;
};

enum class Advance { by_frame, by_substep };

/// Runs the course from its start.
Trace trace(const Course& course, Advance advance);

/// The file that holds a course's trace.
std::filesystem::path golden_file(const std::string& course);
/// Empty where there is none.
std::vector<std::string> read_golden(const std::string& course);
void write_golden(const std::string& course, const Trace& trace);

/// The first difference in words: the frame, and which kinds of field differ in it. Nothing if there is none.
std::optional<std::string> difference(const std::vector<std::string>& golden, const Trace& now);

}  // namespace drawbar::golden
