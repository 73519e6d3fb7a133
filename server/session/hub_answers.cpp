// The meeting place: refusals, answers once the loop has taken what was asked, and events for everybody.
#include <spdlog/spdlog.h>

#include <utility>

#include "server/session/hub.h"

namespace drawbar::server {

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

}  // namespace drawbar::server
