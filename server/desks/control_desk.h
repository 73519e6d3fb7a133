// Who drives: channels taken, handed over and given up, and the values that reach the loop.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "server/session/channels.h"
#include "server/session/request_queue.h"
#include "server/session/scheduled_counts.h"

namespace drawbar::server {

class ControlDesk {
 public:
  ControlDesk(const Present& present, SessionTable& sessions, Messenger& messenger, RequestQueue& requests)
      : present_(present),
        sessions_(sessions),
        messenger_(messenger),
        requests_(requests),
        channels_(present.scene.silences),
        scheduled_(channels_.size()) {}

  // --- messages ---

  Outcome control(Session& session, const control::Control& message, std::uint32_t request);
  Outcome take_control(Session& session, const control::TakeControl& message, std::uint32_t request);
  Outcome release_control(Session& session, const control::ReleaseControl& message, std::uint32_t request);
  Outcome hand_over(Session& session, const control::HandOver& message, std::uint32_t request);

  // --- what else ends a command ---

  /// The session ends: nobody's hand is on its channels any more.
  void release_all(SessionId session);
  /// The session goes on over another connection: what it sent ahead over the one before does not act.
  void resume(SessionId session);
  /// Every frame, in order.
  void take(const FrameSlot& slot);
  /// Consoles that have been silent for too long.
  void on_time(Nanoseconds now);
  /// After a restore or a rewind: nobody's hand is on channels that nobody holds, and silence ends what
  /// others commanded.
  void let_go_after_takeover();
  /// Another scene has begun. Channels stay with their holders where the scene has the same ones.
  void begin_scene(const ServedScene& before);

  const Channels& channels() const { return channels_; }
  /// By channel.
  std::vector<SessionId> holders() const;

 private:
  const std::string& name_of(std::uint32_t channel) const {
    return present_.scene.world.controls[channel].name;
  }
  /// Names of those who hold these channels, besides this session.
  std::string holders_beside(SessionId session, const std::vector<std::uint32_t>& channels) const;
  Outcome check_channels(const char* message, const std::vector<std::uint32_t>& channels) const;
  /// Why a session may not send so many more inputs ahead.
  Outcome check_quota(SessionId session, std::size_t inputs) const;
  /// To this session; what another holder sent ahead does not act.
  void give(std::uint32_t channel, SessionId session);
  /// What was sent ahead for this channel does not act.
  void cancel_scheduled(std::uint32_t channel);
  /// No hand is on the channel any more: it goes to neutral or keeps its value, as the scene says.
  void let_go(std::uint32_t channel, record::SetReason reason, SessionId session);
  void release(const std::vector<std::uint32_t>& channels, SessionId session);

  const Present& present_;
  SessionTable& sessions_;
  Messenger& messenger_;
  RequestQueue& requests_;
  Channels channels_;
  ScheduledCounts scheduled_;
};

}  // namespace drawbar::server
