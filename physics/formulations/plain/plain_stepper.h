// Sequential impulses row by row with semi-implicit Euler (papers 003 and 004).
#pragma once

#include <vector>

#include "physics/constraint/coupling_row.h"
#include "physics/constraint/joint_block.h"
#include "physics/formulations/plain/axis_rows.h"
#include "physics/formulations/plain/contact_rows.h"
#include "physics/formulations/shared/contact_search.h"
#include "physics/formulations/shared/synchronous_stepper.h"

namespace drawbar::physics {

class PlainStepper final : public SynchronousStepper {
 public:
  explicit PlainStepper(const StepContext& context);

  void project_initial_velocities() override;
  void substep(double h, bool is_read) override;

 private:
  struct LinearSpring {
    std::size_t spring = 0;
    ScalarConstraint constraint;
  };
  void refresh() override;
  void prepare_springs(double h, double warm_scale);
  void prepare_joints();
  void warm_start(double scale);
  void solve_velocities();
  void solve_positions(double h);
  void integrate(double h);
  void store(double h);
  void break_joints(double h);

  std::vector<BodyResponse> responses_;
  std::vector<Twist> velocities_;
  std::vector<Twist> pseudo_;
  ContactSearch search_;
  std::vector<JointBlock> joints_;
  std::vector<CouplingRow> couplings_;
  std::vector<LinearSpring> springs_;
  AxisRows axes_;
  ContactRows contacts_;
};

}  // namespace drawbar::physics
