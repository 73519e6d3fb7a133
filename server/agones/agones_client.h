// Agones' side-car told that this station is ready, alive and taken: its documented REST interface, on
// loopback.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "protocol/result.h"
#include "server/loop/clock.h"
#include "server/system/asio.h"

namespace drawbar::server {

/// How the station is, when Agones is told.
struct StationCondition {
  bool healthy = false;   ///< frames come
  bool taken = false;     ///< an operator is in, or away and can be resumed
  bool draining = false;  ///< it ends when its operators have left
};

/// Lives on the network thread; the frame loop knows nothing of it. Ready at first; while an operator is in
/// whom Agones did not send, Reserved; when the last has left, Shutdown, so that the next one gets a fresh
/// station. A side-car that does not answer is asked again, and stops nothing.
class AgonesClient {
 public:
  /// Takes the port of the node that Agones maps to ours for datagrams, the fleet's port `poses`: when it is
  /// first told, and when it has become another.
  using TakePosesPort = std::function<void(std::uint16_t)>;

  /// The port is $AGONES_SDK_HTTP_PORT, or 9358. `usage` where that is no port.
  static Result<std::unique_ptr<AgonesClient>> open(asio::io_context& context, TakePosesPort take_poses_port);
  ~AgonesClient();

  /// About every 10 ms; begins at most one call.
  void on_time(Nanoseconds now, const StationCondition& condition);

  /// Whether the last call was answered.
  bool up() const { return up_; }
  /// As the side-car last told it: Ready, Allocated, Reserved, ...; empty: not yet.
  const std::string& state() const { return state_; }
  std::uint64_t failures() const { return failures_; }

 private:
  struct Call {
    const char* method;
    const char* target;
    const char* body;
  };

  AgonesClient(asio::io_context& context, std::uint16_t port, TakePosesPort take_poses_port)
      : context_(context), port_(port), take_poses_port_(std::move(take_poses_port)) {}
  void begin(const Call& call, void (AgonesClient::*then)(const std::string& body));
  void on_failure(const char* target, const std::string& why);

  void on_ready(const std::string& body);
  void on_shutdown(const std::string& body);
  void on_state(const std::string& body);
  void on_nothing(const std::string&) {}

  asio::io_context& context_;
  std::uint16_t port_;
  TakePosesPort take_poses_port_;
  /// Handlers of calls that outlive this object find it expired.
  std::shared_ptr<AgonesClient*> self_ = std::make_shared<AgonesClient*>(this);
  bool calling_ = false;
  bool up_ = false;
  bool ready_ = false;
  bool was_taken_ = false;
  bool shut_down_ = false;
  std::string state_;
  std::uint64_t failures_ = 0;
  std::uint16_t poses_port_ = 0;  ///< 0: not told
  Nanoseconds now_ = 0;
  Nanoseconds not_before_ = 0;  ///< after a failure
  Nanoseconds next_health_ = 0;
  Nanoseconds next_reservation_ = 0;
  Nanoseconds next_look_ = 0;
};

}  // namespace drawbar::server
