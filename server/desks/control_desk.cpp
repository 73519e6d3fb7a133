// Who drives: channels taken, handed over and given up, and the values that reach the loop.
#include "server/desks/control_desk.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace drawbar::server {

using protocol::element;

namespace {

/// Of many channels an event names so many.
constexpr std::size_t kMostNamed = 8;

/// Inputs that may wait for their frame, of all sessions. The loop keeps more: those of a full inbox may come
/// when it has not yet used the ones before.
constexpr std::size_t kMostSentAhead = kScheduledCapacity - kInboxCapacity;

std::vector<std::uint32_t> list_of(const flatbuffers::Vector<std::uint32_t>* list) {
  return list == nullptr ? std::vector<std::uint32_t>()
                         : std::vector<std::uint32_t>(list->begin(), list->end());
}

/// Names them where they are not all of the scene's: whoever reads it sees what was not given.
std::string of_channels(const std::vector<std::uint32_t>& channels, const ServedScene& scene) {
  const std::vector<physics::ControlConfig>& controls = scene.world.controls;
  const std::set<std::uint32_t> each(channels.begin(), channels.end());
  if (each.size() == controls.size()) return "";
  std::string names;
  std::size_t named = 0;
  for (const std::uint32_t channel : each) {
    if (named++ == kMostNamed) return names + " and " + std::to_string(each.size() - kMostNamed) + " more";
    names += (names.empty() ? " of " : ", ") + controls[channel].name;
  }
  return names;
}

}  // namespace

Outcome ControlDesk::check_channels(const char* message, const std::vector<std::uint32_t>& channels) const {
  for (std::size_t i = 0; i < channels.size(); ++i) {
    if (channels[i] < channels_.size()) continue;
    return Refusal{stream::ErrorCode::NoSuchId,
                   "channel " + std::to_string(channels[i]) + " does not exist, the scene has " +
                       std::to_string(channels_.size()),
                   element(message, "channels", i)};
  }
  return {};
}

Outcome ControlDesk::control(Session& session, const control::Control& message, std::uint32_t request) {
  if (message.sequence() <= session.last_sequence) {
    if (request == 0) return {};  // overtaken by a newer one: nobody waits for an answer
    return Refusal{stream::ErrorCode::BadValue,
                   "stale: sequence " + std::to_string(session.last_sequence) +
                       " has been taken; it must rise within a session",
                   "Control.sequence"};
  }
  // Frame 0 is the initial state: nothing acts in it, and to the loop it means the next one.
  const std::uint64_t frame =
      message.apply_at_frame() ? std::max<std::uint64_t>(1, *message.apply_at_frame()) : 0;
  const std::size_t count = message.values() == nullptr ? 0 : message.values()->size();
  if (count > 0) {
    if (auto refusal = requests_.refusal()) return refusal;
  }
  const Nanoseconds now = monotonic_now();
  std::vector<LoopInput> inputs;
  for (std::uint32_t i = 0; i < count; ++i) {
    const control::ChannelValue& value = *message.values()->Get(i);
    const std::string field = element("Control", "values", i) + ".channel";
    if (value.channel() >= channels_.size()) {
      return Refusal{stream::ErrorCode::NoSuchId,
                     "channel " + std::to_string(value.channel()) + " does not exist, the scene has " +
                         std::to_string(channels_.size()),
                     field};
    }
    const std::string& name = name_of(value.channel());
    if (channels_.holder(value.channel()) != session.id) {
      return Refusal{stream::ErrorCode::NotHeld,
                     "this session does not hold " + name + "; it must send TakeControl first", field};
    }
    LoopInput input;
    input.input.index = value.channel();
    input.input.value = value.value();
    input.input.sequence = message.sequence();
    input.input.session = session.id;
    input.frame = frame;
    input.branch = present_.stamp.branch();
    input.heard = now;
    inputs.push_back(input);
  }
  if (frame != 0 && count > 0) {
    if (auto refusal = check_quota(session.id, count)) return refusal;
  }
  // All of it or nothing: the checks are done.
  session.last_sequence = message.sequence();
  channels_.heard(session.id, now);
  for (LoopInput& input : inputs) {
    const physics::ControlConfig& config = present_.scene.world.controls[input.input.index];
    const double clamped = std::clamp(input.input.value, config.lower, config.upper);
    if (clamped != input.input.value && channels_.first_clamp(input.input.index)) {
      messenger_.announce(stream::EventKind::ControlClamped, session.id,
                          config.name + " was out of its range and clamped; said once", {input.input.index},
                          input.input.value);
    }
    input.input.value = clamped;
    channels_.commanded(input.input.index);
    if (frame != 0) scheduled_.add(input.input.index, frame);
  }
  if (inputs.empty()) {
    messenger_.reply(session, request);
  } else if (frame != 0) {
    requests_.tell_ahead(session, request, inputs);
  } else {
    for (const LoopInput& input : inputs) {
      const bool last = &input == &inputs.back();
      requests_.tell(session, last ? request : 0, input, std::nullopt);
    }
  }
  return {};
}

Outcome ControlDesk::take_control(Session& session, const control::TakeControl& message,
                                  std::uint32_t request) {
  if (message.force() && !may_instruct(session)) {
    return Refusal{stream::ErrorCode::NotAllowed, "only an instructor takes a channel by force",
                   "TakeControl.force"};
  }
  if (message.keep() && !message.force()) {
    return Refusal{stream::ErrorCode::BadValue, "keep goes with force", "TakeControl.keep"};
  }
  std::vector<std::uint32_t> channels = list_of(message.channels());
  if (auto refusal = check_channels("TakeControl", channels)) return refusal;
  const bool all = channels.empty();
  if (all) {
    channels.resize(channels_.size());
    std::iota(channels.begin(), channels.end(), 0U);
  }
  for (std::size_t i = 0; i < channels.size(); ++i) {
    if (channels_.holder(channels[i]) == kHeldBack && !may_instruct(session)) {
      return Refusal{stream::ErrorCode::Held, name_of(channels[i]) + " is held back by an instructor",
                     all ? "TakeControl.channels" : element("TakeControl", "channels", i)};
    }
    const Session* holder = sessions_.find(channels_.holder(channels[i]));
    if (holder == nullptr || holder == &session || message.force()) continue;
    const std::string& name = name_of(channels[i]);
    // Who is away may come back to what he holds: an instructor alone takes it from him.
    if (holder->connection) {
      messenger_.tell(*holder, messenger_.make_event(stream::EventKind::ControlRequested, session.id,
                                                     session.name + " asks for " + name, {channels[i]}));
    }
    return Refusal{stream::ErrorCode::Held,
                   name + " is held by session " + std::to_string(holder->id) + " (" + holder->name +
                       (holder->connection ? "), which has been told of the request"
                                           : "), whose connection is lost: free when it does not come back"),
                   all ? "TakeControl.channels" : element("TakeControl", "channels", i)};
  }
  const std::string from = holders_beside(session.id, channels);
  for (const std::uint32_t channel : channels) {
    give(channel, session.id);
    if (message.keep()) channels_.keep(channel);
  }
  spdlog::info("session {} ({}) took {} channels", session.id, session.name, channels.size());
  messenger_.announce(stream::EventKind::TookControl, session.id,
                      session.name + " took control" + of_channels(channels, present_.scene) +
                          (from.empty() ? "" : " from " + from),
                      channels);
  messenger_.reply(session, request);
  return {};
}

Outcome ControlDesk::release_control(Session& session, const control::ReleaseControl& message,
                                     std::uint32_t request) {
  std::vector<std::uint32_t> channels = list_of(message.channels());
  if (auto refusal = check_channels("ReleaseControl", channels)) return refusal;
  for (std::size_t i = 0; i < channels.size(); ++i) {
    const SessionId holder = channels_.holder(channels[i]);
    if (holder != session.id && !(holder == kHeldBack && may_instruct(session))) {
      return Refusal{stream::ErrorCode::NotHeld, "this session does not hold " + name_of(channels[i]),
                     element("ReleaseControl", "channels", i)};
    }
  }
  release(channels.empty() ? channels_.held_by(session.id) : channels, session.id);
  messenger_.reply(session, request);
  return {};
}

Outcome ControlDesk::hand_over(Session& session, const control::HandOver& message, std::uint32_t request) {
  std::vector<std::uint32_t> channels = list_of(message.channels());
  if (auto refusal = check_channels("HandOver", channels)) return refusal;
  if (channels.empty()) channels = channels_.held_by(session.id);
  for (std::size_t i = 0; i < channels.size(); ++i) {
    if (channels_.holder(channels[i]) != session.id && !may_instruct(session)) {
      return Refusal{stream::ErrorCode::NotHeld, "this session does not hold " + name_of(channels[i]),
                     element("HandOver", "channels", i)};
    }
  }
  Session* receiver = sessions_.find(message.to_session());
  if (receiver == nullptr || !receiver->connection || !may_control(*receiver)) {
    return Refusal{
        stream::ErrorCode::NoSuchId,
        "session " + std::to_string(message.to_session()) + " is not a connected operator or instructor",
        "HandOver.to_session"};
  }
  for (const std::uint32_t channel : channels) give(channel, receiver->id);
  messenger_.announce(stream::EventKind::TookControl, receiver->id,
                      receiver->name + " took control" + of_channels(channels, present_.scene) +
                          ", handed over by " + session.name,
                      channels);
  messenger_.reply(session, request);
  return {};
}

Outcome ControlDesk::check_quota(SessionId session, std::size_t inputs) const {
  // Each channel brings its holder an equal share of what can wait. Who gave some of his away may be beyond
  // his share for a while: then the others' are not promised either, but never lost.
  const std::vector<std::uint32_t> held = channels_.held_by(session);
  const std::size_t quota = kMostSentAhead * held.size() / channels_.size();
  std::size_t waiting = inputs;
  for (const std::uint32_t channel : held) waiting += scheduled_.of(channel);
  if (waiting <= quota && scheduled_.total() + inputs <= kMostSentAhead) return {};
  return Refusal{stream::ErrorCode::Busy,
                 "too many inputs wait for their frame; with its channels this session may send " +
                     std::to_string(quota) + " ahead",
                 "Control.apply_at_frame"};
}

void ControlDesk::give(std::uint32_t channel, SessionId session) {
  if (channels_.holder(channel) != session) cancel_scheduled(channel);
  channels_.give(channel, session, monotonic_now());
}

void ControlDesk::resume(SessionId session) {
  for (const std::uint32_t channel : channels_.held_by(session)) cancel_scheduled(channel);
}

void ControlDesk::take(const FrameSlot& slot) {
  if (slot.begins_branch) {
    scheduled_.clear();
  } else {
    scheduled_.pass(slot.state.frame);
  }
}

void ControlDesk::cancel_scheduled(std::uint32_t channel) {
  scheduled_.clear(channel);
  requests_.cancel_ahead(channel);
}

void ControlDesk::let_go(std::uint32_t channel, record::SetReason reason, SessionId session) {
  cancel_scheduled(channel);
  if (!channels_.silence(channel).to_neutral) return;
  LoopInput input;
  input.input.index = channel;
  input.input.value = present_.scene.world.controls[channel].neutral;
  input.input.reason = reason;
  input.input.session = session;
  requests_.send(input);
}

void ControlDesk::release_all(SessionId session) {
  std::vector<std::uint32_t> free = channels_.held_by(session);
  std::vector<std::uint32_t> kept;
  std::erase_if(free, [&](std::uint32_t channel) {
    if (channels_.kept(channel)) kept.push_back(channel);
    return channels_.kept(channel);
  });
  release(free, session);
  for (const std::uint32_t channel : kept) {
    give(channel, kHeldBack);
    let_go(channel, record::SetReason::Release, session);
  }
  if (!kept.empty())
    messenger_.announce(stream::EventKind::TookControl, kHeldBack,
                        "control" + of_channels(kept, present_.scene) + " held back by an instructor", kept);
}

std::string ControlDesk::holders_beside(SessionId session, const std::vector<std::uint32_t>& channels) const {
  std::string names;
  std::set<SessionId> told{session};
  for (const std::uint32_t channel : channels) {
    const Session* holder = sessions_.find(channels_.holder(channel));
    if (holder == nullptr || !told.insert(holder->id).second) continue;
    names += (names.empty() ? "" : ", ") + holder->name;
  }
  return names;
}

void ControlDesk::release(const std::vector<std::uint32_t>& channels, SessionId session) {
  if (channels.empty()) return;
  for (const std::uint32_t channel : channels) {
    channels_.release(channel);
    let_go(channel, record::SetReason::Release, session);
  }
  messenger_.announce(stream::EventKind::ReleasedControl, session,
                      "control" + of_channels(channels, present_.scene) + " released", channels);
}

void ControlDesk::let_go_after_takeover() {
  for (std::uint32_t channel = 0; channel < channels_.size(); ++channel) {
    if (!channels_.in_hand(channel)) {
      let_go(channel, record::SetReason::Release, kNobody);
    } else {
      channels_.commanded(channel);
    }
  }
}

void ControlDesk::on_time(Nanoseconds now) {
  for (const std::uint32_t channel : channels_.silent(now)) {
    const SessionId holder = channels_.holder(channel);
    const bool to_neutral = channels_.silence(channel).to_neutral;
    let_go(channel, record::SetReason::Silence, holder);
    const std::string& name = name_of(channel);
    spdlog::warn("session {}: silent, {} {}", holder, name, to_neutral ? "set to neutral" : "held");
    messenger_.announce(
        stream::EventKind::ControlSilent, holder,
        "no control message in time: " + name + (to_neutral ? " goes to neutral" : " keeps its value"),
        {channel});
  }
}

void ControlDesk::begin_scene(const ServedScene& before) {
  // An id means the same thing only while the lists are the same.
  Channels channels(present_.scene.silences);
  if (same_names(before.world.controls, present_.scene.world.controls)) {
    for (std::uint32_t i = 0; i < channels.size(); ++i) {
      if (channels_.holder(i) != kNobody) channels.give(i, channels_.holder(i), monotonic_now());
    }
  }
  channels_ = std::move(channels);
  scheduled_ = ScheduledCounts(channels_.size());
}

std::vector<SessionId> ControlDesk::holders() const {
  std::vector<SessionId> result;
  for (std::uint32_t i = 0; i < channels_.size(); ++i) result.push_back(channels_.holder(i));
  return result;
}

}  // namespace drawbar::server
