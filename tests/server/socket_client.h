// The plainest client: one socket, blocking, so that a test says step by step what goes over the wire.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "protocol/decode.h"
#include "protocol/encode.h"
#include "protocol/framing.h"

struct ssl_ctx_st;
struct ssl_st;

namespace drawbar::server::test {

/// Longest that anything is waited for; only a broken server takes so long.
inline constexpr int kPatienceMs = 60'000;
/// The same, counted in messages of a server that sends others.
inline constexpr int kPatienceMessages = 500;

class SocketClient {
 public:
  enum class Transport { tcp, web_socket };
  struct Options {
    std::string host = "127.0.0.1";  ///< an address
    Transport transport = Transport::tcp;
    int receive_buffer = 0;  ///< bytes of the kernel's buffer, 0: its default
    std::string tls_ca{};    ///< PEM file: TLS, and the server's certificate must lead there; empty: no TLS
  };

  SocketClient(std::uint16_t port, const Options& options);
  explicit SocketClient(std::uint16_t port, Transport transport = Transport::tcp)
      : SocketClient(port, Options{.transport = transport}) {}
  ~SocketClient();
  SocketClient(const SocketClient&) = delete;
  SocketClient& operator=(const SocketClient&) = delete;

  void send_raw(protocol::BytesView bytes);
  void send_text(const std::string& text);
  /// One message, framed as the transport wants it.
  void send_message(protocol::BytesView message);
  template <class Body>
  void send(Body body, std::uint32_t request = 0) {
    send_message(protocol::encode_client(std::move(body), request));
  }

  /// The next message; nothing when the server closed.
  std::optional<protocol::ServerMessage> receive();
  /// Skips messages up to one with this body; nothing when the server closed before, or sends only others.
  template <class Body>
  std::optional<Body> receive_body() {
    for (int i = 0; i < kPatienceMessages; ++i) {
      const auto message = receive();
      if (!message) return {};
      if (const auto* body = (*message)->template body_as<typename Body::TableType>()) {
        Body unpacked;
        body->UnPackTo(&unpacked);
        return unpacked;
      }
    }
    return {};
  }
  /// Skips messages up to one that fulfils `wanted`.
  template <class Body>
  std::optional<Body> receive_until(const std::function<bool(const Body&)>& wanted) {
    for (int i = 0; i < kPatienceMessages; ++i) {
      auto body = receive_body<Body>();
      if (!body || wanted(*body)) return body;
    }
    return {};
  }

  /// Says Hello and returns the Welcome.
  std::optional<stream::WelcomeT> join(control::Role role, const std::string& name = "test",
                                       const std::string& token = "");
  /// Waits for the Reply or Error to this request; nothing: it was an Error.
  std::optional<stream::ReplyT> reply_to(std::uint32_t request);
  bool answered(std::uint32_t request) { return reply_to(request).has_value(); }

  /// Everything until the server closes, as text.
  std::string read_to_end();
  /// Connected, and under TLS the certificate is good.
  bool connected() const { return connected_; }
  int descriptor() const { return socket_; }

 private:
  void start_tls(const std::string& ca_file, const std::string& host);
  bool read_some();
  std::optional<protocol::Bytes> next_web_socket_message();
  void send_web_socket_frame(std::uint8_t opcode, protocol::BytesView message);
  void open_web_socket(std::uint16_t port);

  Transport transport_;
  int socket_ = -1;
  bool connected_ = false;
  ssl_ctx_st* tls_context_ = nullptr;
  ssl_st* tls_ = nullptr;
  protocol::Bytes received_;
  protocol::FrameReader reader_{protocol::kServerMessageLimit};
};

}  // namespace drawbar::server::test
