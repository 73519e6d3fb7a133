#include "tools/simulate/run.h"

#include <algorithm>
#include <utility>

#include "protocol/state_hash.h"

namespace drawbar::tools {

namespace {

scenes::WorldInput input_of(const scenes::ControlRow& row, const physics::ControlConfig& control) {
  scenes::WorldInput input;
  input.reason = record::SetReason::File;
  input.index = static_cast<std::uint32_t>(row.control);
  input.value = std::clamp(row.value, control.lower, control.upper);
  return input;
}

}  // namespace

std::optional<std::uint64_t> hash_at_end(const scenes::Simulation& world, const Division& division) {
  if (division.total % static_cast<std::uint64_t>(division.substeps) != 0) return std::nullopt;
  std::vector<std::byte> state;
  world.save_state(state);
  return protocol::state_hash(state);
}

Run::Run(scenes::Simulation& world, const Division& division, double period_ms,
         const scenes::ControlsFile& controls, std::vector<RunSink*> sinks)
    : world_(world),
      division_(division),
      period_ms_(period_ms),
      controls_(controls),
      sinks_(std::move(sinks)),
      frames_wanted_(std::ranges::any_of(sinks_, &RunSink::takes_frames)),
      substeps_(division.substeps),
      inputs_(world.config().controls.size(), world.config().drives.size(),
              world.exercise() != nullptr ? world.exercise()->triggers().size() : 0),
      state_(world.make_frame_state()),
      since_sample_(state_.joints.size()),
      in_frame_(state_.joints.size()) {
  bytes_.reserve(world.state_capacity());
}

Result<void> Run::whole() {
  auto shown = show(true);
  while (shown && done_ < division_.total) shown = frame();
  return shown;
}

Result<void> Run::frame() {
  set_controls();
  compute_ = {};
  const std::uint64_t frame_end = done_ + static_cast<std::uint64_t>(division_.substeps);
  const std::uint64_t run_end = std::min(frame_end, division_.total);
  while (done_ < run_end) {
    const std::uint64_t next_sample = (done_ / division_.sample_every + 1) * division_.sample_every;
    step_to(std::min(run_end, next_sample), frame_end);
    const auto shown = show(done_ == frame_end);
    if (!shown) return shown;
  }
  return {};
}

void Run::set_controls() {
  inputs_.clear();
  for (const scenes::ControlRow& row : controls_.at(world_.frame()))
    inputs_.set(input_of(row, world_.config().controls[physics::index_of(row.control)]));
  if (const scenes::ExerciseObserver* exercise = world_.exercise()) {
    exercise->decisions(world_.memory(), [this](const scenes::WorldInput& input) { inputs_.set(input); });
  }
  for (const scenes::WorldInput& input : inputs_.list()) world_.apply(input, substeps_);
}

void Run::step_to(std::uint64_t end, std::uint64_t frame_end) {
  const auto begin = std::chrono::steady_clock::now();
  const std::uint64_t frame_begin = frame_end - static_cast<std::uint64_t>(division_.substeps);
  if (done_ == frame_begin && end == frame_end) {
    world_.step_frame(substeps_);
    done_ = end;
  } else {
    if (done_ == frame_begin) world_.begin_frame(substeps_);
    for (; done_ < end; ++done_) world_.substep();
  }
  compute_ += std::chrono::steady_clock::now() - begin;
}

Result<void> Run::show(bool frame_ended) {
  const bool sampled = done_ % division_.sample_every == 0;
  frame_ended = frame_ended && frames_wanted_;
  if (!sampled && !frame_ended) return {};
  world_.observe(state_);
  world_.reset_error_peaks();
  since_sample_.take(state_);
  in_frame_.take(state_);
  if (frame_ended) {
    in_frame_.show(state_);
    world_.save_state(bytes_);
    const FrameEnd end{state_,   bytes_,         protocol::state_hash(bytes_), inputs_.list(), substeps_,
                       compute_, world_.memory()};
    for (RunSink* sink : sinks_) {
      if (auto taken = sink->takes_frames() ? sink->on_frame(end) : Result<void>{}; !taken) return taken;
    }
  }
  if (sampled) {
    since_sample_.show(state_);
    for (RunSink* sink : sinks_) {
      if (auto taken = sink->on_sample(state_, division_.time(done_, period_ms_)); !taken) return taken;
    }
  }
  return {};
}

}  // namespace drawbar::tools
