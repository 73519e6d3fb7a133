// Who is here: connections, and the sessions that they belong to.
#pragma once

#include <cstddef>
#include <map>
#include <memory>

#include "server/session/connection.h"
#include "server/session/session.h"
#include "server/system/rate_limit.h"

namespace drawbar::server {

/// A connection, before and after its Hello.
struct Client {
  std::shared_ptr<Connection> connection;
  Nanoseconds hello_deadline = 0;
  RateLimit messages;
  RateLimit requests;  ///< of those that others hear of, or that cost more than a console's signs of life
  SessionId session = kNobody;
  bool closing = false;
};

/// Pure bookkeeping; announces nothing.
class SessionTable {
 public:
  // --- connections ---

  Client& add(Client client);
  /// Null when there is none.
  Client* client(const Connection& connection);
  void erase(const Connection& connection) { clients_.erase(&connection); }
  std::map<const Connection*, Client>& clients() { return clients_; }
  /// Connections without a Hello. Those that are being refused take nobody's place: a flood of them must not
  /// keep a class out.
  std::size_t strangers() const;
  /// Poses and telemetry that slow readers among the present connections never got.
  std::uint64_t dropped_packets() const;

  // --- sessions ---

  /// A new one, with its number.
  Session& create();
  /// Null when there is none.
  Session* find(SessionId id);
  const Session* find(SessionId id) const;
  Session* find(const control::Key& resume_key);
  /// Its connections are closing, and belong to nobody.
  void erase(SessionId id);
  std::map<SessionId, Session>& sessions() { return sessions_; }
  const std::map<SessionId, Session>& sessions() const { return sessions_; }
  std::size_t connected() const;
  /// Sessions whose connection is lost, while they can be resumed.
  std::size_t away() const { return sessions_.size() - connected(); }

 private:
  std::map<const Connection*, Client> clients_;
  std::map<SessionId, Session> sessions_;
  SessionId last_session_ = kNobody;
};

}  // namespace drawbar::server
