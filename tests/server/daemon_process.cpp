// A real drawbard in a process of its own, on free ports, with a scene of the tests.
#include "tests/server/daemon_process.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <sstream>
#include <utility>

#include "tests/server/socket_client.h"
#include "tests/support/paths.h"

namespace drawbar::server::test {

TemporaryFolder::TemporaryFolder() {
  static std::atomic<int> count{0};
  path_ = std::filesystem::temp_directory_path() /
          ("drawbar_server_test_" + std::to_string(getpid()) + "_" + std::to_string(count++));
  std::filesystem::create_directories(path_);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string write_file(const std::string& path, const std::string& text) {
  std::ofstream(path) << text;
  return path;
}

std::string pendulum_scene(int period_ms, int timeout_ms) {
  std::string text = R"({
  "name": "driven_pendulum",
  "frame": { "period_ms": PERIOD, "substeps": 8 },
  "formulation": "sequential_impulses_plain",
  "bodies": [
    { "name": "rod", "mass": 2.0, "inertia": [0.17, 0.17, 0.002], "position": [0.5, 0, 2],
      "rotation_deg": [0, 90, 0] },
    { "name": "bob", "mass": 1.0, "position": [1.5, 0, 2], "inertia": [0.01, 0.01, 0.01] }
  ],
  "joints": [
    { "name": "pivot", "type": "revolute", "parent": "world", "child": "rod", "position": [0, 0, 2],
      "axis": [0, 1, 0] },
    { "name": "elbow", "type": "spherical", "parent": "rod", "child": "bob", "position": [1, 0, 2] }
  ],
  "drives": [
    { "name": "motor", "type": "dc_motor", "joint": "pivot", "control": "throttle", "supply_voltage": 24,
      "resistance": 0.299, "inductance": 8.23e-5, "torque_constant": 0.0302, "rotor_inertia": 1.42e-5,
      "coulomb_friction": 0.0041, "current_limit": 40, "gear": { "ratio": 43, "efficiency": 0.72 } }
  ],
  "controls": [ { "name": "throttle", "timeout_ms": TIMEOUT }, { "name": "spare", "timeout_ms": TIMEOUT } ]
})";
  const auto fill_in = [&text](const std::string& what, int value) {
    for (std::size_t at = 0; (at = text.find(what)) != std::string::npos;) {
      text.replace(at, what.size(), std::to_string(value));
    }
  };
  fill_in("PERIOD", period_ms);
  fill_in("TIMEOUT", timeout_ms);
  return text;
}

std::string many_bodies_scene(int count) {
  std::ostringstream text;
  text
      << R"({ "name": "many", "frame": { "substeps": 1 }, "formulation": "sequential_impulses_plain", "bodies": [)";
  for (int i = 0; i < count; ++i) {
    text << (i == 0 ? "" : ",") << R"({ "name": "b)" << i
         << R"(", "mass": 1, "inertia": [1, 1, 1], "position": [)" << i << ", 0, 0] }";
  }
  text << "] }";
  return text.str();
}

DaemonProcess::DaemonProcess(std::vector<std::string> arguments) {
  for (const auto& [option, value] :
       std::vector<std::pair<std::string, std::string>>{{"--port", "0"},
                                                        {"--web-port", "0"},
                                                        {"--realtime", "off"},
                                                        {"--hello-timeout", "600"},
                                                        {"--max-joins", "1000000"}}) {
    if (std::ranges::find(arguments, option) != arguments.end()) continue;
    arguments.insert(arguments.end(), {option, value});
  }
  arguments.insert(arguments.begin(), tests::program("drawbard"));
  std::vector<char*> raw;
  for (std::string& argument : arguments) raw.push_back(argument.data());
  raw.push_back(nullptr);
  const std::string log_file = folder_.file("log");
  int output[2];
  if (pipe2(output, O_CLOEXEC) != 0) return;
  pid_ = fork();
  if (pid_ == 0) {
    dup2(output[1], STDOUT_FILENO);
    const int log = open(log_file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(log, STDERR_FILENO);
    execv(raw[0], raw.data());
    _exit(127);
  }
  close(output[1]);
  output_ = output[0];
  char c = 0;
  while (read(output_, &c, 1) == 1 && c != '\n') ready_line_ += c;
  const auto port_after = [this](const std::string& what) {
    const std::size_t at = ready_line_.find(what);
    if (at == std::string::npos) return std::uint16_t{0};
    // The last colon before the next word: IPv6 addresses have others.
    const std::size_t colon = ready_line_.rfind(':', ready_line_.find(' ', at));
    return static_cast<std::uint16_t>(std::stoi(ready_line_.substr(colon + 1)));
  };
  if (ready_line_.starts_with("ready ")) {
    tcp_port_ = port_after("tcp=");
    udp_port_ = port_after("udp=");
    web_port_ = port_after("web=http");
  }
}

DaemonProcess::~DaemonProcess() {
  if (pid_ > 0) {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  if (output_ >= 0) close(output_);
}

void DaemonProcess::signal(int number) const {
  if (pid_ > 0) kill(pid_, number);  // -1 would be everybody
}

int DaemonProcess::wait() {
  int status = 0;
  waitpid(pid_, &status, 0);
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::size_t DaemonProcess::descriptors() const {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry :
       std::filesystem::directory_iterator("/proc/" + std::to_string(pid_) + "/fd")) {
    ++count;
  }
  return count;
}

std::size_t DaemonProcess::resident_kilobytes() const {
  std::ifstream status("/proc/" + std::to_string(pid_) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmRSS:")) return std::stoul(line.substr(6));
  }
  return 0;
}

std::string DaemonProcess::get(const std::string& path) const {
  SocketClient client(web_port_);
  client.send_text("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  return client.read_to_end();
}

std::string DaemonProcess::log() const {
  std::ifstream file(folder_.file("log"));
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace drawbar::server::test
