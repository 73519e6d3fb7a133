// A real drawbard in a process of its own, on free ports, with a scene of the tests.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace drawbar::server::test {

/// A folder that goes away with the test.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

/// A motor-driven double pendulum with the channels `throttle` and `spare`. Their dead man's timeout is
/// beyond any test's patience unless it is what the test is about.
std::string pendulum_scene(int period_ms = 40, int timeout_ms = 600'000);
/// So many free bodies, for load.
std::string many_bodies_scene(int count);

std::string write_file(const std::string& path, const std::string& text);

class DaemonProcess {
 public:
  /// Starts it; waits for its ready line or its end. Unless told otherwise: on free ports, and patient with
  /// whoever is slow to say Hello.
  explicit DaemonProcess(std::vector<std::string> arguments);
  ~DaemonProcess();
  DaemonProcess(const DaemonProcess&) = delete;
  DaemonProcess& operator=(const DaemonProcess&) = delete;

  bool ready() const { return tcp_port_ != 0; }
  std::uint16_t tcp_port() const { return tcp_port_; }
  std::uint16_t udp_port() const { return udp_port_; }
  std::uint16_t web_port() const { return web_port_; }
  pid_t pid() const { return pid_; }
  const std::string& ready_line() const { return ready_line_; }

  void signal(int number) const;
  /// Waits for its end; the exit code, or -1 if a signal killed it.
  int wait();
  /// Open descriptors of the process.
  std::size_t descriptors() const;
  /// Its memory that is in use now.
  std::size_t resident_kilobytes() const;
  /// The answer of the web port, with its head.
  std::string get(const std::string& path) const;
  /// What it wrote to stderr so far.
  std::string log() const;

 private:
  TemporaryFolder folder_;
  pid_t pid_ = -1;
  int output_ = -1;
  std::string ready_line_;
  std::uint16_t tcp_port_ = 0;
  std::uint16_t udp_port_ = 0;
  std::uint16_t web_port_ = 0;
};

}  // namespace drawbar::server::test
