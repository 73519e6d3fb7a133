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
  /// So many frames, one per slot, then frozen.
  void step(std::uint64_t frames) {
    frozen_ = true;
    forget_debt();
    steps_left_ = frames;
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
      if (steps_left_ == 0) return 0;
      --steps_left_;
      return 1;
    }
    owed_ = std::min(owed_ + speed_, static_cast<double>(most));
    const int frames = static_cast<int>(owed_);
    owed_ -= frames;
    return frames;
  }

 private:
  bool frozen_;
  std::uint64_t steps_left_ = 0;
  double speed_ = 1;
  double owed_ = 0;
};

}  // namespace drawbar::server
