// The meeting place: brings connections, messages and frames to the rooms that answer them.
#include "server/session/hub.h"

#include <algorithm>

#include "protocol/decode.h"
#include "server/session/rights.h"
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

Outcome Hub::carry_out(Session& session, const control::ClientMessage& message) {
  using control::ClientBody;
  if (auto refusal = check_right(message.body_type(), session.role, present_.replay != nullptr))
    return refusal;
  const std::uint32_t request = message.request();
  switch (message.body_type()) {
    case ClientBody::Control: {
      const control::Control& values = *message.body_as_Control();
      const std::uint64_t before = session.last_sequence;
      Outcome outcome = controls_.control(session, values, request);
      // One that was overtaken is neither refused nor carried out, and nothing of it has been checked.
      if (session.last_sequence != before) levers_.heard(session, values);
      return outcome;
    }
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
      levers_.end();
      return instructor_.run(session, request);
    case ClientBody::Step:
      return instructor_.step(session, *message.body_as_Step(), request);
    case ClientBody::Speed:
      return instructor_.speed(session, *message.body_as_Speed(), request);
    case ClientBody::Seek:
      return replays_.seek(session, *message.body_as_Seek(), request);
    case ClientBody::Repeat:
      return replays_.repeat(session, *message.body_as_Repeat(), request);
    case ClientBody::TakeOver:
      return replays_.take_over(session, *message.body_as_TakeOver(), request);
    case ClientBody::DriveFault:
      return effects_.drive_fault(session, *message.body_as_DriveFault(), request);
    case ClientBody::BeginEffect:
      return effects_.begin(session, *message.body_as_BeginEffect(), request);
    case ClientBody::ClearEffect:
      return effects_.clear(session, *message.body_as_ClearEffect(), request);
    case ClientBody::ListEffects:
      return effects_.list(session, request);
    case ClientBody::Save:
      return states_.save(session, *message.body_as_Save(), request);
    case ClientBody::Restore:
      return states_.restore(session, *message.body_as_Restore(), request);
    case ClientBody::DeleteState:
      return states_.forget(session, *message.body_as_DeleteState(), request);
    case ClientBody::ExportState:
      return states_.give(session, *message.body_as_ExportState(), request);
    case ClientBody::ImportState:
      return states_.take(session, *message.body_as_ImportState(), request);
    case ClientBody::Bookmark:
      return bookmarks_.mark(session, *message.body_as_Bookmark(), request);
    case ClientBody::CastRays:
      return rays_.cast(session, *message.body_as_CastRays(), request);
    case ClientBody::ListScenes:
      return library_.list(session, request);
    case ClientBody::StoreExercise:
      return library_.store(session, *message.body_as_StoreExercise(), request);
    case ClientBody::EndExercise:
      return exercises_.end(session, request);
    case ClientBody::SetGhost:
      return ghost_.set(session, *message.body_as_SetGhost(), request);
    case ClientBody::Rewind:
      return rewinder_.rewind(session, *message.body_as_Rewind(), request);
    case ClientBody::Reload:
      return reloader_.reload(session, *message.body_as_Reload(), request);
    default:
      return Refusal{stream::ErrorCode::Unsupported, "this message belongs in a datagram to the UDP port",
                     ""};
  }
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
