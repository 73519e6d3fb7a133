#include "tools/hall/hall_page.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <chrono>
#include <csignal>
#include <memory>
#include <string_view>
#include <utility>

#include "tools/hall/hall_text.h"

extern "C" {
extern const char drawbar_hall_page[];
extern const char drawbar_hall_page_end[];
}

namespace drawbar::tools {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;
using ErrorCode = boost::system::error_code;
using Request = http::request<http::empty_body>;
using Response = http::response<http::string_body>;

constexpr std::chrono::seconds kPatience{10};
constexpr std::size_t kMostHeaderBytes = 8192;

struct Served {
  const Hall& hall;
  const HallWatch& watch;
  const std::string& token;
};

/// Whether Host says localhost or an address.
bool is_own_name(std::string_view host) {
  const bool bracketed = host.starts_with('[');
  const std::size_t end = bracketed ? host.find(']') : host.rfind(':');
  const std::string_view name =
      bracketed ? host.substr(1, end == std::string_view::npos ? end : end - 1) : host.substr(0, end);
  ErrorCode no_address;
  asio::ip::make_address(std::string(name), no_address);
  return name == "localhost" || !no_address;
}

/// As long for every wrong token of its length.
bool are_same(std::string_view one, std::string_view other) {
  if (one.size() != other.size()) return false;
  unsigned differs = 0;
  for (std::size_t i = 0; i < one.size(); ++i)
    differs |=
        static_cast<unsigned char>(one[i]) ^ static_cast<unsigned>(static_cast<unsigned char>(other[i]));
  return differs == 0;
}

bool is_allowed(const Request& request, std::string_view query, bool from_here, const std::string& token) {
  if (from_here) return true;
  if (token.empty()) return false;
  constexpr std::string_view kBearer = "Bearer ", kKey = "token=";
  const std::string_view said = request[http::field::authorization];
  if (said.starts_with(kBearer)) return are_same(said.substr(kBearer.size()), token);
  return query.starts_with(kKey) && are_same(query.substr(kKey.size()), token);
}

Response answer(const Request& request, bool from_here, const Served& served) {
  const auto respond = [&](http::status status, const char* type, std::string text) {
    Response response(status, request.version());
    response.set(http::field::content_type, type);
    response.set(http::field::cache_control, "no-store");
    response.set(
        "Content-Security-Policy",
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'");
    response.set("X-Content-Type-Options", "nosniff");
    response.set("Referrer-Policy", "no-referrer");
    response.keep_alive(request.keep_alive());
    response.body() = std::move(text);
    response.prepare_payload();
    return response;
  };
  const std::string_view target = request.target();
  const std::size_t mark = target.find('?');
  const std::string_view path = target.substr(0, mark);
  const std::string_view query = mark == std::string_view::npos ? "" : target.substr(mark + 1);
  constexpr const char* kText = "text/plain; charset=utf-8";
  if (!is_own_name(request[http::field::host]))
    return respond(http::status::forbidden, kText, "allowed in Host: an address, or localhost\n");
  if (request.method() != http::verb::get)
    return respond(http::status::method_not_allowed, kText, "allowed: GET\n");
  if (!is_allowed(request, query, from_here, served.token)) {
    return respond(
        http::status::unauthorized, kText,
        "off loopback an instructor's token is needed: ?token=TOKEN or Authorization: Bearer TOKEN\n");
  }
  if (path == "/hall.json")
    return respond(http::status::ok, "application/json", hall_json(served.hall, served.watch.views()));
  if (path == "/") {
    return respond(http::status::ok, "text/html; charset=utf-8",
                   std::string(drawbar_hall_page, drawbar_hall_page_end));
  }
  return respond(http::status::not_found, kText, "there are: /, /hall.json\n");
}

class Visitor : public std::enable_shared_from_this<Visitor> {
 public:
  Visitor(tcp::socket socket, const Served& served) : stream_(std::move(socket)), served_(served) {}

  void read() {
    parser_.emplace();
    parser_->header_limit(kMostHeaderBytes);
    stream_.expires_after(kPatience);
    http::async_read(stream_, buffer_, *parser_, [self = shared_from_this()](ErrorCode error, std::size_t) {
      if (!error) self->write();
    });
  }

 private:
  void write() {
    ErrorCode gone;
    const auto peer = stream_.socket().remote_endpoint(gone);
    if (gone) return;
    response_ = answer(parser_->get(), peer.address().is_loopback(), served_);
    stream_.expires_after(kPatience);
    http::async_write(stream_, response_, [self = shared_from_this()](ErrorCode error, std::size_t) {
      if (!error && self->response_.keep_alive()) self->read();
    });
  }

  beast::tcp_stream stream_;
  const Served& served_;
  beast::flat_buffer buffer_{2 * kMostHeaderBytes};
  std::optional<http::request_parser<http::empty_body>> parser_;
  Response response_;
};

void accept(tcp::acceptor& acceptor, const Served& served) {
  acceptor.async_accept([&](ErrorCode error, tcp::socket socket) {
    if (error == asio::error::operation_aborted) return;
    if (!error) std::make_shared<Visitor>(std::move(socket), served)->read();
    accept(acceptor, served);
  });
}

}  // namespace

Result<void> serve_hall(const Hall& hall, const HallWatch& watch, const Endpoint& where,
                        const std::string& token, const std::function<void()>& ready) {
  asio::io_context context(1);
  ErrorCode error;
  const asio::ip::address address = asio::ip::make_address(where.host, error);
  if (error) return fail(ErrorKind::usage, "--serve " + where.host + ": not an IPv4 or IPv6 address");
  if (!address.is_loopback() && token.empty())
    return fail(ErrorKind::usage, "--serve " + where.host + ": off loopback the hall needs `tokens`");
  tcp::acceptor acceptor(context);
  const tcp::endpoint endpoint(address, where.port);
  acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(asio::socket_base::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (error) return fail(ErrorKind::environment, "--serve " + to_string(where) + ": " + error.message());
  const Served served{hall, watch, token};
  asio::signal_set signals(context, SIGINT, SIGTERM);
  signals.async_wait([&](ErrorCode, int) { context.stop(); });
  accept(acceptor, served);
  ready();
  context.run();
  return {};
}

}  // namespace drawbar::tools
