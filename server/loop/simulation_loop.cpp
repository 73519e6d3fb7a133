// The loop: one frame of the world per 40 ms slot, on a thread of its own.
#include "server/loop/simulation_loop.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace drawbar::server {

namespace {

/// A console that plays a file sends its rows ahead. The run waits this long after the first, so that all
/// rows of the first frames are here.
constexpr int kSlotsForScheduledControls = 5;
constexpr Nanoseconds kNap = 200 * kMicrosecond;  ///< between looks whether there is room for a frame

Nanoseconds period_of(const Stage& stage) {
  return static_cast<Nanoseconds>(
      std::llround(stage.simulation.config().period * static_cast<double>(kSecond)));
}

GovernorLimits limits_of(const Stage& stage, const LoopOptions& options) {
  const int nominal = stage.simulation.config().substeps;
  return {nominal, options.governor ? std::clamp(stage.minimum_substeps, 1, nominal) : nominal};
}

scenes::WorldInput substeps_input(int substeps) {
  scenes::WorldInput input;
  input.kind = scenes::WorldInput::Kind::substeps;
  input.value = substeps;
  return input;
}

}  // namespace

SimulationLoop::SimulationLoop(Stage& stage, Inbox& inbox, const WakeUp& wake_up, LoopOptions options)
    : stage_(&stage),
      inbox_(inbox),
      wake_up_(wake_up),
      options_(options),
      clock_(period_of(stage), options.spin),
      time_(options.start == StartMode::frozen),
      governor_(limits_of(stage, options)),
      substeps_(stage.simulation.config().substeps),
      awaiting_control_(options.start == StartMode::on_control) {}

void SimulationLoop::run(const std::atomic<bool>& stop) {
  clock_.run(
      stop,
      [this] {
        serve_slot();
        wake_up_.notify();
        return true;
      },
      [this](Nanoseconds slot_start) { return hurries(slot_start); });
}

bool SimulationLoop::hurries(Nanoseconds slot_start) {
  if (time_.fast()) {
    // Only for whoever takes its frames does such a step wait.
    while (stage_->outbox.claim() == nullptr) {
      const Nanoseconds now = monotonic_now();
      if (now >= slot_start) return false;
      sleep_until(std::min(slot_start, now + kNap), 0);
    }
    return true;
  }
  return options_.doorbell != nullptr && time_.frozen() &&
         options_.doorbell->wait_until(slot_start - options_.spin);
}

void SimulationLoop::succeed(const SlotClock& clock, std::uint64_t requests_taken, const LoopInput& request) {
  clock_ = clock;
  requests_taken_ = requests_taken;
  change_stage(request);
}

void SimulationLoop::serve_slot() {
  // Where nobody takes frames, none is computed: simulation time falls behind, and no frame or input is lost.
  if (stage_->outbox.claim() == nullptr) {
    if (!time_.fast()) clock_.count_slip();
    return;
  }
  take_requests();
  const int due = new_branch_ ? 0 : std::max(frames_due(), ends_exercise_ ? 1 : 0);
  if (due == 0) {
    FrameSlot& slot = *stage_->outbox.claim();
    slot.inputs.clear();
    show(slot);
    publish(slot, std::nullopt, true);
    new_branch_ = false;
    return;
  }
  for (int i = 0; i < due; ++i) {
    FrameSlot* slot = stage_->outbox.claim();
    if (slot == nullptr) return;
    const Nanoseconds compute = compute_frame(*slot);
    step_ended_ = time_.computed(1);
    publish(*slot, compute, i + 1 == due);
  }
}

void SimulationLoop::take_requests() {
  // A new branch shows its first state before anything else acts on it, and what comes after the end of an
  // exercise finds it ended.
  while (!new_branch_ && !ends_exercise_) {
    const LoopInput* request = inbox_.front();
    if (request == nullptr) return;
    take(*request);
    inbox_.release();
    ++requests_taken_;
  }
}

void SimulationLoop::take(const LoopInput& request) {
  switch (request.kind) {
    case LoopInput::Kind::world:
      take_world_input(request);
      return;
    case LoopInput::Kind::cancel_scheduled:
      scheduled_.cancel_control(request.input.index);
      return;
    case LoopInput::Kind::freeze:
      time_.freeze();
      return;
    case LoopInput::Kind::run:
      awaiting_control_ = false;
      time_.run();
      return;
    case LoopInput::Kind::step:
      awaiting_control_ = false;
      time_.step(request.frame, requests_taken_ + 1, request.fast);
      return;
    case LoopInput::Kind::speed:
      time_.set_speed(request.value);
      return;
    case LoopInput::Kind::restore:
      take_over(*request.restore);
      return;
    case LoopInput::Kind::reload:
      change_stage(request);
      return;
    case LoopInput::Kind::seek:
    case LoopInput::Kind::repeat:
      return;
  }
}

void SimulationLoop::take_world_input(const LoopInput& request) {
  if (request.scene != scenes_ended_) return;
  if (awaiting_control_ && request.input.kind == scenes::WorldInput::Kind::control &&
      request.input.reason == record::SetReason::Operator) {
    awaiting_control_ = false;
    slots_until_run_ = request.frame == 0 ? 0 : kSlotsForScheduledControls;
  }
  if (request.frame == 0) {
    controls_heard_ = std::max(controls_heard_, request.heard);
    if (!stage_->waiting.set(request.input)) ++requests_refused_;
    ends_exercise_ = ends_exercise_ || request.input.kind == scenes::WorldInput::Kind::end_exercise;
  } else if (request.branch == branch_ && !scheduled_.add(request.frame, request.input)) {
    ++requests_refused_;
  }
}

void SimulationLoop::take_over(RestorePoint& point) {
  restored_ = &point;
  new_branch_ = true;
  point.accepted = stage_->simulation.restore_state(point.state);
  if (!point.accepted) return;
  begin_branch();
  if (point.freeze) time_.freeze();
}

void SimulationLoop::change_stage(const LoopInput& request) {
  Stage& stage = *request.stage;
  stage_ = &stage;
  branch_ = std::max(branch_, request.branch);
  restored_ = request.restore;
  new_scene_ = new_branch_ = true;
  ++scenes_ended_;
  clock_.set_period(period_of(stage));
  governor_ = Governor(limits_of(stage, options_));
  substeps_ = stage.simulation.config().substeps;
  time_.set_speed(1);  // the one before was of what ran before
  begin_branch();
  if (request.freeze || (restored_ != nullptr && restored_->freeze)) time_.freeze();
}

void SimulationLoop::begin_branch() {
  ++branch_;
  governor_.reset();
  substeps_recorded_ = false;
  scheduled_.clear();
  stage_->waiting.clear();
  controls_heard_ = 0;
  std::ranges::fill(stage_->control_sequences, 0);
  time_.forget_debt();
}

int SimulationLoop::frames_due() {
  if (awaiting_control_) return 0;
  if (slots_until_run_ > 0) {
    --slots_until_run_;
    return 0;
  }
  return time_.due(time_.fast() ? 1 : kMostFramesPerSlot);
}

Nanoseconds SimulationLoop::compute_frame(FrameSlot& slot) {
  scenes::Simulation& simulation = stage_->simulation;
  slot.inputs.clear();
  if (!substeps_recorded_ || governor_.substeps() != substeps_) {
    slot.inputs.set(substeps_input(governor_.substeps()));
    substeps_recorded_ = true;
  }
  const auto gather = [&](const scenes::WorldInput& input) {
    if (!slot.inputs.set(input)) ++requests_refused_;
  };
  scheduled_.take(simulation.frame() + 1, gather);
  if (simulation.exercise() != nullptr) simulation.exercise()->decisions(simulation.memory(), gather);
  for (const scenes::WorldInput& input : stage_->waiting.list()) gather(input);
  stage_->waiting.clear();
  ends_exercise_ = false;
  for (const scenes::WorldInput& input : slot.inputs.list()) {
    simulation.apply(input, substeps_);
    if (input.kind == scenes::WorldInput::Kind::control)
      stage_->control_sequences[input.index] = input.sequence;
  }
  const Nanoseconds begin = monotonic_now();
  simulation.reset_error_peaks();
  simulation.step_frame(substeps_);
  const Nanoseconds stepped = monotonic_now();
  if (!time_.fast()) governor_.observe(stepped - begin, clock_.period());
  show(slot);
  return monotonic_now() - begin;
}

void SimulationLoop::show(FrameSlot& slot) const {
  const scenes::Simulation& simulation = stage_->simulation;
  simulation.observe(slot.state);
  slot.observed.assign(simulation.memory().begin(), simulation.memory().end());
  simulation.save_state(slot.saved_state);
}

void SimulationLoop::publish(FrameSlot& slot, std::optional<Nanoseconds> compute, bool newest) {
  slot.branch = branch_;
  slot.computed = compute.has_value();
  slot.begins_branch = new_branch_ && (restored_ == nullptr || restored_->accepted);
  slot.begins_scene = std::exchange(new_scene_, false);
  slot.newest = newest;
  slot.frozen = time_.frozen() || awaiting_control_ || slots_until_run_ > 0;
  slot.speed = time_.speed();
  slot.substeps = substeps_;
  slot.control_sequences = stage_->control_sequences;
  slot.restored = std::exchange(restored_, nullptr);
  slot.controls_heard = slot.computed ? std::exchange(controls_heard_, 0) : 0;
  slot.requests_taken = requests_taken_;
  slot.stepping = time_.stepping();
  slot.step_ended = std::exchange(step_ended_, 0);
  slot.requests_refused = requests_refused_;
  clock_.stamp(slot, compute.value_or(0));
  stage_->outbox.publish();
}

}  // namespace drawbar::server
