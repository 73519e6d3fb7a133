// What an instructor orders of the running session: how time goes, where a replay stands.
#include "server/session/instructor_desk.h"

#include <fmt/format.h>

#include <optional>
#include <string>

namespace drawbar::server {

namespace {

LoopInput plain(LoopInput::Kind kind) {
  LoopInput input;
  input.kind = kind;
  return input;
}

std::string frames_of(const ReplayIndex& index, std::uint32_t branch) {
  std::optional<std::uint64_t> first;
  std::uint64_t last = 0;
  for (std::size_t i = 0; i < index.size(); ++i) {
    if (index.at(i).branch != branch) continue;
    if (!first) first = index.at(i).frame;
    last = index.at(i).frame;
  }
  return first ? "frames " + std::to_string(*first) + " to " + std::to_string(last) : "no frames";
}

}  // namespace

Outcome InstructorDesk::freeze(const Session& session, std::uint32_t request) {
  return requests_.ask(session, request, plain(LoopInput::Kind::freeze),
                       messenger_.make_event(stream::EventKind::Frozen, session.id, session.name + " froze"));
}

Outcome InstructorDesk::run(const Session& session, std::uint32_t request) {
  return requests_.ask(
      session, request, plain(LoopInput::Kind::run),
      messenger_.make_event(stream::EventKind::Running, session.id, session.name + " let it run"));
}

Outcome InstructorDesk::step(const Session& session, const control::Step& message, std::uint32_t request) {
  LoopInput input = plain(LoopInput::Kind::step);
  input.frame = message.frames();
  return requests_.ask(session, request, input,
                       messenger_.make_event(stream::EventKind::Stepped, session.id,
                                             fmt::format("{} stepped {}", session.name, input.frame), {},
                                             static_cast<double>(input.frame)));
}

Outcome InstructorDesk::speed(const Session& session, const control::Speed& message, std::uint32_t request) {
  LoopInput input = plain(LoopInput::Kind::speed);
  input.value = message.factor();
  const int most = present_.replay != nullptr ? kMostReplayFramesPerSlot : kMostFramesPerSlot;
  if (input.value > most) {
    return Refusal{stream::ErrorCode::BadValue,
                   fmt::format("speed {:g}: above 0 and at most {} is allowed", input.value, most),
                   "Speed.factor"};
  }
  return requests_.ask(
      session, request, input,
      messenger_.make_event(stream::EventKind::SpeedChanged, session.id,
                            fmt::format("{} changed the speed to {:g}", session.name, input.value), {},
                            input.value));
}

Outcome InstructorDesk::seek(const Session& session, const control::Seek& message, std::uint32_t request) {
  const ReplayIndex& replay = *present_.replay;
  const std::uint32_t branch = message.branch().value_or(present_.stamp.branch());
  const auto position = message.frame() ? replay.find(branch, *message.frame())
                                        : replay.find_time(branch, message.time().value_or(0));
  if (!position) {
    return Refusal{
        stream::ErrorCode::NoSuchMoment,
        "not in the recording; branch " + std::to_string(branch) + " has " + frames_of(replay, branch),
        message.frame() ? "Seek.frame" : "Seek.time"};
  }
  LoopInput input = plain(LoopInput::Kind::seek);
  input.frame = *position;
  return requests_.ask(
      session, request, input,
      messenger_.make_event(stream::EventKind::Sought, session.id, session.name + " went to another moment",
                            {}, static_cast<double>(replay.at(*position).frame)));
}

}  // namespace drawbar::server
