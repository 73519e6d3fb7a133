// What Agones' side-car is told and when, instant by instant: the side-car is the test itself.
#include "server/agones/agones_client.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace drawbar::server::test {
namespace {

const char* const kPortVariable = "AGONES_SDK_HTTP_PORT";
constexpr Nanoseconds kStep = kMillisecond;

std::string server_state(const std::string& state, const std::string& ports = "[]") {
  return R"({"status": {"state": ")" + state + R"(", "ports": )" + ports + "}}";
}

class AgonesStation : public testing::Test {
 protected:
  AgonesStation() {
    acceptor_.non_blocking(true);
    setenv(kPortVariable, std::to_string(acceptor_.local_endpoint().port()).c_str(), 1);
    client_ = std::move(
        *AgonesClient::open(context_, [this](std::uint16_t port) { poses_ports_.push_back(port); }));
  }
  ~AgonesStation() override { unsetenv(kPortVariable); }

  /// What is begun at this instant, answered so: method, target and body; empty: nothing.
  std::string at(Nanoseconds now, const StationCondition& condition, const std::string& answer = "{}",
                 int status = 200) {
    client_->on_time(now, condition);
    tcp::socket peer(side_car_context_);
    ErrorCode none;
    acceptor_.accept(peer, none);
    if (none) return "";
    const std::string request = read(peer);
    asio::write(peer, asio::buffer("HTTP/1.1 " + std::to_string(status) + " Said\r\nContent-Length: " +
                                   std::to_string(answer.size()) + "\r\n\r\n" + answer));
    peer.close();
    finish();
    const std::size_t head = request.find("\r\n\r\n");
    EXPECT_EQ(request.substr(request.find(" HTTP/1.1\r\n"), head - request.find(" HTTP/1.1\r\n")),
              " HTTP/1.1\r\nHost: localhost:" + std::string(std::getenv(kPortVariable)) +
                  "\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: " +
                  std::to_string(request.size() - head - 4));
    return request.substr(0, request.find(" HTTP/1.1")) + " " + request.substr(head + 4);
  }

  /// A side-car that closes without a word.
  void hang_up(Nanoseconds now, const StationCondition& condition) {
    client_->on_time(now, condition);
    tcp::socket peer(side_car_context_);
    ErrorCode none;
    acceptor_.accept(peer, none);
    ASSERT_FALSE(none);
    read(peer);
    peer.close();
    finish();
  }

  void finish() {
    context_.restart();
    context_.run();
  }

  asio::io_context context_, side_car_context_;
  tcp::acceptor acceptor_{side_car_context_, tcp::endpoint(asio::ip::address_v4::loopback(), 0)};
  std::unique_ptr<AgonesClient> client_;
  std::vector<std::uint16_t> poses_ports_;

 private:
  std::string read(tcp::socket& peer) {
    peer.non_blocking(true);
    std::string request;
    while (true) {
      context_.restart();
      context_.poll();
      char bytes[512];
      ErrorCode error;
      request.append(bytes, peer.read_some(asio::buffer(bytes), error));
      const std::size_t head = request.find("\r\n\r\n");
      if (head == std::string::npos) continue;
      const std::size_t length = request.find("Content-Length: ");
      if (length == std::string::npos || request.size() >= head + 4 + std::stoul(request.substr(length + 16)))
        break;
    }
    peer.non_blocking(false);
    return request;
  }
};

constexpr StationCondition kIdle{.healthy = true, .taken = false, .draining = false};
constexpr StationCondition kTaken{.healthy = true, .taken = true, .draining = false};

TEST_F(AgonesStation, IsReadyOnceThenAliveEveryTwoSecondsAndLooksEverySecond) {
  EXPECT_FALSE(client_->up());
  EXPECT_EQ(at(0, {}), "POST /ready {}") << "ready is it before its frames come";
  EXPECT_TRUE(client_->up());
  EXPECT_EQ(at(kStep, {}, server_state("Ready")), "GET /gameserver ") << "no sign of life without frames";
  EXPECT_EQ(client_->state(), "Ready");
  EXPECT_EQ(at(2 * kStep, kIdle), "POST /health {}");
  EXPECT_EQ(at(3 * kStep, kIdle), "");
  EXPECT_EQ(at(kStep + kSecond - 1, kIdle), "");
  EXPECT_EQ(at(kStep + kSecond, kIdle, server_state("Ready")), "GET /gameserver ");
  EXPECT_EQ(at(2 * kStep + 2 * kSecond - 1, kIdle, server_state("Ready")), "GET /gameserver ");
  EXPECT_EQ(at(2 * kStep + 2 * kSecond, kIdle), "POST /health {}");
  EXPECT_EQ(client_->failures(), 0u);
}

TEST_F(AgonesStation, IsReservedEveryTenSecondsWhileSomebodyIsInWhomAgonesDidNotSend) {
  EXPECT_EQ(at(0, kIdle), "POST /ready {}");
  EXPECT_EQ(at(1, kIdle), "POST /health {}");
  EXPECT_EQ(at(2, kTaken, server_state("Scheduled")), "GET /gameserver ");
  EXPECT_EQ(at(3, kTaken), "") << "it may become whatever Agones makes of it";
  EXPECT_EQ(at(2 + kSecond, kTaken, server_state("Ready")), "GET /gameserver ");
  EXPECT_EQ(at(3 + kSecond, kTaken), R"(POST /reserve {"seconds": "30"})");
  EXPECT_EQ(at(2 + 2 * kSecond, kTaken), "POST /health {}");
  EXPECT_EQ(at(3 + 2 * kSecond, kTaken, server_state("Reserved")), "GET /gameserver ");
  Nanoseconds now = 3 + 11 * kSecond - 1;
  EXPECT_EQ(at(now, kTaken), "POST /health {}");
  EXPECT_EQ(at(now, kTaken, server_state("Reserved")), "GET /gameserver ");
  EXPECT_EQ(at(now, kTaken), "");
  EXPECT_EQ(at(++now, kTaken), R"(POST /reserve {"seconds": "30"})");
  now += 20 * kSecond;
  EXPECT_EQ(at(now, kTaken), "POST /health {}");
  EXPECT_EQ(at(now, {.healthy = true, .taken = false, .draining = true}, server_state("Ready")),
            "GET /gameserver ")
      << "nobody is in, and draining it ends by itself";
}

TEST_F(AgonesStation, ThatAgonesGaveAwayIsNotReserved) {
  EXPECT_EQ(at(0, kIdle), "POST /ready {}");
  EXPECT_EQ(at(1, kIdle), "POST /health {}");
  EXPECT_EQ(at(2, kIdle, server_state("Allocated")), "GET /gameserver ");
  EXPECT_EQ(at(3, kTaken), "");
}

TEST_F(AgonesStation, EndsOnceAfterTheLastHasLeftButNotWhileItDrains) {
  EXPECT_EQ(at(0, kTaken), "POST /ready {}");
  EXPECT_EQ(at(1, {.healthy = false, .taken = false, .draining = true}, server_state("Ready")),
            "GET /gameserver ");
  EXPECT_EQ(at(2, kIdle), "POST /shutdown {}") << "before any sign of life";
  EXPECT_EQ(at(3, kIdle), "POST /health {}");
  EXPECT_EQ(at(4, kIdle), "") << "once";
  EXPECT_EQ(at(5, kTaken), R"(POST /reserve {"seconds": "30"})");
  EXPECT_EQ(at(6, kIdle), "") << "once for all";
}

TEST_F(AgonesStation, ANewStationNobodyWasInDoesNotEnd) {
  EXPECT_EQ(at(0, kIdle), "POST /ready {}");
  EXPECT_EQ(at(1, kIdle), "POST /health {}");
  EXPECT_EQ(at(2, kIdle, server_state("Ready")), "GET /gameserver ");
  EXPECT_EQ(at(3, kIdle), "");
}

TEST_F(AgonesStation, AFailedCallIsMadeAgainASecondLater) {
  EXPECT_EQ(at(kSecond, kIdle, "{}", 500), "POST /ready {}");
  EXPECT_FALSE(client_->up());
  EXPECT_EQ(client_->failures(), 1u);
  EXPECT_EQ(at(2 * kSecond - 1, kIdle), "");
  EXPECT_EQ(at(2 * kSecond, kIdle, "{}", 200), "POST /ready {}");
  EXPECT_TRUE(client_->up());
  hang_up(2 * kSecond + 1, kIdle);
  EXPECT_EQ(client_->failures(), 2u);
  EXPECT_FALSE(client_->up());
  EXPECT_EQ(at(3 * kSecond, kIdle), "");
  EXPECT_EQ(at(3 * kSecond + 1, kIdle, server_state("Ready")), "GET /gameserver ")
      << "the sign of life had its turn";
  EXPECT_TRUE(client_->up());
  EXPECT_EQ(client_->failures(), 2u);
}

TEST_F(AgonesStation, NobodyThereIsAFailure) {
  acceptor_.close();
  client_->on_time(0, kIdle);
  finish();
  EXPECT_EQ(client_->failures(), 1u);
  EXPECT_FALSE(client_->up());
}

TEST_F(AgonesStation, OneCallIsUnderWayAtATime) {
  client_->on_time(0, kIdle);
  EXPECT_EQ(at(1, kIdle), "POST /ready {}") << "the one that waits";
  EXPECT_EQ(at(2, kIdle), "POST /health {}");
}

TEST_F(AgonesStation, TakesTheNodesPortForPosesWhenItIsToldAndWhenItChanges) {
  auto look = [&, now = Nanoseconds{0}](const std::string& answer) mutable {
    now += kSecond;
    return at(now, {}, answer);
  };
  const std::string both = R"([{"name": "drawbar", "port": 7000}, {"name": "poses", "port": 7001}])";
  EXPECT_EQ(look("{}"), "POST /ready {}");
  for (const std::string& ports :
       {std::string("[]"), both, both, std::string(R"([{"name": "poses", "port": 7002}])"),
        std::string(R"([7, {"port": 1}, {"name": 3, "port": 1}, {"name": "poses"}])"),
        std::string(R"([{"name": "poses", "port": 70000}])"),
        std::string(R"([{"name": "poses", "port": "x"}])"), std::string("{}"), both}) {
    EXPECT_EQ(look(server_state("Ready", ports)), "GET /gameserver ");
  }
  EXPECT_EQ(poses_ports_, (std::vector<std::uint16_t>{7001, 7002, 7001}));
  EXPECT_EQ(client_->failures(), 0u);
}

TEST_F(AgonesStation, AnAnswerWithoutAStateIsAFailureAndTheStateStays) {
  Nanoseconds now = 0;
  EXPECT_EQ(at(now, {}), "POST /ready {}");
  EXPECT_EQ(at(now += kSecond, {}, server_state("Ready")), "GET /gameserver ");
  std::uint64_t failures = 0;
  for (const char* answer : {"", "{", "[]", "{}", R"({"status": {}})", R"({"status": {"state": 3}})"}) {
    EXPECT_EQ(at(now += 2 * kSecond, {}, answer), "GET /gameserver ");
    EXPECT_EQ(client_->failures(), ++failures) << answer;
    EXPECT_EQ(client_->state(), "Ready");
  }
}

TEST(AgonesPort, IsTheOneOfItsVariable) {
  asio::io_context context;
  for (const char* wrong : {"", "0", "65536", "http", "1 "}) {
    setenv(kPortVariable, wrong, 1);
    const auto client = AgonesClient::open(context, [](std::uint16_t) {});
    ASSERT_FALSE(client.has_value()) << wrong;
    EXPECT_EQ(client.error().kind, ErrorKind::usage);
    EXPECT_EQ(client.error().text,
              std::string("--agones: AGONES_SDK_HTTP_PORT is '") + wrong + "'; allowed: a port, 1 to 65535");
  }
  unsetenv(kPortVariable);
  EXPECT_TRUE(AgonesClient::open(context, [](std::uint16_t) {}).has_value());
}

}  // namespace
}  // namespace drawbar::server::test
