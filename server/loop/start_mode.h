// How a session begins.
#pragma once

namespace drawbar::server {

enum class StartMode {
  running,
  frozen,
  on_control,  ///< stands at frame 0 until the first control arrives
};

}  // namespace drawbar::server
