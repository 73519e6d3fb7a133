// Moments that instructors marked, with a note: of this session, or of the recording that is served.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "server/session/request_queue.h"

namespace drawbar::server {

/// Live they are events, which the recorder writes. In a replay they are appended to the recording.
class BookmarkDesk {
 public:
  BookmarkDesk(const Present& present, Messenger& messenger, RequestQueue& requests)
      : present_(present), messenger_(messenger), requests_(requests) {}

  Outcome mark(const Session& session, const control::Bookmark& message, std::uint32_t request);

  /// Of the recording and made since, the newest thousand.
  std::vector<std::unique_ptr<stream::EventT>> list() const;

 private:
  Outcome append(const Session& session, stream::EventT event, std::uint32_t request);
  void tell(const Session* asker, std::uint32_t request, stream::EventT event);
  void remember(const stream::EventT& event);

  const Present& present_;
  Messenger& messenger_;
  RequestQueue& requests_;
  std::vector<stream::EventT> made_;
};

}  // namespace drawbar::server
