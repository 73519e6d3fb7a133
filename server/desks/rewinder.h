// Going back to every moment of the session's past.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "server/history/history.h"
#include "server/session/request_queue.h"

namespace drawbar::server {

class Rewinder {
 public:
  /// `history_bytes`: memory of what rewinding needs.
  Rewinder(const Present& present, Messenger& messenger, RequestQueue& requests, std::size_t history_bytes)
      : present_(present),
        messenger_(messenger),
        requests_(requests),
        history_bytes_(history_bytes),
        history_(present.scene.world.period, history_bytes) {}

  Outcome rewind(const Session& session, const control::Rewind& message, std::uint32_t request);

  /// Every frame, in order; `hash` of its state.
  void take(const FrameSlot& slot, std::uint64_t hash) { history_.take(slot, hash); }
  /// Another scene has begun: what was kept of the one before is gone.
  void begin_scene();

  /// Memory of what is kept for rewinding.
  std::size_t bytes() const { return history_.bytes(); }

 private:
  void finish(Session* asker, std::uint32_t request, const RewindPlan& plan,
              const Result<std::vector<std::byte>>& state, bool wait);

  const Present& present_;
  Messenger& messenger_;
  RequestQueue& requests_;
  std::size_t history_bytes_;
  History history_;
};

}  // namespace drawbar::server
