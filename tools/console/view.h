// What the terminal console shows, as plain values: filled by SessionModel, drawn by dashboard().
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace drawbar::tools {

struct ChannelView {
  std::string name;
  double lower = -1;
  double upper = 1;
  double neutral = 0;
  double wanted = 0;   ///< where the lever is
  double applied = 0;  ///< what acted in the newest frame
  char raise_key = 0;
  char lower_key = 0;
  bool springs_back = false;
  std::string holder{};  ///< name of the session that holds it; empty: nobody
  bool mine = false;
};

/// One free axis of a joint that has limits there.
struct JointAxisView {
  std::string name;
  double position = 0;  ///< deg or mm
  double lower = 0;
  double upper = 0;
  bool slides = false;  ///< mm rather than deg
  bool broken = false;
};

struct DriveView {
  std::string name;
  double current = 0;           ///< A
  std::optional<double> limit;  ///< A
  double voltage = 0;           ///< V
  double temperature = 0;       ///< deg C; 0 without a thermal model
};

struct TimingView {
  std::uint64_t frame = 0;
  std::uint32_t branch = 0;
  double time = 0;  ///< s of simulation
  double speed = 1;
  bool frozen = false;
  bool replay = false;
  double compute = 0;   ///< ms
  double lateness = 0;  ///< ms
  std::uint64_t misses = 0;
  std::uint64_t slips = 0;
  std::uint32_t substeps = 0;
  std::uint32_t clients = 0;
  double silence = 0;  ///< s since the newest frame arrived
};

struct ConsoleView {
  std::string scene;
  std::string server;
  std::string body;        ///< whose motion is shown
  double speed = 0;        ///< m/s along the body's x axis
  double heading_deg = 0;  ///< of the body's x axis, counter-clockwise from the world's x
  double pitch_deg = 0;    ///< nose up is positive
  double roll_deg = 0;     ///< left side up is positive
  std::vector<ChannelView> channels;
  std::vector<JointAxisView> joints;
  std::vector<DriveView> drives;
  TimingView timing;
  std::vector<std::string> events;  ///< oldest first
  double presence_left = 0;         ///< s until the levers go to neutral by themselves
  bool at_neutral = true;
};

}  // namespace drawbar::tools
