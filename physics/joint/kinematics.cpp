#include "physics/joint/kinematics.h"

namespace drawbar::physics {

Kinematics::Kinematics(const Model& model)
    : frames(model.bodies.size()),
      inertia(model.bodies.size(), Mat3::Zero()),
      inverse_inertia(model.bodies.size(), Mat3::Zero()),
      joints(model.joints.size()) {}

void Kinematics::update(const Model& model, const std::vector<BodyState>& bodies) {
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    BodyFrame& frame = frames[i];
    frame.center = bodies[i].center;
    frame.rotation = bodies[i].orientation.toRotationMatrix();
    if (!model.bodies[i].moves) continue;
    inertia[i] = frame.rotation * model.bodies[i].inertia * frame.rotation.transpose();
    inverse_inertia[i] = frame.rotation * model.bodies[i].inverse_inertia * frame.rotation.transpose();
  }
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    const JointModel& joint = model.joints[j];
    evaluate_joint(joint, frames[joint.parent], frames[joint.child], joints[j]);
  }
}

}  // namespace drawbar::physics
