// The file of the scene or exercise is read again, or another one, while everybody stays.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "server/desks/library_desk.h"
#include "server/session/request_queue.h"

namespace drawbar::server {

class Reloader {
 public:
  Reloader(const Present& present, Messenger& messenger, RequestQueue& requests, const LibraryDesk& library)
      : present_(present), messenger_(messenger), requests_(requests), library_(library) {}

  Outcome reload(const Session& session, const control::Reload& message, std::uint32_t request);

  /// The first frame of the scene that was read has come, on this branch: the scene.
  ServedScene begin_scene(std::uint32_t branch);

 private:
  const Present& present_;
  Messenger& messenger_;
  RequestQueue& requests_;
  const LibraryDesk& library_;
  std::optional<ServedScene> next_;  ///< that the loop has been told to begin
  std::map<std::pair<std::string, std::string>, std::uint32_t>
      attempts_;  ///< number of the next one, by exercise and trainee
};

}  // namespace drawbar::server
