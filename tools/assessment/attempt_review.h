// What the attempts of a recording were like: curves and events, each on the way from its scene's first frame
// to its last.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "protocol/result.h"
#include "protocol/session_record.h"
#include "scenes/exercise/exercise_loader.h"

namespace drawbar::tools {

/// One quantity over the frames of the attempt.
struct ReviewCurve {
  std::string name;
  std::string unit;
  std::vector<double> values;
};

struct ReviewEvent {
  double time = 0;  ///< s
  std::string text;
  std::string text_ru;  ///< empty: there is none
};

struct AttemptReview {
  std::string recording;
  scenes::Score score;
  double pass_mark = 0;
  exercise::TextT title, briefing;
  std::vector<exercise::TextT> criteria;  ///< titles, in the score's order; empty ones have the name
  std::string body;                       ///< whose way and speed are shown
  std::vector<double> times;              ///< s, of the frames
  std::vector<double> x, y;               ///< m, the body's way
  ReviewCurve speed;
  std::vector<ReviewCurve> levers;
  std::vector<ReviewCurve> judged;  ///< quantities that criteria look at, and the angles of hitches
  std::vector<ReviewCurve> currents;
  std::vector<ReviewEvent> events;
};

/// Every attempt that a recording holds.
struct RecordingReview {
  std::string recording;
  std::vector<AttemptReview> attempts;  ///< in the order in which they began; at least one
  std::vector<std::string> notes;       ///< as JudgedRecording
};

/// Re-simulated. Errors as of score_recording().
Result<RecordingReview> review_recording(const std::string& path);

/// The last attempt before attempt number `place` of the review that the same trainee made at the same
/// exercise; null if it was his first.
const AttemptReview* earlier_attempt(const RecordingReview& review, std::size_t place);

/// The last attempt of the review at this exercise; null if there is none.
const AttemptReview* attempt_at(const RecordingReview& review, const std::string& exercise);

}  // namespace drawbar::tools
