#include "tools/client/connection.h"

#include <fmt/format.h>

#include <array>
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/write.hpp>
#include <utility>

#include "protocol/framing.h"
#include "protocol/hello.h"
#include "tools/client/refusals.h"
#include "tools/text/cells.h"

namespace drawbar::tools {

namespace asio = boost::asio;
using asio::ip::tcp;
using std::chrono::milliseconds;

namespace {

/// The number of the request that this message carries out; 0: none.
std::uint32_t answered_request(const stream::ServerMessage& message) {
  if (const auto* reply = message.body_as_Reply()) return reply->request();
  if (const auto* effects = message.body_as_Effects()) return effects->request();
  if (const auto* scenes = message.body_as_Scenes()) return scenes->request();
  if (const auto* described = message.body_as_SceneDescription()) return described->request();
  if (const auto* hits = message.body_as_RayHits()) return hits->request();
  return 0;
}

Error server_error(const stream::Error& error) {
  const std::string text = error.text() == nullptr ? "no reason given" : clean(error.text()->string_view());
  const std::string field = error.field() == nullptr || error.field()->size() == 0
                                ? ""
                                : fmt::format(" ({})", clean(error.field()->string_view()));
  return {kind_of(error.code()), fmt::format("the server refused: {}{}", text, field)};
}

/// Of what every server gives and commands look at without asking, the first that is not there; null: all is.
const char* missing_part(const stream::Welcome& welcome) {
  if (welcome.scene() == nullptr) return "scene";
  if (welcome.stamp() == nullptr) return "stamp";
  return welcome.resume_key() == nullptr ? "resume_key" : nullptr;
}

}  // namespace

struct Connection::Implementation {
  asio::io_context context;
  tcp::socket socket{context};
  asio::ssl::context tls_context{asio::ssl::context::tls_client};
  std::optional<asio::ssl::stream<tcp::socket&>> tls;  ///< over the socket; nothing: the bytes go plain
  std::string address;
  protocol::FrameReader reader{protocol::kServerMessageLimit};
  std::array<std::byte, 64 * 1024> arrived;
  bool reading = false;
  boost::system::error_code read_error;
  protocol::ServerMessage welcome;
  std::uint32_t requests = 0;
  std::string last_words;  ///< the last message, if it was a complaint that no request had asked for

  /// Runs what is pending until `done` or the time is over; true when done.
  template <class Done>
  bool run(milliseconds timeout, Done done) {
    const auto deadline = std::chrono::steady_clock::now() + timeout;
    context.restart();
    while (!done()) {
      if (context.run_one_until(deadline) == 0) {
        return done();
      }
    }
    return true;
  }

  /// Starts an operation with `start(handler)` and runs it; when the time is over, the connection is closed.
  template <class Start>
  boost::system::error_code complete(Start start) {
    std::optional<boost::system::error_code> result;
    start([&result](boost::system::error_code error) { result = error; });
    if (run(kPatience, [&result] { return result.has_value(); })) {
      return *result;
    }
    socket.close();
    // The handler refers to this call: it must have run before that ends.
    run(kPatience, [&result] { return result.has_value(); });
    return asio::error::timed_out;
  }

  Result<void> connect(const Endpoint& endpoint) {
    boost::system::error_code error;
    tcp::resolver resolver(context);
    const auto addresses = resolver.resolve(endpoint.host, std::to_string(endpoint.port), error);
    if (error) {
      return fail(ErrorKind::environment, fmt::format("{}: no such host ({})", address, error.message()));
    }
    error = complete([&](auto done) {
      asio::async_connect(socket, addresses,
                          [done](boost::system::error_code result, const tcp::endpoint&) { done(result); });
    });
    if (error) {
      return fail(
          ErrorKind::environment,
          fmt::format("{}: no drawbard answers there ({}); start one with `drawbard SCENE`, or name another "
                      "with --connect HOST:PORT",
                      address, error.message()));
    }
    socket.set_option(tcp::no_delay(true), error);
    return {};
  }

  /// Shakes hands; the certificate must be of an authority in `ca` (empty: the system's) and name `host`.
  Result<void> start_tls(const std::string& host, const std::string& ca) {
    boost::system::error_code error;
    if (ca.empty()) {
      tls_context.set_default_verify_paths(error);
    } else {
      tls_context.load_verify_file(ca, error);
    }
    if (error) {
      return fail(ErrorKind::environment, fmt::format("--tls-ca {}: {}", ca, error.message()));
    }
    tls.emplace(socket, tls_context);
    tls->set_verify_mode(asio::ssl::verify_peer);
    tls->set_verify_callback(asio::ssl::host_name_verification(host));
    SSL_set_tlsext_host_name(tls->native_handle(), host.c_str());
    error = complete([&](auto done) { tls->async_handshake(asio::ssl::stream_base::client, done); });
    if (error) {
      return fail(
          ErrorKind::environment,
          fmt::format("{}: no TLS that can be trusted ({}); the certificate must name {} and come from "
                      "an authority of --tls-ca FILE or of this system",
                      address, error.message(), host));
    }
    return {};
  }

  /// Calls `use` with the stream that carries the messages.
  template <class Use>
  void with_stream(Use use) {
    if (tls) {
      use(*tls);
    } else {
      use(socket);
    }
  }

  void start_reading() {
    reading = true;
    with_stream([this](auto& stream) {
      stream.async_read_some(asio::buffer(arrived),
                             [this](boost::system::error_code error, std::size_t size) {
                               reading = false;
                               read_error = error;
                               reader.feed({arrived.data(), size});
                             });
    });
  }

  Error lost(const boost::system::error_code& error) const {
    const bool closed = error == asio::error::eof || error == asio::error::connection_reset ||
                        error == asio::ssl::error::stream_truncated;
    if (!closed) return {ErrorKind::environment, fmt::format("{}: {}", address, error.message())};
    const bool perhaps_tls = !tls && welcome.bytes().empty();
    return {ErrorKind::environment,
            fmt::format("{}: the server closed the connection{}", address,
                        perhaps_tls ? "; does it speak TLS (--tls, --tls-ca FILE)?" : last_words)};
  }
};

Connection::Connection(std::unique_ptr<Implementation> implementation)
    : implementation_(std::move(implementation)) {}
Connection::~Connection() = default;
Connection::Connection(Connection&&) noexcept = default;
Connection& Connection::operator=(Connection&&) noexcept = default;

Result<Connection> Connection::open(const ConnectionOptions& options) {
  auto implementation = std::make_unique<Implementation>();
  Implementation& self = *implementation;
  self.address = to_string(options.endpoint);

  if (const Result<void> connected = self.connect(options.endpoint); !connected) {
    return tl::unexpected(connected.error());
  }
  if (options.tls) {
    if (const Result<void> secured = self.start_tls(options.endpoint.host, options.tls_ca); !secured) {
      return tl::unexpected(secured.error());
    }
  }

  Connection connection(std::move(implementation));
  control::HelloT hello = protocol::make_hello(options.name, options.role, options.token, options.resume_key);
  hello.brief = options.brief;
  if (const Result<void> sent = connection.send_body(std::move(hello)); !sent)
    return tl::unexpected(sent.error());
  Result<std::optional<protocol::ServerMessage>> first = connection.receive(kPatience);
  if (!first) {
    return tl::unexpected(first.error());
  }
  if (!*first) {
    return fail(
        ErrorKind::environment,
        fmt::format("{}: connected, but no Welcome within 5 s: is this drawbard's port?", self.address));
  }
  const stream::ServerMessage& message = ***first;
  if (message.body_type() == stream::ServerBody::Error) {
    if (options.resume_key && message.body_as_Error()->code() == stream::ErrorCode::ResumeExpired) {
      ConnectionOptions anew = options;
      anew.resume_key.reset();
      return open(anew);
    }
    return tl::unexpected(server_error(*message.body_as_Error()));
  }
  if (message.body_type() != stream::ServerBody::Welcome) {
    return fail(ErrorKind::environment,
                fmt::format("{}: the server did not begin with a Welcome", self.address));
  }
  if (const char* part = missing_part(*message.body_as_Welcome())) {
    return fail(ErrorKind::environment,
                fmt::format("{}: the server's Welcome has no {}", self.address, part));
  }
  self.welcome = std::move(**first);
  return connection;
}

const protocol::ServerMessage& Connection::welcome() const {
  return implementation_->welcome;
}

std::uint32_t Connection::session() const {
  return welcome()->body_as_Welcome()->session();
}

Result<void> Connection::send(protocol::BytesView message) {
  const std::array<std::byte, 4> prefix = protocol::length_prefix(message.size());
  const std::array<asio::const_buffer, 2> buffers{asio::buffer(prefix),
                                                  asio::buffer(message.data(), message.size())};
  boost::system::error_code error;
  implementation_->with_stream([&](auto& stream) { asio::write(stream, buffers, error); });
  if (error) {
    return tl::unexpected(implementation_->lost(error));
  }
  return {};
}

Result<std::optional<protocol::ServerMessage>> Connection::receive(milliseconds timeout) {
  Implementation& self = *implementation_;
  const auto deadline = std::chrono::steady_clock::now() + timeout;
  for (;;) {
    Result<std::optional<protocol::BytesView>> whole = self.reader.next();
    if (!whole) {
      if (!self.welcome.bytes().empty()) return tl::unexpected(whole.error());
      return fail(ErrorKind::environment,
                  fmt::format("{}: what answers there does not speak drawbard's protocol (is it the "
                              "web port?): {}",
                              self.address, whole.error().text));
    }
    if (*whole) {
      Result<protocol::ServerMessage> message = protocol::decode_server_message(**whole);
      if (!message) {
        return tl::unexpected(message.error());
      }
      const stream::Error* error = (**message).body_as_Error();
      const bool unasked = error != nullptr && error->request() == 0 && error->text() != nullptr;
      self.last_words = unasked ? ": " + clean(error->text()->string_view()) : "";
      if (protocol::is_known(**message)) {
        return std::optional(std::move(*message));
      }
      continue;
    }
    if (self.read_error) {
      return tl::unexpected(self.lost(self.read_error));
    }
    if (!self.reading) {
      self.start_reading();
    }
    const auto left = std::chrono::duration_cast<milliseconds>(deadline - std::chrono::steady_clock::now());
    if (!self.run(std::max(left, milliseconds(0)), [&] { return !self.reading; })) {
      return std::nullopt;
    }
  }
}

Result<protocol::ServerMessage> Connection::wait_for(
    const std::function<bool(const stream::ServerMessage&)>& wanted, const std::string& missing,
    milliseconds patience) {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  while (std::chrono::steady_clock::now() < deadline) {
    Result<std::optional<protocol::ServerMessage>> arrived = receive(milliseconds(100));
    if (!arrived) {
      return tl::unexpected(arrived.error());
    }
    if (*arrived && wanted(***arrived)) return std::move(**arrived);
  }
  return fail(ErrorKind::environment,
              fmt::format("{} within {} s", missing,
                          std::chrono::duration_cast<std::chrono::seconds>(patience).count()));
}

Result<protocol::ServerMessage> Connection::request(
    control::ClientBodyUnion body, const std::function<void(const stream::ServerMessage&)>& take,
    milliseconds takes) {
  control::ClientMessageT request;
  const std::uint32_t number = request.request = ++implementation_->requests;
  request.body = std::move(body);
  if (const Result<void> sent = send(protocol::encode(request)); !sent) {
    return tl::unexpected(sent.error());
  }
  const auto refusal = [number](const stream::ServerMessage& message) {
    const stream::Error* error = message.body_as_Error();
    return error != nullptr && (error->request() == number || error->request() == 0) ? error : nullptr;
  };
  auto answer = wait_for(
      [&](const stream::ServerMessage& message) {
        if (answered_request(message) == number || refusal(message) != nullptr) return true;
        if (take) take(message);
        return false;
      },
      implementation_->address + ": no reply", kPatience + takes);
  if (!answer) return answer;
  if (answered_request(**answer) == number) return answer;
  return tl::unexpected(server_error(*refusal(**answer)));
}

}  // namespace drawbar::tools
