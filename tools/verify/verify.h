// Re-simulates a recording from its initial state and its inputs, and compares every frame.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "physics/world/world.h"
#include "protocol/result.h"
#include "protocol/session_record.h"

namespace drawbar::tools {

/// The first frame that came out otherwise than recorded.
struct Divergence {
  std::uint32_t branch = 0;
  std::uint64_t frame = 0;
  std::string what;  ///< the state's field or the body that differs, and where that was seen
};

struct VerifyReport {
  std::string scene;
  std::uint64_t frames = 0;
  std::uint64_t branches = 0;
  std::uint64_t inputs = 0;
  std::uint64_t snapshots = 0;
  double simulated = 0;  ///< s
  std::optional<Divergence> divergence;
};

/// Sees the re-simulation while it agrees with the recording.
class VerifyObserver {
 public:
  virtual ~VerifyObserver() = default;

  /// The world after `frame` of `branch`: one whose hash is the recorded one, or the first state of a branch.
  /// Its joints' errors are the largest of that frame.
  virtual void on_frame(std::uint32_t branch, const physics::World& world) = 0;
};

/// A later snapshot is compared, never loaded; a state is loaded only where a restore or a rewind was
/// recorded, and must then be the one that the re-simulation had at that moment. An error for a recording
/// that does not decode or whose items contradict each other.
Result<VerifyReport> verify(const protocol::SessionRecord& record, VerifyObserver* observer = nullptr);

}  // namespace drawbar::tools
