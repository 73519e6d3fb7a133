// How late a thread wakes that sleeps to absolute instants, as the frame loop does.
#pragma once

#include <vector>

#include "tools/doctor/finding.h"

namespace drawbar::tools {

/// Microseconds, ascending: of a thread that wakes every millisecond for so long, with real-time priority
/// where that is permitted.
std::vector<double> measure_lateness(double seconds);

/// Measures, and runs `cyclictest` beside it where that is installed.
std::vector<Finding> timer_findings(double seconds);

}  // namespace drawbar::tools
