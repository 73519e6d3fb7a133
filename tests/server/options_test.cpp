// What the command line and the configuration file may say.
#include "server/options.h"

#include <gtest/gtest.h>

#include "tests/server/daemon_process.h"

namespace drawbar::server::test {
namespace {

Result<std::optional<Options>> parse(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "drawbard");
  std::vector<char*> raw;
  for (std::string& argument : arguments) raw.push_back(argument.data());
  return parse_options(static_cast<int>(raw.size()), raw.data());
}

class ConfigFile : public testing::Test {
 protected:
  std::string config(const std::string& text) { return write_file(folder_.file("drawbar.json"), text); }

  TemporaryFolder folder_;
};

TEST_F(ConfigFile, SaysEverythingThatFlagsSay) {
  const auto options = parse({"--config", config(R"({
    // what the trainer of hall 2 runs
    "scene": "trainer.json", "record": "session.mcap", "force": true,
    "port": 4141, "web-port": 8141, "bind": "::", "token-file": "tokens", "web-host": ["trainer", "hall2"],
    "web-origin": ["console"],
    "tls-cert": "cert.pem", "tls-key": "key.pem", "multicast": "[ff15::1]:4041",
    "cigi": ["ig1:8000", "ig2:8000"], "cigi-port": 8011, "cigi-pacing": "sync",
    "start": "frozen", "governor": false, "snapshot-interval": 2.5, "rewind-memory": 64,
    "realtime": "require", "priority": 60, "cpu": 1, "spin-us": 100,
    "max-clients": 12, "max-clients-per-address": 5, "max-joins": 2.5, "hello-timeout": 3, "stall-timeout": 7.5, "resume-timeout": 60, "log-level": "warning",
  })")});
  ASSERT_TRUE(options) << options.error().text;
  const Options& o = **options;
  EXPECT_EQ(o.scene, "trainer.json");
  EXPECT_EQ(o.record, "session.mcap");
  EXPECT_TRUE(o.force);
  EXPECT_EQ(o.port, 4141);
  EXPECT_EQ(o.web_port, 8141);
  EXPECT_EQ(o.bind, "::");
  EXPECT_EQ(o.token_file, "tokens");
  EXPECT_EQ(o.web_hosts, (std::vector<std::string>{"trainer", "hall2"}));
  EXPECT_EQ(o.web_origins, std::vector<std::string>{"console"});
  EXPECT_EQ(o.tls_certificate, "cert.pem");
  EXPECT_EQ(o.tls_key, "key.pem");
  EXPECT_EQ(o.multicast, "[ff15::1]:4041");
  EXPECT_EQ(o.image_generators, (std::vector<std::string>{"ig1:8000", "ig2:8000"}));
  EXPECT_EQ(o.cigi_port, 8011);
  EXPECT_EQ(o.cigi_pacing, CigiPacing::synchronous);
  EXPECT_EQ(o.start, StartMode::frozen);
  EXPECT_FALSE(o.governor);
  EXPECT_EQ(o.snapshot_interval, 2.5);
  EXPECT_EQ(o.rewind_memory, 64u);
  EXPECT_EQ(o.realtime.mode, RealtimeMode::require);
  EXPECT_EQ(o.realtime.priority, 60);
  EXPECT_EQ(o.realtime.cpu, 1);
  EXPECT_EQ(o.spin_us, 100);
  EXPECT_EQ(o.most_clients, 12u);
  EXPECT_EQ(o.most_from_an_address, 5u);
  EXPECT_EQ(o.most_joins, 2.5);
  EXPECT_EQ(o.hello_timeout, 3);
  EXPECT_EQ(o.stall_timeout, 7.5);
  EXPECT_EQ(o.resume_timeout, 60);
  EXPECT_EQ(o.log_level, "warning");
}

TEST_F(ConfigFile, SaysWhatIsReplayed) {
  const auto options = parse({"--config", config(R"({ "replay": "session.mcap" })")});
  ASSERT_TRUE(options) << options.error().text;
  EXPECT_EQ((*options)->replay, "session.mcap");
}

TEST_F(ConfigFile, CommandLineWins) {
  const auto options =
      parse({"other.json", "--port", "5000", "--config", config(R"({ "scene": "a.json", "port": 4141 })")});
  ASSERT_TRUE(options) << options.error().text;
  EXPECT_EQ((*options)->scene, "other.json");
  EXPECT_EQ((*options)->port, 5000);
}

TEST_F(ConfigFile, WhatIsWrongIsRefusedNamingIt) {
  const std::vector<std::pair<std::string, std::string>> wrong{
      {R"({ "scene": "a.json", "prot": 1 })", ": no option is called \"prot\""},
      {R"({ "scene": "a.json", "port": "often" })", ": --port: Value often not in range"},
      {"{ \"scene\": \"a.json\",\n \"port\": { \"tcp\": 1 } }", ":2: port: a string, a number"},
      {R"({ "scene": "a.json", "port": [1, [2]] })", ":1: port: a string, a number"},
      {R"({ "scene": "a.json", "start": "soon" })", ": --start: "},
      {"{ \"scene\": \"a.json\",\n// now\n \"port\": 1, \"scene\": \"b.json\" }",
       ":3: scene: is given twice; allowed: each key once"},
      {R"([ "scene" ])", ":1: must be one JSON object"},
      {"\"scene\"", ":1: must be one JSON object"},
      {"", ":1: is not JSON"},
      {"{} {}", ":1: is not JSON"},
      {"{ \"scene\":\n", ":2: is not JSON"}};
  for (const auto& [text, named] : wrong) {
    const auto options = parse({"--config", config(text)});
    ASSERT_FALSE(options) << text;
    EXPECT_EQ(options.error().kind, ErrorKind::usage);
    EXPECT_EQ(options.error().text.find(folder_.file("drawbar.json") + named), 0u) << options.error().text;
  }
  EXPECT_FALSE(parse({"--config", folder_.file("nowhere.json")}));
  const auto by_hand =
      parse({"--port", "often", "--config", config(R"({ "scene": "a.json", "port": 4041 })")});
  ASSERT_FALSE(by_hand);
  EXPECT_EQ(by_hand.error().text.find("drawbar.json"), std::string::npos)
      << "it is the command line that is wrong";
}

}  // namespace
}  // namespace drawbar::server::test
