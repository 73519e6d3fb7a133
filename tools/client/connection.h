// A client's TCP connection to drawbard: joins, sends, and receives one message at a time.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "protocol/decode.h"
#include "protocol/encode.h"
#include "protocol/result.h"
#include "tools/client/endpoint.h"

namespace drawbar::tools {

/// What every command that talks to a daemon is told.
struct ConnectionOptions {
  Endpoint endpoint;
  std::string token;   ///< needed off loopback
  bool tls = false;    ///< the server speaks TLS; its certificate must be good for the endpoint's host
  std::string tls_ca;  ///< PEM file of the authorities to trust; empty: the system's
  std::string name;    ///< who this is, for people
  control::Role role = control::Role::Viewer;
  bool brief = false;  ///< here for one command: trainees are not told
  /// Of the session to go on with, as its Welcome gave it; a new session begins when it is gone.
  std::optional<control::Key> resume_key;
};

class Connection {
 public:
  /// For connecting, for the Welcome, for a Reply, and for what comes by itself once a second.
  static constexpr std::chrono::milliseconds kPatience{5000};

  /// Connects, says Hello and waits for the Welcome; at most 5 s each.
  static Result<Connection> open(const ConnectionOptions& options);
  ~Connection();
  Connection(Connection&&) noexcept;
  Connection& operator=(Connection&&) noexcept;

  /// The server's Welcome; valid as long as the connection.
  const protocol::ServerMessage& welcome() const;
  std::uint32_t session() const;

  /// Waits until the message is handed to the system.
  Result<void> send(protocol::BytesView message);
  /// A client message with this body (control::ControlT, ...).
  template <class Body>
  Result<void> send_body(Body body) {
    return send(protocol::encode_client(std::move(body)));
  }

  /// The next message of a type that this build knows, or nothing within `timeout`.
  Result<std::optional<protocol::ServerMessage>> receive(std::chrono::milliseconds timeout);

  /// The first message that is `wanted`, or, where none comes within `patience`, an error that begins with
  /// `missing`.
  Result<protocol::ServerMessage> wait_for(const std::function<bool(const stream::ServerMessage&)>& wanted,
                                           const std::string& missing,
                                           std::chrono::milliseconds patience = kPatience);

  /// Sends a request and waits for its answer, a Reply or what was asked for, at most 5 s longer than it
  /// `takes`; an Error of the server becomes an error. Other messages that arrive meanwhile go to `take`.
  Result<protocol::ServerMessage> request(control::ClientBodyUnion body,
                                          const std::function<void(const stream::ServerMessage&)>& take = {},
                                          std::chrono::milliseconds takes = {});

 private:
  struct Implementation;
  explicit Connection(std::unique_ptr<Implementation> implementation);

  std::unique_ptr<Implementation> implementation_;
};

}  // namespace drawbar::tools
