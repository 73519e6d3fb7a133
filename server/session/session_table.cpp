// Who is here: connections, and the sessions that they belong to.
#include "server/session/session_table.h"

#include <algorithm>
#include <utility>

#include "server/session/random_key.h"

namespace drawbar::server {

Client& SessionTable::add(Client client) {
  const Connection* key = client.connection.get();
  return clients_.emplace(key, std::move(client)).first->second;
}

Client* SessionTable::client(const Connection& connection) {
  const auto found = clients_.find(&connection);
  return found == clients_.end() ? nullptr : &found->second;
}

std::size_t SessionTable::strangers() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      clients_, [](const auto& entry) { return entry.second.session == kNobody && !entry.second.closing; }));
}

std::uint64_t SessionTable::dropped_packets() const {
  std::uint64_t sum = 0;
  for (const auto& [connection, client] : clients_) sum += connection->dropped();
  return sum;
}

Session& SessionTable::create() {
  Session& session = sessions_[++last_session_];
  session.id = last_session_;
  session.resume_key = random_key();
  return session;
}

const Session* SessionTable::find(SessionId id) const {
  const auto found = sessions_.find(id);
  return found == sessions_.end() ? nullptr : &found->second;
}

Session* SessionTable::find(SessionId id) {
  return const_cast<Session*>(std::as_const(*this).find(id));
}

Session* SessionTable::find(const control::Key& resume_key) {
  Session* match = nullptr;
  for (auto& [id, session] : sessions_) {
    if (same_key(session.resume_key, resume_key)) match = &session;
  }
  return match;
}

void SessionTable::erase(SessionId id) {
  for (auto& [connection, client] : clients_) {
    if (client.session != id) continue;
    client.session = kNobody;
    client.closing = true;
  }
  sessions_.erase(id);
}

std::size_t SessionTable::connected() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(sessions_, [](const auto& entry) { return entry.second.connection != nullptr; }));
}

}  // namespace drawbar::server
