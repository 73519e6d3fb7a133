#include "scenes/record/world_events.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "scenes/record/machines.h"

namespace drawbar::scenes {

WorldEvents::WorldEvents(const physics::WorldConfig& config)
    : broken_told_(config.joints.size()), machines_(machines_of(config)) {
  for (const physics::JointConfig& joint : config.joints) joint_names_.push_back(joint.name);
  for (const physics::BodyConfig& body : config.bodies) body_names_.push_back(body.name);
}

std::vector<WorldEvent> WorldEvents::take(const physics::FrameState& state) {
  std::vector<WorldEvent> events;
  for (std::uint32_t i = 0; i < state.joints.size(); ++i) {
    const bool broken = state.joints[i].broken;
    if (broken && !broken_told_[i]) {
      events.push_back({stream::EventKind::JointBroke, joint_names_[i] + " broke", {i}});
    }
    broken_told_[i] = broken;
  }
  if (state.frame != frame_) take_divergence(state, events);
  take_overlaps(state.overlaps, events);
  return events;
}

void WorldEvents::take_divergence(const physics::FrameState& state, std::vector<WorldEvent>& events) {
  const bool diverges = state.statistics.recoveries > recoveries_;
  if (diverges && !diverges_) {
    events.push_back({stream::EventKind::MotionDiverged,
                      "the motion diverged: the bodies went back to where the frame began, at rest",
                      {}});
  }
  frame_ = state.frame;
  recoveries_ = state.statistics.recoveries;
  diverges_ = diverges;
}

void WorldEvents::take_overlaps(std::vector<physics::OverlapReading> overlaps,
                                std::vector<WorldEvent>& events) {
  for (physics::OverlapReading& o : overlaps) o.body = machines_[o.body];
  const auto order = [](const physics::OverlapReading& a, const physics::OverlapReading& b) {
    return std::tie(a.sensor_body, a.sensor_shape, a.body) < std::tie(b.sensor_body, b.sensor_shape, b.body);
  };
  std::ranges::sort(overlaps, order);
  // What the first list has and the second has not.
  const auto add_missing = [&](const auto& in, const auto& from, stream::EventKind kind,
                               const char* happened) {
    for (auto o = in.begin(); o != in.end(); o = std::upper_bound(o, in.end(), *o, order)) {
      if (std::binary_search(from.begin(), from.end(), *o, order)) continue;
      events.push_back({kind,
                        body_names_[o->body] + happened + body_names_[o->sensor_body],
                        {o->sensor_body, o->sensor_shape, o->body}});
    }
  };
  add_missing(overlaps_told_, overlaps, stream::EventKind::SensorLeft, " left ");
  add_missing(overlaps, overlaps_told_, stream::EventKind::SensorEntered, " entered ");
  overlaps_told_ = std::move(overlaps);
}

}  // namespace drawbar::scenes
