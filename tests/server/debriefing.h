// A session that is recorded, and then served as a replay by another process.
#pragma once

#include <gtest/gtest.h>

#include <csignal>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/server/daemon_fixture.h"

namespace drawbar::server::test {

class Debriefing : public Daemon {
 protected:
  /// Ends the session that is being recorded, and serves it.
  std::unique_ptr<SocketClient> replay() {
    daemon_->signal(SIGTERM);
    EXPECT_EQ(daemon_->wait(), 0);
    daemon_ =
        std::make_unique<DaemonProcess>(std::vector<std::string>{"--replay", file_, "--start", "frozen"});
    EXPECT_TRUE(daemon_->ready()) << daemon_->log();
    auto viewer = std::make_unique<SocketClient>(daemon_->tcp_port());
    welcome_ = viewer->join(control::Role::Instructor);
    EXPECT_TRUE(welcome_);
    return viewer;
  }

  void wait_for_frame(SocketClient& client, std::uint32_t branch, std::uint64_t frame) {
    ASSERT_TRUE(client.receive_until<stream::FrameT>(
        [&](const auto& f) { return f.stamp->branch() == branch && f.stamp->frame() >= frame; }));
  }

  static control::SeekT to(std::uint32_t branch, std::uint64_t frame) {
    control::SeekT seek;
    seek.branch = branch;
    seek.frame = frame;
    return seek;
  }

  std::string file_ = folder_.file("session.mcap");
  std::optional<stream::WelcomeT> welcome_;
};

}  // namespace drawbar::server::test
