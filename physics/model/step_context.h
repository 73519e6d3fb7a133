// What World hands to a formulation.
#pragma once

#include <vector>

#include "physics/model/frame_state.h"
#include "physics/model/model.h"
#include "physics/model/state.h"
#include "physics/model/world_config.h"

namespace drawbar::physics {

class Absence;
class ChannelFaults;
class CollisionWorld;
class ExternalForces;
class PrescribedMotions;

/// What a formulation works on; World owns all of it.
struct StepContext {
  const WorldConfig& config;
  const Model& model;
  State& state;
  CollisionWorld& collisions;
  StepStatistics& statistics;
  const ExternalForces& external;  ///< of the kick at hand
  PrescribedMotions& prescribed;   ///< likewise
  const Absence& absence;          ///< who is not there
  const ChannelFaults& faults;     ///< which sensors and controls show what is not
  /// Largest violation of each joint's constrained directions since the peaks were reset: [joint], m and rad.
  std::vector<double>& error_peaks;
  std::vector<double>& angle_error_peaks;
};

}  // namespace drawbar::physics
