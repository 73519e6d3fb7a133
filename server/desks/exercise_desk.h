// The exercise that runs: its score as the instructors see it, its end by their hand, its attempts.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "scenes/exercise/score.h"
#include "server/session/request_queue.h"

namespace drawbar::server {

class ExerciseDesk {
 public:
  /// Takes an attempt that has ended, or that was broken off.
  using TakeAttempt = std::function<void(const scenes::Score&)>;

  ExerciseDesk(const Present& present, SessionTable& sessions, RequestQueue& requests);

  void set_attempt_taker(TakeAttempt take) { take_attempt_ = std::move(take); }

  Outcome end(const Session& session, std::uint32_t request);
  /// Every frame, in order: once a second, when a trigger fires, a branch begins or the exercise ends, its
  /// score goes to the instructors.
  void take(const FrameSlot& slot);
  /// Of the exercise as it stands; nothing without one, and in a replay.
  std::optional<scenes::Score> score() const;
  /// What runs is over: another scene begins, or the server ends.
  void end_attempt();

 private:
  /// The attempt that runs and has not ended.
  struct Running {
    std::shared_ptr<const scenes::Exercise> exercise;
    scenes::AttemptIdentity identity;
    std::vector<double> memory;  ///< of its newest frame
    bool computed = false;       ///< it has a frame of its own
  };

  void follow(const FrameSlot& slot, exercise::Outcome outcome);
  scenes::AttemptIdentity identity(std::uint32_t branch) const;
  void tell(const scenes::Score& score, std::span<const double> memory);

  const Present& present_;
  SessionTable& sessions_;
  RequestQueue& requests_;
  std::string build_;  ///< revision of this program
  TakeAttempt take_attempt_;
  exercise::Outcome told_ = exercise::Outcome::running;
  double fired_ = 0;  ///< how often all triggers had, when it was told
  std::optional<Running> running_;
};

}  // namespace drawbar::server
