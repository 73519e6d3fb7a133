// Moments that instructors marked, with a note: of this session, or of the recording that is served.
#include "server/desks/bookmark_desk.h"

#include <spdlog/spdlog.h>

#include <string>
#include <utility>

#include "protocol/session_record.h"

namespace drawbar::server {

namespace {

constexpr std::size_t kMostListed = 1000;

Result<void> append_to(const std::string& path, const stream::EventT& event, std::uint64_t time) {
  auto recorder = protocol::SessionRecorder::append(path);
  if (!recorder) return tl::unexpected(recorder.error());
  auto written = recorder->record_event_at(event, time);
  if (written) written = recorder->close();
  return written;
}

}  // namespace

Outcome BookmarkDesk::mark(const Session& session, const control::Bookmark& message, std::uint32_t request) {
  stream::EventT event =
      messenger_.make_event(stream::EventKind::Bookmark, session.id, message.text()->str());
  if (present_.replay != nullptr) return append(session, std::move(event), request);
  event.stamp = std::make_unique<stream::FrameStamp>(present_.stamp);
  tell(&session, request, std::move(event));
  return {};
}

Outcome BookmarkDesk::append(const Session& session, stream::EventT event, std::uint32_t request) {
  const ReplayIndex& replay = *present_.replay;
  const auto position = replay.find(present_.stamp.branch(), present_.stamp.frame());
  if (!position) return Refusal{stream::ErrorCode::NoSuchMoment, "no recorded frame is shown", "Bookmark"};
  const protocol::SessionRecord::FrameEntry& shown = replay.at(*position);
  event.stamp = std::make_unique<stream::FrameStamp>(shown.tick, shown.frame, present_.stamp.time(), 0,
                                                     shown.branch, 0);
  return requests_.prepare(
      "Bookmark", session, request,
      [path = replay.path(), event, time = shown.time](const std::atomic<bool>&) {
        return append_to(path, event, time);
      },
      [this, event](Session* asker, std::uint32_t waits, const Result<void>& written) {
        requests_.prepared();
        if (written) {
          tell(asker, waits, event);
          return;
        }
        spdlog::error("bookmark: {}", written.error().text);
        if (asker != nullptr && asker->connection) {
          messenger_.refuse(*asker->connection, waits,
                            {stream::ErrorCode::Unsupported, written.error().text, "Bookmark"});
        }
      });
}

void BookmarkDesk::tell(const Session* asker, std::uint32_t request, stream::EventT event) {
  if (asker != nullptr) messenger_.reply(*asker, request);
  remember(event);
  messenger_.announce(std::move(event));
}

void BookmarkDesk::remember(const stream::EventT& event) {
  if (made_.size() == kMostListed) made_.erase(made_.begin());
  made_.push_back(event);
}

std::vector<std::unique_ptr<stream::EventT>> BookmarkDesk::list() const {
  std::vector<std::unique_ptr<stream::EventT>> result;
  const auto add = [&](const std::vector<stream::EventT>& events) {
    for (const stream::EventT& event : events) result.push_back(std::make_unique<stream::EventT>(event));
  };
  if (present_.replay != nullptr) add(present_.replay->bookmarks());
  add(made_);
  if (result.size() > kMostListed)
    result.erase(result.begin(), result.end() - static_cast<std::ptrdiff_t>(kMostListed));
  return result;
}

}  // namespace drawbar::server
