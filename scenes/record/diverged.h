// What is said of motion that diverged, by whichever command computes it.
#pragma once

#include <string>

namespace drawbar::scenes {

/// A warning without the name of what it is about; `time` in s of simulation.
std::string diverged_text(double time);

}  // namespace drawbar::scenes
