// One participant: who it is, what it may do, what it receives.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "protocol/control_generated.h"
#include "server/frames/pose_stream.h"
#include "server/loop/clock.h"
#include "server/session/channels.h"
#include "server/session/connection.h"

namespace drawbar::server {

struct Session {
  SessionId id = kNobody;
  std::string name;
  control::Role role = control::Role::Viewer;
  control::Key resume_key;
  std::shared_ptr<Connection> connection;  ///< null while it is away and may be resumed
  Nanoseconds away_since = 0;
  std::uint64_t last_sequence = 0;  ///< of its Control messages
  PoseStream stream;
};

/// Roles include those before them.
inline bool may_control(const Session& session) {
  return session.role >= control::Role::Operator;
}
inline bool may_instruct(const Session& session) {
  return session.role >= control::Role::Instructor;
}

}  // namespace drawbar::server
