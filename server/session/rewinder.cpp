// Computes past states again, on a thread of its own and a World of its own.
#include "server/session/rewinder.h"

#include <utility>

#include "protocol/state_hash.h"

namespace drawbar::server {

Rewinder::~Rewinder() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void Rewinder::compute(const physics::WorldConfig& scene, RewindPlan plan, Done done) {
  {
    const std::lock_guard lock(mutex_);
    jobs_.push_back({scene, std::move(plan), std::move(done)});
  }
  wake_.notify_one();
}

void Rewinder::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] { return ending_ || !jobs_.empty(); });
    if (ending_) return;
    const Job job = std::move(jobs_.front());
    jobs_.pop_front();
    lock.unlock();
    asio::post(context_, [done = job.done, state = carry_out(job)] { done(state); });
    lock.lock();
  }
}

Result<std::vector<std::byte>> Rewinder::carry_out(const Job& job) {
  physics::World world(job.scene);
  const RewindPlan& plan = job.plan;
  if (!world.restore_state(plan.state))
    return fail(ErrorKind::wrong, "the kept state does not fit the scene");
  int substeps = plan.substeps;
  auto input = plan.inputs.begin();
  for (std::uint64_t frame = plan.from_frame + 1; frame <= plan.to_frame; ++frame) {
    for (; input != plan.inputs.end() && input->frame == frame; ++input)
      scenes::apply(input->input, world, substeps);
    world.step_frame(substeps);
  }
  std::vector<std::byte> state;
  world.save_state(state);
  if (protocol::state_hash(state) != plan.hash) {
    return fail(ErrorKind::wrong, "computing the past again gave another state: the rewind was not done");
  }
  return state;
}

}  // namespace drawbar::server
