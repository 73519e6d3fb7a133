// The forces and torques of all effects and of the air, as one wrench per body.
#pragma once

#include <cstdint>
#include <vector>

#include "physics/effect/air.h"
#include "physics/model/model.h"
#include "physics/model/state.h"
#include "physics/model/wrench.h"

namespace drawbar::physics {

/// A force or torque of an effect, its strength included.
struct Push {
  Vec3 value = Vec3::Zero();  ///< N or N m
  Vec3 point = Vec3::Zero();  ///< of a force: m from the centre of mass, body axes
  bool turns = false;
  bool in_body_axes = false;

  /// What a body with this orientation gets more.
  void add_to(Wrench& total, const Quat& orientation) const {
    const Vec3 push = in_body_axes ? Vec3(orientation * value) : value;
    if (turns) {
      total.torque += push;
      return;
    }
    const Vec3 arm = orientation * point;
    total.force += push;
    total.torque += arm.cross(push);
  }
};

/// Of an effect `force`, `torque` or `impulse` with this strength.
Push push_of(const Effect& effect, double strength, const Vec3& center_of_mass);

/// A kick's piece of time, s after the frame's beginning.
struct KickSpan {
  double from = 0;
  double to = 0;
};

class ExternalForces {
 public:
  ExternalForces(const WorldConfig& config, const Model& model)
      : model_(model), air_(config, model), wrenches_(model.bodies.size()) {
    pushes_.reserve(kMostEffects);
    pushed_.reserve(model.bodies.size());
    winds_.reserve(kMostEffects);
  }

  /// For the frame after State::frame, and those that follow it while no effect comes, goes or changes its
  /// strength; `period` (s) of a frame.
  void renew(const State& state, double period);
  /// At the present poses, with the mean strength over the kick; `period` (s) of a frame.
  void find(const State& state, double period, const KickSpan& kick);

  /// Whether there is something that the air pushes.
  bool any_drag() const { return !air_.bodies().empty(); }
  /// Whether anything is pushed.
  bool any() const { return !pushes_.empty() || blows_; }
  /// At its centre of mass.
  const Wrench& on(BodyIndex body) const { return wrenches_[body]; }

 private:
  struct PushOnBody {
    BodyIndex body = 0;
    std::uint32_t effect = 0;  // its place in State::effects
    bool changes = false;      // its strength is another in each kick
    Push push;                 // where it is not
  };

  const Model& model_;
  Air air_;
  std::vector<Wrench> wrenches_;      // [body]
  std::vector<PushOnBody> pushes_;    // on what moves
  std::vector<BodyIndex> pushed_;     // by these, each once
  std::vector<std::uint32_t> winds_;  // places in State::effects
  bool blows_ = false;                // the air pushes in the kick at hand
};

}  // namespace drawbar::physics
