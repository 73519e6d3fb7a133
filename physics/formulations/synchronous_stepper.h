// What the formulations share whose velocities in State always belong to its positions.
#pragma once

#include "physics/formulations/stepper.h"
#include "physics/world/kinematics.h"

namespace drawbar::physics {

class SynchronousStepper : public Stepper {
 public:
  void begin_frame(double) override { refresh(); }
  void end_frame() override {}
  void synchronised_velocities(std::span<Twist> out) override;
  void synchronised_currents(std::span<double> out) const override;

 protected:
  explicit SynchronousStepper(const StepContext& context);

  /// After the positions changed: everything that follows from them alone, the joints' coordinates and errors
  /// included.
  virtual void refresh();

  StepContext context_;
  Kinematics kinematics_;
};

}  // namespace drawbar::physics
