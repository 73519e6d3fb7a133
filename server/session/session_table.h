// Who is here: connections, and the sessions that they belong to.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>

#include "server/session/connection.h"
#include "server/session/session.h"
#include "server/system/rate_limit.h"

namespace drawbar::server {

/// A connection, before and after its Hello.
struct Client {
  std::shared_ptr<Connection> connection;
  std::string address_group;  ///< AddressLimits: whose share it takes
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
  /// The connection without a Hello that goes when there are too many: of the address that has most of them,
  /// the one that has waited longest. Null when there is none.
  Client* stranger_to_go();
  /// Sessions connected from there.
  std::size_t connected_from(const std::string& address_group) const;
  /// Connections that have been refused and are not closed yet.
  std::size_t closing() const;
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
  /// Only while it is over this connection: answers to what was asked over another one mean nothing there.
  Session* find(SessionId id, const std::shared_ptr<Connection>& over);
  Session* find(const control::Key& resume_key) { return find(&Session::resume_key, resume_key); }
  Session* find_udp(const control::Key& udp_key) { return find(&Session::udp_key, udp_key); }
  /// Its connections are closing, and belong to nobody.
  void erase(SessionId id);
  std::map<SessionId, Session>& sessions() { return sessions_; }
  const std::map<SessionId, Session>& sessions() const { return sessions_; }
  std::size_t connected() const;
  /// Sessions whose connection is lost, while they can be resumed.
  std::size_t away() const { return sessions_.size() - connected(); }

 private:
  Session* find(control::Key Session::*kind, const control::Key& key);

  std::map<const Connection*, Client> clients_;
  std::map<SessionId, Session> sessions_;
  SessionId last_session_ = kNobody;
};

}  // namespace drawbar::server
