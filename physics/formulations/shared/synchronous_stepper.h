// What the formulations share whose velocities in State always belong to its positions.
#pragma once

#include "physics/formulations/shared/stepper.h"
#include "physics/joint/kinematics.h"

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
  /// What gravity and effects do to velocities [body of the model] in h (s), and each body's free rotation.
  void add_external_impulses(double h, std::span<Twist> velocities);
  /// Makes the initial velocities obey the joints, row by row: `sweep(velocities)` makes each row's rate
  /// zero in turn and returns the largest it found.
  template <class Sweep>
  void project_by_sweeps(std::span<Twist> velocities, const Sweep& sweep) {
    synchronised_velocities(velocities);
    for (int i = 0; i < kMostProjectionSweeps && sweep(velocities) >= kProjected; ++i) {
    }
    for (std::size_t i = 0; i < velocities.size(); ++i) {
      context_.state.bodies[i].velocity = velocities[i].linear;
      context_.state.bodies[i].angular_velocity = velocities[i].angular;
    }
  }

  StepContext context_;
  Kinematics kinematics_;

 private:
  static constexpr int kMostProjectionSweeps = 20000;
  static constexpr double kProjected = 1e-13;  // m/s or rad/s
};

}  // namespace drawbar::physics
