// Joints as stiff springs and dampers in absolute coordinates, semi-implicit Euler (paper 000).
#pragma once

#include <vector>

#include "physics/formulations/shared/synchronous_stepper.h"

namespace drawbar::physics {

/// Every row of a joint pulls with -(alpha G + beta dG/dt) (paper 000 eqs. 9, 10), alpha and beta in
/// proportion to the effective mass; limits likewise beyond their range (paper 000 eqs. 21 to 26). Springs
/// and viscous friction are explicit; dry friction and drives act by impulses of their own laws, one visit
/// each. Conditionally stable: made for 3 ms and less.
class PenaltyStepper final : public SynchronousStepper {
 public:
  explicit PenaltyStepper(const StepContext& context);

  void project_initial_velocities() override;
  void substep(double h, bool is_read) override;

 private:
  struct Push {
    Vec3 linear;
    Vec3 angular;
  };
  double effective_mass(const JointModel& joint) const;
  double response(const JointModel& joint, const JointGeometry& g, const Push& row) const;
  void apply(const JointModel& joint, const JointGeometry& g, const Push& row, double impulse);
  double row_rate(const JointModel& joint, const JointGeometry& g, const Push& row) const;
  void add_joints(double h);
  void add_axes(std::size_t joint, double h);
  void add_springs(double h);
  void add_switching(double h);

  std::vector<Twist> before_;  ///< velocities at which the forces are taken
  std::vector<Twist> velocities_;
};

}  // namespace drawbar::physics
