// Who is here: connections, and the sessions that they belong to.
#include "server/session/session_table.h"

#include <algorithm>
#include <string_view>
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

Client* SessionTable::stranger_to_go() {
  std::map<std::string_view, std::size_t> from;
  const auto waits = [](const Client& client) { return client.session == kNobody && !client.closing; };
  for (const auto& [connection, client] : clients_) {
    if (waits(client)) ++from[client.address_group];
  }
  Client* to_go = nullptr;
  for (auto& [connection, client] : clients_) {
    if (!waits(client)) continue;
    const std::size_t of_this = from[client.address_group];
    const std::size_t of_that = to_go == nullptr ? 0 : from[to_go->address_group];
    if (of_this > of_that || (of_this == of_that && client.hello_deadline < to_go->hello_deadline))
      to_go = &client;
  }
  return to_go;
}

std::size_t SessionTable::connected_from(const std::string& address_group) const {
  return static_cast<std::size_t>(std::ranges::count_if(clients_, [&](const auto& entry) {
    return entry.second.session != kNobody && entry.second.address_group == address_group;
  }));
}

std::size_t SessionTable::closing() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(clients_, [](const auto& entry) { return entry.second.closing; }));
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

Session* SessionTable::find(SessionId id, const std::shared_ptr<Connection>& over) {
  Session* found = find(id);
  return found != nullptr && found->connection == over ? found : nullptr;
}

const Session* SessionTable::find(SessionId id) const {
  const auto found = sessions_.find(id);
  return found == sessions_.end() ? nullptr : &found->second;
}

Session* SessionTable::find(SessionId id) {
  return const_cast<Session*>(std::as_const(*this).find(id));
}

Session* SessionTable::find(control::Key Session::*kind, const control::Key& key) {
  Session* match = nullptr;
  for (auto& [id, session] : sessions_) {
    if (same_key(session.*kind, key)) match = &session;
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
