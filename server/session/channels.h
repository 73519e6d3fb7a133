// Who holds which control channel, and whose time has run out.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "protocol/channel_holder.h"
#include "server/loop/clock.h"
#include "server/scene/served_scene.h"

namespace drawbar::server {

/// Session numbers start at 1.
using SessionId = std::uint32_t;
using protocol::kHeldBack;
using protocol::kNobody;

/// Pure bookkeeping: the caller tells the time and acts on what comes out.
class Channels {
 public:
  explicit Channels(std::vector<Silence> silences);

  std::size_t size() const { return channels_.size(); }
  SessionId holder(std::uint32_t channel) const { return channels_[channel].holder; }
  std::vector<std::uint32_t> held_by(SessionId session) const;
  /// Somebody's hand is on it.
  bool in_hand(std::uint32_t channel) const {
    return channels_[channel].holder != kNobody && channels_[channel].holder != kHeldBack;
  }

  /// From now on `session` holds the channel; its time starts now. A value that acts stays.
  void give(std::uint32_t channel, SessionId session, Nanoseconds now);
  void release(std::uint32_t channel);
  /// When its holder's session ends, the channel is held back.
  void keep(std::uint32_t channel) { channels_[channel].kept = true; }
  bool kept(std::uint32_t channel) const { return channels_[channel].kept; }

  /// The holder gave a sign of life.
  void heard(SessionId session, Nanoseconds now);
  /// A value of the holder acts, or will: silence must end it.
  void commanded(std::uint32_t channel) { channels_[channel].commanded = true; }
  /// True the first time that this holder's value was clamped.
  bool first_clamp(std::uint32_t channel);

  /// Channels whose holder has been silent for too long since it last commanded; each is told once.
  std::vector<std::uint32_t> silent(Nanoseconds now);
  const Silence& silence(std::uint32_t channel) const { return channels_[channel].silence; }

 private:
  struct Channel {
    Silence silence;
    SessionId holder = kNobody;
    Nanoseconds last_heard = 0;
    bool commanded = false;
    bool kept = false;
    bool clamped = false;
  };
  std::vector<Channel> channels_;
};

}  // namespace drawbar::server
