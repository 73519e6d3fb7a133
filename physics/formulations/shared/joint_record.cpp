#include "physics/formulations/shared/joint_record.h"

#include <algorithm>

namespace drawbar::physics {

void record_joints(const StepContext& context, const Kinematics& kinematics) {
  for (std::size_t j = 0; j < context.model.joints.size(); ++j) {
    const JointGeometry& g = kinematics.joints[j];
    JointState& state = context.state.joints[j];
    for (std::size_t k = 0; k < static_cast<std::size_t>(g.free_axes); ++k) {
      double& position = state.axes[k].position;
      const bool slides = axis_slides(context.model.joints[j].type, static_cast<int>(k));
      position = slides ? g.position[k] : nearest_turn(g.position[k], position);
    }
    if (state.broken) continue;
    context.error_peaks[j] = std::max(context.error_peaks[j], g.translation_error());
    context.angle_error_peaks[j] = std::max(context.angle_error_peaks[j], g.rotation_error());
  }
}

}  // namespace drawbar::physics
