#include "physics/formulations/sequential_impulses/velocity/constraint_set.h"

namespace drawbar::physics {

ConstraintSet::ConstraintSet(const StepView& view, const Topology& topology, const TrialJoints& joints,
                             CollisionWorld& collisions, ContactScratch& scratch, StepStatistics& statistics)
    : axes(view, topology, joints),
      loops(view, topology, joints),
      touch(view, topology, joints, collisions, scratch, statistics),
      view_(view),
      topology_(topology),
      inverse_inertia_(view.model.bodies.size(), Mat3::Zero()) {}

void ConstraintSet::take(const Island& island) {
  axes.take(island);
  loops.take(island);
}

void ConstraintSet::build(const Island& island, const KickTimes& times, std::span<const BodyFrame> start,
                          std::span<const BodyFrame> touch_frames) {
  axes.prepare(start, times);
  if (!loops.empty()) {
    for (const std::size_t i : island.nodes) {
      const BodyIndex body = topology_.nodes[i].body;
      const Mat3& r = start[body].rotation;
      inverse_inertia_[body] = r * view_.model.bodies[body].inverse_inertia * r.transpose();
    }
    loops.prepare(start, inverse_inertia_, times);
  }
  touch.prepare(island, start, touch_frames, times);
}

}  // namespace drawbar::physics
