// What an instructor orders of the running session: how time goes.
#include "server/desks/instructor_desk.h"

#include <fmt/format.h>

#include <string>

namespace drawbar::server {

namespace {

LoopInput plain(LoopInput::Kind kind) {
  LoopInput input;
  input.kind = kind;
  return input;
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
  input.fast = message.fast();
  return requests_.step(session, request, input,
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

}  // namespace drawbar::server
