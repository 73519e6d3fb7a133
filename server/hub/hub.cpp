// The meeting place: brings connections, messages and frames to the rooms that answer them.
#include "server/hub/hub.h"

#include <algorithm>

#include "protocol/decode.h"
#include "server/session/scene_message.h"

namespace drawbar::server {

Hub::Hub(ServedScene scene, Tokens tokens, LoopPort& loop, const HubOptions& options)
    : present_{.scene = std::move(scene), .replay = options.replay, .newest = nullptr, .stamp = {}},
      messenger_(present_, sessions_),
      requests_(loop, sessions_, messenger_),
      controls_(present_, sessions_, messenger_, requests_),
      levers_(present_, messenger_, requests_, controls_),
      instructor_(present_, messenger_, requests_),
      effects_(present_, messenger_, requests_),
      replays_(present_, messenger_, requests_, options.replay),
      rewinder_(present_, messenger_, requests_, options.history_bytes),
      states_(present_, messenger_, requests_),
      bookmarks_(present_, messenger_, requests_),
      rays_(present_, sessions_),
      library_(present_, messenger_, sessions_, options.library),
      reloader_(present_, messenger_, requests_, library_),
      exercises_(present_, sessions_, requests_),
      ghost_(present_, sessions_, messenger_, options.library),
      announcer_(present_, messenger_),
      frames_(present_, sessions_, messenger_, ghost_),
      reception_(present_, sessions_, messenger_, requests_, controls_, std::move(tokens), options) {}

// --- messages ---

void Hub::on_violation(Connection& connection, stream::ErrorCode code, const std::string& text) {
  if (Client* client = sessions_.client(connection))
    messenger_.refuse_and_close(*client, 0, {code, text, ""});
}

void Hub::on_message(Connection& connection, protocol::BytesView bytes) {
  Client* client = sessions_.client(connection);
  if (client == nullptr || client->closing || !reception_.admit_message(*client)) return;
  const auto message = protocol::decode_client_message(bytes);
  if (!message) {
    messenger_.refuse_and_close(*client, 0, {stream::ErrorCode::BadMessage, message.error().text, ""});
    return;
  }
  if (!protocol::is_known(**message)) {
    ++reception_.counters().unknown_messages;
    return;
  }
  dispatch(*client, **message);
}

void Hub::dispatch(Client& client, const control::ClientMessage& message) {
  const control::Hello* hello = message.body_as_Hello();
  if (hello == nullptr && client.session == kNobody) {
    messenger_.refuse_and_close(client, message.request(),
                                {stream::ErrorCode::NotAllowed, "the first message must be Hello", ""});
    return;
  }
  if (hello != nullptr && hello->major() != protocol::kProtocolMajor) {
    messenger_.refuse_and_close(
        client, message.request(),
        {stream::ErrorCode::Version,
         "the client speaks protocol version " + std::to_string(hello->major()) + "." +
             std::to_string(hello->minor()) + ", this server version " +
             std::to_string(protocol::kProtocolMajor) + "." + std::to_string(protocol::kProtocolMinor) +
             ": the major versions must be equal",
         "Hello.major"});
    return;
  }
  Outcome outcome = protocol::check(message);
  if (!outcome) outcome = reception_.pace(client, message.body_type());
  if (!outcome) {
    if (hello != nullptr) {
      reception_.join(client, *hello, message.request(), {states_, bookmarks_}, frames_);
      return;
    }
    outcome = carry_out(*sessions_.find(client.session), message);
  }
  if (outcome) messenger_.refuse(*client.connection, message.request(), *outcome);
}

// --- time ---

void Hub::take_frame(const FrameSlot& slot) {
  if (slot.begins_scene) begin_scene(slot);
  present_.newest = &slot;
  present_.stamp = stamp_of(slot, present_.scene.period());
  auto taken =
      requests_.taken(slot);  // to the end of this function: sinks read a restore point through the slot
  for (RequestQueue::Acknowledgement& acknowledgement : taken) {
    requests_.acknowledge(acknowledgement);
    if (acknowledgement.restore && acknowledgement.restore->accepted)
      levers_.begin(acknowledgement.restore->freeze);
  }
  requests_.finish(slot);
  controls_.take(slot);
  announcer_.take(slot);
  effects_.take(slot);
  exercises_.take(slot);
  const SessionFigures figures{slot.replay ? slot.recorded_holders : controls_.holders(),
                               static_cast<std::uint32_t>(sessions_.connected()),
                               image_delay_ ? static_cast<float>(image_delay_()) : 0.0F};
  EncodedFrame frame(slot, present_.scene.world, present_.scene.period(), figures);
  frames_.send(frame);
  for (FrameSink* sink : messenger_.sinks()) sink->on_frame(frame);
  // Last: it compresses a whole state every second, and everybody would wait for that frame.
  if (present_.replay == nullptr) rewinder_.take(slot, frame.state_hash());
}

bool Hub::behind() const {
  return std::ranges::any_of(messenger_.sinks(), [](const FrameSink* sink) { return sink->behind(); });
}

void Hub::begin_scene(const FrameSlot& slot) {
  exercises_.end_attempt();
  const bool of_recording = slot.replay || slot.restored != nullptr;
  ServedScene next = of_recording ? replays_.begin_scene(slot) : reloader_.begin_scene(slot.branch);
  if (!slot.replay) present_.replay = nullptr;
  const ServedScene before = std::exchange(present_.scene, std::move(next));
  controls_.begin_scene(before);
  levers_.begin_scene();
  frames_.begin_scene(before);
  rewinder_.begin_scene();
  states_.begin_scene();
  announcer_.begin_scene();
  effects_.begin_scene();
  rays_.begin_scene();
  ghost_.begin_scene();
  messenger_.send_to_all(
      make_packet(protocol::encode_server(describe_scene(present_.scene, controls_.channels()))));
  for (FrameSink* sink : messenger_.sinks()) sink->on_scene(present_.scene);
}

void Hub::on_time(Nanoseconds now) {
  controls_.on_time(now);
  reception_.on_time(now);
}

void Hub::shut_down() {
  exercises_.end_attempt();
  messenger_.announce(stream::EventKind::ShuttingDown, kNobody, "the server is shutting down");
  reception_.close_all();
}

// --- figures ---

std::size_t Hub::operators() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      sessions_.sessions(), [](const auto& entry) { return entry.second.role == control::Role::Operator; }));
}

HubCounters Hub::counters() const {
  HubCounters counters = reception_.counters();
  counters.refused_messages = messenger_.refusals();
  counters.dropped_packets += sessions_.dropped_packets();
  return counters;
}

}  // namespace drawbar::server
