#include "python/native/readings.h"

#include <algorithm>

#include "physics/model/joint_config.h"

namespace drawbar::python {

RowLayout::RowLayout(const physics::WorldConfig& config)
    : bodies(config.bodies.size()), controls(config.controls.size()) {
  for (const physics::JointConfig& joint : config.joints) {
    axes_of.push_back(static_cast<std::size_t>(physics::free_axis_count(joint.type)));
    axes += axes_of.back();
  }
  orientations = 3 * bodies;
  linear = orientations + 4 * bodies;
  angular = linear + 3 * bodies;
  joint_positions = angular + 3 * bodies;
  joint_velocities = joint_positions + axes;
  controls_at = joint_velocities + axes;
  size = controls_at + controls;
}

void RowLayout::fill(const physics::FrameState& state, double* row) const {
  double* position = row + positions;
  double* orientation = row + orientations;
  double* velocity = row + linear;
  double* turning = row + angular;
  for (const physics::BodyReading& body : state.bodies) {
    position = std::copy_n(body.position.data(), 3, position);
    const physics::Quat& q = body.orientation;
    for (const double component : {q.w(), q.x(), q.y(), q.z()}) *orientation++ = component;
    velocity = std::copy_n(body.linear_velocity.data(), 3, velocity);
    turning = std::copy_n(body.angular_velocity.data(), 3, turning);
  }
  double* coordinate = row + joint_positions;
  double* rate = row + joint_velocities;
  for (std::size_t i = 0; i < axes_of.size(); ++i) {
    coordinate = std::copy_n(state.joints[i].position.begin(), axes_of[i], coordinate);
    rate = std::copy_n(state.joints[i].velocity.begin(), axes_of[i], rate);
  }
  std::ranges::copy(state.controls, row + controls_at);
}

}  // namespace drawbar::python
