// The door: connections come and go, sessions begin, go on over another connection, and end.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "server/session/control_desk.h"
#include "server/session/frame_sender.h"
#include "server/session/rewinder.h"
#include "server/session/tokens.h"

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

  /// A new connection; one too many is told so and closed.
  void connect(const std::shared_ptr<Connection>& connection);
  void disconnect(Connection& connection);
  /// Counts a message; false, and the connection is closed, when it sends too many.
  bool admit_message(Client& client);
  /// Whether this client asks for more than its share.
  Outcome pace(Client& client, control::ClientBody type);

  /// Answers a Hello; the newcomer learns of the states that can be restored and of the newest frame.
  void join(Client& client, const control::Hello& hello, std::uint32_t request, const Rewinder& rewinder,
            const FrameSender& frames);
  Outcome say_goodbye(Session& session, std::uint32_t request);
  /// Late Hellos, lost sessions, stuck readers.
  void on_time(Nanoseconds now);
  /// Says good-bye to all.
  void close_all();

  const Tokens& tokens() const { return tokens_; }
  HubCounters& counters() { return counters_; }
  const HubCounters& counters() const { return counters_; }

 private:
  /// Why this Hello may not join with its token, if it may not.
  Outcome check_token(const control::Hello& hello) const;
  /// The session goes on over another connection.
  void displace(const Session& session);
  void welcome(const Session& session, bool resumed, const Rewinder& rewinder);
  void lose_connection(Session& session);
  /// Whoever joins and leaves all day must not fill the memory with sessions that could be resumed.
  void forget_one_of_too_many();
  void remove(SessionId id, const std::string& why);

  const Present& present_;
  SessionTable& sessions_;
  Messenger& messenger_;
  RequestQueue& requests_;
  ControlDesk& controls_;
  Tokens tokens_;
  HubOptions options_;
  HubCounters counters_;
  std::uint16_t udp_port_ = 0;
  std::string multicast_;
};

}  // namespace drawbar::server
