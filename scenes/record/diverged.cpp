#include "scenes/record/diverged.h"

#include <fmt/format.h>

namespace drawbar::scenes {

std::string diverged_text(double time) {
  return fmt::format(
      "warning: by {} s the motion had diverged (faster than 1e5 m/s or rad/s): the bodies went back to "
      "where the frame began, at rest",
      time);
}

}  // namespace drawbar::scenes
