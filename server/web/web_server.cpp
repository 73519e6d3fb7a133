// The web port: the page, /healthz, /readyz, /metrics, /station, /records, /recordings/, /scene/files/, and
// the WebSocket at /ws.
#include "server/web/web_server.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <initializer_list>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "protocol/check.h"
#include "scenes/loader/files/visual_files.h"
#include "scenes/loader/text/uri.h"
#include "server/web/content_coding.h"
#include "server/web/embedded_files.h"
#include "server/web/station_text.h"
#include "server/web/web_socket.h"

namespace drawbar::server {

namespace {

namespace beast = boost::beast;
namespace http = beast::http;

using Request = http::request<http::string_body>;
using Field = std::pair<std::string_view, std::string_view>;
using Fields = std::span<const Field>;

constexpr std::uint32_t kHeaderLimit = 16 * 1024;  ///< bytes
constexpr std::uint64_t kBodyLimit = 1024;         ///< bytes; nothing of ours takes a body
constexpr auto kRequestTimeout = std::chrono::seconds(10);
constexpr std::size_t kMostConnections = 128;
constexpr std::size_t kMostAtOnce = 1 << 20;  ///< bytes of an answer for which the time counts
constexpr std::string_view kRecordings = "/recordings/";
constexpr std::string_view kSceneFiles = "/scene/files/";

/// The page brings all that it needs: nothing from elsewhere, nothing inline, in nobody's frame. Textures of
/// a scene's models come as blobs.
constexpr std::string_view kContentPolicy =
    "default-src 'self'; img-src 'self' blob: data:; connect-src 'self' blob: data:; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

std::string_view view(beast::string_view text) {
  return {text.data(), text.size()};
}

/// visit(name, value) for each part of a target's query, without decoding: tokens are plain characters.
template <class Visit>
void for_each_in_query(std::string_view target, Visit visit) {
  for (std::size_t at = target.find('?'); at != std::string_view::npos;) {
    const std::size_t end = target.find('&', at + 1);
    const std::string_view pair = target.substr(at + 1, end == std::string_view::npos ? end : end - at - 1);
    const std::size_t equals = pair.find('=');
    const bool has_value = equals != std::string_view::npos;
    if (!pair.empty())
      visit(pair.substr(0, equals), has_value ? pair.substr(equals + 1) : std::string_view());
    at = end;
  }
}

/// Value of `name` there.
std::string_view query_value(std::string_view target, std::string_view name) {
  std::string_view found;
  for_each_in_query(target, [&](std::string_view key, std::string_view value) {
    if (found.empty() && key == name) found = value;
  });
  return found;
}

/// The first part of the query that chooses by none of `filters`, or by no value.
std::optional<std::string> wrong_filter(std::string_view target,
                                        std::initializer_list<std::string_view> filters) {
  std::optional<std::string> wrong;
  for_each_in_query(target, [&](std::string_view name, std::string_view value) {
    if (wrong || name == "token") return;
    const bool is_known = std::ranges::find(filters, name) != filters.end();
    if (!is_known || value.empty()) wrong = std::string(name.substr(0, 50)) + (is_known ? "=" : "");
  });
  return wrong;
}

/// Of a value as forms of HTML write it: a + is a space.
std::string from_form(std::string_view value) {
  std::string text(value);
  std::ranges::replace(text, '+', ' ');
  return scenes::percent_decoded(text);
}

/// Status line and fields of an answer. `allowed_origin`: the site whose pages may read it; empty: our own
/// alone. Written here: Beast's serializer would cost the compiler a quarter
/// more of this file.
std::string answer_head(http::status status, Fields own, std::size_t length, std::string_view allowed_origin,
                        bool closing) {
  std::string head = "HTTP/1.1 " + std::to_string(static_cast<unsigned>(status)) + " ";
  head.append(view(http::obsolete_reason(status))).append("\r\n");
  const auto add = [&head](std::string_view name, std::string_view value) {
    head.append(name).append(": ").append(value).append("\r\n");
  };
  for (const auto& [name, value] : own) add(name, value);
  add("Server", "drawbard");
  add("X-Content-Type-Options", "nosniff");
  add("X-Frame-Options", "DENY");
  add("Content-Security-Policy", kContentPolicy);
  add("Referrer-Policy", "no-referrer");
  if (!allowed_origin.empty()) add("Access-Control-Allow-Origin", allowed_origin);
  if (closing) add("Connection", "close");
  add("Content-Length", std::to_string(length));
  return head.append("\r\n");
}

class HttpConnection : public std::enable_shared_from_this<HttpConnection> {
 public:
  HttpConnection(ByteStream stream, const tcp::endpoint& peer, Hub& hub, const Metrics& metrics,
                 const WebGuard& guard, const WebSources& sources, FoxgloveHost* foxglove,
                 std::shared_ptr<HttpConnections> others)
      : stream_(std::move(stream)),
        deadline_(stream_.get_executor()),
        peer_(peer),
        hub_(hub),
        metrics_(metrics),
        guard_(guard),
        sources_(sources),
        foxglove_(foxglove),
        others_(std::move(others)),
        place_(others_->enter(AddressLimits::group_of(peer.address().to_string()),
                              [this] { stream_.close(); })) {}
  ~HttpConnection() { others_->leave(place_); }

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
    others_->touch(place_);
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
    without_body_ = request.method() == http::verb::head;
    allowed_origin_.clear();
    const std::string refused =
        guard_.refusal(view(request[http::field::host]), view(request[http::field::origin]));
    if (!refused.empty()) {
      spdlog::warn("web {}: {}", text_of(peer_), refused);
      refuse(http::status::forbidden, refused, true);
    } else if (beast::websocket::is_upgrade(request)) {
      upgrade(request, path);
    } else if (request.method() != http::verb::get && request.method() != http::verb::head) {
      refuse(http::status::method_not_allowed, "only GET and HEAD are allowed", closing);
    } else if (path == "/healthz" || path == "/readyz") {
      send_health(path == "/readyz", closing);
    } else if (path == "/station") {
      send_station(request, target, closing);
    } else if (path == "/metrics") {
      if (!may_read_metrics(request, target)) {
        refuse(http::status::unauthorized, "off loopback /metrics needs a token: Authorization: Bearer TOKEN",
               closing);
      } else {
        respond(http::status::ok, "text/plain; version=0.0.4; charset=utf-8", metrics_.text(), closing);
      }
    } else if (path == "/records") {
      send_records(request, target, closing);
    } else if (path.starts_with(kRecordings)) {
      send_recording(request, target, from_form(path.substr(kRecordings.size())), closing);
    } else if (path.starts_with(kSceneFiles)) {
      send_visual(request, target, scenes::percent_decoded(path.substr(kSceneFiles.size())), closing);
    } else if (const EmbeddedFile* file = find_embedded_file(path)) {
      send_file(request, *file, closing);
    } else {
      refuse(http::status::not_found, "there is no such file", closing);
    }
  }

  void upgrade(const Request& request, std::string_view path) {
    const std::string_view foxglove =
        foxglove_ == nullptr ? std::string_view()
                             : fox::chosen_sub_protocol(view(request[http::field::sec_websocket_protocol]));
    // Foxglove's clients are given an address, seldom with a path.
    if (path != "/ws" && (path != "/" || foxglove.empty())) {
      refuse(http::status::not_found, "the WebSocket is at /ws", true);
      return;
    }
    std::unique_ptr<WebSocketTongue> tongue;
    if (foxglove.empty()) {
      tongue = drawbar_tongue(hub_);
    } else {
      auto visitor = foxglove_visitor(request);
      if (!visitor) {
        refuse(http::status::bad_request, "role must be viewer, operator or instructor", true);
        return;
      }
      tongue = foxglove_tongue(*foxglove_, std::move(*visitor), foxglove);
    }
    deadline_.cancel();
    accept_web_socket(std::move(stream_), request, std::move(tongue), "websocket " + text_of(peer_));
  }

  /// Its address says who comes: ws://HOST:PORT/?role=operator&token=TOKEN&name=NAME. Nothing: no such role.
  static std::optional<FoxgloveVisitor> foxglove_visitor(const Request& request) {
    const std::string_view target = view(request.target());
    const std::string_view role = query_value(target, "role");
    FoxgloveVisitor visitor;
    visitor.token = from_form(token_of(request, target));
    if (const std::string name = from_form(query_value(target, "name")); !name.empty()) visitor.name = name;
    if (role == "operator") {
      visitor.role = control::Role::Operator;
    } else if (role == "instructor") {
      visitor.role = control::Role::Instructor;
    } else if (!role.empty() && role != "viewer") {
      return {};
    }
    return visitor;
  }

  static std::string_view token_of(const Request& request, std::string_view target) {
    const std::string_view authorization = view(request[http::field::authorization]);
    return authorization.starts_with("Bearer ") ? authorization.substr(7) : query_value(target, "token");
  }

  /// Who drains is alive, but nobody new is to be sent there.
  void send_health(bool for_newcomers, bool closing) {
    const bool healthy = metrics_.healthy(monotonic_now());
    const bool good = healthy && !(for_newcomers && metrics_.draining());
    respond(good ? http::status::ok : http::status::service_unavailable, "text/plain; charset=utf-8",
            !healthy              ? "no frame for a second\n"
            : metrics_.draining() ? "draining\n"
                                  : "ok\n",
            closing);
  }

  bool may_read_metrics(const Request& request, std::string_view target) {
    return peer_.address().is_loopback() || is_allowed(request, target, control::Role::Viewer);
  }

  bool is_allowed(const Request& request, std::string_view target, control::Role role) {
    if (!hub_.tokens().required()) return true;
    return hub_.token_allows(peer_.address().to_string(), std::string(token_of(request, target)), role);
  }

  /// Trainees' results are for instructors, also on loopback.
  void send_station(const Request& request, std::string_view target, bool closing) {
    if (is_allowed(request, target, control::Role::Instructor)) {
      respond(http::status::ok, "application/json; charset=utf-8",
              station_json(hub_, sources_.station) + "\n", closing);
    } else {
      refuse(http::status::unauthorized, "/station needs an instructor's token: Authorization: Bearer TOKEN",
             closing);
    }
  }

  /// Likewise.
  void send_records(const Request& request, std::string_view target, bool closing) {
    if (!is_allowed(request, target, control::Role::Instructor)) {
      refuse(http::status::unauthorized, "/records needs an instructor's token: Authorization: Bearer TOKEN",
             closing);
      return;
    }
    if (!sources_.records) {
      refuse(http::status::not_found, "this daemon keeps no course records (--records FILE)", closing);
      return;
    }
    if (const auto wrong = wrong_filter(target, {"trainee", "exercise"})) {
      refuse(http::status::bad_request, "/records?" + *wrong + ": allowed: trainee=KEY, exercise=NAME",
             closing);
      return;
    }
    deadline_.cancel();
    const scenes::AttemptFilter filter{from_form(query_value(target, "trainee")),
                                       from_form(query_value(target, "exercise"))};
    sources_.records(filter, [self = shared_from_this(), closing](const Result<std::string>& rows) {
      if (rows) {
        self->respond(http::status::ok, "application/json; charset=utf-8", *rows + "\n", closing);
      } else {
        spdlog::error("{}", rows.error().text);
        self->refuse(http::status::internal_server_error, "the course records cannot be read", closing);
      }
    });
  }

  /// Likewise.
  void send_recording(const Request& request, std::string_view target, const std::string& name,
                      bool closing) {
    if (!is_allowed(request, target, control::Role::Instructor)) {
      refuse(http::status::unauthorized,
             "/recordings needs an instructor's token: Authorization: Bearer TOKEN", closing);
      return;
    }
    if (!protocol::is_file_name(name, ".mcap")) {
      refuse(http::status::bad_request, "/recordings/NAME: the name of a recording, such as good.mcap",
             closing);
      return;
    }
    deadline_.cancel();
    sources_.recording(name, [self = shared_from_this(), closing](Result<FileInPieces> file) {
      if (!file) {
        self->refuse(http::status::not_found, file.error().text, closing);
        return;
      }
      self->file_ = std::move(*file);
      self->left_of_file_ = self->file_.size;
      self->respond(http::status::ok, "application/octet-stream", {}, closing);
    });
  }

  /// For whoever may have the scene. A page of another site that may talk to us may read them, too.
  void send_visual(const Request& request, std::string_view target, const std::string& path, bool closing) {
    allowed_origin_ = view(request[http::field::origin]);
    if (!is_allowed(request, target, control::Role::Viewer)) {
      refuse(http::status::unauthorized, "/scene/files needs a token: Authorization: Bearer TOKEN", closing);
      return;
    }
    deadline_.cancel();
    const std::string known(view(request[http::field::if_none_match]));
    sources_.visual(path, known,
                    [self = shared_from_this(), type = scenes::visual_type(path), known,
                     closing](Result<VisualFile> file) {
                      if (!file) {
                        self->refuse(http::status::not_found, file.error().text, closing);
                        return;
                      }
                      const bool same = file->etag == known;
                      self->text_ = std::move(file->bytes);
                      const std::array<Field, 4> fields{{{"Content-Type", type},
                                                         {"ETag", file->etag},
                                                         {"Cache-Control", "no-cache"},
                                                         {"Vary", "Origin"}}};
                      self->send(same ? http::status::not_modified : http::status::ok, fields, self->text_,
                                 closing);
                    });
  }

  void send_file(const Request& request, const EmbeddedFile& file, bool closing) {
    const CodedFile coded = coded_file(file, view(request[http::field::accept_encoding]));
    if (view(request[http::field::if_none_match]) == coded.etag) {
      const std::array<Field, 2> fields{{{"ETag", coded.etag}, {"Vary", "Accept-Encoding"}}};
      send(http::status::not_modified, fields, {}, closing);
      return;
    }
    std::vector<Field> fields{{"Content-Type", file.content_type},
                              {"ETag", coded.etag},
                              {"Cache-Control", "no-cache"},
                              {"Vary", "Accept-Encoding"}};
    if (!coded.coding.empty()) fields.emplace_back("Content-Encoding", coded.coding);
    send(http::status::ok, fields, coded.content, closing);
  }

  void respond(http::status status, const char* type, std::string text, bool closing) {
    text_ = std::move(text);
    const std::array<Field, 2> fields{{{"Content-Type", type}, {"Cache-Control", "no-store"}}};
    send(status, fields, text_, closing);
  }

  void refuse(http::status status, const std::string& text, bool closing) {
    respond(status, "text/plain; charset=utf-8", text + "\n", closing);
  }

  /// `body` stays where it is until it is sent; after it comes what is left of a file.
  void send(http::status status, Fields fields, std::string_view body, bool closing) {
    answer_head_ = answer_head(status, fields, body.size() + left_of_file_, allowed_origin_, closing);
    if (without_body_) {
      body = {};
      left_of_file_ = 0;
    }
    send_on(answer_head_, body, closing);
  }

  /// A long answer may take long, as long as it goes on.
  void send_on(std::string_view head, std::string_view body, bool closing) {
    limit_time();
    const std::string_view part = body.substr(0, kMostAtOnce);
    body.remove_prefix(part.size());
    const std::array answer{asio::buffer(head), asio::buffer(part)};
    asio::async_write(stream_, answer,
                      [self = shared_from_this(), body, closing](ErrorCode error, std::size_t) {
                        if (error) return;
                        if (!body.empty()) {
                          self->send_on({}, body, closing);
                        } else if (self->left_of_file_ > 0) {
                          self->send_on_with_file(closing);
                        } else if (closing) {
                          self->end();
                        } else {
                          self->read();
                        }
                      });
  }

  void send_on_with_file(bool closing) {
    deadline_.cancel();
    const std::size_t most = std::min<std::uint64_t>(left_of_file_, kMostAtOnce);
    file_.read(most, [self = shared_from_this(), closing](Result<std::string> piece) {
      if (!piece) {
        spdlog::error("web {}: {}", text_of(self->peer_), piece.error().text);
        self->stream_.close();  // that it is not whole is all that can be said now
        return;
      }
      self->text_ = std::move(*piece);
      self->left_of_file_ -= self->text_.size();
      if (self->left_of_file_ == 0) self->file_ = {};
      self->send_on({}, self->text_, closing);
    });
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
  const WebSources& sources_;
  FoxgloveHost* foxglove_;
  std::shared_ptr<HttpConnections> others_;
  HttpConnections::Place place_;
  beast::flat_buffer buffer_{kHeaderLimit + kBodyLimit};
  std::optional<http::request_parser<http::string_body>> parser_;
  std::string answer_head_;
  std::string text_;                ///< body of an answer that is not a file, or a piece of one that is
  FileInPieces file_;               ///< that is being sent
  std::uint64_t left_of_file_ = 0;  ///< bytes
  std::string allowed_origin_;      ///< of the request that is answered, where that is for other sites, too
  bool without_body_ = false;       ///< only the head is asked for
};

}  // namespace

Result<std::unique_ptr<WebServer>> WebServer::open(asio::io_context& context, Hub& hub,
                                                   const Metrics& metrics, WebGuard guard,
                                                   const std::string& address, std::uint16_t port,
                                                   ssl::context* tls, WebSources sources,
                                                   FoxgloveHost* foxglove) {
  auto acceptor = Acceptor::open(context, address, port, "web");
  if (!acceptor) return tl::unexpected(acceptor.error());
  std::unique_ptr<WebServer> server(
      new WebServer(hub, metrics, std::move(guard), std::move(*acceptor), tls, std::move(sources), foxglove));
  server->acceptor_.start([raw = server.get()](tcp::socket socket, const tcp::endpoint& peer) {
    raw->serve(std::move(socket), peer);
  });
  return server;
}

WebServer::WebServer(Hub& hub, const Metrics& metrics, WebGuard guard, Acceptor acceptor, ssl::context* tls,
                     WebSources sources, FoxgloveHost* foxglove)
    : hub_(hub),
      metrics_(metrics),
      guard_(std::move(guard)),
      acceptor_(std::move(acceptor)),
      tls_(tls),
      sources_(std::move(sources)),
      foxglove_(foxglove) {}

void WebServer::serve(tcp::socket socket, const tcp::endpoint& peer) {
  connections_->make_room(kMostConnections, AddressLimits::group_of(peer.address().to_string()));
  std::make_shared<HttpConnection>(ByteStream(std::move(socket), tls_), peer, hub_, metrics_, guard_,
                                   sources_, foxglove_, connections_)
      ->start();
}

}  // namespace drawbar::server
