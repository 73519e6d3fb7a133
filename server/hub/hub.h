// The meeting place: brings connections, messages and frames to the rooms that answer them.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/desks/bookmark_desk.h"
#include "server/desks/control_desk.h"
#include "server/desks/effect_desk.h"
#include "server/desks/exercise_desk.h"
#include "server/desks/ghost_desk.h"
#include "server/desks/instructor_desk.h"
#include "server/desks/lever_check.h"
#include "server/desks/library_desk.h"
#include "server/desks/ray_desk.h"
#include "server/desks/reloader.h"
#include "server/desks/replay_desk.h"
#include "server/desks/rewinder.h"
#include "server/desks/saved_states.h"
#include "server/hub/frame_announcer.h"
#include "server/hub/frame_sender.h"
#include "server/hub/reception.h"
#include "server/session/present.h"
#include "server/session/request_queue.h"

namespace drawbar::server {

/// Wiring and dispatch; README.md says what each room is for. Lives on the network thread alone. Knows no
/// sockets: transports bring it connections and bytes.
class Hub {
 public:
  Hub(ServedScene scene, Tokens tokens, LoopPort& loop, const HubOptions& options);
  Hub(const Hub&) = delete;  // its rooms know each other by reference
  Hub& operator=(const Hub&) = delete;

  /// Sinks besides the sessions; they outlive the hub's use.
  void add_sink(FrameSink& sink) { messenger_.add_sink(sink); }
  /// Without one, Rewind and Reload are refused. It outlives the hub's use.
  void set_background(Background& background) { requests_.set_background(background); }
  /// The same for what changes no state: CastRays, ListScenes, DescribeScene, StoreExercise, SetGhost.
  void set_question_background(Background& background) {
    rays_.set_background(background);
    library_.set_background(background);
    ghost_.set_background(background);
  }
  void show_ghost(std::shared_ptr<const scenes::ReferenceRun> run) { ghost_.show(std::move(run)); }
  /// What records a session that goes on live from the recording that is served.
  void set_recorder(ReplayDesk::BeginRecording begin) { replays_.set_recorder(std::move(begin)); }
  /// What keeps the attempts at exercises that have ended.
  void set_attempt_taker(ExerciseDesk::TakeAttempt take) { exercises_.set_attempt_taker(std::move(take)); }
  /// What measures the delay from a console to an image (s) for telemetry.
  void set_image_delay(std::function<double()> delay) { image_delay_ = std::move(delay); }
  /// For the Welcome. `multicast`: group and port of the multicast stream, empty: none.
  void set_udp(std::uint16_t port, std::string multicast) { reception_.set_udp(port, std::move(multicast)); }

  // --- transports ---

  /// A new connection. Where there are too many without a Hello, another one goes.
  void on_connected(const std::shared_ptr<Connection>& connection) { reception_.connect(connection); }
  /// One message as it came, not yet verified.
  void on_message(Connection& connection, protocol::BytesView bytes);
  /// The transport lost its place in the bytes (wrong length): says so and closes.
  void on_violation(Connection& connection, stream::ErrorCode code, const std::string& text);
  void on_closed(Connection& connection) { reception_.disconnect(connection); }

  /// The session that this key for UDP belongs to; null when there is none.
  Session* session_of_udp(const control::Key& udp_key) { return sessions_.find_udp(udp_key); }
  Session* session(SessionId id) { return sessions_.find(id); }

  // --- time ---

  /// First of the frame's answers and events, then the frame itself, to every session and sink.
  void take_frame(const FrameSlot& slot);

  /// Whether a sink would rather wait for the next frame.
  bool behind() const;

  /// What depends on time alone: silent consoles, late Hellos, lost sessions, stuck readers. About every 10
  /// ms.
  void on_time(Nanoseconds now);

  /// Tells everybody, and says good-bye.
  void shut_down();

  /// Tells everybody. The stamp and `session`'s name are filled in.
  void announce(stream::EventKind kind, SessionId session, std::string text, double value = 0) {
    messenger_.announce(kind, session, std::move(text), {}, value);
  }

  // --- figures ---

  const ServedScene& scene() const { return present_.scene; }
  const Tokens& tokens() const { return reception_.tokens(); }
  /// For who asks without a session.
  bool token_allows(const std::string& address, const std::string& token, control::Role role) {
    return reception_.check_token(AddressLimits::group_of(address), token, role).has_value();
  }
  /// Why a session of this role may not send such a message now, if it may not. `replay`: a recording is
  /// served.
  static Outcome check_right(control::ClientBody message, control::Role role, bool replay);
  /// Of the exercise as it stands; nothing without one, and in a replay.
  std::optional<scenes::Score> score() const { return exercises_.score(); }
  /// Those who are in, and those who are away and can be resumed.
  const std::map<SessionId, Session>& sessions() const { return sessions_.sessions(); }
  std::vector<std::uint32_t> held_by(SessionId session) const {
    return controls_.channels().held_by(session);
  }
  /// Operators among them: whom it would hurt if the daemon ended now.
  std::size_t operators() const;
  HubCounters counters() const;
  std::size_t connected_sessions() const { return sessions_.connected(); }
  /// Sessions whose connection is lost, while they can be resumed.
  std::size_t away_sessions() const { return sessions_.away(); }
  /// Memory of what is kept for rewinding, bytes.
  std::size_t history_bytes() const { return rewinder_.bytes(); }

 private:
  void dispatch(Client& client, const control::ClientMessage& message);
  /// A message of somebody who has joined.
  Outcome carry_out(Session& session, const control::ClientMessage& message);
  /// From this frame on everything is of another scene: one that was reloaded, or a recording's.
  void begin_scene(const FrameSlot& slot);

  Present present_;
  SessionTable sessions_;
  Messenger messenger_;
  RequestQueue requests_;
  ControlDesk controls_;
  LeverCheck levers_;
  InstructorDesk instructor_;
  EffectDesk effects_;
  ReplayDesk replays_;
  Rewinder rewinder_;
  SavedStates states_;
  BookmarkDesk bookmarks_;
  RayDesk rays_;
  LibraryDesk library_;
  Reloader reloader_;
  ExerciseDesk exercises_;
  GhostDesk ghost_;
  FrameAnnouncer announcer_;
  FrameSender frames_;
  Reception reception_;
  std::function<double()> image_delay_;
};

}  // namespace drawbar::server
