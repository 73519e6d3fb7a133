// What sessions are told besides frames: answers for one, events for everybody.
#include "server/session/messenger.h"

#include <spdlog/spdlog.h>

#include <memory>
#include <utility>

namespace drawbar::server {

namespace {

/// A trainee is not told what has been broken for him, what is noted or marked of him, nor of every command
/// of an instructor that somebody came and went.
bool for_instructors_alone(const stream::EventT& event) {
  const stream::EventKind kind = event.kind;
  return kind == stream::EventKind::DriveFaultChanged || kind == stream::EventKind::EffectBegan ||
         kind == stream::EventKind::EffectCleared || kind == stream::EventKind::Bookmark ||
         kind == stream::EventKind::ExerciseMark || event.brief;
}

}  // namespace

void Messenger::refuse(Connection& connection, std::uint32_t request, const Refusal& refusal) {
  ++refusals_;
  stream::ErrorT error;
  error.request = request;
  error.code = refusal.code;
  error.text = refusal.text;
  error.field = refusal.field;
  connection.send(make_packet(protocol::encode_server(std::move(error))), Traffic::reliable);
}

void Messenger::refuse_and_close(Client& client, std::uint32_t request, const Refusal& refusal) {
  spdlog::warn("{}: {}; connection closed", client.connection->peer(), refusal.text);
  refuse(*client.connection, request, refusal);
  client.closing = true;
  client.connection->close();
}

void Messenger::reply(const Session& session, std::uint32_t request) {
  if (request == 0 || session.connection == nullptr) return;
  stream::ReplyT reply;
  reply.request = request;
  reply.stamp = std::make_unique<stream::FrameStamp>(present_.stamp);
  session.connection->send(make_packet(protocol::encode_server(std::move(reply))), Traffic::reliable);
}

Outcome Messenger::pong(const Session& session, const control::Ping& ping) {
  stream::PongT pong;
  pong.client_ns = ping.client_ns();
  pong.server_receive_ns = static_cast<std::uint64_t>(monotonic_now());
  pong.server_send_ns = pong.server_receive_ns;
  session.connection->send(make_packet(protocol::encode_server(std::move(pong))), Traffic::reliable);
  return {};
}

void Messenger::tell(const Session& session, stream::EventT event) {
  event.stamp = std::make_unique<stream::FrameStamp>(present_.stamp);
  session.connection->send(make_packet(protocol::encode_server(std::move(event))), Traffic::reliable);
}

stream::EventT Messenger::make_event(stream::EventKind kind, SessionId session, std::string text,
                                     std::vector<std::uint32_t> ids, double value) const {
  stream::EventT event;
  event.kind = kind;
  event.session = session;
  if (const Session* found = sessions_.find(session); found != nullptr) event.name = found->name;
  event.text = std::move(text);
  event.ids = std::move(ids);
  event.value = value;
  return event;
}

void Messenger::announce(stream::EventT event) {
  event.stamp = std::make_unique<stream::FrameStamp>(present_.stamp);
  const Packet packet = make_packet(protocol::encode_server(event));
  for (const auto& [id, session] : sessions_.sessions()) {
    if (session.connection && (may_instruct(session) || !for_instructors_alone(event)))
      session.connection->send(packet, Traffic::reliable);
  }
  for (FrameSink* sink : sinks_) sink->on_event(event, packet);
}

void Messenger::send_to_all(const Packet& packet) {
  for (const auto& [id, session] : sessions_.sessions()) {
    if (session.connection) session.connection->send(packet, Traffic::reliable);
  }
}

}  // namespace drawbar::server
