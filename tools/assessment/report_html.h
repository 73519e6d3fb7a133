// The after-action report: one HTML file that needs nothing beside it.
#pragma once

#include <string>

#include "tools/assessment/attempt_review.h"

namespace drawbar::tools {

/// In English and Russian, by a switch without script; prints. `reference`: another attempt to compare with,
/// or null.
std::string report_html(const AttemptReview& review, const AttemptReview* reference);

/// The same facts for programs: the score's object with outcome, events and curves' ends.
std::string report_json(const AttemptReview& review, const AttemptReview* reference);

}  // namespace drawbar::tools
