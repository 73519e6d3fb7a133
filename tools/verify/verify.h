// Re-simulates a recording from its initial state and its inputs, and compares every frame.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "protocol/result.h"
#include "protocol/session_record.h"
#include "scenes/exercise/exercise_loader.h"
#include "scenes/exercise/simulation.h"

namespace drawbar::tools {

/// The first frame that came out otherwise than recorded.
struct Divergence {
  std::uint32_t branch = 0;
  std::uint64_t frame = 0;
  std::string what;  ///< the state's field or the body that differs, and where that was seen
};

/// What could not be compared because a part of the file is damaged.
struct Unchecked {
  std::string damage;  ///< where in the file, and what is wrong there
  std::string frames;  ///< what was passed over
};

/// Branches that ran one scene, one after the other.
struct VerifiedScene {
  std::string scene;     ///< its name
  std::string exercise;  ///< the name of the one that ran in it; empty: none did
  std::uint32_t first_branch = 0;
  std::uint32_t last_branch = 0;
};

struct VerifyReport {
  std::vector<VerifiedScene> scenes;  ///< of which a branch began, in their order
  std::uint64_t frames = 0;
  std::uint64_t branches = 0;
  std::uint64_t inputs = 0;
  std::uint64_t snapshots = 0;
  double simulated = 0;  ///< s
  std::vector<Unchecked> unchecked;
  /// Of motion that diverged, one line for each branch: recorded or not, it is not the machine's.
  std::vector<std::string> warnings;
  std::optional<Divergence> divergence;

  /// The names of the scenes, each once, in their order, with commas.
  std::string scene_names() const;
};

/// Sees the re-simulation while it agrees with the recording.
class VerifyObserver {
 public:
  virtual ~VerifyObserver() = default;

  /// The scene that the next branches run; without an exercise unless on_exercise() follows.
  virtual void on_scene(const record::SceneRecordT& /*scene*/) {}
  /// The exercise that the next branches run.
  virtual void on_exercise(const record::ExerciseRecordT& /*record*/, const scenes::Exercise& /*exercise*/) {}
  /// The simulation of the next branches, at its initial state.
  virtual void on_simulation(scenes::Simulation& /*simulation*/) {}
  /// The branch whose first state is about to be taken over.
  virtual void on_branch(const record::BranchT& /*branch*/) {}
  /// One that acts in the next frame.
  virtual void on_input(const scenes::WorldInput& /*input*/) {}
  /// The simulation after `frame` of `branch`: one whose hash is the recorded one, or the first state of a
  /// branch. Its joints' errors are the largest of that frame.
  virtual void on_frame(std::uint32_t branch, const scenes::Simulation& world) = 0;
};

/// A later snapshot is compared, never loaded; a state is loaded only where a restore or a rewind was
/// recorded, and must then be the one that the re-simulation had at that moment. What goes on from another
/// recording begins with the state that it took over. After a damaged part of the
/// file it goes on from the next snapshot or branch, and reports what it passed over. An error for a
/// recording that does not decode or whose items contradict each other.
Result<VerifyReport> verify(const protocol::SessionRecord& record, VerifyObserver* observer = nullptr);

}  // namespace drawbar::tools
