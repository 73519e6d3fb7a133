#include "physics/formulations/sequential_impulses/control/memory_scale.h"

namespace drawbar::physics {
namespace {

template <class Value>
void scale(double ratio, CourseOf<Value>& course) {
  course.last *= ratio;
  course.change *= ratio * ratio;
  course.bend *= ratio * ratio * ratio;
}

}  // namespace

void scale_memory(double ratio, State& state) {
  for (JointState& joint : state.joints) {
    for (double& impulse : joint.row_impulse) impulse *= ratio;
    for (double& impulse : joint.cone_impulse) impulse *= ratio;
    for (AxisState& axis : joint.axes) {
      axis.limit_impulse *= ratio;
      axis.friction_impulse *= ratio;
      axis.spring_impulse *= ratio;
      scale(ratio, axis.held_bias);
    }
    scale(ratio, joint.bias.linear);
    scale(ratio, joint.bias.angular);
  }
  for (double& impulse : state.coupling_impulses) impulse *= ratio;
  for (SpringState& spring : state.springs) spring.impulse *= ratio;
  for (DriveState& drive : state.drives) drive.impulse *= ratio;
}

}  // namespace drawbar::physics
