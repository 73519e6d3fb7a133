// What systemd is told, datagram by datagram.
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

#include "server/system/notify.h"
#include "tests/server/daemon_process.h"

namespace drawbar::server::test {
namespace {

/// A socket as systemd's, and the environment that names it.
class ServiceManager : public testing::Test {
 protected:
  ~ServiceManager() override {
    unsetenv("NOTIFY_SOCKET");
    unsetenv("WATCHDOG_USEC");
    if (socket_ >= 0) close(socket_);
  }
  /// `name`: a path, or @ and a name that no file has.
  void listen(const std::string& name) {
    socket_ = socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, name.data(), name.size());
    if (name.front() == '@') address.sun_path[0] = '\0';
    const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
    ASSERT_EQ(bind(socket_, reinterpret_cast<const sockaddr*>(&address), length), 0) << std::strerror(errno);
    setenv("NOTIFY_SOCKET", name.c_str(), 1);
  }
  /// The next datagram; "" when there is none.
  std::string heard() const {
    char text[256];
    const ssize_t size = recv(socket_, text, sizeof text, 0);
    return size < 0 ? std::string() : std::string(text, static_cast<std::size_t>(size));
  }

  TemporaryFolder folder_;
  int socket_ = -1;
};

TEST_F(ServiceManager, IsToldOverAPathOrANameWithoutAFile) {
  for (const std::string& name : {folder_.file("notify"), "@drawbar-test-" + std::to_string(getpid())}) {
    listen(name);
    const Notify notify;
    notify.send("READY=1\nSTATUS=serving");
    notify.send("STOPPING=1");
    EXPECT_EQ(heard(), "READY=1\nSTATUS=serving") << name;
    EXPECT_EQ(heard(), "STOPPING=1") << name;
    EXPECT_EQ(heard(), "");
    close(std::exchange(socket_, -1));
  }
}

TEST_F(ServiceManager, HearsASignOfLifeInEachThirdOfItsTime) {
  listen(folder_.file("notify"));
  setenv("WATCHDOG_USEC", "3000000", 1);
  Notify notify;
  const Nanoseconds begin = 100 * kSecond;
  const auto told_after = [&](Nanoseconds passed) {
    notify.alive(begin + passed);
    return heard();
  };
  EXPECT_EQ(told_after(0), "WATCHDOG=1");
  EXPECT_EQ(told_after(kSecond - 1), "");
  EXPECT_EQ(told_after(kSecond), "WATCHDOG=1");
  EXPECT_EQ(told_after(2 * kSecond - 1), "");
  EXPECT_EQ(told_after(5 * kSecond), "WATCHDOG=1");
  EXPECT_EQ(told_after(6 * kSecond - 1), "") << "counted from when it was told";
}

TEST_F(ServiceManager, ThatWatchesNotHearsNoSignOfLife) {
  listen(folder_.file("notify"));
  for (const char* time : {"", "0", "-5", "none"}) {
    setenv("WATCHDOG_USEC", time, 1);
    Notify notify;
    notify.alive(100 * kSecond);
    EXPECT_EQ(heard(), "") << time;
  }
}

TEST_F(ServiceManager, ThatIsNotNamedIsToldNothing) {
  listen(folder_.file("notify"));
  for (const char* name : {"", "@"}) {
    setenv("NOTIFY_SOCKET", name, 1);
    Notify().send("READY=1");
    EXPECT_EQ(heard(), "") << name;
  }
  unsetenv("NOTIFY_SOCKET");
  Notify().send("READY=1");
  EXPECT_EQ(heard(), "");
}

}  // namespace
}  // namespace drawbar::server::test
