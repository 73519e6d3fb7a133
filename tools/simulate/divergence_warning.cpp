#include "tools/simulate/divergence_warning.h"

#include <iostream>

#include "scenes/record/diverged.h"

namespace drawbar::tools {

Result<void> DivergenceWarning::on_sample(const physics::FrameState& state, double time) {
  if (state.statistics.recoveries == 0 || told_) return {};
  told_ = true;
  std::cerr << name_ << ": " << scenes::diverged_text(time) << '\n';
  return {};
}

void DivergenceWarning::look_at_the_end(const scenes::Simulation& world, double time) {
  physics::FrameState state = world.make_frame_state();
  world.observe(state);
  (void)on_sample(state, time);
}

}  // namespace drawbar::tools
