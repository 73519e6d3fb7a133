#include "physics/vehicle/hitch.h"

#include <cmath>

#include "physics/joint/broken_joint.h"
#include "physics/joint/joint_geometry.h"

namespace drawbar::physics {
namespace {

/// What is left of the gap is drawn in with this time constant, s.
constexpr double kDrawIn = 0.1;
/// Control values beyond these are a command.
constexpr double kClose = 0.5;
constexpr double kOpen = -0.5;

BodyFrame frame_of(const BodyState& body) {
  return {body.center, body.orientation.toRotationMatrix()};
}

bool within_limits(const JointConfig& joint, const JointGeometry& g) {
  for (std::size_t k = 0; k < static_cast<std::size_t>(free_axis_count(joint.type)); ++k) {
    const auto& limit = joint.axes[k].limit;
    if (limit && (g.position[k] < limit->lower || g.position[k] > limit->upper)) return false;
  }
  return true;
}

void try_to_close(const HitchConfig& hitch, const StepContext& context) {
  const std::size_t j = index_of(hitch.joint);
  const JointModel& joint = context.model.joints[j];
  const BodyFrame parent = frame_of(context.state.bodies[joint.parent]);
  const BodyFrame child = frame_of(context.state.bodies[joint.child]);
  JointGeometry g;
  evaluate_joint(joint, parent, child, g);
  const Vec3 gap = (child.center + child.rotation * joint.child_anchor) -
                   (parent.center + parent.rotation * joint.parent_anchor);
  if (gap.squaredNorm() > hitch.reach * hitch.reach) return;
  if (!within_limits(context.config.joints[j], g)) return;
  JointState& state = context.state.joints[j];
  state = JointState{};
  state.offset = parent.rotation.transpose() * gap;
  for (std::size_t k = 0; k < state.axes.size(); ++k) state.axes[k].position = g.position[k];
}

}  // namespace

void work_hitch(const HitchConfig& hitch, double h, const StepContext& context) {
  JointState& joint = context.state.joints[index_of(hitch.joint)];
  const double command = context.state.controls[index_of(hitch.control)];
  if (joint.broken) {
    if (command > kClose && !hitch.forced_open) try_to_close(hitch, context);
    return;
  }
  if (command < kOpen || hitch.forced_open) {
    break_joint(index_of(hitch.joint), context.config, context.state);
    return;
  }
  joint.offset *= kDrawIn / (kDrawIn + h);
}

}  // namespace drawbar::physics
