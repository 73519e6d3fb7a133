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

/// What a recording's branches are worth.
struct JudgedRecording {
  std::vector<scenes::Score> scores;  ///< in the order of the branches, each with its own scene's name
  /// What is to be said beside them, one line each: which branches were not judged and why, and motion that
  /// diverged.
  std::vector<std::string> notes;
};

/// Judges every attempt, a branch that ran an exercise and went on for a frame: re-simulated from the
/// recorded inputs, which have in them what triggers did, so that none fires again. `other` judges the
/// branches of the scene that it is for. Of `other` those criteria that marks are given to have the marks of
/// recorded triggers of the same name. An error where a frame comes out otherwise than recorded, and where no
/// branch can be judged.
Result<JudgedRecording> score_recording(const protocol::SessionRecord& record,
                                        const OtherExercise* other = nullptr);

}  // namespace drawbar::tools
