// The meeting place: messages in, frames and events out, and what time alone brings about.
#include "server/session/hub.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <tuple>
#include <utility>

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

std::string in_seconds(Nanoseconds duration) {
  return fmt::format("{:g} s", static_cast<double>(duration) / static_cast<double>(kSecond));
}

}  // namespace

Hub::Hub(ServedScene scene, Tokens tokens, LoopPort& loop, HubOptions options)
    : scene_(std::move(scene)),
      tokens_(std::move(tokens)),
      loop_(loop),
      options_(std::move(options)),
      channels_(scene_.silences),
      history_(scene_.world.period, options_.history_bytes),
      substeps_told_(scene_.world.substeps),
      broken_told_(scene_.world.joints.size()),
      machines_(machines_of(scene_.world)),
      body_ids_(body_ids(scene_.world)) {}

// --- transports ---

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

// --- answers ---

void Hub::refuse(Connection& connection, std::uint32_t request, const Refusal& refusal) {
  ++counters_.refused_messages;
  stream::ErrorT error;
  error.request = request;
  error.code = refusal.code;
  error.text = refusal.text;
  error.field = refusal.field;
  connection.send(make_packet(protocol::encode_server(std::move(error))), Traffic::reliable);
}

void Hub::refuse_and_close(Client& client, std::uint32_t request, const Refusal& refusal) {
  spdlog::warn("{}: {}; connection closed", client.connection->peer(), refusal.text);
  refuse(*client.connection, request, refusal);
  client.closing = true;
  client.connection->close();
}

void Hub::reply(const Session& session, std::uint32_t request) {
  if (request == 0 || session.connection == nullptr) return;
  stream::ReplyT reply;
  reply.request = request;
  reply.stamp = std::make_unique<stream::FrameStamp>(stamp_);
  session.connection->send(make_packet(protocol::encode_server(std::move(reply))), Traffic::reliable);
}

Hub::Outcome Hub::refuse_request() const {
  if (loop_.full()) return Refusal{stream::ErrorCode::Busy, "too many requests wait for their frame", ""};
  if (next_scene_) return Refusal{stream::ErrorCode::Busy, "the scene is being reloaded", ""};
  return {};
}

Hub::Outcome Hub::ask_loop(const Session& session, std::uint32_t request, const LoopInput& input,
                           std::optional<stream::EventT> event) {
  if (auto refusal = refuse_request()) return refusal;
  tell_loop(session, request, input, std::move(event));
  return {};
}

void Hub::tell_loop(const Session& session, std::uint32_t request, const LoopInput& input,
                    std::optional<stream::EventT> event) {
  const std::uint64_t number = loop_.send(input);
  if (request != 0 || event) {
    acknowledgements_.push_back({number, session.id, request, std::move(event), nullptr});
  }
}

void Hub::acknowledge(Acknowledgement& acknowledgement) {
  const Session* asker = session(acknowledgement.session);
  if (acknowledgement.restore && !acknowledgement.restore->accepted) {
    if (asker != nullptr && asker->connection) {
      refuse(*asker->connection, acknowledgement.request,
             {stream::ErrorCode::NoSuchMoment, "the state does not fit the scene that runs now", ""});
    }
    return;
  }
  if (acknowledgement.restore) neutralise_after_takeover();
  if (asker != nullptr) reply(*asker, acknowledgement.request);
  if (!acknowledgement.event) return;
  spdlog::info("session {}: {}", acknowledgement.session, acknowledgement.event->text);
  announce(std::move(*acknowledgement.event));
}

stream::EventT Hub::make_event(stream::EventKind kind, SessionId session, std::string text,
                               std::vector<std::uint32_t> ids, double value) const {
  stream::EventT event;
  event.kind = kind;
  event.session = session;
  if (const auto found = sessions_.find(session); found != sessions_.end()) event.name = found->second.name;
  event.text = std::move(text);
  event.ids = std::move(ids);
  event.value = value;
  return event;
}

void Hub::announce(stream::EventKind kind, SessionId session, std::string text,
                   std::vector<std::uint32_t> ids, double value) {
  announce(make_event(kind, session, std::move(text), std::move(ids), value));
}

void Hub::announce(stream::EventT event) {
  event.stamp = std::make_unique<stream::FrameStamp>(stamp_);
  const Packet packet = make_packet(protocol::encode_server(event));
  on_event(event, packet);
  for (FrameSink* sink : sinks_) sink->on_event(event, packet);
}

void Hub::on_event(const stream::EventT&, const Packet& packet) {
  for (auto& [id, session] : sessions_) {
    if (session.connection) session.connection->send(packet, Traffic::reliable);
  }
}

// --- frames ---

void Hub::take_frame(const FrameSlot& slot) {
  if (slot.begins_scene) begin_scene(slot.branch);
  newest_ = &slot;
  stamp_ = stamp_of(slot, scene_.period());
  loop_.flush();
  std::vector<std::unique_ptr<RestorePoint>> finished;  // sinks still read it through the slot
  while (!acknowledgements_.empty() && acknowledgements_.front().request_number <= slot.requests_taken) {
    Acknowledgement acknowledgement = std::move(acknowledgements_.front());
    acknowledgements_.pop_front();
    acknowledge(acknowledgement);
    finished.push_back(std::move(acknowledgement.restore));
  }
  announce_what_frame_shows(slot);

  SessionFigures figures;
  for (std::uint32_t i = 0; i < channels_.size(); ++i) figures.holders.push_back(channels_.holder(i));
  figures.clients = static_cast<std::uint32_t>(connected_sessions());
  EncodedFrame frame(slot, scene_.world, scene_.period(), figures);
  if (slot.newest &&
      std::ranges::any_of(sessions_, [](const auto& entry) { return entry.second.stream.compact(); })) {
    compact_.take(frame.stamp(), frame.bodies());
    frame.set_compact(compact_);
  }
  if (options_.replay == nullptr) history_.take(slot, frame.state_hash());
  on_frame(frame);
  for (FrameSink* sink : sinks_) sink->on_frame(frame);
}

void Hub::on_frame(const EncodedFrame& frame) {
  if (!frame.slot().newest) return;
  newest_poses_ = frame.poses();
  newest_telemetry_ = frame.telemetry(false);
  for (auto& [id, session] : sessions_) {
    session.stream.next_frame();
    if (!session.connection) continue;
    if (!session.stream.over_udp()) {
      const PosePackets packets = session.stream.poses(frame, false);
      for (const Packet& packet : packets.keys) session.connection->send(packet, Traffic::reliable);
      for (const Packet& packet : packets.poses) session.connection->send(packet, Traffic::newest);
    }
    if (const Packet packet = session.stream.telemetry(frame))
      session.connection->send(packet, Traffic::newest);
  }
}

void Hub::announce_what_frame_shows(const FrameSlot& slot) {
  if (slot.timing.misses != misses_told_) {
    misses_told_ = slot.timing.misses;
    announce(stream::EventKind::Overrun, kNobody, "a frame was published after its slot had ended", {},
             static_cast<double>(misses_told_));
  }
  if (slot.timing.slips != slips_told_) {
    const std::uint64_t slipped = slot.timing.slips - slips_told_;
    slips_told_ = slot.timing.slips;
    spdlog::warn("tick {}: the schedule moved on by {} periods (the loop was held up); {} so far", slot.tick,
                 slipped, slips_told_);
    announce(stream::EventKind::Slip, kNobody, "the schedule moved on by whole periods", {},
             static_cast<double>(slipped));
  }
  if (slot.computed && !slot.replay && slot.substeps != substeps_told_) {
    substeps_told_ = slot.substeps;
    spdlog::warn("frame {}: the governor chose {} substeps", slot.state.frame, slot.substeps);
    announce(stream::EventKind::SubstepsChanged, kNobody, "the governor chose another number of substeps", {},
             slot.substeps);
  }
  if (slot.replay_ended) announce(stream::EventKind::ReplayEnded, kNobody, "the recording ends here");
  for (std::uint32_t i = 0; i < slot.state.joints.size(); ++i) {
    const bool broken = slot.state.joints[i].broken;
    if (broken && !broken_told_[i]) {
      announce(stream::EventKind::JointBroke, kNobody, scene_.world.joints[i].name + " broke", {i});
    }
    broken_told_[i] = broken;
  }
  announce_overlaps(slot.state.overlaps);
}

void Hub::announce_overlaps(std::vector<physics::OverlapReading> overlaps) {
  for (physics::OverlapReading& o : overlaps) o.body = machines_[o.body];
  const auto order = [](const physics::OverlapReading& a, const physics::OverlapReading& b) {
    return std::tie(a.sensor_body, a.sensor_shape, a.body) < std::tie(b.sensor_body, b.sensor_shape, b.body);
  };
  std::ranges::sort(overlaps, order);
  // What the first list has and the second has not.
  const auto announce_missing = [&](const auto& in, const auto& from, stream::EventKind kind,
                                    const char* happened) {
    for (auto o = in.begin(); o != in.end(); o = std::upper_bound(o, in.end(), *o, order)) {
      if (std::binary_search(from.begin(), from.end(), *o, order)) continue;
      const std::vector<physics::BodyConfig>& bodies = scene_.world.bodies;
      announce(kind, kNobody, bodies[o->body].name + happened + bodies[o->sensor_body].name,
               {o->sensor_body, o->sensor_shape, o->body});
    }
  };
  announce_missing(overlaps_told_, overlaps, stream::EventKind::SensorLeft, " left ");
  announce_missing(overlaps, overlaps_told_, stream::EventKind::SensorEntered, " entered ");
  overlaps_told_ = std::move(overlaps);
}

// --- time ---

void Hub::on_time(Nanoseconds time) {
  for (const std::uint32_t channel : channels_.silent(time)) {
    const SessionId holder = channels_.holder(channel);
    const bool to_neutral_now = channels_.silence(channel).to_neutral;
    if (to_neutral_now) to_neutral(channel, record::SetReason::Silence, holder);
    const std::string& name = scene_.world.controls[channel].name;
    spdlog::warn("session {}: silent, {} {}", holder, name, to_neutral_now ? "set to neutral" : "held");
    announce(
        stream::EventKind::ControlSilent, holder,
        "no control message in time: " + name + (to_neutral_now ? " goes to neutral" : " keeps its value"),
        {channel});
  }
  for (auto& [connection, client] : clients_) {
    if (client.closing) continue;
    if (client.session == kNobody && time > client.hello_deadline) {
      refuse_and_close(client, 0,
                       {stream::ErrorCode::HelloTimeout,
                        "no complete Hello within " + in_seconds(options_.hello_timeout), ""});
    } else if (connection->queued_bytes() > 0 &&
               time - connection->last_progress() > options_.stall_timeout) {
      ++counters_.dropped_clients;
      const SessionId id = client.session;
      const std::string time_stalled = in_seconds(options_.stall_timeout);
      refuse_and_close(client, 0,
                       {stream::ErrorCode::TooSlow, "the client has not read for " + time_stalled, ""});
      if (id != kNobody) announce(stream::EventKind::ClientDropped, id, "did not read for " + time_stalled);
    }
  }
  std::vector<SessionId> expired;
  for (const auto& [id, session] : sessions_) {
    if (!session.connection && time - session.away_since > options_.resume_timeout) expired.push_back(id);
  }
  for (const SessionId id : expired) remove_session(id, "did not come back");
}

void Hub::remove_session(SessionId id, const std::string& why) {
  release(channels_.held_by(id), id);
  const auto found = sessions_.find(id);
  const bool was_here = found->second.connection != nullptr;
  spdlog::info("session {} ({}) {}", id, found->second.name, why);
  if (was_here) announce(stream::EventKind::Left, id, found->second.name + " " + why);
  for (auto& [connection, client] : clients_) {
    if (client.session != id) continue;
    client.session = kNobody;
    client.closing = true;
  }
  sessions_.erase(found);
}

void Hub::shut_down() {
  announce(stream::EventKind::ShuttingDown, kNobody, "the server is shutting down");
  for (auto& [connection, client] : clients_) {
    client.closing = true;
    connection->close();
  }
}

Session* Hub::session(SessionId id) {
  const auto found = sessions_.find(id);
  return found == sessions_.end() ? nullptr : &found->second;
}

Session* Hub::session_of(const control::Key& resume_key) {
  Session* match = nullptr;
  for (auto& [id, session] : sessions_) {
    if (same_key(session.resume_key, resume_key)) match = &session;
  }
  return match;
}

std::size_t Hub::connected_sessions() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(sessions_, [](const auto& entry) { return entry.second.connection != nullptr; }));
}

std::uint64_t Hub::dropped_packets() const {
  std::uint64_t sum = counters_.dropped_packets;
  for (const auto& [connection, client] : clients_) sum += connection->dropped();
  return sum;
}

}  // namespace drawbar::server
