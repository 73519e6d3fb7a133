// Inputs that came ahead of the frame they act in.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "scenes/record/recorded_input.h"

namespace drawbar::server {

/// A bounded heap ordered by frame, then by arrival. Never allocates after construction.
class ScheduledInputs {
 public:
  explicit ScheduledInputs(std::size_t capacity) : capacity_(capacity) { heap_.reserve(capacity); }

  std::size_t size() const { return heap_.size(); }

  /// False, and nothing kept, when full.
  bool add(std::uint64_t frame, const scenes::WorldInput& input) {
    if (heap_.size() == capacity_) return false;
    heap_.push_back({frame, arrivals_++, input});
    std::push_heap(heap_.begin(), heap_.end(), later);
    return true;
  }

  /// Calls `act(input)` for every input due in `frame` or before, in order, and forgets it.
  template <class Act>
  void take(std::uint64_t frame, const Act& act) {
    while (!heap_.empty() && heap_.front().frame <= frame) {
      std::pop_heap(heap_.begin(), heap_.end(), later);
      act(heap_.back().input);
      heap_.pop_back();
    }
  }

  /// Forgets what would still act on this control: its holder is silent or gone.
  void cancel_control(std::uint32_t control) {
    std::erase_if(heap_, [control](const Entry& entry) {
      return entry.input.kind == scenes::WorldInput::Kind::control && entry.input.index == control;
    });
    std::make_heap(heap_.begin(), heap_.end(), later);
  }

  void clear() { heap_.clear(); }

 private:
  struct Entry {
    std::uint64_t frame;
    std::uint64_t arrival;
    scenes::WorldInput input;
  };

  static bool later(const Entry& a, const Entry& b) {
    return a.frame != b.frame ? a.frame > b.frame : a.arrival > b.arrival;
  }

  std::size_t capacity_;
  std::uint64_t arrivals_ = 0;
  std::vector<Entry> heap_;
};

}  // namespace drawbar::server
