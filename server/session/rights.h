// Who may send which message, and in which mode.
#pragma once

#include "server/session/messenger.h"

namespace drawbar::server {

/// Why a session of this role may not send such a message now, if it may not. `replay`: a recording is
/// served.
Outcome check_right(control::ClientBody message, control::Role role, bool replay);

}  // namespace drawbar::server
