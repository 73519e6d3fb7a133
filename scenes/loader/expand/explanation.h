// What a scene's parameters and expressions came to, for people.
#pragma once

#include <string>
#include <vector>

namespace drawbar::scenes {

/// One parameter, or one expression in the place of a number.
struct Explained {
  std::string place;  ///< "truck.json:12"
  std::string path;   ///< "parameters.track" or "bodies[3].position[1]", in that file
  std::string text;   ///< as it is written, such as "=track / 2"
  double value = 0;
  std::string by;  ///< of which placed file, and who gave the value, if not the file itself; may be empty
};

/// Beyond so many nothing is explained.
inline constexpr std::size_t kMostExplained = 10'000;

}  // namespace drawbar::scenes
