// The door: connections come and go, sessions begin, go on over another connection, and end.
#include "server/hub/reception.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "protocol/strings.h"
#include "server/session/random_key.h"
#include "server/session/scene_message.h"

namespace drawbar::server {

namespace {

// Messages of one connection: a controls file of an hour may come ahead at once, a flood may not.
constexpr double kMessageBurst = 100'000;
constexpr double kMessagesPerSecond = 2'000;

constexpr const char* kTokenExpired = "the token has expired";

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
      options_(std::move(options)),
      limits_(options_.most_joins) {}

void Reception::connect(const std::shared_ptr<Connection>& connection) {
  ++counters_.connections;
  sessions_.add({.connection = connection,
                 .address_group = AddressLimits::group_of(connection->address()),
                 .hello_deadline = monotonic_now() + options_.hello_timeout,
                 .messages = RateLimit(kMessageBurst, kMessagesPerSecond),
                 .requests = RateLimit(kRequestBurst, kRequestsPerSecond)});
  if (sessions_.strangers() <= options_.most_strangers) return;
  // Not the newcomer: who means to join says so at once, and a flood takes the place of its own.
  ++counters_.refused_connections;
  Client& to_go = *sessions_.stranger_to_go();
  if (sessions_.closing() < options_.most_strangers) {
    messenger_.refuse_and_close(
        to_go, 0,
        {stream::ErrorCode::Busy, "too many connections without a Hello: this one has waited longest", ""});
  } else {
    to_go.closing = true;
    to_go.connection->drop();
  }
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

tl::expected<Grant, Refusal> Reception::check_token(const std::string& address_group,
                                                    const std::string& token, control::Role role,
                                                    bool known) {
  if (!tokens_.required()) return Grant();
  const Nanoseconds now = monotonic_now();
  if (Outcome pause = limits_.admit_token(address_group, now); pause && !known) return tl::unexpected(*pause);
  auto grant = tokens_.grant_of(token);
  if (!grant) {
    if (!token.empty()) {
      ++counters_.wrong_tokens;
      limits_.wrong_token(address_group, now);
    }
    return tl::unexpected(
        Refusal{stream::ErrorCode::Token,
                token.empty() ? "a token is needed, and none was given" : "no such token is known here",
                "Hello.token"});
  }
  if (grant->until && now + utc_offset() >= *grant->until) {
    return tl::unexpected(Refusal{stream::ErrorCode::Token, kTokenExpired, "Hello.token"});
  }
  if (role > grant->role) {
    return tl::unexpected(
        Refusal{stream::ErrorCode::NotAllowed,
                fmt::format("the token allows no role above {}, asked for was {}",
                            control::EnumNameRole(grant->role), control::EnumNameRole(role)),
                "Hello.role"});
  }
  return std::move(*grant);
}

Outcome Reception::find_place(const Client& client) {
  if (sessions_.connected() >= options_.most_clients) {
    return Refusal{stream::ErrorCode::Busy,
                   "too many clients: at most " + std::to_string(options_.most_clients) + " are served", ""};
  }
  if (sessions_.connected_from(client.address_group) >= options_.most_from_an_address) {
    return Refusal{stream::ErrorCode::Busy,
                   "too many clients from " + client.address_group + ": at most " +
                       std::to_string(options_.most_from_an_address) + " are served",
                   ""};
  }
  return limits_.admit_join(client.address_group, monotonic_now());
}

Outcome Reception::check_resume(Session* found, const control::Hello& hello) {
  // With the secret of a session comes what it may and holds: only its own role takes it over.
  if (found == nullptr || found->role != hello.role()) {
    return Refusal{stream::ErrorCode::ResumeExpired,
                   "no session of this role and key exists any more; send Hello without resume_key for a "
                   "new one",
                   "Hello.resume_key"};
  }
  if (found->resumes.take(1, monotonic_now())) return {};
  return Refusal{stream::ErrorCode::Busy, "this session is resumed too often", "Hello.resume_key"};
}

void Reception::join(Client& client, const control::Hello& hello, std::uint32_t request,
                     const Shelves& shelves, const FrameSender& frames) {
  if (client.session != kNobody) {
    messenger_.refuse(*client.connection, request,
                      {stream::ErrorCode::NotAllowed, "this connection has a session", "Hello"});
    return;
  }
  Session* resumed = hello.resume_key() == nullptr ? nullptr : sessions_.find(*hello.resume_key());
  const auto grant =
      check_token(client.address_group, protocol::text_of(hello.token()), hello.role(), resumed != nullptr);
  if (!grant) return messenger_.refuse_and_close(client, request, grant.error());
  if (hello.resume_key() != nullptr) {
    if (const Outcome refusal = check_resume(resumed, hello))
      return messenger_.refuse(*client.connection, request, *refusal);
    displace(*resumed);
  } else if (const Outcome refusal = find_place(client)) {
    ++counters_.refused_connections;
    return messenger_.refuse_and_close(client, request, *refusal);
  }
  Session& session = resumed != nullptr ? *resumed : sessions_.create();
  session.name = grant->name.empty() ? protocol::text_of(hello.name()) : grant->name;
  session.until = grant->until;
  session.role = hello.role();
  session.brief = hello.brief();
  session.minor = hello.minor();
  session.udp_key = random_key();
  session.encrypted = options_.encrypted;
  session.last_sequence = 0;
  session.stream = PoseStream();
  client.session = session.id;
  spdlog::info("session {} ({}) {} as {} from {}", session.id, session.name, resumed ? "is back" : "joined",
               control::EnumNameRole(session.role), client.connection->peer());
  // Announced before it is connected: the newcomer learns of itself from its Welcome.
  session.connection.reset();
  announce(stream::EventKind::Joined, session, session.name + (resumed != nullptr ? " is back" : " joined"));
  session.connection = client.connection;
  welcome(session, resumed != nullptr, shelves);
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

void Reception::welcome(const Session& session, bool resumed, const Shelves& shelves) {
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
  // A client of before would send the key that resumes its session.
  if (session.minor >= protocol::kUdpKeyMinor) {
    welcome.udp_port = udp_port_;
    welcome.udp_key = std::make_unique<control::Key>(session.udp_key);
    welcome.udp_sealed = session.encrypted;
  }
  welcome.multicast = multicast_;
  welcome.scene = std::make_unique<stream::SceneT>(describe_scene(present_.scene, controls_.channels()));
  for (const auto& [id, other] : sessions_.sessions()) {
    // Who is not told that somebody leaves does not list him.
    if (!other.connection || (other.brief && !may_instruct(session))) continue;
    auto info = std::make_unique<stream::SessionInfoT>();
    info->session = id;
    info->name = other.name;
    info->role = other.role;
    welcome.sessions.push_back(std::move(info));
  }
  welcome.saves = shelves.states.names();
  if (may_instruct(session)) welcome.bookmarks = shelves.bookmarks.list();
  if (present_.replay != nullptr) describe_replay(welcome);
  session.connection->send(make_packet(protocol::encode_server(std::move(welcome))), Traffic::reliable);
}

void Reception::describe_replay(stream::WelcomeT& welcome) const {
  const ReplayIndex& replay = *present_.replay;
  welcome.replay_frames = replay.frames_of(present_.stamp.branch());
  for (const auto& [number, branch] : replay.branches()) {
    auto info = std::make_unique<stream::RecordedBranchT>();
    info->branch = number;
    info->parent_branch = branch.parent;
    info->parent_frame = branch.parent_frame;
    info->first_frame = branch.first;
    info->last_frame = branch.last;
    info->frames = branch.frames;
    if (branch.origin) {
      info->origin = branch.origin->recording;
      info->origin_branch = branch.origin->branch;
      info->origin_frame = branch.origin->frame;
    }
    welcome.recorded_branches.push_back(std::move(info));
  }
  for (const auto& [id, name] : replay.sessions()) {
    auto info = std::make_unique<stream::RecordedSessionT>();
    info->session = id;
    info->name = name;
    welcome.recorded_sessions.push_back(std::move(info));
  }
}

Outcome Reception::say_goodbye(Session& session, std::uint32_t request) {
  messenger_.reply(session, request);
  const auto connection = session.connection;
  remove(session.id, "said good-bye");
  connection->close();
  return {};
}

void Reception::announce(stream::EventKind kind, const Session& session, std::string text) {
  stream::EventT event = messenger_.make_event(kind, session.id, std::move(text));
  event.brief = session.brief;
  messenger_.announce(std::move(event));
}

void Reception::lose_connection(Session& session) {
  session.connection.reset();
  session.away_since = monotonic_now();
  spdlog::info("session {} ({}) left", session.id, session.name);
  announce(stream::EventKind::Left, session, session.name + " left");
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
  end_expired(now + utc_offset());
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

void Reception::end_expired(Nanoseconds utc) {
  std::vector<SessionId> expired;
  for (const auto& [id, session] : sessions_.sessions()) {
    if (session.until && utc >= *session.until) expired.push_back(id);
  }
  for (const SessionId id : expired) {
    const auto connection = sessions_.find(id)->connection;
    Client* client = connection == nullptr ? nullptr : sessions_.client(*connection);
    if (client != nullptr)
      messenger_.refuse_and_close(*client, 0, {stream::ErrorCode::Token, kTokenExpired, ""});
    remove(id, "left: its token has expired");
  }
}

void Reception::remove(SessionId id, const std::string& why) {
  controls_.release_all(id);
  const Session& session = *sessions_.find(id);
  spdlog::info("session {} ({}) {}", id, session.name, why);
  if (session.connection) announce(stream::EventKind::Left, session, session.name + " " + why);
  sessions_.erase(id);
}

void Reception::close_all() {
  for (auto& [key, client] : sessions_.clients()) {
    client.closing = true;
    client.connection->close();
  }
}

}  // namespace drawbar::server
