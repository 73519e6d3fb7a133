// The meeting place: connections come and go, and each message finds who answers it.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

#include "server/session/hub.h"

namespace drawbar::server {

namespace {

// Messages of one connection: a controls file of an hour may come ahead at once, a flood may not.
constexpr double kMessageBurst = 100'000;
constexpr double kMessagesPerSecond = 2'000;
// Of all but Control and Ping. Most are announced to everybody: what one client asks for may not fill the
// queues of the others.
constexpr double kRequestBurst = 500;
constexpr double kRequestsPerSecond = 50;

Nanoseconds now() {
  return monotonic_now();
}

}  // namespace

void Hub::on_connected(const std::shared_ptr<Connection>& connection) {
  ++counters_.connections;
  // Those that are being refused take nobody's place: a flood of them must not keep a class out.
  const auto strangers = std::ranges::count_if(
      clients_, [](const auto& entry) { return entry.second.session == kNobody && !entry.second.closing; });
  Client& client =
      clients_
          .emplace(connection.get(), Client{.connection = connection,
                                            .hello_deadline = now() + options_.hello_timeout,
                                            .messages = RateLimit(kMessageBurst, kMessagesPerSecond),
                                            .requests = RateLimit(kRequestBurst, kRequestsPerSecond)})
          .first->second;
  if (clients_.size() > options_.most_clients ||
      static_cast<std::size_t>(strangers) >= options_.most_strangers) {
    ++counters_.refused_connections;
    refuse_and_close(client, 0,
                     {stream::ErrorCode::Busy,
                      "too many connections: at most " + std::to_string(options_.most_clients) + ", " +
                          std::to_string(options_.most_strangers) + " of them before their Hello",
                      ""});
  }
}

void Hub::on_closed(Connection& connection) {
  const auto found = clients_.find(&connection);
  if (found == clients_.end()) return;
  // Kept alive to the end of this function: the map may hold the last reference.
  const Client client = std::move(found->second);
  clients_.erase(found);
  counters_.dropped_packets += connection.dropped();
  if (Session* owner = session(client.session); owner != nullptr && owner->connection.get() == &connection) {
    lose_connection(*owner);
  }
}

void Hub::lose_connection(Session& session) {
  session.connection.reset();
  session.away_since = now();
  spdlog::info("session {} ({}) left", session.id, session.name);
  announce(stream::EventKind::Left, session.id, session.name + " left");
  forget_the_longest_away();
}

/// Whoever joins and leaves all day must not fill the memory with sessions that could be resumed.
void Hub::forget_the_longest_away() {
  const Session* longest = nullptr;
  std::size_t away = 0;
  for (const auto& [id, session] : sessions_) {
    if (session.connection) continue;
    ++away;
    if (longest == nullptr || session.away_since < longest->away_since) longest = &session;
  }
  if (away > options_.most_clients) remove_session(longest->id, "was away longest of too many");
}

void Hub::on_violation(Connection& connection, stream::ErrorCode code, const std::string& text) {
  const auto found = clients_.find(&connection);
  if (found != clients_.end()) refuse_and_close(found->second, 0, {code, text, ""});
}

void Hub::on_message(Connection& connection, protocol::BytesView bytes) {
  const auto found = clients_.find(&connection);
  if (found == clients_.end() || found->second.closing) return;
  Client& client = found->second;
  ++counters_.messages;
  if (!client.messages.take(1, now())) {
    refuse_and_close(client, 0,
                     {stream::ErrorCode::Busy,
                      fmt::format("too many messages: {:g} per second are allowed", kMessagesPerSecond), ""});
    return;
  }
  const auto message = protocol::decode_client_message(bytes);
  if (!message) {
    refuse_and_close(client, 0, {stream::ErrorCode::BadMessage, message.error().text, ""});
    return;
  }
  if (!protocol::is_known(**message)) {
    ++counters_.unknown_messages;
    return;
  }
  dispatch(client, **message);
}

void Hub::dispatch(Client& client, const control::ClientMessage& message) {
  const control::Hello* hello = message.body_as_Hello();
  if (hello == nullptr && client.session == kNobody) {
    refuse_and_close(client, message.request(),
                     {stream::ErrorCode::NotAllowed, "the first message must be Hello", ""});
    return;
  }
  if (hello != nullptr && hello->major() != protocol::kProtocolMajor) {
    refuse_and_close(client, message.request(),
                     {stream::ErrorCode::Version,
                      "the client speaks protocol version " + std::to_string(hello->major()) + "." +
                          std::to_string(hello->minor()) + ", this server version " +
                          std::to_string(protocol::kProtocolMajor) + "." +
                          std::to_string(protocol::kProtocolMinor) + ": the major versions must be equal",
                      "Hello.major"});
    return;
  }
  Outcome outcome = protocol::check(message);
  if (!outcome) outcome = pace(client, message.body_type());
  if (!outcome) {
    if (hello != nullptr) {
      join(client, *hello, message.request());
      return;
    }
    outcome = dispatch_session(sessions_.at(client.session), message);
  }
  if (outcome) refuse(*client.connection, message.request(), *outcome);
}

Hub::Outcome Hub::pace(Client& client, control::ClientBody type) {
  if (type == control::ClientBody::Control || type == control::ClientBody::Ping) return {};
  if (client.requests.take(1, now())) return {};
  return Refusal{stream::ErrorCode::Busy,
                 fmt::format("too many requests: {:g} per second are allowed, besides Control and Ping",
                             kRequestsPerSecond),
                 ""};
}

Hub::Outcome Hub::dispatch_session(Session& session, const control::ClientMessage& message) {
  const std::uint32_t request = message.request();
  switch (message.body_type()) {
    case control::ClientBody::Control:
      return control(session, *message.body_as_Control(), request);
    case control::ClientBody::TakeControl:
      return take_control(session, *message.body_as_TakeControl(), request);
    case control::ClientBody::ReleaseControl:
      return release_control(session, *message.body_as_ReleaseControl(), request);
    case control::ClientBody::HandOver:
      return hand_over(session, *message.body_as_HandOver(), request);
    case control::ClientBody::Subscribe: {
      control::SubscribeT subscription;
      message.body_as_Subscribe()->UnPackTo(&subscription);
      if (auto refusal = check_subscription(subscription)) return refusal;
      session.stream = PoseStream(std::move(subscription));
      reply(session, request);
      return {};
    }
    case control::ClientBody::Ping: {
      stream::PongT pong;
      pong.client_ns = message.body_as_Ping()->client_ns();
      pong.server_receive_ns = static_cast<std::uint64_t>(now());
      pong.server_send_ns = pong.server_receive_ns;
      session.connection->send(make_packet(protocol::encode_server(std::move(pong))), Traffic::reliable);
      return {};
    }
    case control::ClientBody::Goodbye: {
      reply(session, request);
      const auto connection = session.connection;
      remove_session(session.id, "said good-bye");
      connection->close();
      return {};
    }
    case control::ClientBody::UdpHello:
    case control::ClientBody::UdpChallengeEcho:
      return Refusal{stream::ErrorCode::Unsupported, "this message belongs in a datagram to the UDP port",
                     ""};
    default:
      return instruct(session, message);
  }
}

Hub::Outcome Hub::check_subscription(control::SubscribeT& subscription) const {
  const std::size_t count = scene_.world.bodies.size();
  const auto unknown = [count](std::uint32_t body, std::string field) {
    return Refusal{stream::ErrorCode::NoSuchId,
                   "body " + std::to_string(body) + " does not exist, the scene has " + std::to_string(count),
                   std::move(field)};
  };
  for (std::size_t i = 0; i < subscription.bodies.size(); ++i) {
    if (subscription.bodies[i] >= count) {
      return unknown(subscription.bodies[i], protocol::element("Subscribe", "bodies", i));
    }
  }
  if (subscription.around_body && *subscription.around_body >= count) {
    return unknown(*subscription.around_body, "Subscribe.around_body");
  }
  for (std::size_t i = 0; i < subscription.body_names.size(); ++i) {
    const auto body = body_ids_.find(subscription.body_names[i]);
    if (body == body_ids_.end()) {
      return Refusal{stream::ErrorCode::NoSuchName,
                     "no body has this name; Scene.body_names has those there are",
                     protocol::element("Subscribe", "body_names", i)};
    }
    subscription.bodies.push_back(body->second);
  }
  std::ranges::sort(subscription.bodies);
  return {};
}

}  // namespace drawbar::server
