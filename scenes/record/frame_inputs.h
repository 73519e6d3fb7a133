// The inputs gathered for one frame: the last one for each control and drive wins, effects act in their
// order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "scenes/record/recorded_input.h"

namespace drawbar::scenes {

/// Bounded by the number of things that can be set, so that no flood of messages makes it grow. What an
/// exercise decides is no setting: every trigger and the end have a place of their own.
class FrameInputs {
 public:
  /// Room for inputs to so many controls, drives and triggers.
  FrameInputs(std::size_t controls, std::size_t drives, std::size_t triggers = 0)
      : drives_begin_(controls),
        substeps_slot_(controls + drives),
        triggers_begin_(substeps_slot_ + 2),
        place_(triggers_begin_ + triggers, kNone) {
    list_.reserve(place_.size() + kMostEffectInputs);
  }

  /// The inputs, in the order in which their things came first.
  std::span<const WorldInput> list() const { return list_; }

  /// Replaces an earlier input for the same thing. False, and nothing changed: too many effects in one frame.
  bool set(const WorldInput& input) {
    if (of_an_effect(input)) {
      if (effects_ == kMostEffectInputs) return false;
      ++effects_;
      list_.push_back(input);
      return true;
    }
    if (slot_of(input) >= place_.size()) return true;  // a trigger that the exercise has not
    std::size_t& place = place_[slot_of(input)];
    if (place == kNone) {
      place = list_.size();
      list_.push_back(input);
    } else {
      list_[place] = input;
    }
    return true;
  }

  /// Forgets all inputs.
  void clear() {
    for (const WorldInput& input : list_) {
      if (!of_an_effect(input)) place_[slot_of(input)] = kNone;
    }
    list_.clear();
    effects_ = 0;
  }

  /// Beginnings and ends of effects in one frame.
  static constexpr std::size_t kMostEffectInputs = 2 * physics::kMostEffects;

 private:
  static constexpr std::size_t kNone = SIZE_MAX;

  static bool of_an_effect(const WorldInput& input) {
    return input.kind == WorldInput::Kind::effect || input.kind == WorldInput::Kind::clear_effect;
  }

  std::size_t slot_of(const WorldInput& input) const {
    switch (input.kind) {
      case WorldInput::Kind::control:
        return input.index;
      case WorldInput::Kind::drive_fault:
        return drives_begin_ + input.index;
      case WorldInput::Kind::substeps:
        return substeps_slot_;
      case WorldInput::Kind::end_exercise:
        return substeps_slot_ + 1;
      case WorldInput::Kind::trigger:
        return triggers_begin_ + input.index;
      case WorldInput::Kind::effect:
      case WorldInput::Kind::clear_effect:
        break;
    }
    return substeps_slot_;
  }

  std::size_t drives_begin_;
  std::size_t substeps_slot_;
  std::size_t triggers_begin_;
  std::size_t effects_ = 0;
  std::vector<std::size_t> place_;  ///< by thing: index in list_, or kNone
  std::vector<WorldInput> list_;
};

}  // namespace drawbar::scenes
