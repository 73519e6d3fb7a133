#include "tools/client/connection.h"

#include <fmt/format.h>

#include <array>
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <charconv>
#include <fstream>
#include <map>
#include <sstream>
#include <utility>

#include "protocol/framing.h"
#include "tools/text/cells.h"

namespace drawbar::tools {

namespace asio = boost::asio;
using asio::ip::tcp;
using std::chrono::milliseconds;

namespace {

constexpr milliseconds kPatience{5000};  // for connecting, for the Welcome, for a Reply

Error server_error(const stream::Error& error) {
  using Code = stream::ErrorCode;
  const Code code = error.code();
  const bool usage = code == Code::NoSuchId || code == Code::NoSuchName || code == Code::NoSuchMoment ||
                     code == Code::BadValue;
  const std::string text = error.text() == nullptr ? "no reason given" : clean(error.text()->string_view());
  const std::string field = error.field() == nullptr || error.field()->size() == 0
                                ? ""
                                : fmt::format(" ({})", clean(error.field()->string_view()));
  return {usage ? ErrorKind::usage : ErrorKind::environment,
          fmt::format("the server refused: {}{}", text, field)};
}

}  // namespace

Result<Endpoint> parse_endpoint(std::string_view text) {
  const auto wrong = [&] {
    return fail(
        ErrorKind::usage,
        fmt::format("--connect {}: expected HOST, HOST:PORT or [IPv6]:PORT with a port from 1 to 65535",
                    text));
  };
  Endpoint endpoint;
  std::string_view host = text;
  std::string_view port;
  if (text.starts_with('[')) {
    const std::size_t close = text.find(']');
    if (close == std::string_view::npos) {
      return wrong();
    }
    host = text.substr(1, close - 1);
    port = text.substr(close + 1);
    if (!port.empty() && !port.starts_with(':')) {
      return wrong();
    }
  } else if (const std::size_t colon = text.rfind(':'); colon != std::string_view::npos) {
    host = text.substr(0, colon);
    port = text.substr(colon);
    if (host.find(':') != std::string_view::npos) {
      return wrong();
    }
  }
  if (!port.empty()) {
    port.remove_prefix(1);
    const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), endpoint.port);
    if (error != std::errc{} || end != port.data() + port.size() || endpoint.port == 0) {
      return wrong();
    }
  }
  if (host.empty()) {
    return wrong();
  }
  endpoint.host = host;
  return endpoint;
}

std::string to_string(const Endpoint& endpoint) {
  const bool ipv6 = endpoint.host.find(':') != std::string::npos;
  return ipv6 ? fmt::format("[{}]:{}", endpoint.host, endpoint.port)
              : fmt::format("{}:{}", endpoint.host, endpoint.port);
}

Result<std::string> read_token(const std::string& path, control::Role role) {
  std::ifstream file(path);
  if (!file) {
    return fail(ErrorKind::environment, fmt::format("--token-file {}: cannot be read", path));
  }
  std::map<control::Role, std::string> tokens;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line.substr(0, line.find('#')));
    std::string first;
    std::string second;
    if (!(words >> first)) {
      continue;
    }
    if (!(words >> second)) {
      tokens.emplace(control::Role::Instructor, first);
    }
    for (const auto& [name, named] : {std::pair{"viewer", control::Role::Viewer},
                                      {"operator", control::Role::Operator},
                                      {"instructor", control::Role::Instructor}}) {
      if (!second.empty() && first == name) {
        tokens.emplace(named, second);
      }
    }
  }
  const auto token = tokens.lower_bound(role);
  if (token == tokens.end()) {
    return fail(ErrorKind::usage,
                fmt::format("--token-file {}: holds no token for an {}; allowed: lines of ROLE TOKEN "
                            "with viewer, operator or instructor, or a TOKEN alone",
                            path, control::EnumNameRole(role)));
  }
  return token->second;
}

struct Connection::Implementation {
  asio::io_context context;
  tcp::socket socket{context};
  std::string address;
  protocol::FrameReader reader{protocol::kServerMessageLimit};
  std::array<std::byte, 64 * 1024> arrived;
  bool reading = false;
  boost::system::error_code read_error;
  protocol::ServerMessage welcome;
  std::uint32_t requests = 0;

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

  void start_reading() {
    reading = true;
    socket.async_read_some(asio::buffer(arrived), [this](boost::system::error_code error, std::size_t size) {
      reading = false;
      read_error = error;
      reader.feed({arrived.data(), size});
    });
  }

  Error lost(const boost::system::error_code& error) const {
    const bool closed = error == asio::error::eof || error == asio::error::connection_reset;
    return {ErrorKind::environment,
            fmt::format("{}: {}", address, closed ? "the server closed the connection" : error.message())};
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

  boost::system::error_code error;
  tcp::resolver resolver(self.context);
  const auto addresses =
      resolver.resolve(options.endpoint.host, std::to_string(options.endpoint.port), error);
  if (error) {
    return fail(ErrorKind::environment, fmt::format("{}: no such host ({})", self.address, error.message()));
  }
  bool connected = false;
  asio::async_connect(self.socket, addresses, [&](boost::system::error_code result, const tcp::endpoint&) {
    connected = true;
    error = result;
  });
  if (!self.run(kPatience, [&] { return connected; })) {
    error = asio::error::timed_out;
    // The handler refers to locals: it must have run before they go.
    self.socket.close();
    self.run(kPatience, [&] { return connected; });
    error = asio::error::timed_out;
  }
  if (error) {
    return fail(
        ErrorKind::environment,
        fmt::format("{}: no drawbard answers there ({}); start one with `drawbard SCENE`, or name another "
                    "with --connect HOST:PORT",
                    self.address, error.message()));
  }
  self.socket.set_option(tcp::no_delay(true), error);

  Connection connection(std::move(implementation));
  control::HelloT hello;
  hello.major = protocol::kProtocolMajor;
  hello.minor = protocol::kProtocolMinor;
  hello.name = options.name;
  hello.role = options.role;
  hello.token = options.token;
  if (options.resume_key) {
    hello.resume_key = std::make_unique<control::Key>(*options.resume_key);
  }
  if (const Result<void> sent = connection.send_body(std::move(hello)); !sent) {
    return tl::unexpected(sent.error());
  }
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
  asio::write(implementation_->socket, buffers, error);
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
      return tl::unexpected(whole.error());
    }
    if (*whole) {
      Result<protocol::ServerMessage> message = protocol::decode_server_message(**whole);
      if (!message) {
        return tl::unexpected(message.error());
      }
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

Result<void> Connection::request(control::ClientBodyUnion body) {
  control::ClientMessageT request;
  const std::uint32_t number = request.request = ++implementation_->requests;
  request.body = std::move(body);
  if (const Result<void> sent = send(protocol::encode(request)); !sent) {
    return sent;
  }
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (std::chrono::steady_clock::now() < deadline) {
    const Result<std::optional<protocol::ServerMessage>> arrived = receive(milliseconds(100));
    if (!arrived) {
      return tl::unexpected(arrived.error());
    }
    if (!*arrived) {
      continue;
    }
    const stream::ServerMessage& message = ***arrived;
    if (const stream::Reply* reply = message.body_as_Reply();
        reply != nullptr && reply->request() == number) {
      return {};
    }
    if (const stream::Error* error = message.body_as_Error();
        error != nullptr && (error->request() == number || error->request() == 0)) {
      return tl::unexpected(server_error(*error));
    }
  }
  return fail(ErrorKind::environment, fmt::format("{}: no reply within 5 s", implementation_->address));
}

}  // namespace drawbar::tools
