// Bodies that are out of the world for a while.
//
// An absent body is where it was when it went, at rest, and nothing of it goes on: it touches nothing, no ray
// meets it, no sensor sees it, nothing acts on it. A body with a motion of its own
// goes on along it unseen. What joints, springs and couplings hold to it goes and
// comes with it. Which bodies are absent follows from the effects at work in State.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "physics/model/model.h"
#include "physics/model/state.h"
#include "physics/model/world_config.h"

namespace drawbar::physics {

/// [body] Those that an effect `absent` can take out of the world: all that is held to them goes along
/// (bodies_held_together), so nothing of that may hang on what does not move, nor drive belts of others. Of
/// sequential_impulses alone.
std::vector<bool> bodies_that_can_be_absent(const WorldConfig& config);

class Absence {
 public:
  explicit Absence(const WorldConfig& config);

  /// As the effects at work say. Whether that is another set of bodies than before.
  bool renew(const State& state);

  bool can_be_absent(BodyIndex body) const { return can_be_[body]; }
  bool any() const { return any_; }
  /// The world never is.
  bool is_absent(BodyIndex body) const { return any_ && body < absent_.size() && absent_[body] != 0; }
  /// [body] 1: it is absent.
  std::span<const std::uint8_t> bodies() const { return absent_; }

 private:
  std::vector<std::uint32_t> held_;  // bodies_held_together()
  std::vector<bool> can_be_;
  std::vector<std::uint8_t> absent_;
  std::vector<std::uint8_t> before_;
  bool any_ = false;
};

}  // namespace drawbar::physics
