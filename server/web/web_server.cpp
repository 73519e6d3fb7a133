// The web port: the page, /healthz, /metrics, and the WebSocket at /ws.
#include "server/web/web_server.h"

#include <spdlog/spdlog.h>

#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket/rfc6455.hpp>

#include "server/web/embedded_files.h"
#include "server/web/web_socket.h"

namespace drawbar::server {

namespace {

namespace beast = boost::beast;
namespace http = beast::http;

using Request = http::request<http::string_body>;
using Response = http::response<http::string_body>;

constexpr std::uint32_t kHeaderLimit = 16 * 1024;  ///< bytes
constexpr std::uint64_t kBodyLimit = 1024;         ///< bytes; nothing of ours takes a body
constexpr auto kRequestTimeout = std::chrono::seconds(10);
constexpr int kMostConnections = 128;

std::string_view view(beast::string_view text) {
  return {text.data(), text.size()};
}

/// Value of `name` in the query of a target, without decoding: tokens are plain characters.
std::string_view query_value(std::string_view target, std::string_view name) {
  std::size_t at = target.find('?');
  while (at != std::string_view::npos) {
    const std::size_t end = target.find('&', at + 1);
    const std::string_view pair = target.substr(at + 1, end == std::string_view::npos ? end : end - at - 1);
    if (pair.starts_with(name) && pair.substr(name.size()).starts_with('='))
      return pair.substr(name.size() + 1);
    at = end;
  }
  return {};
}

class HttpConnection : public std::enable_shared_from_this<HttpConnection> {
 public:
  HttpConnection(ByteStream stream, const tcp::endpoint& peer, Hub& hub, const Metrics& metrics,
                 const WebGuard& guard, std::shared_ptr<int> open_connections)
      : stream_(std::move(stream)),
        deadline_(stream_.get_executor()),
        peer_(peer),
        hub_(hub),
        metrics_(metrics),
        guard_(guard),
        open_connections_(std::move(open_connections)) {
    ++*open_connections_;
  }
  ~HttpConnection() { --*open_connections_; }

  void start() {
    if (!stream_.encrypted()) {
      read();
      return;
    }
    limit_time();
    stream_.async_handshake([self = shared_from_this()](ErrorCode error) {
      if (error) {
        spdlog::warn("web {}: no TLS: {}", text_of(self->peer_), error.message());
      } else {
        self->read();
      }
    });
  }

 private:
  /// For what begins now. When it is over the connection is closed, which ends what is under way.
  void limit_time() {
    deadline_.expires_after(kRequestTimeout);
    deadline_.async_wait([weak = weak_from_this()](ErrorCode cancelled) {
      const auto self = weak.lock();
      if (cancelled || self == nullptr) return;
      const bool begun_again = self->deadline_.expiry() > asio::steady_timer::clock_type::now();
      if (!begun_again) self->stream_.close();
    });
  }

  void read() {
    parser_.emplace();
    parser_->header_limit(kHeaderLimit);
    parser_->body_limit(kBodyLimit);
    limit_time();
    http::async_read(stream_, buffer_, *parser_, [self = shared_from_this()](ErrorCode error, std::size_t) {
      if (error == http::error::end_of_stream) {
        self->end();
      } else if (error == http::error::header_limit || error == http::error::body_limit) {
        self->refuse(http::status::payload_too_large, "the request is too large", true);
      } else if (error.category() == http::make_error_code(http::error::bad_method).category()) {
        self->refuse(http::status::bad_request, "not a request of HTTP/1.1", true);
      } else if (!error) {
        self->take(self->parser_->release());
      }
    });
  }

  void take(Request request) {
    const std::string_view target = view(request.target());
    const std::string_view path = target.substr(0, target.find_first_of("?#"));
    const bool closing = !request.keep_alive();
    head_ = request.method() == http::verb::head;
    const std::string refused =
        guard_.refusal(view(request[http::field::host]), view(request[http::field::origin]));
    if (!refused.empty()) {
      spdlog::warn("web {}: {}", text_of(peer_), refused);
      refuse(http::status::forbidden, refused, true);
    } else if (beast::websocket::is_upgrade(request)) {
      if (path != "/ws") {
        refuse(http::status::not_found, "the WebSocket is at /ws", true);
        return;
      }
      deadline_.cancel();
      accept_web_socket(std::move(stream_), request, hub_, "websocket " + text_of(peer_));
    } else if (request.method() != http::verb::get && request.method() != http::verb::head) {
      refuse(http::status::method_not_allowed, "only GET and HEAD are allowed", closing);
    } else if (path == "/healthz") {
      const bool healthy = metrics_.healthy(monotonic_now());
      respond(healthy ? http::status::ok : http::status::service_unavailable, "text/plain; charset=utf-8",
              healthy ? "ok\n" : "no frame for a second\n", closing);
    } else if (path == "/metrics") {
      if (!may_read_metrics(request, target)) {
        refuse(http::status::unauthorized, "off loopback /metrics needs a token: Authorization: Bearer TOKEN",
               closing);
      } else {
        respond(http::status::ok, "text/plain; version=0.0.4; charset=utf-8", metrics_.text(), closing);
      }
    } else if (const EmbeddedFile* file = find_embedded_file(path)) {
      send_file(request, *file, closing);
    } else {
      refuse(http::status::not_found, "there is no such file", closing);
    }
  }

  bool may_read_metrics(const Request& request, std::string_view target) const {
    if (!hub_.tokens().required() || peer_.address().is_loopback()) return true;
    std::string_view token = query_value(target, "token");
    const std::string_view authorization = view(request[http::field::authorization]);
    if (authorization.starts_with("Bearer ")) token = authorization.substr(7);
    return hub_.tokens().allows(token, control::Role::Viewer);
  }

  void send_file(const Request& request, const EmbeddedFile& file, bool closing) {
    if (view(request[http::field::if_none_match]) == file.etag) {
      Response response{http::status::not_modified, 11};
      response.set(http::field::etag, beast::string_view(file.etag.data(), file.etag.size()));
      send(std::move(response), closing);
      return;
    }
    Response response{http::status::ok, 11};
    response.set(http::field::content_type,
                 beast::string_view(file.content_type.data(), file.content_type.size()));
    response.set(http::field::etag, beast::string_view(file.etag.data(), file.etag.size()));
    response.set(http::field::cache_control, "no-cache");
    response.body() = std::string(file.content);
    send(std::move(response), closing);
  }

  void respond(http::status status, const char* type, std::string body, bool closing) {
    Response response{status, 11};
    response.set(http::field::content_type, type);
    response.set(http::field::cache_control, "no-store");
    response.body() = std::move(body);
    send(std::move(response), closing);
  }

  void refuse(http::status status, const std::string& text, bool closing) {
    respond(status, "text/plain; charset=utf-8", text + "\n", closing);
  }

  void send(Response response, bool closing) {
    response.set(http::field::server, "drawbard");
    response.set("X-Content-Type-Options", "nosniff");
    response.set("X-Frame-Options", "DENY");
    response.set("Referrer-Policy", "no-referrer");
    response.keep_alive(!closing);
    const std::size_t length = response.body().size();
    if (head_) response.body().clear();
    response.content_length(length);
    response_ = std::move(response);
    serializer_.emplace(response_);
    limit_time();
    const auto done = [self = shared_from_this(), closing](ErrorCode error, std::size_t) {
      if (error) return;
      if (closing) {
        self->end();
      } else {
        self->read();
      }
    };
    if (head_) {
      http::async_write_header(stream_, *serializer_, done);
    } else {
      http::async_write(stream_, *serializer_, done);
    }
  }

  void end() {
    if (stream_.encrypted()) {
      limit_time();
      stream_.async_shutdown([self = shared_from_this()](ErrorCode) {});
    } else {
      stream_.end_sending();
    }
  }

  ByteStream stream_;
  asio::steady_timer deadline_;
  tcp::endpoint peer_;
  Hub& hub_;
  const Metrics& metrics_;
  const WebGuard& guard_;
  std::shared_ptr<int> open_connections_;
  beast::flat_buffer buffer_{kHeaderLimit + kBodyLimit};
  std::optional<http::request_parser<http::string_body>> parser_;
  Response response_;
  std::optional<http::response_serializer<http::string_body>> serializer_;
  bool head_ = false;
};

}  // namespace

Result<std::unique_ptr<WebServer>> WebServer::open(asio::io_context& context, Hub& hub,
                                                   const Metrics& metrics, WebGuard guard,
                                                   const std::string& address, std::uint16_t port,
                                                   ssl::context* tls) {
  auto acceptor = Acceptor::open(context, address, port, "web");
  if (!acceptor) return tl::unexpected(acceptor.error());
  std::unique_ptr<WebServer> server(new WebServer(hub, metrics, std::move(guard), std::move(*acceptor), tls));
  server->acceptor_.start([raw = server.get()](tcp::socket socket, const tcp::endpoint& peer) {
    raw->serve(std::move(socket), peer);
  });
  return server;
}

WebServer::WebServer(Hub& hub, const Metrics& metrics, WebGuard guard, Acceptor acceptor, ssl::context* tls)
    : hub_(hub), metrics_(metrics), guard_(std::move(guard)), acceptor_(std::move(acceptor)), tls_(tls) {}

void WebServer::serve(tcp::socket socket, const tcp::endpoint& peer) {
  if (*open_connections_ >= kMostConnections) return;
  std::make_shared<HttpConnection>(ByteStream(std::move(socket), tls_), peer, hub_, metrics_, guard_,
                                   open_connections_)
      ->start();
}

}  // namespace drawbar::server
