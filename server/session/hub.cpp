// The meeting place: brings connections, messages and frames to the rooms that answer them.
#include "server/session/hub.h"

#include "protocol/decode.h"
#include "server/session/rights.h"
#include "server/session/scene_message.h"

namespace drawbar::server {

Hub::Hub(ServedScene scene, Tokens tokens, LoopPort& loop, const HubOptions& options)
    : present_{.scene = std::move(scene), .replay = options.replay, .newest = nullptr, .stamp = {}},
      messenger_(present_, sessions_),
      requests_(loop, sessions_, messenger_),
      controls_(present_, sessions_, messenger_, requests_),
      instructor_(present_, messenger_, requests_),
      effects_(present_, messenger_, requests_),
      rewinder_(present_, messenger_, requests_, options.history_bytes),
      reloader_(present_, messenger_, requests_),
      announcer_(present_, messenger_),
      frames_(present_, sessions_, messenger_),
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
      reception_.join(client, *hello, message.request(), rewinder_, frames_);
      return;
    }
    outcome = carry_out(*sessions_.find(client.session), message);
  }
  if (outcome) messenger_.refuse(*client.connection, message.request(), *outcome);
}

Outcome Hub::carry_out(Session& session, const control::ClientMessage& message) {
  using control::ClientBody;
  if (auto refusal = check_right(message.body_type(), session.role, present_.replay != nullptr))
    return refusal;
  const std::uint32_t request = message.request();
  switch (message.body_type()) {
    case ClientBody::Control:
      return controls_.control(session, *message.body_as_Control(), request);
    case ClientBody::TakeControl:
      return controls_.take_control(session, *message.body_as_TakeControl(), request);
    case ClientBody::ReleaseControl:
      return controls_.release_control(session, *message.body_as_ReleaseControl(), request);
    case ClientBody::HandOver:
      return controls_.hand_over(session, *message.body_as_HandOver(), request);
    case ClientBody::Subscribe:
      return frames_.subscribe(session, *message.body_as_Subscribe(), request);
    case ClientBody::Ping:
      return messenger_.pong(session, *message.body_as_Ping());
    case ClientBody::Goodbye:
      return reception_.say_goodbye(session, request);
    case ClientBody::Freeze:
      return instructor_.freeze(session, request);
    case ClientBody::Run:
      return instructor_.run(session, request);
    case ClientBody::Step:
      return instructor_.step(session, *message.body_as_Step(), request);
    case ClientBody::Speed:
      return instructor_.speed(session, *message.body_as_Speed(), request);
    case ClientBody::Seek:
      return instructor_.seek(session, *message.body_as_Seek(), request);
    case ClientBody::DriveFault:
      return effects_.drive_fault(session, *message.body_as_DriveFault(), request);
    case ClientBody::BeginEffect:
      return effects_.begin(session, *message.body_as_BeginEffect(), request);
    case ClientBody::ClearEffect:
      return effects_.clear(session, *message.body_as_ClearEffect(), request);
    case ClientBody::ListEffects:
      return effects_.list(session, request);
    case ClientBody::Save:
      return rewinder_.save(session, *message.body_as_Save(), request);
    case ClientBody::Restore:
      return rewinder_.restore(session, *message.body_as_Restore(), request);
    case ClientBody::Rewind:
      return rewinder_.rewind(session, *message.body_as_Rewind(), request);
    case ClientBody::Reload:
      return reloader_.reload(session, request);
    default:
      return Refusal{stream::ErrorCode::Unsupported, "this message belongs in a datagram to the UDP port",
                     ""};
  }
}

// --- time ---

void Hub::take_frame(const FrameSlot& slot) {
  if (slot.begins_scene) begin_scene(slot.branch);
  present_.newest = &slot;
  present_.stamp = stamp_of(slot, present_.scene.period());
  auto taken =
      requests_.taken(slot);  // to the end of this function: sinks read a restore point through the slot
  for (RequestQueue::Acknowledgement& acknowledgement : taken) {
    if (acknowledgement.restore && acknowledgement.restore->accepted) controls_.let_go_after_takeover();
    requests_.acknowledge(acknowledgement);
  }
  controls_.take(slot);
  announcer_.take(slot);
  effects_.take(slot);
  const SessionFigures figures{controls_.holders(), static_cast<std::uint32_t>(sessions_.connected())};
  EncodedFrame frame(slot, present_.scene.world, present_.scene.period(), figures);
  if (present_.replay == nullptr) rewinder_.take(slot, frame.state_hash());
  frames_.send(frame);
  for (FrameSink* sink : messenger_.sinks()) sink->on_frame(frame);
}

void Hub::begin_scene(std::uint32_t branch) {
  const ServedScene before = std::exchange(present_.scene, reloader_.begin_scene(branch));
  controls_.begin_scene(before);
  frames_.begin_scene(before);
  rewinder_.begin_scene();
  announcer_.begin_scene();
  effects_.begin_scene();
  messenger_.send_to_all(
      make_packet(protocol::encode_server(describe_scene(present_.scene, controls_.channels()))));
  for (FrameSink* sink : messenger_.sinks()) sink->on_scene(present_.scene);
}

void Hub::on_time(Nanoseconds now) {
  controls_.on_time(now);
  reception_.on_time(now);
}

void Hub::shut_down() {
  messenger_.announce(stream::EventKind::ShuttingDown, kNobody, "the server is shutting down");
  reception_.close_all();
}

// --- figures ---

HubCounters Hub::counters() const {
  HubCounters counters = reception_.counters();
  counters.refused_messages = messenger_.refusals();
  counters.dropped_packets += sessions_.dropped_packets();
  return counters;
}

}  // namespace drawbar::server
