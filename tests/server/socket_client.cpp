// The plainest client: one socket, blocking, so that a test says step by step what goes over the wire.
#include "tests/server/socket_client.h"

#include <netdb.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "protocol/hello.h"

namespace drawbar::server::test {
namespace {

// Kinds of WebSocket frames (RFC 6455 section 5.2).
constexpr std::uint8_t kBinary = 2;
constexpr std::uint8_t kClose = 8;
constexpr std::uint8_t kPing = 9;
constexpr std::uint8_t kPong = 10;

}  // namespace

SocketClient::SocketClient(std::uint16_t port, const Options& options) : transport_(options.transport) {
  addrinfo wanted{};
  wanted.ai_flags = AI_NUMERICHOST;
  wanted.ai_socktype = SOCK_STREAM;
  addrinfo* address = nullptr;
  if (getaddrinfo(options.host.c_str(), std::to_string(port).c_str(), &wanted, &address) != 0) return;
  socket_ = socket(address->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (const int size = options.receive_buffer; size > 0) {
    setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
  }
  connected_ = connect(socket_, address->ai_addr, address->ai_addrlen) == 0;
  freeaddrinfo(address);
  if (!options.tls_ca.empty()) start_tls(options.tls_ca, options.host);
  if (transport_ == Transport::web_socket) open_web_socket(port);
}

SocketClient::~SocketClient() {
  SSL_free(tls_);
  SSL_CTX_free(tls_context_);
  close(socket_);
}

void SocketClient::start_tls(const std::string& ca_file, const std::string& host) {
  tls_context_ = SSL_CTX_new(TLS_client_method());
  SSL_CTX_load_verify_locations(tls_context_, ca_file.c_str(), nullptr);
  SSL_CTX_set_verify(tls_context_, SSL_VERIFY_PEER, nullptr);
  tls_ = SSL_new(tls_context_);
  X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(tls_), host.c_str());
  SSL_set_fd(tls_, socket_);
  connected_ = connected_ && SSL_connect(tls_) == 1;
}

void SocketClient::open_web_socket(std::uint16_t port) {
  send_text("GET /ws HTTP/1.1\r\nHost: localhost:" + std::to_string(port) +
            "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
  const std::string_view end = "\r\n\r\n";
  while (true) {
    const std::string_view head(reinterpret_cast<const char*>(received_.data()), received_.size());
    if (const std::size_t at = head.find(end); at != std::string_view::npos) {
      received_.erase(received_.begin(), received_.begin() + static_cast<std::ptrdiff_t>(at + end.size()));
      return;
    }
    if (!read_some()) return;
  }
}

void SocketClient::send_raw(protocol::BytesView bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = tls_ != nullptr ? SSL_write(tls_, bytes.data(), static_cast<int>(bytes.size()))
                                         : ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return;
    bytes = bytes.subspan(static_cast<std::size_t>(sent));
  }
}

void SocketClient::send_text(const std::string& text) {
  send_raw(std::as_bytes(std::span(text)));
}

void SocketClient::send_message(protocol::BytesView message) {
  if (transport_ == Transport::tcp) {
    send_raw(protocol::framed(message));
    return;
  }
  send_web_socket_frame(kBinary, message);
}

// Masked with zeros: the mask bit is what the rules demand.
void SocketClient::send_web_socket_frame(std::uint8_t opcode, protocol::BytesView message) {
  protocol::Bytes frame{static_cast<std::byte>(0x80 | opcode)};
  if (message.size() < 126) {
    frame.push_back(static_cast<std::byte>(0x80 | message.size()));
  } else {
    const bool is_long = message.size() > 0xFFFF;
    frame.push_back(static_cast<std::byte>(0x80 | (is_long ? 127 : 126)));
    for (int shift = is_long ? 56 : 8; shift >= 0; shift -= 8) {
      frame.push_back(static_cast<std::byte>(std::uint64_t{message.size()} >> shift & 0xFF));
    }
  }
  frame.insert(frame.end(), 4, std::byte{0});
  protocol::append(frame, message);
  send_raw(frame);
}

bool SocketClient::read_some() {
  pollfd waiting{socket_, POLLIN, 0};
  if ((tls_ == nullptr || SSL_pending(tls_) == 0) && poll(&waiting, 1, kPatienceMs) != 1) return false;
  std::array<std::byte, 65536> bytes;
  const ssize_t size = tls_ != nullptr ? SSL_read(tls_, bytes.data(), static_cast<int>(bytes.size()))
                                       : recv(socket_, bytes.data(), bytes.size(), 0);
  if (size <= 0) return false;
  protocol::append(received_, protocol::BytesView(bytes).first(static_cast<std::size_t>(size)));
  return true;
}

std::optional<protocol::Bytes> SocketClient::next_web_socket_message() {
  while (true) {
    std::size_t header = 2;
    std::uint64_t length = 0;
    const auto byte_at = [this](std::size_t i) { return static_cast<std::uint64_t>(received_[i]); };
    if (received_.size() >= 2) {
      length = byte_at(1) & 0x7F;
      const std::size_t more = length == 126 ? 2 : length == 127 ? 8 : 0;
      header += more;
      if (received_.size() >= header && more > 0) {
        length = 0;
        for (std::size_t i = 0; i < more; ++i) length = length << 8 | byte_at(2 + i);
      }
    }
    if (received_.size() >= header && received_.size() - header >= length && received_.size() >= 2) {
      const auto opcode = byte_at(0) & 0x0F;
      const auto begin = received_.begin() + static_cast<std::ptrdiff_t>(header);
      protocol::Bytes message(begin, begin + static_cast<std::ptrdiff_t>(length));
      received_.erase(received_.begin(), begin + static_cast<std::ptrdiff_t>(length));
      if (opcode == kBinary) return message;
      if (opcode == kClose) return {};
      // Who does not answer is taken for dead after five minutes.
      if (opcode == kPing) send_web_socket_frame(kPong, message);
      continue;
    }
    if (!read_some()) return {};
  }
}

std::optional<protocol::ServerMessage> SocketClient::receive() {
  if (transport_ == Transport::web_socket) {
    const auto bytes = next_web_socket_message();
    if (!bytes) return {};
    auto message = protocol::decode_server_message(*bytes);
    if (!message) return {};
    return std::move(*message);
  }
  while (true) {
    const auto next = reader_.next();
    if (!next) return {};
    if (*next) {
      auto message = protocol::decode_server_message(**next);
      if (!message) return {};
      return std::move(*message);
    }
    if (!read_some()) return {};
    reader_.feed(received_);
    received_.clear();
  }
}

std::optional<stream::WelcomeT> SocketClient::join(control::Role role, const std::string& name,
                                                   const std::string& token) {
  send(protocol::make_hello(name, role, token));
  return receive_body<stream::WelcomeT>();
}

std::optional<stream::ReplyT> SocketClient::reply_to(std::uint32_t request) {
  for (int i = 0; i < kPatienceMessages; ++i) {
    const auto message = receive();
    if (!message) return std::nullopt;
    if (const auto* reply = (*message)->body_as_Reply(); reply != nullptr && reply->request() == request) {
      stream::ReplyT unpacked;
      reply->UnPackTo(&unpacked);
      return unpacked;
    }
    if (const auto* error = (*message)->body_as_Error(); error != nullptr && error->request() == request)
      return std::nullopt;
  }
  return std::nullopt;
}

std::string SocketClient::read_to_end() {
  while (read_some()) {
  }
  return {reinterpret_cast<const char*>(received_.data()), received_.size()};
}

}  // namespace drawbar::server::test
