// What holds at the end of a frame, and for how long it has.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "physics/model/frame_state.h"
#include "protocol/exercise_generated.h"

namespace drawbar::scenes {

/// A frame as an exercise sees it.
struct SeenFrame {
  const physics::FrameState& state;
  double period;                     ///< s
  std::span<const double> impulses;  ///< N s, by contact watch, of the whole frame

  /// When the frame ends, s of simulated time.
  double end() const { return static_cast<double>(state.frame) * period; }
  /// When the frame begins, s of simulated time.
  double begin() const { return static_cast<double>(state.frame - 1) * period; }
};

/// One condition, with the names and units of its text resolved.
struct ConditionNode {
  exercise::ConditionType type = exercise::ConditionType::time;
  std::function<double(const physics::FrameState&)> value;  ///< quantity
  bool magnitude = false;
  double above = -std::numeric_limits<double>::infinity();  ///< quantity, SI; contact: N
  double below = std::numeric_limits<double>::infinity();
  double hysteresis = 0;
  double after = 0;             ///< s
  std::uint32_t zone = 0;       ///< index of the sensor's body
  std::vector<bool> bodies;     ///< zone: by body
  std::size_t watch = 0;        ///< contact
  std::vector<std::size_t> of;  ///< numbers of conditions
  double frames = 0;            ///< it must have held for more than so many before it counts
};

/// Every condition of an exercise. Each remembers one number: for how many frames it has held.
class Conditions {
 public:
  /// Those in its `of` come first. Returns the condition's number.
  std::size_t add(ConditionNode node) {
    nodes_.push_back(std::move(node));
    return nodes_.size() - 1;
  }
  std::size_t size() const { return nodes_.size(); }  ///< Conditions added so far, parts of others included.

  /// At the end of every frame; `memory` has size() numbers.
  void update(const SeenFrame& frame, std::span<double> memory) const;

  /// Whether this condition has held for as long as it must.
  bool holds(std::size_t condition, std::span<const double> memory) const {
    return memory[condition] > nodes_[condition].frames;
  }

 private:
  bool is_so(const ConditionNode& node, bool was_so, const SeenFrame& frame,
             std::span<const double> memory) const;

  std::vector<ConditionNode> nodes_;
};

}  // namespace drawbar::scenes
