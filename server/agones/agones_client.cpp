#include "server/agones/agones_client.h"

#include <spdlog/spdlog.h>

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/json.hpp>
#include <cstdlib>
#include <functional>
#include <string_view>
#include <utility>

#include "protocol/port.h"

namespace drawbar::server {
namespace {

namespace http = boost::beast::http;

constexpr std::uint16_t kDefaultPort = 9358;
constexpr auto kCallPatience = std::chrono::seconds(2);
constexpr Nanoseconds kAfterFailure = kSecond;
constexpr Nanoseconds kBetweenHealth = 2 * kSecond;  // Agones' default asks for one in 5 s
constexpr Nanoseconds kBetweenReservations = 10 * kSecond;
constexpr Nanoseconds kBetweenStates = kSecond;
constexpr std::string_view kPosesPort = "poses";
constexpr const char* kReservation = R"({"seconds": "30"})";  // outlives two that fail

/// What the node maps to the port of that name; 0: none.
std::uint16_t mapped_port(const boost::json::value& game_server, std::string_view name) {
  ErrorCode error;
  const boost::json::value* const ports = game_server.find_pointer("/status/ports", error);
  if (ports == nullptr || !ports->is_array()) return 0;
  for (const boost::json::value& port : ports->get_array()) {
    const boost::json::object* const fields = port.if_object();
    const boost::json::value* const called = fields == nullptr ? nullptr : fields->if_contains("name");
    if (called == nullptr || !called->is_string() || called->get_string() != name) continue;
    const boost::json::value* const number = fields->if_contains("port");
    if (number == nullptr) return 0;
    const auto told = number->to_number<std::uint16_t>(error);
    return error ? std::uint16_t{0} : told;
  }
  return 0;
}

/// One request to the side-car, and its answer.
class SideCarCall : public std::enable_shared_from_this<SideCarCall> {
 public:
  /// `why`: empty where it was answered with 200, with `body`.
  using Done = std::function<void(const std::string& why, const std::string& body)>;

  SideCarCall(asio::io_context& context, std::string request, Done done)
      : stream_(context), request_(std::move(request)), done_(std::move(done)) {
    parser_.body_limit(1u << 20);
  }

  void begin(std::uint16_t port) {
    stream_.expires_after(kCallPatience);
    stream_.async_connect(tcp::endpoint(asio::ip::address_v4::loopback(), port),
                          [self = shared_from_this()](ErrorCode error) {
                            if (error) return self->done_(error.message(), {});
                            self->write();
                          });
  }

 private:
  void write() {
    asio::async_write(stream_, asio::buffer(request_),
                      [self = shared_from_this()](ErrorCode error, std::size_t) {
                        if (error) return self->done_(error.message(), {});
                        self->read();
                      });
  }

  void read() {
    http::async_read(stream_, buffer_, parser_, [self = shared_from_this()](ErrorCode error, std::size_t) {
      if (error) return self->done_(error.message(), {});
      const auto& answer = self->parser_.get();
      const bool good = answer.result() == http::status::ok;
      self->done_(good ? "" : "status " + std::to_string(answer.result_int()), answer.body());
    });
  }

  boost::beast::tcp_stream stream_;
  std::string request_;
  Done done_;
  boost::beast::flat_buffer buffer_;
  http::response_parser<http::string_body> parser_;
};

}  // namespace

Result<std::unique_ptr<AgonesClient>> AgonesClient::open(asio::io_context& context,
                                                         TakePosesPort take_poses_port) {
  std::uint16_t port = kDefaultPort;
  if (const char* const text = std::getenv("AGONES_SDK_HTTP_PORT"); text != nullptr) {
    const auto given = protocol::read_port(text);
    if (!given) {
      return fail(ErrorKind::usage, std::string("--agones: AGONES_SDK_HTTP_PORT is '") + text +
                                        "'; allowed: a port, 1 to " + std::to_string(protocol::kLastPort));
    }
    port = *given;
  }
  return std::unique_ptr<AgonesClient>(new AgonesClient(context, port, std::move(take_poses_port)));
}

AgonesClient::~AgonesClient() = default;

void AgonesClient::begin(const Call& call, void (AgonesClient::*then)(const std::string& body)) {
  calling_ = true;
  const std::string body(call.body);
  std::string request = std::string(call.method) + " " + call.target +
                        " HTTP/1.1\r\nHost: localhost:" + std::to_string(port_) +
                        "\r\nContent-Type: application/json\r\nConnection: close\r\n" +
                        "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  const auto done = [weak = std::weak_ptr(self_), target = call.target, then](const std::string& why,
                                                                              const std::string& answer) {
    const auto alive = weak.lock();
    if (!alive) return;
    AgonesClient& self = **alive;
    self.calling_ = false;
    if (!why.empty()) return self.on_failure(target, why);
    if (!self.up_) spdlog::info("Agones' side-car answers");
    self.up_ = true;
    (self.*then)(answer);
  };
  std::make_shared<SideCarCall>(context_, std::move(request), done)->begin(port_);
}

void AgonesClient::on_failure(const char* target, const std::string& why) {
  if (up_ || failures_ == 0) spdlog::warn("Agones' side-car: {}: {}; trying again", target, why);
  up_ = false;
  ++failures_;
  not_before_ = now_ + kAfterFailure;
}

void AgonesClient::on_ready(const std::string&) {
  ready_ = true;
}

void AgonesClient::on_shutdown(const std::string&) {
  shut_down_ = true;
  spdlog::info("Agones is asked to end this station");
}

void AgonesClient::on_state(const std::string& body) {
  ErrorCode error;
  const boost::json::value told = boost::json::parse(body, error);
  const boost::json::value* state = error ? nullptr : told.find_pointer("/status/state", error);
  if (state == nullptr || !state->is_string()) {
    on_failure("/gameserver", "no status.state in the answer");
    return;
  }
  const std::string now(state->get_string());
  if (now != state_) spdlog::info("Agones: {}", now.substr(0, 64));
  state_ = now;
  const std::uint16_t poses_port = mapped_port(told, kPosesPort);
  if (poses_port == 0 || poses_port == poses_port_) return;
  poses_port_ = poses_port;
  take_poses_port_(poses_port);
}

void AgonesClient::on_time(Nanoseconds now, const StationCondition& condition) {
  now_ = now;
  was_taken_ = was_taken_ || condition.taken;
  if (calling_ || now < not_before_) return;
  if (!ready_) {
    begin({"POST", "/ready", "{}"}, &AgonesClient::on_ready);
  } else if (was_taken_ && !condition.taken && !condition.draining && !shut_down_) {
    begin({"POST", "/shutdown", "{}"}, &AgonesClient::on_shutdown);
  } else if (condition.healthy && now >= next_health_) {
    next_health_ = now + kBetweenHealth;
    begin({"POST", "/health", "{}"}, &AgonesClient::on_nothing);
  } else if (condition.taken && (state_ == "Ready" || state_ == "Reserved") && now >= next_reservation_) {
    next_reservation_ = now + kBetweenReservations;
    begin({"POST", "/reserve", kReservation}, &AgonesClient::on_nothing);
  } else if (now >= next_look_) {
    next_look_ = now + kBetweenStates;
    begin({"GET", "/gameserver", ""}, &AgonesClient::on_state);
  }
}

}  // namespace drawbar::server
