// Clients of every released version of the protocol, kept byte by byte, are served as they were.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/server/daemon_fixture.h"
#include "tests/support/paths.h"

namespace drawbar::server::test {
namespace {

std::filesystem::path folder() {
  return tests::source_folder() / "tests/server/kept_clients";
}

std::vector<std::string> versions() {
  std::vector<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(folder())) {
    names.push_back(file.path().stem().string());
  }
  std::ranges::sort(names);
  return names;
}

void append_hex(protocol::Bytes& bytes, const std::string& text) {
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    for (std::size_t i = 0; i < word.size(); i += 2)
      bytes.push_back(static_cast<std::byte>(std::stoi(word.substr(i, 2), nullptr, 16)));
  }
}

/// The number that its answer will carry.
std::uint32_t request_of(const protocol::Bytes& message) {
  const auto decoded = protocol::decode_client_message(message);
  EXPECT_TRUE(decoded);
  return decoded ? (*decoded)->request() : 0;
}

/// Skips what else a server sends: the name of the message that was waited for, or the code of an Error.
std::string next(SocketClient& client, const std::string& wanted, std::uint32_t request) {
  for (int i = 0; i < kPatienceMessages; ++i) {
    const auto message = client.receive();
    if (!message) return "the end";
    if (const auto* error = (*message)->body_as_Error()) {
      return std::string("Error ") + stream::EnumNameErrorCode(error->code());
    }
    const std::string name = stream::EnumNameServerBody((*message)->body_type());
    const auto* reply = (*message)->body_as_Reply();
    if (name == wanted && (reply == nullptr || reply->request() == request)) return name;
  }
  return "nothing of the kind";
}

class KeptClient : public Daemon, public testing::WithParamInterface<std::string> {};

TEST_P(KeptClient, IsServedAsItWas) {
  start();
  SocketClient client(daemon_->tcp_port());
  std::ifstream file(folder() / (GetParam() + ".txt"));
  protocol::Bytes message;
  std::uint32_t request = 0;
  std::string what;
  int exchanges = 0;
  const auto send = [&] {
    if (message.empty()) return;
    request = request_of(message);
    client.send_message(std::exchange(message, {}));
  };
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#")) {
      send();
      what = line.substr(2);
    } else if (line.starts_with("> ") || line.starts_with("  ")) {
      append_hex(message, line.substr(2));
    } else if (line.starts_with("< ")) {
      send();
      ASSERT_EQ(next(client, line.substr(2), request), line.substr(2)) << what;
      ++exchanges;
    }
  }
  send();
  EXPECT_GE(exchanges, 20);
  EXPECT_EQ(next(client, "", 0), "the end") << "after good-bye it is closed";
}

INSTANTIATE_TEST_SUITE_P(Of, KeptClient, testing::ValuesIn(versions()), [](const auto& version) {
  return "Version" + version.param.substr(0, 1) + "_" + version.param.substr(2);
});

}  // namespace
}  // namespace drawbar::server::test
