// What parts can do while effects act on them.
#pragma once

#include <array>
#include <vector>

#include "physics/model/state.h"
#include "physics/model/world_config.h"

namespace drawbar::physics {

class CollisionWorld;

/// Writes the effects at work into the configuration that formulations read, frame by frame, and takes them
/// back out of it. What it writes follows from the configuration as given and from State alone. Numbers only:
/// what allocates, or what formulations work out once, stays as it is.
class Alterations {
 public:
  /// `config` is as given now, and outlives this, as do the surfaces.
  Alterations(WorldConfig& config, CollisionWorld& collisions);

  /// For the frame after State::frame.
  void renew(const State& state);

 private:
  void take_back();
  void alter(std::size_t place, const Effect& effect, double strength);
  void give_play(std::size_t place, const Effect& effect, double half);
  void alter_drive(const Effect& effect, double strength, DriveConfig& drive) const;
  void alter_joint(const Effect& effect, double strength, JointConfig& joint) const;
  void alter_friction(std::size_t material, double factor);

  WorldConfig& config_;
  CollisionWorld& collisions_;
  std::vector<DriveConfig> drives_;  // as given, as all that follow
  std::vector<BrakeConfig> brakes_;
  std::vector<SpringConfig> springs_;
  std::vector<TyreConfig> tyres_;                           // [wheel]
  std::vector<std::array<AxisConfig, kMaxFreeAxes>> axes_;  // [joint]
  std::vector<SurfacePair> surface_pairs_;
  bool altered_ = false;
  bool slippery_ = false;  // some surface
};

}  // namespace drawbar::physics
