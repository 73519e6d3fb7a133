// The meeting place: sessions, their messages, the channels they hold, and what every one of them is sent.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/check.h"
#include "protocol/decode.h"
#include "protocol/stream_generated.h"
#include "server/loop/frame_slot.h"
#include "server/record/replay_index.h"
#include "server/session/background.h"
#include "server/session/channels.h"
#include "server/session/frame_encoder.h"
#include "server/session/history.h"
#include "server/session/loop_port.h"
#include "server/session/machines.h"
#include "server/session/random_key.h"
#include "server/session/rate_limit.h"
#include "server/session/served_scene.h"
#include "server/session/session.h"
#include "server/session/tokens.h"
#include "server/transport/connection.h"

namespace drawbar::server {

struct HubOptions {
  std::string server;  ///< program and version, for the Welcome
  std::size_t most_clients = 256;
  std::size_t most_strangers = 64;  ///< connections without a Hello
  Nanoseconds hello_timeout = 2 * kSecond;
  Nanoseconds stall_timeout = 5 * kSecond;    ///< a reader that takes nothing for so long is disconnected
  Nanoseconds resume_timeout = 30 * kSecond;  ///< how long a lost session can be resumed
  std::size_t history_bytes = 256UL << 20;    ///< memory of what rewinding needs
  const ReplayIndex* replay = nullptr;        ///< of the recording that is served; null: a live scene
};

/// Counters for /metrics.
struct HubCounters {
  std::uint64_t connections = 0;
  std::uint64_t refused_connections = 0;
  std::uint64_t messages = 0;
  std::uint64_t refused_messages = 0;
  std::uint64_t unknown_messages = 0;
  std::uint64_t dropped_clients = 0;
  std::uint64_t dropped_packets = 0;  ///< of connections that are gone
};

/// Lives on the network thread alone. Knows no sockets: transports bring it connections and bytes.
class Hub : public FrameSink {
 public:
  Hub(ServedScene scene, Tokens tokens, LoopPort& loop, HubOptions options);

  /// Sinks besides the sessions; they outlive the hub's use.
  void add_sink(FrameSink& sink) { sinks_.push_back(&sink); }
  /// Without one, Rewind and Reload are refused. It outlives the hub's use.
  void set_background(Background& background) { background_ = &background; }
  /// For the Welcome. `multicast`: group and port of the multicast stream, empty: none.
  void set_udp(std::uint16_t port, std::string multicast) {
    udp_port_ = port;
    multicast_ = std::move(multicast);
  }

  // --- transports ---

  /// A new connection; one too many is told so and closed.
  void on_connected(const std::shared_ptr<Connection>& connection);
  /// One message as it came, not yet verified.
  void on_message(Connection& connection, protocol::BytesView bytes);
  /// The transport lost its place in the bytes (wrong length): says so and closes.
  void on_violation(Connection& connection, stream::ErrorCode code, const std::string& text);
  void on_closed(Connection& connection);

  /// The session that this secret belongs to, for UDP; null when there is none.
  Session* session_of(const control::Key& resume_key);
  Session* session(SessionId id);

  // --- frames ---

  /// First of the frame's answers and events, then the frame itself, to every session and sink.
  void take_frame(const FrameSlot& slot);
  void on_frame(const EncodedFrame& frame) override;
  void on_event(const stream::EventT& event, const Packet& packet) override;

  /// What depends on time alone: silent consoles, late Hellos, lost sessions, stuck readers. About every 10
  /// ms.
  void on_time(Nanoseconds now);

  /// Tells everybody, and says good-bye.
  void shut_down();

  /// Tells everybody. The stamp and `session`'s name are filled in.
  void announce(stream::EventKind kind, SessionId session, std::string text,
                std::vector<std::uint32_t> ids = {}, double value = 0);

  // --- figures ---

  const ServedScene& scene() const { return scene_; }
  const Tokens& tokens() const { return tokens_; }
  const HubCounters& counters() const { return counters_; }
  std::size_t connected_sessions() const;
  /// Sessions whose connection is lost, while they can be resumed.
  std::size_t away_sessions() const { return sessions_.size() - connected_sessions(); }
  /// Poses and telemetry that slow readers never got.
  std::uint64_t dropped_packets() const;
  /// Memory of what is kept for rewinding, bytes.
  std::size_t history_bytes() const { return history_.bytes(); }

 private:
  /// A connection, before and after its Hello.
  struct Client {
    std::shared_ptr<Connection> connection;
    Nanoseconds hello_deadline = 0;
    RateLimit messages;
    RateLimit requests;  ///< of those that others hear of, or that cost more than a console's signs of life
    SessionId session = kNobody;
    bool closing = false;
  };
  /// An answer that waits until the loop has taken the request.
  struct Acknowledgement {
    std::uint64_t request_number = 0;
    SessionId session = kNobody;
    std::uint32_t request = 0;
    std::optional<stream::EventT> event;
    std::unique_ptr<RestorePoint> restore;  ///< when the request was to take over a state
  };
  struct SavedState {
    std::uint32_t branch = 0;
    std::uint64_t frame = 0;
    std::vector<std::byte> state;
  };
  using Refusal = protocol::Refusal;
  using Outcome = std::optional<Refusal>;  ///< nothing: carried out, the answer is sent or on its way

  // hub.cpp
  void remove_session(SessionId id, const std::string& why);

  // hub_messages.cpp
  void dispatch(Client& client, const control::ClientMessage& message);
  /// Whether this client asks for more than its share.
  Outcome pace(Client& client, control::ClientBody type);
  Outcome dispatch_session(Session& session, const control::ClientMessage& message);
  /// Leaves the ids of all bodies chosen, in order, in `bodies`.
  Outcome check_subscription(control::SubscribeT& subscription) const;
  void lose_connection(Session& session);
  void forget_the_longest_away();

  // hub_answers.cpp
  void refuse(Connection& connection, std::uint32_t request, const Refusal& refusal);
  void refuse_and_close(Client& client, std::uint32_t request, const Refusal& refusal);
  void reply(const Session& session, std::uint32_t request);
  /// Why the loop can take no request just now.
  Outcome refuse_request() const;
  /// Answers and announces when the loop has taken it. Refuses when the loop is behind with too many.
  Outcome ask_loop(const Session& session, std::uint32_t request, const LoopInput& input,
                   std::optional<stream::EventT> event);
  /// The same, where it has been asked whether the loop can take it.
  void tell_loop(const Session& session, std::uint32_t request, const LoopInput& input,
                 std::optional<stream::EventT> event);
  void acknowledge(Acknowledgement& acknowledgement);
  stream::EventT make_event(stream::EventKind kind, SessionId session, std::string text,
                            std::vector<std::uint32_t> ids, double value) const;
  void announce(stream::EventT event);

  // hub_frames.cpp
  void announce_what_frame_shows(const FrameSlot& slot);
  /// Machines that sensors see now and did not see before, and the reverse.
  void announce_overlaps(std::vector<physics::OverlapReading> overlaps);

  // hub_join.cpp
  void join(Client& client, const control::Hello& hello, std::uint32_t request);
  void welcome(Session& session, bool resumed);
  std::unique_ptr<stream::SceneT> describe_scene() const;

  // hub_control.cpp
  Outcome control(Session& session, const control::Control& message, std::uint32_t request);
  Outcome take_control(Session& session, const control::TakeControl& message, std::uint32_t request);
  Outcome release_control(Session& session, const control::ReleaseControl& message, std::uint32_t request);
  Outcome hand_over(Session& session, const control::HandOver& message, std::uint32_t request);
  Outcome check_channels(const char* message, const std::vector<std::uint32_t>& channels) const;
  void to_neutral(std::uint32_t channel, record::SetReason reason, SessionId session);
  void release(const std::vector<std::uint32_t>& channels, SessionId session);
  void neutralise_after_takeover();

  // hub_instructor.cpp
  Outcome instruct(Session& session, const control::ClientMessage& message);
  Outcome save(Session& session, const control::Save& message, std::uint32_t request);
  Outcome restore(Session& session, const control::Restore& message, std::uint32_t request);
  Outcome rewind(Session& session, const control::Rewind& message, std::uint32_t request);
  void finish_rewind(SessionId session, std::uint32_t request, const RewindPlan& plan,
                     const Result<std::vector<std::byte>>& state);
  Outcome seek(Session& session, const control::Seek& message, std::uint32_t request);
  Outcome drive_fault(Session& session, const control::DriveFault& message, std::uint32_t request);
  Outcome take_over(Session& session, std::uint32_t request, std::unique_ptr<RestorePoint> point,
                    stream::EventT event);

  // hub_reload.cpp
  Outcome reload(Session& session, std::uint32_t request);
  /// From this frame on everything is of next_scene_.
  void begin_scene(std::uint32_t branch);

  ServedScene scene_;
  Tokens tokens_;
  LoopPort& loop_;
  HubOptions options_;
  std::uint16_t udp_port_ = 0;
  std::string multicast_;
  std::vector<FrameSink*> sinks_;
  Background* background_ = nullptr;

  std::map<Connection*, Client> clients_;
  std::map<SessionId, Session> sessions_;
  SessionId last_session_ = kNobody;
  Channels channels_;

  const FrameSlot* newest_ = nullptr;  ///< stays valid until the next take_frame
  stream::FrameStamp stamp_;           ///< of the newest frame
  Packet newest_poses_;
  Packet newest_telemetry_;
  std::deque<Acknowledgement> acknowledgements_;
  std::map<std::string, SavedState> saves_;
  History history_;
  bool preparing_ = false;                 ///< a rewind or a reload is on its way
  std::optional<ServedScene> next_scene_;  ///< that the loop has been told to begin
  protocol::CompactEncoder compact_;       ///< of all bodies, for everyone who asked for it
  std::uint64_t misses_told_ = 0;
  std::uint64_t slips_told_ = 0;
  int substeps_told_ = 0;
  std::vector<bool> broken_told_;
  std::vector<std::uint32_t> machines_;                 ///< by body: the first body of its machine
  std::vector<physics::OverlapReading> overlaps_told_;  ///< of machines, by their first body; in order
  BodyIds body_ids_;
  HubCounters counters_;
};

}  // namespace drawbar::server
