// The recording that is served: where its replay stands, and going on live from a moment of it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "server/history/recorded_state.h"
#include "server/session/request_queue.h"

namespace drawbar::server {

class ReplayDesk {
 public:
  /// `recording`: null where the daemon was given a scene.
  ReplayDesk(const Present& present, Messenger& messenger, RequestQueue& requests,
             const ReplayIndex* recording)
      : present_(present), messenger_(messenger), requests_(requests), recording_(recording) {}

  /// Creates the file that the session is recorded into from this scene's first branch on. Without one,
  /// nothing is recorded.
  using BeginRecording = std::function<Result<void>(const ServedScene&)>;
  void set_recorder(BeginRecording begin) { begin_recording_ = std::move(begin); }

  Outcome seek(const Session& session, const control::Seek& message, std::uint32_t request);
  Outcome repeat(const Session& session, const control::Repeat& message, std::uint32_t request);
  Outcome take_over(const Session& session, const control::TakeOver& message, std::uint32_t request);

  /// The first frame of a scene of the recording has come, in its replay or live: the scene.
  ServedScene begin_scene(const FrameSlot& slot);

 private:
  struct Prepared;
  struct Moment {
    std::size_t position = 0;  ///< in the recording
    bool wait = false;         ///< until the levers agree
  };

  /// Says what the branch has.
  Refusal no_such_moment(const char* message, const char* field, std::uint32_t branch) const;
  void go_on(Session* asker, SessionId id, std::uint32_t request, const Moment& moment,
             Result<Prepared> prepared);
  Outcome begin(Session* asker, SessionId id, std::uint32_t request, const Moment& moment, Prepared prepared);

  const Present& present_;
  Messenger& messenger_;
  RequestQueue& requests_;
  const ReplayIndex* recording_;
  BeginRecording begin_recording_;
  bool records_ = false;             ///< the file was created
  std::optional<ServedScene> next_;  ///< that the loop has been told to begin
};

}  // namespace drawbar::server
