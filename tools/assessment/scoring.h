// Judges recordings: by the exercise that ran, or by another one that was written since.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "protocol/result.h"
#include "protocol/session_record.h"
#include "scenes/exercise/exercise_loader.h"

namespace drawbar::tools {

/// Another exercise than the recorded one; its scene and changes do not count, as the recording has its own.
struct OtherExercise {
  std::string path;
  scenes::LoadedExercise loaded;
};

/// One score for each branch that ran an exercise, in their order: re-simulated from the recorded inputs,
/// which have in them what triggers did, so that none fires again. Of `other` those criteria that marks are
/// given to have the marks of recorded triggers of the same name. An error where a frame comes out otherwise
/// than recorded, where there is no exercise, and where `other` does not fit the recorded scene.
Result<std::vector<scenes::Score>> score_recording(const protocol::SessionRecord& record,
                                                   const OtherExercise* other = nullptr);

}  // namespace drawbar::tools
