// Who holds which control channel, and whose time has run out.
#include "server/session/channels.h"

#include <utility>

namespace drawbar::server {

Channels::Channels(std::vector<Silence> silences) {
  for (const Silence& silence : silences) channels_.push_back({.silence = silence});
}

std::vector<std::uint32_t> Channels::held_by(SessionId session) const {
  std::vector<std::uint32_t> held;
  for (std::uint32_t i = 0; i < channels_.size(); ++i) {
    if (channels_[i].holder == session) held.push_back(i);
  }
  return held;
}

void Channels::give(std::uint32_t channel, SessionId session, Nanoseconds now) {
  Channel& taken = channels_[channel];
  taken.holder = session;
  taken.last_heard = now;
  taken.clamped = false;
  taken.kept = false;
}

void Channels::release(std::uint32_t channel) {
  Channel& released = channels_[channel];
  released.holder = kNobody;
  released.commanded = false;
  released.kept = false;
}

void Channels::heard(SessionId session, Nanoseconds now) {
  for (Channel& channel : channels_) {
    if (channel.holder == session) channel.last_heard = now;
  }
}

bool Channels::first_clamp(std::uint32_t channel) {
  return !std::exchange(channels_[channel].clamped, true);
}

std::vector<std::uint32_t> Channels::silent(Nanoseconds now) {
  std::vector<std::uint32_t> result;
  for (std::uint32_t i = 0; i < channels_.size(); ++i) {
    Channel& channel = channels_[i];
    if (!in_hand(i) || !channel.commanded || !channel.silence.timeout) continue;
    if (now - channel.last_heard <= *channel.silence.timeout) continue;
    channel.commanded = false;
    result.push_back(i);
  }
  return result;
}

}  // namespace drawbar::server
