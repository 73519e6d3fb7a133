// One participant: who it is, what it may do, what it receives.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "protocol/control_generated.h"
#include "server/frames/pose_stream.h"
#include "server/loop/clock.h"
#include "server/session/channels.h"
#include "server/session/connection.h"
#include "server/system/rate_limit.h"

namespace drawbar::server {

struct Session {
  SessionId id = kNobody;
  std::string name;
  control::Role role = control::Role::Viewer;
  bool brief = false;  ///< here for one command: instructors alone are told that it comes and goes
  std::optional<Nanoseconds> until;  ///< UTC since 1970: its token expires
  std::uint16_t minor = 0;           ///< version of the protocol that the client speaks
  control::Key resume_key;
  control::Key udp_key;                    ///< another one with every Welcome
  std::shared_ptr<Connection> connection;  ///< null while it is away and may be resumed
  Nanoseconds away_since = 0;
  RateLimit resumes{10, 1};         ///< each is heard by everybody
  std::uint64_t last_sequence = 0;  ///< of its Control messages
  PoseStream stream;

  bool encrypted = false;  ///< its connection is: the daemon speaks TLS

  /// Whether its datagrams are sealed: where its connection is encrypted, unless it asked for the clear.
  bool seals_udp() const { return encrypted && !stream.udp_clear(); }
};

/// Roles include those before them.
inline bool may_control(const Session& session) {
  return session.role >= control::Role::Operator;
}
inline bool may_instruct(const Session& session) {
  return session.role >= control::Role::Instructor;
}

}  // namespace drawbar::server
