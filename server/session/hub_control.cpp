// The meeting place: who drives. Channels taken, handed over and given up, and the values that reach the
// loop.
#include <spdlog/spdlog.h>

#include <algorithm>
#include <numeric>

#include "server/session/hub.h"

namespace drawbar::server {

using protocol::element;

namespace {

std::vector<std::uint32_t> list_of(const flatbuffers::Vector<std::uint32_t>* list) {
  return list == nullptr ? std::vector<std::uint32_t>()
                         : std::vector<std::uint32_t>(list->begin(), list->end());
}

}  // namespace

Hub::Outcome Hub::check_channels(const char* message, const std::vector<std::uint32_t>& channels) const {
  for (std::size_t i = 0; i < channels.size(); ++i) {
    if (channels[i] < channels_.size()) continue;
    return Refusal{stream::ErrorCode::NoSuchId,
                   "channel " + std::to_string(channels[i]) + " does not exist, the scene has " +
                       std::to_string(channels_.size()),
                   element(message, "channels", i)};
  }
  return {};
}

Hub::Outcome Hub::control(Session& session, const control::Control& message, std::uint32_t request) {
  if (options_.replay != nullptr) {
    return Refusal{stream::ErrorCode::Unsupported, "a replay takes no controls", "Control"};
  }
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
    if (auto refusal = refuse_request()) return refusal;
  }
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
    const std::string& name = scene_.world.controls[value.channel()].name;
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
    input.branch = stamp_.branch();
    inputs.push_back(input);
  }
  // All of it or nothing: the checks are done.
  session.last_sequence = message.sequence();
  channels_.heard(session.id, monotonic_now());
  for (LoopInput& input : inputs) {
    const physics::ControlConfig& config = scene_.world.controls[input.input.index];
    const double clamped = std::clamp(input.input.value, config.lower, config.upper);
    if (clamped != input.input.value && channels_.first_clamp(input.input.index)) {
      announce(stream::EventKind::ControlClamped, session.id,
               config.name + " was out of its range and clamped; said once", {input.input.index},
               input.input.value);
    }
    input.input.value = clamped;
    channels_.commanded(input.input.index);
    const bool last = &input == &inputs.back();
    tell_loop(session, last ? request : 0, input, std::nullopt);
  }
  if (inputs.empty()) reply(session, request);
  return {};
}

Hub::Outcome Hub::take_control(Session& session, const control::TakeControl& message, std::uint32_t request) {
  if (options_.replay != nullptr) {
    return Refusal{stream::ErrorCode::Unsupported, "a replay takes no controls", "TakeControl"};
  }
  if (!may_control(session)) {
    return Refusal{stream::ErrorCode::NotAllowed, "a viewer holds no controls; join as an operator",
                   "TakeControl"};
  }
  if (message.force() && !may_instruct(session)) {
    return Refusal{stream::ErrorCode::NotAllowed, "only an instructor takes a channel by force",
                   "TakeControl.force"};
  }
  std::vector<std::uint32_t> channels = list_of(message.channels());
  if (auto refusal = check_channels("TakeControl", channels)) return refusal;
  const bool all = channels.empty();
  if (all) {
    channels.resize(channels_.size());
    std::iota(channels.begin(), channels.end(), 0U);
  }
  for (std::size_t i = 0; i < channels.size(); ++i) {
    const Session* holder = this->session(channels_.holder(channels[i]));
    if (holder == nullptr || holder == &session || !holder->connection || message.force()) continue;
    const std::string& name = scene_.world.controls[channels[i]].name;
    stream::EventT wish = make_event(stream::EventKind::ControlRequested, session.id,
                                     session.name + " asks for " + name, {channels[i]}, 0);
    wish.stamp = std::make_unique<stream::FrameStamp>(stamp_);
    holder->connection->send(make_packet(protocol::encode_server(std::move(wish))), Traffic::reliable);
    return Refusal{stream::ErrorCode::Held,
                   name + " is held by session " + std::to_string(holder->id) + " (" + holder->name +
                       "), which has been told of the request",
                   all ? "TakeControl.channels" : element("TakeControl", "channels", i)};
  }
  const Nanoseconds now = monotonic_now();
  for (const std::uint32_t channel : channels) {
    const SessionId before = channels_.holder(channel);
    if (before != kNobody && before != session.id) {
      LoopInput cancel;
      cancel.kind = LoopInput::Kind::cancel_scheduled;
      cancel.input.index = channel;
      loop_.send(cancel);
    }
    channels_.give(channel, session.id, now);
  }
  spdlog::info("session {} ({}) took {} channels", session.id, session.name, channels.size());
  announce(stream::EventKind::TookControl, session.id, session.name + " took control", channels);
  reply(session, request);
  return {};
}

Hub::Outcome Hub::release_control(Session& session, const control::ReleaseControl& message,
                                  std::uint32_t request) {
  std::vector<std::uint32_t> channels = list_of(message.channels());
  if (auto refusal = check_channels("ReleaseControl", channels)) return refusal;
  for (std::size_t i = 0; i < channels.size(); ++i) {
    if (channels_.holder(channels[i]) != session.id) {
      return Refusal{stream::ErrorCode::NotHeld,
                     "this session does not hold " + scene_.world.controls[channels[i]].name,
                     element("ReleaseControl", "channels", i)};
    }
  }
  release(channels.empty() ? channels_.held_by(session.id) : channels, session.id);
  reply(session, request);
  return {};
}

Hub::Outcome Hub::hand_over(Session& session, const control::HandOver& message, std::uint32_t request) {
  std::vector<std::uint32_t> channels = list_of(message.channels());
  if (auto refusal = check_channels("HandOver", channels)) return refusal;
  if (channels.empty()) channels = channels_.held_by(session.id);
  for (std::size_t i = 0; i < channels.size(); ++i) {
    if (channels_.holder(channels[i]) != session.id && !may_instruct(session)) {
      return Refusal{stream::ErrorCode::NotHeld,
                     "this session does not hold " + scene_.world.controls[channels[i]].name,
                     element("HandOver", "channels", i)};
    }
  }
  Session* receiver = this->session(message.to_session());
  if (receiver == nullptr || !receiver->connection || !may_control(*receiver)) {
    return Refusal{
        stream::ErrorCode::NoSuchId,
        "session " + std::to_string(message.to_session()) + " is not a connected operator or instructor",
        "HandOver.to_session"};
  }
  const Nanoseconds now = monotonic_now();
  for (const std::uint32_t channel : channels) channels_.give(channel, receiver->id, now);
  announce(stream::EventKind::TookControl, receiver->id,
           receiver->name + " took control, handed over by " + session.name, channels);
  reply(session, request);
  return {};
}

void Hub::to_neutral(std::uint32_t channel, record::SetReason reason, SessionId session) {
  LoopInput input;
  input.kind = LoopInput::Kind::cancel_scheduled;
  input.input.index = channel;
  loop_.send(input);
  input.kind = LoopInput::Kind::world;
  input.input.value = scene_.world.controls[channel].neutral;
  input.input.reason = reason;
  input.input.session = session;
  loop_.send(input);
}

void Hub::release(const std::vector<std::uint32_t>& channels, SessionId session) {
  if (channels.empty()) return;
  for (const std::uint32_t channel : channels) {
    channels_.release(channel);
    to_neutral(channel, record::SetReason::Release, session);
  }
  announce(stream::EventKind::ReleasedControl, session, "control released: neutral", channels);
}

void Hub::neutralise_after_takeover() {
  for (std::uint32_t channel = 0; channel < channels_.size(); ++channel) {
    if (channels_.holder(channel) == kNobody) {
      to_neutral(channel, record::SetReason::Release, kNobody);
    } else {
      channels_.commanded(channel);
    }
  }
}

}  // namespace drawbar::server
