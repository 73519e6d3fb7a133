// The scene file is read again while everybody stays.
#pragma once

#include <cstdint>
#include <optional>

#include "server/session/request_queue.h"

namespace drawbar::server {

class Reloader {
 public:
  Reloader(const Present& present, Messenger& messenger, RequestQueue& requests)
      : present_(present), messenger_(messenger), requests_(requests) {}

  Outcome reload(const Session& session, std::uint32_t request);

  /// The first frame of the scene that was read has come, on this branch: the scene.
  ServedScene begin_scene(std::uint32_t branch);

 private:
  const Present& present_;
  Messenger& messenger_;
  RequestQueue& requests_;
  std::optional<ServedScene> next_;  ///< that the loop has been told to begin
};

}  // namespace drawbar::server
