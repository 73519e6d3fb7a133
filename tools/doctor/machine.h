// What this machine permits and has: real-time priority, locked memory, clock, cores.
#pragma once

#include <vector>

#include "tools/doctor/finding.h"

namespace drawbar::tools {

std::vector<Finding> machine_findings();

}  // namespace drawbar::tools
