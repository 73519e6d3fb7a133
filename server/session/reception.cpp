// The door: connections come and go, sessions begin, go on over another connection, and end.
#include "server/session/reception.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "server/session/scene_message.h"

namespace drawbar::server {

namespace {

// Messages of one connection: a controls file of an hour may come ahead at once, a flood may not.
constexpr double kMessageBurst = 100'000;
constexpr double kMessagesPerSecond = 2'000;
// Of all but Control and Ping. Most are announced to everybody: what one client asks for may not fill the
// queues of the others.
constexpr double kRequestBurst = 500;
constexpr double kRequestsPerSecond = 50;

std::string text_or_nothing(const flatbuffers::String* text) {
  return text == nullptr ? std::string() : text->str();
}

std::string in_seconds(Nanoseconds duration) {
  return fmt::format("{:g} s", static_cast<double>(duration) / static_cast<double>(kSecond));
}

}  // namespace

Reception::Reception(const Present& present, SessionTable& sessions, Messenger& messenger,
                     RequestQueue& requests, ControlDesk& controls, Tokens tokens, HubOptions options)
    : present_(present),
      sessions_(sessions),
      messenger_(messenger),
      requests_(requests),
      controls_(controls),
      tokens_(std::move(tokens)),
      options_(std::move(options)) {}

void Reception::connect(const std::shared_ptr<Connection>& connection) {
  ++counters_.connections;
  const std::size_t strangers = sessions_.strangers();
  Client& client = sessions_.add({.connection = connection,
                                  .hello_deadline = monotonic_now() + options_.hello_timeout,
                                  .messages = RateLimit(kMessageBurst, kMessagesPerSecond),
                                  .requests = RateLimit(kRequestBurst, kRequestsPerSecond)});
  if (sessions_.clients().size() <= options_.most_clients && strangers < options_.most_strangers) return;
  ++counters_.refused_connections;
  messenger_.refuse_and_close(
      client, 0,
      {stream::ErrorCode::Busy,
       "too many connections: at most " + std::to_string(options_.most_clients) + ", " +
           std::to_string(options_.most_strangers) + " of them before their Hello",
       ""});
}

void Reception::disconnect(Connection& connection) {
  const Client* found = sessions_.client(connection);
  if (found == nullptr) return;
  const Client client = *found;  // keeps the connection to the end of this function
  sessions_.erase(connection);
  counters_.dropped_packets += connection.dropped();
  if (Session* owner = sessions_.find(client.session);
      owner != nullptr && owner->connection.get() == &connection) {
    lose_connection(*owner);
  }
}

bool Reception::admit_message(Client& client) {
  ++counters_.messages;
  if (client.messages.take(1, monotonic_now())) return true;
  messenger_.refuse_and_close(
      client, 0,
      {stream::ErrorCode::Busy,
       fmt::format("too many messages: {:g} per second are allowed", kMessagesPerSecond), ""});
  return false;
}

Outcome Reception::pace(Client& client, control::ClientBody type) {
  if (type == control::ClientBody::Control || type == control::ClientBody::Ping) return {};
  if (client.requests.take(1, monotonic_now())) return {};
  return Refusal{stream::ErrorCode::Busy,
                 fmt::format("too many requests: {:g} per second are allowed, besides Control and Ping",
                             kRequestsPerSecond),
                 ""};
}

Outcome Reception::check_token(const control::Hello& hello) const {
  const std::string token = text_or_nothing(hello.token());
  const auto highest = tokens_.role_of(token);
  if (!highest) {
    return Refusal{stream::ErrorCode::Token,
                   token.empty() ? "a token is needed, and none was given" : "no such token is known here",
                   "Hello.token"};
  }
  if (hello.role() > *highest) {
    return Refusal{stream::ErrorCode::NotAllowed,
                   fmt::format("the token allows no role above {}, asked for was {}",
                               control::EnumNameRole(*highest), control::EnumNameRole(hello.role())),
                   "Hello.role"};
  }
  return {};
}

void Reception::join(Client& client, const control::Hello& hello, std::uint32_t request,
                     const Rewinder& rewinder, const FrameSender& frames) {
  if (client.session != kNobody) {
    messenger_.refuse(*client.connection, request,
                      {stream::ErrorCode::NotAllowed, "this connection has a session", "Hello"});
    return;
  }
  if (const Outcome refusal = check_token(hello))
    return messenger_.refuse_and_close(client, request, *refusal);
  Session* resumed = hello.resume_key() == nullptr ? nullptr : sessions_.find(*hello.resume_key());
  // With the secret of a session comes what it may and holds: only its own role takes it over.
  if (hello.resume_key() != nullptr && (resumed == nullptr || resumed->role != hello.role())) {
    messenger_.refuse(*client.connection, request,
                      {stream::ErrorCode::ResumeExpired,
                       "no session of this role and key exists any more; send Hello without resume_key for a "
                       "new one",
                       "Hello.resume_key"});
    return;
  }
  if (resumed != nullptr) displace(*resumed);
  Session& session = resumed != nullptr ? *resumed : sessions_.create();
  session.name = text_or_nothing(hello.name());
  session.role = hello.role();
  session.last_sequence = 0;
  session.stream = PoseStream();
  client.session = session.id;
  spdlog::info("session {} ({}) {} as {} from {}", session.id, session.name, resumed ? "is back" : "joined",
               control::EnumNameRole(session.role), client.connection->peer());
  // Announced before it is connected: the newcomer learns of itself from its Welcome.
  session.connection.reset();
  messenger_.announce(stream::EventKind::Joined, session.id,
                      session.name + (resumed != nullptr ? " is back" : " joined"));
  session.connection = client.connection;
  welcome(session, resumed != nullptr, rewinder);
  frames.send_newest(session);
}

void Reception::displace(const Session& session) {
  // The old connection may not know yet that it is dead.
  for (auto& [connection, client] : sessions_.clients()) {
    if (client.session != session.id) continue;
    client.session = kNobody;
    messenger_.refuse_and_close(
        client, 0, {stream::ErrorCode::TakenOver, "this session goes on over another connection", ""});
  }
  // What was asked there is still done, but its numbers mean nothing here.
  requests_.forget_numbers(session.id);
  controls_.resume(session.id);
}

void Reception::welcome(const Session& session, bool resumed, const Rewinder& rewinder) {
  stream::WelcomeT welcome;
  welcome.major = protocol::kProtocolMajor;
  welcome.minor = protocol::kProtocolMinor;
  welcome.server = options_.server;
  welcome.session = session.id;
  welcome.resume_key = std::make_unique<control::Key>(session.resume_key);
  welcome.resumed = resumed;
  welcome.role = session.role;
  welcome.stamp = std::make_unique<stream::FrameStamp>(present_.stamp);
  welcome.clock =
      std::make_unique<stream::ClockReading>(static_cast<std::uint64_t>(monotonic_now()), utc_offset());
  welcome.udp_port = udp_port_;
  welcome.multicast = multicast_;
  welcome.scene = std::make_unique<stream::SceneT>(describe_scene(present_.scene, controls_.channels()));
  for (const auto& [id, other] : sessions_.sessions()) {
    if (!other.connection) continue;
    auto info = std::make_unique<stream::SessionInfoT>();
    info->session = id;
    info->name = other.name;
    info->role = other.role;
    welcome.sessions.push_back(std::move(info));
  }
  welcome.saves = rewinder.saves();
  welcome.replay_frames = present_.replay == nullptr ? 0 : present_.replay->size();
  session.connection->send(make_packet(protocol::encode_server(std::move(welcome))), Traffic::reliable);
}

Outcome Reception::say_goodbye(Session& session, std::uint32_t request) {
  messenger_.reply(session, request);
  const auto connection = session.connection;
  remove(session.id, "said good-bye");
  connection->close();
  return {};
}

void Reception::lose_connection(Session& session) {
  session.connection.reset();
  session.away_since = monotonic_now();
  spdlog::info("session {} ({}) left", session.id, session.name);
  messenger_.announce(stream::EventKind::Left, session.id, session.name + " left");
  forget_one_of_too_many();
}

void Reception::forget_one_of_too_many() {
  if (sessions_.away() <= options_.most_clients) return;
  // Who drives or instructs comes back to more than a picture: viewers go before, whoever has been away
  // longer.
  const Session* least = nullptr;
  for (const auto& [id, session] : sessions_.sessions()) {
    if (session.connection) continue;
    if (least == nullptr ||
        std::tie(session.role, session.away_since) < std::tie(least->role, least->away_since)) {
      least = &session;
    }
  }
  remove(least->id, "was away longest of too many");
}

void Reception::on_time(Nanoseconds now) {
  for (auto& [key, client] : sessions_.clients()) {
    const Connection& connection = *client.connection;
    if (client.closing) continue;
    if (client.session == kNobody && now > client.hello_deadline) {
      messenger_.refuse_and_close(client, 0,
                                  {stream::ErrorCode::HelloTimeout,
                                   "no complete Hello within " + in_seconds(options_.hello_timeout), ""});
    } else if (connection.queued_bytes() > 0 && now - connection.last_progress() > options_.stall_timeout) {
      ++counters_.dropped_clients;
      const SessionId id = client.session;
      const std::string time_stalled = in_seconds(options_.stall_timeout);
      messenger_.refuse_and_close(
          client, 0, {stream::ErrorCode::TooSlow, "the client has not read for " + time_stalled, ""});
      if (id != kNobody) {
        messenger_.announce(stream::EventKind::ClientDropped, id, "did not read for " + time_stalled);
      }
    }
  }
  std::vector<SessionId> expired;
  for (const auto& [id, session] : sessions_.sessions()) {
    if (!session.connection && now - session.away_since > options_.resume_timeout) expired.push_back(id);
  }
  for (const SessionId id : expired) remove(id, "did not come back");
}

void Reception::remove(SessionId id, const std::string& why) {
  controls_.release_all(id);
  const Session& session = *sessions_.find(id);
  spdlog::info("session {} ({}) {}", id, session.name, why);
  if (session.connection) messenger_.announce(stream::EventKind::Left, id, session.name + " " + why);
  sessions_.erase(id);
}

void Reception::close_all() {
  for (auto& [key, client] : sessions_.clients()) {
    client.closing = true;
    client.connection->close();
  }
}

}  // namespace drawbar::server
