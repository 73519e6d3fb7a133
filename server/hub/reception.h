// The door: connections come and go, sessions begin, go on over another connection, and end.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "server/desks/bookmark_desk.h"
#include "server/desks/control_desk.h"
#include "server/desks/saved_states.h"
#include "server/hub/frame_sender.h"
#include "server/session/address_limits.h"
#include "server/session/tokens.h"

namespace drawbar::server {

struct HubOptions {
  std::string server;                      ///< program and version, for the Welcome
  std::size_t most_clients = 256;          ///< sessions connected; who resumes one always finds a place
  std::size_t most_from_an_address = 192;  ///< of them
  double most_joins = 20;                  ///< per second from one address
  std::size_t most_strangers = 64;         ///< connections without a Hello; they are besides
  bool encrypted = false;                  ///< connections speak TLS: UDP is sealed
  Nanoseconds hello_timeout = 2 * kSecond;
  Nanoseconds stall_timeout = 5 * kSecond;    ///< a reader that takes nothing for so long is disconnected
  Nanoseconds resume_timeout = 30 * kSecond;  ///< how long a lost session can be resumed
  std::size_t history_bytes = 256UL << 20;    ///< memory of what rewinding needs
  std::string library = ".";                  ///< folder of the scenes and exercises that can be begun
  const ReplayIndex* replay = nullptr;        ///< of the recording that is served; null: a live scene
};

/// What a newcomer learns of besides the scene.
struct Shelves {
  const SavedStates& states;
  const BookmarkDesk& bookmarks;
};

/// Counters for /metrics.
struct HubCounters {
  std::uint64_t connections = 0;
  std::uint64_t refused_connections = 0;
  std::uint64_t wrong_tokens = 0;
  std::uint64_t messages = 0;
  std::uint64_t refused_messages = 0;
  std::uint64_t unknown_messages = 0;
  std::uint64_t dropped_clients = 0;
  std::uint64_t dropped_packets = 0;  ///< poses and telemetry that slow readers never got
};

class Reception {
 public:
  Reception(const Present& present, SessionTable& sessions, Messenger& messenger, RequestQueue& requests,
            ControlDesk& controls, Tokens tokens, HubOptions options);

  /// For the Welcome. `multicast`: group and port of the multicast stream, empty: none.
  void set_udp(std::uint16_t port, std::string multicast) {
    udp_port_ = port;
    multicast_ = std::move(multicast);
  }

  /// A new connection. Where there are too many without a Hello, another one goes.
  void connect(const std::shared_ptr<Connection>& connection);
  void disconnect(Connection& connection);
  /// Counts a message; false, and the connection is closed, when it sends too many.
  bool admit_message(Client& client);
  /// Whether this client asks for more than its share.
  Outcome pace(Client& client, control::ClientBody type);

  /// Answers a Hello; the newcomer learns of the states that can be restored and of the newest frame.
  void join(Client& client, const control::Hello& hello, std::uint32_t request, const Shelves& shelves,
            const FrameSender& frames);
  Outcome say_goodbye(Session& session, std::uint32_t request);
  /// Late Hellos, lost sessions, stuck readers.
  void on_time(Nanoseconds now);
  /// Says good-bye to all.
  void close_all();

  const Tokens& tokens() const { return tokens_; }
  /// What this token, from this address, gives where it gives this role; else why it does not. Wrong ones
  /// make the address wait, but for who is `known` by a session's key.
  tl::expected<Grant, Refusal> check_token(const std::string& address_group, const std::string& token,
                                           control::Role role, bool known = false);
  HubCounters& counters() { return counters_; }
  const HubCounters& counters() const { return counters_; }

 private:
  /// Why nobody more may join from where this client is.
  Outcome find_place(const Client& client);
  /// Why this session may not go on over this connection.
  Outcome check_resume(Session* found, const control::Hello& hello);
  /// The session goes on over another connection.
  void displace(const Session& session);
  void welcome(const Session& session, bool resumed, const Shelves& shelves);
  /// What a client needs to know of the recording that is served.
  void describe_replay(stream::WelcomeT& welcome) const;
  /// Joined or Left.
  void announce(stream::EventKind kind, const Session& session, std::string text);
  void lose_connection(Session& session);
  /// Whoever joins and leaves all day must not fill the memory with sessions that could be resumed.
  void forget_one_of_too_many();
  /// Sessions whose token was good until now.
  void end_expired(Nanoseconds utc);
  void remove(SessionId id, const std::string& why);

  const Present& present_;
  SessionTable& sessions_;
  Messenger& messenger_;
  RequestQueue& requests_;
  ControlDesk& controls_;
  Tokens tokens_;
  HubOptions options_;
  AddressLimits limits_;
  HubCounters counters_;
  std::uint16_t udp_port_ = 0;
  std::string multicast_;
};

}  // namespace drawbar::server
