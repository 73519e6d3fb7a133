// What goes on at the stations of a hall, as an instructor's session at each of them hears it.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "protocol/exercise_generated.h"
#include "tools/client/connection.h"
#include "tools/hall/hall.h"

namespace drawbar::tools {

struct StationScore {
  std::uint32_t attempt = 0;
  double points = 0;  ///< 0 to 100
  bool passed = false;
  exercise::Outcome outcome = exercise::Outcome::running;

  bool ended() const { return outcome != exercise::Outcome::running; }
};

struct StationView {
  bool reached = false;
  std::string why_not;  ///< where it is not reached
  std::string scene;
  std::string exercise;  ///< empty: a scene alone
  std::string trainee;   ///< key into the course records
  std::optional<StationScore> score;
  std::map<std::uint32_t, std::string> people;  ///< names by session; those who show the hall are left out
  std::vector<std::string> drivers;             ///< of them, who holds a channel
  double time = 0;                              ///< s of simulation
  bool frozen = false;
  bool replay = false;
  double compute = 0;        ///< s, of the newest frame
  double period = 0;         ///< s
  std::uint64_t misses = 0;  ///< frames published after their slot had ended, since the start
};

/// Has a session at every station, each in a thread of its own, and comes back to a station that went away.
class HallWatch {
 public:
  /// `token`: of instructors; empty: none is needed.
  HallWatch(const Hall& hall, const std::string& token);
  ~HallWatch();
  HallWatch(const HallWatch&) = delete;
  HallWatch& operator=(const HallWatch&) = delete;

  /// Waits until every station has answered or not, at most so long.
  void wait_for_first(std::chrono::milliseconds patience) const;
  /// By station, as in the hall.
  std::vector<StationView> views() const;

 private:
  struct Station {
    ConnectionOptions options;
    StationView view;
    bool tried = false;
  };
  void follow(Station& station);
  void listen(Station& station, Connection& connection);
  void take(const stream::ServerMessage& message, StationView& view) const;

  mutable std::mutex mutex_;  ///< of the stations' views
  std::string name_;          ///< of our sessions, and of others who show the same hall
  std::vector<Station> stations_;
  std::atomic<bool> ends_{false};
  std::vector<std::jthread> threads_;
};

}  // namespace drawbar::tools
