// Freeze, run, step and speed: how many frames are due in a slot.
#pragma once

#include <algorithm>
#include <cstdint>

namespace drawbar::server {

class TimeControl {
 public:
  explicit TimeControl(bool frozen) : frozen_(frozen) {}

  bool frozen() const { return frozen_; }
  double speed() const { return speed_; }

  void freeze() {
    frozen_ = true;
    forget_debt();
  }
  void run() {
    frozen_ = false;
    forget_debt();
  }
  /// So many frames, then frozen: one per slot, or `fast`, without waiting for slots. `number` is the
  /// request's.
  void step(std::uint64_t frames, std::uint64_t number, bool fast) {
    frozen_ = true;
    forget_debt();
    steps_left_ = frames;
    step_number_ = number;
    step_fast_ = fast;
  }
  /// Number of the step under way; 0: none.
  std::uint64_t stepping() const { return steps_left_ == 0 ? 0 : step_number_; }
  /// Is a step under way that does not wait for slots?
  bool fast() const { return steps_left_ > 0 && step_fast_; }
  /// So many of the frames that were due have been computed. The number of the step whose last frame is among
  /// them; 0: of none.
  std::uint64_t computed(std::uint64_t frames) {
    if (steps_left_ == 0) return 0;
    steps_left_ -= std::min(steps_left_, frames);
    return steps_left_ == 0 ? step_number_ : 0;
  }
  /// Simulation seconds per wall second.
  void set_speed(double factor) { speed_ = factor; }
  /// What was still owed belongs to another branch.
  void forget_debt() {
    steps_left_ = 0;
    owed_ = 0;
  }

  /// Frames due in this slot, at most `most`.
  int due(int most) {
    if (frozen_) {
      const std::uint64_t at_once = step_fast_ ? static_cast<std::uint64_t>(most) : 1;
      return static_cast<int>(std::min(steps_left_, at_once));
    }
    owed_ = std::min(owed_ + speed_, static_cast<double>(most));
    const int frames = static_cast<int>(owed_);
    owed_ -= frames;
    return frames;
  }

 private:
  bool frozen_;
  std::uint64_t steps_left_ = 0;
  std::uint64_t step_number_ = 0;
  bool step_fast_ = false;
  double speed_ = 1;
  double owed_ = 0;
};

}  // namespace drawbar::server
