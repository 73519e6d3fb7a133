// When an image generator is told a frame.
#pragma once

namespace drawbar::server {

enum class CigiPacing {
  asynchronous,  ///< as soon as it is computed
  synchronous,   ///< whenever the image generator begins one of its own, as of that instant
};

}  // namespace drawbar::server
