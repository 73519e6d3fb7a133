// Outside influences that an instructor puts on the simulation: what the scene allows, what acts, what begins
// and ends.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "scenes/effects/effect_catalogue.h"
#include "server/session/request_queue.h"

namespace drawbar::server {

class EffectDesk {
 public:
  EffectDesk(const Present& present, Messenger& messenger, RequestQueue& requests)
      : present_(present), messenger_(messenger), requests_(requests), catalogue_(present.scene.world) {}

  Outcome begin(const Session& session, const control::BeginEffect& message, std::uint32_t request);
  Outcome clear(const Session& session, const control::ClearEffect& message, std::uint32_t request);
  Outcome list(const Session& session, std::uint32_t request);
  /// `off` of one drive, by an older name; `Ok` clears every effect of that type on it.
  Outcome drive_fault(const Session& session, const control::DriveFault& message, std::uint32_t request);

  /// Another scene runs.
  void begin_scene() { catalogue_ = scenes::EffectCatalogue(present_.scene.world); }
  /// A frame has come: what the loop had taken for it is at work; a new branch has dropped what waited for
  /// one. Instructors are told of effects that were dropped, and of those that the scene itself has begun.
  void take(const FrameSlot& slot);

 private:
  /// An effect that is to begin, or to be cleared.
  struct Asked {
    scenes::WorldInput input;
    std::uint64_t number = 0;  ///< of the request to the loop
  };

  /// Answers and announces when the loop has taken it. Refuses where one frame cannot take so many.
  Outcome ask(const Session& session, std::uint32_t request, const scenes::WorldInput& input,
              std::optional<stream::EventT> event);
  stream::EventT cleared(SessionId by, std::uint32_t number) const;
  Outcome begin(const Session& session, physics::Effect effect, std::uint32_t request, stream::EventT event);
  void tell_of_the_scene(std::uint64_t frame);
  /// Effects that act when all that waits has had its frame, in the order of their beginning.
  std::vector<physics::EffectReading> present_and_coming() const;
  bool is_there(std::uint32_t effect) const;
  std::uint32_t unused_number();

  const Present& present_;
  Messenger& messenger_;
  RequestQueue& requests_;
  scenes::EffectCatalogue catalogue_;
  std::uint32_t last_number_ = 0;
  std::vector<Asked> asked_;  ///< no frame has begun with them yet; at most FrameInputs::kMostEffectInputs
};

}  // namespace drawbar::server
