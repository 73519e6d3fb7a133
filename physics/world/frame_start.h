// Where a frame began: what is left to go on from when its motion has come apart.
#pragma once

#include <array>
#include <vector>

#include "physics/model/model.h"
#include "physics/model/state.h"

namespace drawbar::physics {

/// The part of State that is kept while everything is put to rest. Taken every frame, so it is no whole
/// State.
class FrameStart {
 public:
  /// `model` stays where it is.
  FrameStart(const State& state, const Model& model)
      : model_(model), bodies_(state.bodies.size()), joints_(state.joints.size()), drives_(state.drives) {}

  void take(const State& state) {
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
      const BodyState& body = state.bodies[b];
      bodies_[b] = {body.center,    body.orientation, body.stiffness_measure,
                    body.smoothing, body.rest_center, body.rest_orientation};
    }
    for (std::size_t j = 0; j < joints_.size(); ++j) {
      const JointState& joint = state.joints[j];
      joints_[j] = {joint.broken,   {},          joint.force_rate, joint.force_age, joint.load,
                    joint.load_age, joint.offset};
      for (std::size_t k = 0; k < axes_of(j); ++k) {
        joints_[j].axes[k] = {joint.axes[k].position, joint.axes[k].held_position, joint.axes[k].rest_shift};
      }
    }
    drives_ = state.drives;
  }

  /// Back to those positions, everything at rest and awake, no remembered impulse.
  void put_to_rest(State& state) const {
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
      const Body& from = bodies_[b];
      BodyState& body = state.bodies[b] = {};
      body.center = from.center;
      body.orientation = from.orientation;
      body.stiffness_measure = from.stiffness_measure;
      body.smoothing = from.smoothing;
      body.rest_center = from.rest_center;
      body.rest_orientation = from.rest_orientation;
    }
    for (std::size_t j = 0; j < joints_.size(); ++j) {
      const Joint& from = joints_[j];
      JointState& joint = state.joints[j] = {};
      joint.broken = from.broken;
      joint.force_rate = from.force_rate;
      joint.force_age = from.force_age;
      joint.load = from.load;
      joint.load_age = from.load_age;
      joint.offset = from.offset;
      for (std::size_t k = 0; k < axes_of(j); ++k) {
        joint.axes[k].position = from.axes[k].position;
        joint.axes[k].held_position = from.axes[k].held_position;
        joint.axes[k].rest_shift = from.axes[k].rest_shift;
      }
    }
    for (SpringState& spring : state.springs) spring = {};
    state.drives = drives_;
    for (DriveState& drive : state.drives) drive.impulse = 0;
    for (GroupState& group : state.groups) group.still_frames = 0;
    for (CouplingState& coupling : state.couplings) coupling = {};
    for (ActiveEffect& active : state.effects) {
      if (active.effect.type != EffectType::play) continue;
      for (std::size_t k = 0; k < kEffectAxes; ++k) active.set_play(k, {});
    }
  }

 private:
  struct Body {
    Vec3 center;
    Quat orientation;
    double stiffness_measure = 0;
    double smoothing = 0;
    Vec3 rest_center;
    Quat rest_orientation;
  };
  struct Axis {
    double position = 0;
    double held_position = 0;
    double rest_shift = 0;
  };
  struct Joint {
    bool broken = false;
    std::array<Axis, kMaxFreeAxes> axes;
    Vec3 force_rate;
    double force_age = 0;
    double load = 0;
    double load_age = 0;
    Vec3 offset;
  };
  // What lies on axes that a joint has not is never set.
  std::size_t axes_of(std::size_t joint) const {
    return static_cast<std::size_t>(model_.joints[joint].free_axes);
  }

  const Model& model_;
  std::vector<Body> bodies_;
  std::vector<Joint> joints_;
  std::vector<DriveState> drives_;
};

}  // namespace drawbar::physics
