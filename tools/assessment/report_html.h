// The after-action report: one HTML file that needs nothing beside it.
#pragma once

#include <string>

#include "tools/assessment/attempt_review.h"

namespace drawbar::tools {

/// Every attempt: a table of all, then each with what cost points, its timeline and plots, beside the attempt
/// of `reference` at the same exercise or, without one (null), beside the trainee's attempt before. In
/// English and Russian, by a switch without script; prints.
std::string report_html(const RecordingReview& review, const RecordingReview* reference);

/// The same facts for programs: "attempts" in the order of their beginning, each with the score's object,
/// outcome, events and what it gained on the one before; "attempt" is the last of them.
std::string report_json(const RecordingReview& review, const RecordingReview* reference);

}  // namespace drawbar::tools
