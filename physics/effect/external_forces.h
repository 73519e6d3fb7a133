// The forces and torques of all effects and of the air, as one wrench per body.
#pragma once

#include <cstdint>
#include <vector>

#include "physics/effect/air.h"
#include "physics/model/model.h"
#include "physics/model/state.h"
#include "physics/model/wrench.h"

namespace drawbar::physics {

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
    pushed_.reserve(kMostEffects + air_.bodies().size());
  }

  /// After State::effects has got or lost one.
  void arrange(const State& state);
  /// At the present poses, with the mean strength over the kick; `period` (s) of a frame.
  void find(const State& state, double period, const KickSpan& kick);

  /// Whether there is something that the air pushes.
  bool any_drag() const { return !air_.bodies().empty(); }
  /// Whether anything is pushed.
  bool any() const { return !pushed_.empty(); }
  /// At its centre of mass.
  const Wrench& on(BodyIndex body) const { return wrenches_[body]; }

 private:
  void add(BodyIndex body, const Wrench& wrench);

  const Model& model_;
  Air air_;
  std::vector<Wrench> wrenches_;       // [body]
  std::vector<std::uint32_t> pushes_;  // places in State::effects of those that push what moves
  std::vector<BodyIndex> pushed_;
};

/// Force or impulse of an effect on a body with this orientation, times `strength`, and its moment about the
/// centre of mass.
Wrench push_of(const Effect& effect, double strength, const Quat& orientation, const Vec3& center_of_mass);

}  // namespace drawbar::physics
