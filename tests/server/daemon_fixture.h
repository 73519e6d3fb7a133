// A daemon that serves the driven pendulum, and people at it.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/server/daemon_process.h"
#include "tests/server/socket_client.h"

namespace drawbar::server::test {

class Daemon : public testing::Test {
 protected:
  void start(std::vector<std::string> arguments = {}, const std::string& scene = pendulum_scene()) {
    arguments.insert(arguments.begin(), write_file(scene_file_, scene));
    daemon_ = std::make_unique<DaemonProcess>(std::move(arguments));
    ASSERT_TRUE(daemon_->ready()) << daemon_->log();
  }

  std::unique_ptr<SocketClient> joined(control::Role role, const std::string& name = "test") {
    auto client = std::make_unique<SocketClient>(daemon_->tcp_port());
    EXPECT_TRUE(client->join(role, name)) << daemon_->log();
    return client;
  }

  /// An operator that holds every channel.
  std::unique_ptr<SocketClient> driver() {
    auto client = joined(control::Role::Operator, "driver");
    client->send(control::TakeControlT{}, 1);
    EXPECT_TRUE(client->answered(1));
    return client;
  }

  TemporaryFolder folder_;
  std::string scene_file_ = folder_.file("scene.json");
  std::unique_ptr<DaemonProcess> daemon_;
};

/// A Control of channel 0.
inline control::ControlT throttle(std::uint64_t sequence, double value) {
  control::ControlT message;
  message.sequence = sequence;
  message.values.emplace_back(0u, value);
  return message;
}

}  // namespace drawbar::server::test
