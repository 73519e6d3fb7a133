// Name and version of the program, as it tells everybody.
#pragma once

namespace drawbar::server {

inline constexpr const char* kProgram = "drawbard " DRAWBAR_VERSION;

}  // namespace drawbar::server
