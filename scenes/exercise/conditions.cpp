#include "scenes/exercise/conditions.h"

#include <algorithm>
#include <cmath>

namespace drawbar::scenes {

using exercise::ConditionType;

namespace {

constexpr double kRounding = 1e-9;  // s, of frame x period

bool is_within(const ConditionNode& node, bool was_so, const physics::FrameState& state) {
  const double value = node.magnitude ? std::fabs(node.value(state)) : node.value(state);
  const double give = was_so ? node.hysteresis : 0;
  return value > node.above - give && value < node.below + give;
}

bool is_in_zone(const ConditionNode& node, const physics::FrameState& state) {
  return std::ranges::any_of(state.overlaps, [&](const physics::OverlapReading& overlap) {
    return overlap.sensor_body == node.zone && node.bodies[overlap.body];
  });
}

}  // namespace

void Conditions::update(const SeenFrame& frame, std::span<double> memory) const {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    memory[i] = is_so(nodes_[i], memory[i] > 0, frame, memory) ? memory[i] + 1 : 0;
  }
}

bool Conditions::is_so(const ConditionNode& node, bool was_so, const SeenFrame& frame,
                       std::span<const double> memory) const {
  const auto part_holds = [&](std::size_t part) { return holds(part, memory); };
  switch (node.type) {
    case ConditionType::time:
      return frame.end() >= node.after - kRounding;
    case ConditionType::quantity:
      return is_within(node, was_so, frame.state);
    case ConditionType::zone:
      return is_in_zone(node, frame.state);
    case ConditionType::contact:
      return frame.impulses[node.watch] > std::max(node.above, 0.0) * frame.period;
    case ConditionType::all:
      return std::ranges::all_of(node.of, part_holds);
    case ConditionType::any:
      return std::ranges::any_of(node.of, part_holds);
    case ConditionType::not_:
      return std::ranges::none_of(node.of, part_holds);
  }
  return false;
}

}  // namespace drawbar::scenes
