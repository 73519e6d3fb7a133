// Computes a past state again, on a simulation of its own.
#include "server/history/compute_again.h"

#include "protocol/state_hash.h"

namespace drawbar::server {

Result<std::vector<std::byte>> compute_again(scenes::Simulation simulation, const RewindPlan& plan,
                                             const std::atomic<bool>& ending) {
  if (!simulation.restore_state(plan.state))
    return fail(ErrorKind::wrong, "the kept state does not fit the scene");
  int substeps = plan.substeps;
  auto input = plan.inputs.begin();
  for (std::uint64_t frame = plan.from_frame + 1; frame <= plan.to_frame; ++frame) {
    if (ending) return fail(ErrorKind::wrong, "the server is shutting down");
    for (; input != plan.inputs.end() && input->frame == frame; ++input)
      simulation.apply(input->input, substeps);
    simulation.step_frame(substeps);
  }
  std::vector<std::byte> state;
  simulation.save_state(state);
  if (protocol::state_hash(state) != plan.hash) {
    return fail(ErrorKind::wrong, "computing the past again gave another state: the rewind was not done");
  }
  return state;
}

}  // namespace drawbar::server
