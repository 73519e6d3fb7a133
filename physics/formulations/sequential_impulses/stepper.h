// The real-time solver: articulations as one block in linear time, second order in time.
#pragma once

#include <vector>

#include "physics/articulation/topology.h"
#include "physics/formulations/sequential_impulses/control/contact_detection.h"
#include "physics/formulations/sequential_impulses/control/energy_guard.h"
#include "physics/formulations/sequential_impulses/control/sleep.h"
#include "physics/formulations/sequential_impulses/substep.h"
#include "physics/formulations/shared/stepper.h"

namespace drawbar::physics {

/// Finds the islands of each substep and advances those that are awake (substep.h).
class LeapfrogStepper final : public Stepper {
 public:
  explicit LeapfrogStepper(const StepContext& context);

  void project_initial_velocities() override;
  void begin_frame(double h) override;
  void substep(double h, bool is_read) override;
  void end_frame() override;
  void synchronised_velocities(std::span<Twist> out) override;
  void synchronised_currents(std::span<double> out) const override;

 private:
  void refresh_if_old();
  bool is_absent(const Island& island) const;

  StepView view_;
  Topology topology_;
  ContactDetection detection_;
  Sleep sleep_;
  EnergyBound energy_bound_;
  IslandSubstep island_substep_;
  std::vector<double> currents_;  // [drive] when velocities were synchronised last, A
  bool poses_are_old_ = false;    // State may have changed since the last frame
};

}  // namespace drawbar::physics
