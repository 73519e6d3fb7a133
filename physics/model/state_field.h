// One field of a saved state and where it lies.
#pragma once

#include <cstddef>
#include <string>

namespace drawbar::physics {

/// A number or block of numbers of State, with the words for it.
struct StateField {
  std::string kind;        ///< without the places in lists, such as "joints.axes.position"
  std::string name;        ///< such as "joints[elbow].axes[0].position"
  std::size_t offset = 0;  ///< of its first byte in the saved state
  std::size_t size = 0;    ///< bytes
};

}  // namespace drawbar::physics
