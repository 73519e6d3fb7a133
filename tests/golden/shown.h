// What a course shows of itself, as fingerprints of its readings: what is read is no part of its state.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "physics/model/frame_state.h"

namespace drawbar::golden {

/// Kinds of readings, in the order of their fingerprints.
inline constexpr std::array<std::string_view, 15> kShownKinds = {
    "bodies",   "joints",   "drives",   "wheels",  "couplings", "brakes", "steerings", "hitches",
    "controls", "contacts", "overlaps", "effects", "faulted",   "energy", "statistics"};

/// One fingerprint of each kind over all frames that were looked at, in order.
class Shown {
 public:
  void look(const physics::FrameState& seen);
  /// Sixteen hexadecimal digits for each kind.
  std::string line() const;

 private:
  std::array<std::uint64_t, kShownKinds.size()> prints_{};
};

/// The file that holds one line for each course: its name and what it shows.
std::filesystem::path shown_file();
/// By the courses' names.
std::map<std::string, std::string> read_shown();
void write_shown(const std::map<std::string, std::string>& lines);
/// The kinds of readings in which two lines differ; empty if they do not.
std::string shown_difference(const std::string& golden, const std::string& now);

}  // namespace drawbar::golden
