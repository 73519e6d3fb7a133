// What a running session can be taken back to: inputs of every frame and full states in between, in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "protocol/result.h"
#include "scenes/recorded_input.h"
#include "server/loop/frame_slot.h"

namespace drawbar::server {

/// How to reach a moment: a state before it, and the inputs of the frames from there.
struct RewindPlan {
  struct Step {
    std::uint64_t frame = 0;  ///< it acts in
    scenes::WorldInput input;
  };
  std::uint32_t branch = 0;
  std::uint64_t from_frame = 0;
  std::uint64_t to_frame = 0;
  int substeps = 0;
  std::vector<std::byte> state;  ///< after from_frame
  std::vector<Step> inputs;      ///< of from_frame + 1 to to_frame, in order
  std::uint64_t hash = 0;        ///< of the state after to_frame, as it was computed the first time
};

class History {
 public:
  /// `period`: s of one frame.
  explicit History(double period) : period_(period) {}

  /// Every frame, in order. `hash` is of its state.
  void take(const FrameSlot& slot, std::uint64_t hash);

  /// To `frame`, or to the last frame that ended at or before `time` (s), on `branch`; what lies before its
  /// begin is on the branch that it came from. The error says what there is.
  Result<RewindPlan> plan(std::uint32_t branch, std::optional<std::uint64_t> frame,
                          std::optional<double> time) const;

  /// Memory of all that is kept, bytes: states, which are thinned out when they fill their room, and every
  /// input.
  std::size_t bytes() const { return state_bytes_ + record_bytes_; }

 private:
  struct Snapshot {
    std::uint64_t frame = 0;
    int substeps = 0;
    std::size_t size = 0;  ///< before compression
    std::vector<std::byte> compressed;
  };
  struct Branch {
    std::optional<std::uint32_t> parent;  ///< that it took over from; none: it began with a scene
    std::uint64_t first_frame = 0;
    std::uint64_t last_frame = 0;
    std::vector<std::uint64_t> hashes;  ///< of first_frame to last_frame
    std::vector<Snapshot> snapshots;    ///< ascending; the first is first_frame's
    std::vector<RewindPlan::Step> inputs;
  };

  void keep_state(Branch& branch, const FrameSlot& slot);
  void thin_out();

  double period_;
  std::map<std::uint32_t, Branch> branches_;
  std::size_t state_bytes_ = 0;
  std::size_t record_bytes_ = 0;  // inputs and hashes
  std::uint64_t interval_ = 25;   ///< frames between states; doubles when memory is full
};

}  // namespace drawbar::server
