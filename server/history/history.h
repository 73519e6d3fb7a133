// What a running session can be taken back to: inputs of every frame and full states in between, in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "protocol/result.h"
#include "scenes/record/recorded_input.h"
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

/// Any moment, as long as the memory suffices. When it is full, states go first, so that going back takes
/// longer; once they are as far apart as they may be, or the smaller part, the oldest moments go.
class History {
 public:
  /// `period`: s of one frame. `most_bytes`: memory for all that is kept; the newest state is in any case.
  History(double period, std::size_t most_bytes) : period_(period), most_bytes_(most_bytes) {}

  /// Every frame, in order. `hash` is of its state.
  void take(const FrameSlot& slot, std::uint64_t hash);

  /// To `frame`, or to the last frame that ended at or before `time` (s), on `branch`; what lies before its
  /// begin is on the branch that it came from. The error says what there is.
  Result<RewindPlan> plan(std::uint32_t branch, std::optional<std::uint64_t> frame,
                          std::optional<double> time) const;

  /// Memory of all that is kept: states, inputs, hashes.
  std::size_t bytes() const { return state_bytes_ + record_bytes_; }

 private:
  /// Bytes, compressed.
  class Packed {
   public:
    void append(std::span<const std::byte> bytes);
    void append(const Packed& other);
    /// `out` has size() bytes.
    void unpack(std::span<std::byte> out) const;
    std::size_t size() const { return size_; }
    std::size_t memory() const { return compressed_.size(); }

   private:
    std::size_t size_ = 0;
    std::vector<std::byte> compressed_;  ///< frames of zstd, one behind another
  };
  /// A state, and what acted from there to the next one.
  struct Span {
    std::uint64_t frame = 0;  ///< of the state
    int substeps = 0;
    Packed state;
    Packed inputs;  ///< RewindPlan::Step, in order
  };
  struct Branch {
    std::optional<std::uint32_t> parent;   ///< that it took over from; none: it began with a scene
    std::deque<Span> spans;                ///< ascending; never empty
    std::vector<RewindPlan::Step> inputs;  ///< since the last span's state, not yet packed
    std::deque<std::uint64_t> hashes;      ///< of every frame from the first span's state on

    std::uint64_t first_frame() const { return spans.front().frame; }
    std::uint64_t last_frame() const { return first_frame() + hashes.size() - 1; }
  };

  void keep_hash(Branch& branch, std::uint64_t hash);
  void keep_state(Branch& branch, const FrameSlot& slot);
  void pack_inputs(Branch& branch);
  void make_room();
  void drop_states();
  /// False: nothing is left but the newest branch from its last state on.
  bool forget_oldest();

  double period_;
  std::size_t most_bytes_;
  std::map<std::uint32_t, Branch> branches_;
  std::size_t state_bytes_ = 0;
  std::size_t record_bytes_ = 0;  // inputs and hashes
  std::uint64_t interval_ = 25;   ///< frames between states; grows when memory is full
};

}  // namespace drawbar::server
