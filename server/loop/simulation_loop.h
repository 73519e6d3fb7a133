// The loop: one frame of the world per 40 ms slot, on a thread of its own.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "server/loop/doorbell.h"
#include "server/loop/frame_slot.h"
#include "server/loop/governor.h"
#include "server/loop/loop_input.h"
#include "server/loop/scheduled_inputs.h"
#include "server/loop/slot_clock.h"
#include "server/loop/start_mode.h"
#include "server/loop/time_control.h"
#include "server/loop/wake_up.h"

namespace drawbar::server {

struct LoopOptions {
  StartMode start = StartMode::running;
  bool governor = true;
  Nanoseconds spin = 50 * kMicrosecond;  ///< busy wait before each slot
  Doorbell* doorbell = nullptr;          ///< rings for steps that do not wait for their slot
};

/// Everything between the clock and World. In a frame it takes no lock, allocates nothing and makes no system
/// call but the sleep and one write to an eventfd; what it has to say, it says in the FrameSlot.
class SimulationLoop {
 public:
  /// All references outlive the loop; the stage until a frame of the next one has left.
  SimulationLoop(Stage& stage, Inbox& inbox, const WakeUp& wake_up, LoopOptions options);

  /// Takes the place of a loop that has served slots with this clock and taken so many requests, and begins
  /// as the last of them says (kind reload). Before run().
  void succeed(const SlotClock& clock, std::uint64_t requests_taken, const LoopInput& request);

  /// Serves slots until `stop`.
  void run(const std::atomic<bool>& stop);

  /// One slot: takes the requests that wait, computes the frames that are due and publishes them. The first
  /// publishes the initial state.
  void serve_slot();

 private:
  void take_requests();
  void take(const LoopInput& request);
  void take_world_input(const LoopInput& request);
  void take_over(RestorePoint& point);
  void change_stage(const LoopInput& request);
  void begin_branch();
  int frames_due();
  /// Waits for a step that does not wait for slots, to the slot's begin at most.
  bool hurries(Nanoseconds slot_start);
  Nanoseconds compute_frame(FrameSlot& slot);
  /// The present state, as the slot's.
  void show(FrameSlot& slot) const;
  /// `compute`: time the frame took; nothing: the state stands.
  void publish(FrameSlot& slot, std::optional<Nanoseconds> compute, bool newest);

  Stage* stage_;
  Inbox& inbox_;
  const WakeUp& wake_up_;
  LoopOptions options_;
  SlotClock clock_;
  TimeControl time_;
  Governor governor_;
  ScheduledInputs scheduled_{kScheduledCapacity};

  std::uint32_t branch_ = 0;
  int substeps_;                   ///< of the frames from now on
  bool substeps_recorded_ = true;  ///< false at the begin of a branch: its recording must say them
  bool awaiting_control_;
  int slots_until_run_ = 0;     ///< after the first control of on_control
  bool new_branch_ = true;      ///< in this slot: shows its first state and computes nothing
  bool ends_exercise_ = false;  ///< what waits ends the exercise: a frame is due, also while time stands
  bool new_scene_ = false;
  std::uint32_t scenes_ended_ = 0;
  RestorePoint* restored_ = nullptr;
  std::uint64_t step_ended_ = 0;  ///< number of the step whose last frame is about to be published; 0: none
  std::uint64_t requests_taken_ = 0;
  Nanoseconds controls_heard_ = 0;  ///< of those that wait for the next frame, the newest; 0: none
  std::uint64_t requests_refused_ = 0;
};

}  // namespace drawbar::server
