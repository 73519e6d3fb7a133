// What an instructor orders of the running session: how time goes.
#pragma once

#include <cstdint>

#include "server/session/request_queue.h"

namespace drawbar::server {

class InstructorDesk {
 public:
  InstructorDesk(const Present& present, Messenger& messenger, RequestQueue& requests)
      : present_(present), messenger_(messenger), requests_(requests) {}

  Outcome freeze(const Session& session, std::uint32_t request);
  Outcome run(const Session& session, std::uint32_t request);
  Outcome step(const Session& session, const control::Step& message, std::uint32_t request);
  Outcome speed(const Session& session, const control::Speed& message, std::uint32_t request);

 private:
  const Present& present_;
  Messenger& messenger_;
  RequestQueue& requests_;
};

}  // namespace drawbar::server
