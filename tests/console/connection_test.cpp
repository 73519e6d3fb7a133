#include "tools/client/connection.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <future>
#include <string>
#include <utility>

#include "tests/support/server_by_hand.h"

namespace drawbar::tools {
namespace {

TEST(Endpoint, ReadsHostPortAndIpv6) {
  EXPECT_EQ(to_string(parse_endpoint("trainer").value()), "trainer:4040");
  EXPECT_EQ(to_string(parse_endpoint("10.0.0.2:99").value()), "10.0.0.2:99");
  EXPECT_EQ(to_string(parse_endpoint("[::1]:5000").value()), "[::1]:5000");
  EXPECT_EQ(to_string(parse_endpoint("[::1]").value()), "[::1]:4040");
}

TEST(Endpoint, RefusesWhatIsNone) {
  for (const char* text : {"", ":4040", "host:", "host:0", "host:65536", "host:12x", "[::1", "[::1]x",
                           "[::1]4041", "::1:4040"}) {
    const Result<Endpoint> endpoint = parse_endpoint(text);
    ASSERT_FALSE(endpoint) << text;
    EXPECT_EQ(endpoint.error().kind, ErrorKind::usage);
  }
}

TEST(Connection, SaysThatNobodyAnswers) {
  ConnectionOptions options;
  options.endpoint.port = 1;
  const Result<Connection> connection = Connection::open(options);
  ASSERT_FALSE(connection);
  EXPECT_EQ(connection.error().kind, ErrorKind::environment);
  EXPECT_NE(connection.error().text.find("127.0.0.1:1"), std::string::npos);
}

// Commands look at these without asking.
TEST(Connection, IsRefusedByAWelcomeThatLacksWhatEveryServerGives) {
  const auto opened_by = [](stream::WelcomeT welcome) {
    tests::ServerByHand server;
    ConnectionOptions options;
    options.endpoint.port = server.port();
    auto connection = std::async(std::launch::async, [&] { return Connection::open(options); });
    server.say(std::move(welcome));
    return connection.get().map([](const Connection& open) { return open.session(); });
  };
  EXPECT_EQ(opened_by(tests::whole_welcome()), 1u);
  const std::pair<const char*, void (*)(stream::WelcomeT&)> parts[] = {
      {"scene", [](stream::WelcomeT& welcome) { welcome.scene.reset(); }},
      {"stamp", [](stream::WelcomeT& welcome) { welcome.stamp.reset(); }},
      {"resume_key", [](stream::WelcomeT& welcome) { welcome.resume_key.reset(); }}};
  for (const auto& [part, leave_out] : parts) {
    stream::WelcomeT welcome = tests::whole_welcome();
    leave_out(welcome);
    const auto session = opened_by(std::move(welcome));
    ASSERT_FALSE(session) << part;
    EXPECT_EQ(session.error().kind, ErrorKind::environment);
    EXPECT_NE(session.error().text.find("Welcome has no " + std::string(part)), std::string::npos)
        << session.error().text;
  }
}

class Token : public testing::Test {
 protected:
  Result<std::string> read(const std::string& text, control::Role role) {
    std::ofstream(path_) << text;
    return read_token(path_, role);
  }
  ~Token() override { std::remove(path_.c_str()); }

 private:
  // Tests of one program run side by side.
  std::string path_ = testing::TempDir() + "drawbar_token_" + std::to_string(getpid());
};

TEST_F(Token, IsTheLowestThatSufficesForTheRole) {
  const std::string file = "# trainer 3\nviewer aaaaaaaa\ninstructor cccccccc # boss\n\noperator bbbbbbbb\n";
  EXPECT_EQ(read(file, control::Role::Viewer).value(), "aaaaaaaa");
  EXPECT_EQ(read(file, control::Role::Operator).value(), "bbbbbbbb");
  EXPECT_EQ(read(file, control::Role::Instructor).value(), "cccccccc");
  EXPECT_EQ(read("instructor cccccccc", control::Role::Viewer).value(), "cccccccc");
}

TEST_F(Token, AloneIsForEveryRole) {
  EXPECT_EQ(read("12345678\n", control::Role::Instructor).value(), "12345678");
}

TEST_F(Token, MissingForTheRoleIsOneClearError) {
  const Result<std::string> token = read("viewer aaaaaaaa\n", control::Role::Operator);
  ASSERT_FALSE(token);
  EXPECT_EQ(token.error().kind, ErrorKind::usage);
  const Result<std::string> nowhere = read_token("/nonexistent/token", control::Role::Viewer);
  ASSERT_FALSE(nowhere);
  EXPECT_NE(nowhere.error().text.find("/nonexistent/token"), std::string::npos);
}

}  // namespace
}  // namespace drawbar::tools
