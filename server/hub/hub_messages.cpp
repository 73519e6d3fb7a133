// Every message of those who have joined: who may send it, in which mode, and which room answers it.
#include <algorithm>
#include <array>
#include <string>

#include "server/hub/hub.h"

namespace drawbar::server {

namespace {

using control::ClientBody;
using control::Role;

enum class Mode { any, live, replay };

struct Right {
  ClientBody message;
  Role role;  ///< and those after it
  Mode mode;
};

/// Messages that are not here are everybody's, always.
constexpr std::array kRights{
    Right{ClientBody::Control, Role::Operator, Mode::live},
    Right{ClientBody::TakeControl, Role::Operator, Mode::live},
    Right{ClientBody::ReleaseControl, Role::Operator, Mode::live},
    Right{ClientBody::HandOver, Role::Operator, Mode::live},
    Right{ClientBody::Freeze, Role::Instructor, Mode::any},
    Right{ClientBody::Run, Role::Instructor, Mode::any},
    Right{ClientBody::Step, Role::Instructor, Mode::any},
    Right{ClientBody::Speed, Role::Instructor, Mode::any},
    Right{ClientBody::Save, Role::Instructor, Mode::live},
    Right{ClientBody::Restore, Role::Instructor, Mode::live},
    Right{ClientBody::DeleteState, Role::Instructor, Mode::live},
    Right{ClientBody::ExportState, Role::Instructor, Mode::live},
    Right{ClientBody::ImportState, Role::Instructor, Mode::live},
    Right{ClientBody::Bookmark, Role::Instructor, Mode::any},
    Right{ClientBody::Rewind, Role::Instructor, Mode::live},
    Right{ClientBody::Reload, Role::Instructor, Mode::live},
    Right{ClientBody::ListScenes, Role::Instructor, Mode::live},
    Right{ClientBody::DescribeScene, Role::Instructor, Mode::live},
    Right{ClientBody::StoreExercise, Role::Instructor, Mode::live},
    Right{ClientBody::EndExercise, Role::Instructor, Mode::live},
    Right{ClientBody::SetGhost, Role::Instructor, Mode::any},
    Right{ClientBody::DriveFault, Role::Instructor, Mode::live},
    Right{ClientBody::BeginEffect, Role::Instructor, Mode::live},
    Right{ClientBody::ClearEffect, Role::Instructor, Mode::live},
    Right{ClientBody::ListEffects, Role::Instructor, Mode::live},
    Right{ClientBody::Seek, Role::Instructor, Mode::replay},
    Right{ClientBody::Repeat, Role::Instructor, Mode::replay},
    Right{ClientBody::TakeOver, Role::Instructor, Mode::any},
};

}  // namespace

Outcome Hub::check_right(ClientBody message, Role role, bool replay) {
  const auto right = std::ranges::find(kRights, message, &Right::message);
  if (right == kRights.end()) return {};
  const std::string what = control::EnumNameClientBody(message);
  if (role < right->role) {
    const char* whose =
        right->role == Role::Operator ? " is for operators; join as one" : " is for instructors; join as one";
    return Refusal{stream::ErrorCode::NotAllowed, what + whose, what};
  }
  if (right->mode == Mode::any || (right->mode == Mode::replay) == replay) return {};
  return Refusal{stream::ErrorCode::Unsupported,
                 what + (replay ? " is not possible in a replay" : " is possible in a replay only"), what};
}

Outcome Hub::carry_out(Session& session, const control::ClientMessage& message) {
  if (auto refusal = check_right(message.body_type(), session.role, present_.replay != nullptr))
    return refusal;
  const std::uint32_t request = message.request();
  switch (message.body_type()) {
    case ClientBody::Control: {
      const control::Control& values = *message.body_as_Control();
      const std::uint64_t before = session.last_sequence;
      Outcome outcome = controls_.control(session, values, request);
      // One that was overtaken is neither refused nor carried out, and nothing of it has been checked.
      if (session.last_sequence != before) levers_.heard(session, values);
      return outcome;
    }
    case ClientBody::TakeControl:
      return controls_.take_control(session, *message.body_as_TakeControl(), request);
    case ClientBody::ReleaseControl:
      return controls_.release_control(session, *message.body_as_ReleaseControl(), request);
    case ClientBody::HandOver:
      return controls_.hand_over(session, *message.body_as_HandOver(), request);
    case ClientBody::Subscribe:
      return frames_.subscribe(session, *message.body_as_Subscribe(), request);
    case ClientBody::Ping:
      return messenger_.pong(session, *message.body_as_Ping());
    case ClientBody::Goodbye:
      return reception_.say_goodbye(session, request);
    case ClientBody::Freeze:
      return instructor_.freeze(session, request);
    case ClientBody::Run:
      levers_.end();
      return instructor_.run(session, request);
    case ClientBody::Step:
      return instructor_.step(session, *message.body_as_Step(), request);
    case ClientBody::Speed:
      return instructor_.speed(session, *message.body_as_Speed(), request);
    case ClientBody::Seek:
      return replays_.seek(session, *message.body_as_Seek(), request);
    case ClientBody::Repeat:
      return replays_.repeat(session, *message.body_as_Repeat(), request);
    case ClientBody::TakeOver:
      return replays_.take_over(session, *message.body_as_TakeOver(), request);
    case ClientBody::DriveFault:
      return effects_.drive_fault(session, *message.body_as_DriveFault(), request);
    case ClientBody::BeginEffect:
      return effects_.begin(session, *message.body_as_BeginEffect(), request);
    case ClientBody::ClearEffect:
      return effects_.clear(session, *message.body_as_ClearEffect(), request);
    case ClientBody::ListEffects:
      return effects_.list(session, request);
    case ClientBody::Save:
      return states_.save(session, *message.body_as_Save(), request);
    case ClientBody::Restore:
      return states_.restore(session, *message.body_as_Restore(), request);
    case ClientBody::DeleteState:
      return states_.forget(session, *message.body_as_DeleteState(), request);
    case ClientBody::ExportState:
      return states_.give(session, *message.body_as_ExportState(), request);
    case ClientBody::ImportState:
      return states_.take(session, *message.body_as_ImportState(), request);
    case ClientBody::Bookmark:
      return bookmarks_.mark(session, *message.body_as_Bookmark(), request);
    case ClientBody::CastRays:
      return rays_.cast(session, *message.body_as_CastRays(), request);
    case ClientBody::ListScenes:
      return library_.list(session, request);
    case ClientBody::DescribeScene:
      return library_.describe(session, *message.body_as_DescribeScene(), request);
    case ClientBody::StoreExercise:
      return library_.store(session, *message.body_as_StoreExercise(), request);
    case ClientBody::EndExercise:
      return exercises_.end(session, request);
    case ClientBody::SetGhost:
      return ghost_.set(session, *message.body_as_SetGhost(), request);
    case ClientBody::Rewind:
      return rewinder_.rewind(session, *message.body_as_Rewind(), request);
    case ClientBody::Reload:
      return reloader_.reload(session, *message.body_as_Reload(), request);
    default:
      return Refusal{stream::ErrorCode::Unsupported, "this message belongs in a datagram to the UDP port",
                     ""};
  }
}

}  // namespace drawbar::server
