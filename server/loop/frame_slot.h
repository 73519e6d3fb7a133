// One frame as it leaves the loop: everything that any sink needs, in one preallocated value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "protocol/frame_generated.h"
#include "scenes/exercise/simulation.h"
#include "scenes/record/frame_inputs.h"
#include "server/loop/clock.h"
#include "server/loop/loop_input.h"
#include "server/loop/slot_ring.h"

namespace drawbar::server {

struct FrameTiming {
  Nanoseconds slot_start = 0;
  Nanoseconds woken = 0;     ///< when the loop woke for this slot
  Nanoseconds compute = 0;   ///< that the frame took; 0 where none was computed
  Nanoseconds finished = 0;  ///< when the frame was ready to leave
  std::uint64_t misses = 0;  ///< frames published after their slot had ended, since the start
  std::uint64_t slips = 0;   ///< slots without a frame of their own, since the start
};

/// For the inputs of one frame of a scene.
inline scenes::FrameInputs inputs_of(const scenes::Simulation& simulation) {
  const std::size_t triggers =
      simulation.exercise() == nullptr ? 0 : simulation.exercise()->triggers().size();
  return {simulation.config().controls.size(), simulation.config().drives.size(), triggers};
}

struct FrameSlot {
  explicit FrameSlot(const scenes::Simulation& simulation)
      : state(simulation.make_frame_state()),
        observed(simulation.memory().begin(), simulation.memory().end()),
        inputs(inputs_of(simulation)),
        control_sequences(simulation.config().controls.size()) {
    saved_state.reserve(simulation.state_capacity());
  }

  std::uint64_t tick = 0;
  std::uint32_t branch = 0;
  bool computed = false;       ///< a frame was computed; else the state stands (frozen) or was taken over
  bool begins_branch = false;  ///< this is the first state of a branch
  bool begins_scene = false;   ///< and of a scene: it was reloaded
  bool newest = true;          ///< false: another frame of the same slot follows (faster than real time)
  bool frozen = false;
  bool replay = false;
  bool replay_ended = false;                    ///< this is a replay's last frame, shown for the first time
  std::size_t replay_scene = 0;                 ///< of the recording's scenes: that this slot has the size of
  std::vector<std::uint32_t> recorded_holders;  ///< replay: by channel; sessions of the recording
  std::vector<stream::EventT> recorded_events;  ///< replay: since the frame that was shown before
  double speed = 1;
  int substeps = 0;
  physics::FrameState state;
  std::vector<double> observed;        ///< Simulation::memory after the frame; not in a replay
  std::vector<std::byte> saved_state;  ///< Simulation::save_state after the frame; empty in a replay
  scenes::FrameInputs inputs;          ///< that acted in this frame
  std::vector<std::uint64_t> control_sequences;  ///< by channel: Control.sequence whose value acts; 0: none
  /// When the newest of the controls came that act from this frame on; 0: none.
  Nanoseconds controls_heard = 0;
  RestorePoint* restored = nullptr;    ///< the state was taken over from here; goes back to its maker
  std::uint64_t requests_taken = 0;    ///< loop inputs taken from the inbox since the start
  std::uint64_t stepping = 0;          ///< number of the step that is under way after this frame; 0: none
  std::uint64_t step_ended = 0;        ///< number of the step whose last frame this is; 0: none
  bool hurried = false;                ///< of a step that does not wait for slots: nor need whoever takes it
  std::uint64_t requests_refused = 0;  ///< of those: not kept, because too many were scheduled
  FrameTiming timing;
};

using Outbox = SlotRing<FrameSlot>;

/// Frames that the loop may be ahead of the network thread: 2.5 s.
inline constexpr std::size_t kOutboxCapacity = 64;

/// A world with its exercise, the ring its frames leave through, and what else has the scene's size: all that
/// a loop serves.
struct Stage {
  /// The governor may go down to `minimum` substeps.
  Stage(physics::WorldConfig config, int minimum,
        std::shared_ptr<const scenes::ExerciseObserver> exercise = nullptr,
        std::size_t outbox_capacity = kOutboxCapacity)
      : simulation(std::move(config), std::move(exercise)),
        minimum_substeps(minimum),
        waiting(inputs_of(simulation)),
        control_sequences(simulation.config().controls.size()),
        outbox(outbox_capacity, [this] { return FrameSlot(simulation); }) {}

  scenes::Simulation simulation;
  int minimum_substeps;
  scenes::FrameInputs waiting;                   ///< inputs for the next frame
  std::vector<std::uint64_t> control_sequences;  ///< as in FrameSlot
  Outbox outbox;
};

}  // namespace drawbar::server
