// Who may send which message, and in which mode.
#include "server/session/rights.h"

#include <algorithm>
#include <array>
#include <string>

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

Outcome check_right(ClientBody message, Role role, bool replay) {
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

}  // namespace drawbar::server
