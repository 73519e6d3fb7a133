// drawbar_load: many clients on a running drawbard for a while, and what that did to frames and latency.
//   drawbar_load --port 4040 --web-port 8040 --pid PID --seconds 60 --tcp 64 --web 8 --operators 4 --churn 5
//   --noise 2
#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <fstream>
#include <memory>
#include <random>
#include <thread>
#include <vector>

#include "server/loop/clock.h"
#include "tests/server/socket_client.h"

namespace drawbar::server::test {
namespace {

struct Load {
  std::uint16_t port = 4040;
  std::uint16_t web_port = 8040;
  int pid = 0;
  int seconds = 60;
  int tcp = 64;
  int web = 8;
  int operators = 4;
  int churn = 5;  ///< connects and disconnects per second
  int noise = 2;  ///< connections of random bytes per second
};

/// Milliseconds, gathered and summed up at the end.
class Durations {
 public:
  void add(Nanoseconds duration) { values_.push_back(static_cast<double>(duration) / 1e6); }
  void print(const char* what) {
    if (values_.empty()) return;
    std::ranges::sort(values_);
    const auto at = [this](double p) {
      return values_[static_cast<std::size_t>(p * static_cast<double>(values_.size() - 1))];
    };
    std::printf("%-44s n %8zu   p50 %7.3f   p99 %7.3f   p99.9 %7.3f   max %7.3f ms\n", what, values_.size(),
                at(0.5), at(0.99), at(0.999), values_.back());
  }

 private:
  std::vector<double> values_;
};

/// A viewer, counting what it misses.
struct Viewer {
  std::unique_ptr<SocketClient> connection;
  std::uint64_t last_frame = 0;
  std::uint64_t frames = 0;
  std::uint64_t lost = 0;

  void saw(std::uint64_t frame) {
    if (last_frame != 0 && frame > last_frame + 1) lost += frame - last_frame - 1;
    if (frame > last_frame) ++frames;
    last_frame = std::max(last_frame, frame);
  }
};

std::string http_get(std::uint16_t port, const std::string& path) {
  SocketClient client(port);
  client.send_text("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  return client.read_to_end();
}

double metric(const std::string& text, const std::string& name) {
  const std::size_t at = text.find("\n" + name + " ");
  return at == std::string::npos ? 0 : std::stod(text.substr(at + name.size() + 2));
}

long resident_kilobytes(int pid) {
  std::ifstream status("/proc/" + std::to_string(pid) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmRSS:")) return std::stol(line.substr(6));
  }
  return 0;
}

/// Sleeps to a 40 ms grid and does nothing: how late this machine wakes anybody.
void idle_timer(const std::atomic<bool>& stop, Durations& lateness) {
  Nanoseconds next = monotonic_now();
  while (!stop) {
    next += 40 * kMillisecond;
    sleep_until(next, 0);
    lateness.add(monotonic_now() - next);
    next = std::max(next, monotonic_now() - 40 * kMillisecond);
  }
}

void view(Viewer& viewer, const std::atomic<bool>& stop, Durations* transit) {
  while (!stop) {
    const auto frame = viewer.connection->receive_body<stream::FrameT>();
    if (!frame) return;
    viewer.saw(frame->stamp->frame());
    if (transit != nullptr) {
      transit->add(monotonic_now() - static_cast<Nanoseconds>(frame->stamp->monotonic_ns()) +
                   40 * kMillisecond);
    }
  }
}

void drive(std::uint16_t port, const std::atomic<bool>& stop, Durations& latency) {
  SocketClient client(port);
  if (!client.join(control::Role::Operator, "load")) return;
  client.send(control::TakeControlT{}, 1);
  const bool holds = client.answered(1);
  std::uint64_t sequence = 0;
  Nanoseconds sent = 0;
  while (!stop) {
    if (sent == 0) {
      control::ControlT message;
      message.sequence = ++sequence;
      if (holds) message.values.emplace_back(0u, static_cast<double>(sequence % 20) / 20);
      sent = monotonic_now();
      client.send(std::move(message));
    }
    const auto telemetry = client.receive_body<stream::TelemetryT>();
    if (!telemetry) return;
    if (!holds) {
      sent = 0;
    } else if (!telemetry->control_sequences.empty() && telemetry->control_sequences[0] >= sequence) {
      latency.add(monotonic_now() - sent);
      sent = 0;
    }
  }
}

void disturb(const Load& load, const std::atomic<bool>& stop) {
  std::mt19937 random(1);
  const int per_second = std::max(1, load.churn + load.noise);
  for (int i = 0; !stop; ++i) {
    SocketClient client(load.port);
    if (i % per_second < load.noise) {
      protocol::Bytes noise(16'384);
      std::ranges::generate(noise, [&random] { return static_cast<std::byte>(random()); });
      client.send_raw(noise);
    } else {
      client.join(control::Role::Viewer, "churn");
    }
    sleep_until(monotonic_now() + kSecond / per_second, 0);
  }
}

int run(const Load& load) {
  const std::string before = http_get(load.web_port, "/metrics");
  if (!before.starts_with("HTTP/1.1 200")) {
    std::fprintf(stderr, "drawbar_load: no drawbard at web port %d\n", load.web_port);
    return 3;
  }
  const long memory_before = resident_kilobytes(load.pid);
  std::atomic<bool> stop{false};
  std::vector<std::thread> threads;
  std::vector<std::unique_ptr<Viewer>> viewers;
  Durations lateness;
  Durations transit;
  std::vector<Durations> latencies(static_cast<std::size_t>(load.operators));
  threads.emplace_back([&] { idle_timer(stop, lateness); });
  for (int i = 0; i < load.tcp + load.web; ++i) {
    auto viewer = std::make_unique<Viewer>();
    const bool web = i >= load.tcp;
    viewer->connection = std::make_unique<SocketClient>(
        web ? load.web_port : load.port,
        web ? SocketClient::Transport::web_socket : SocketClient::Transport::tcp);
    if (!viewer->connection->join(control::Role::Viewer, "load")) return 3;
    viewers.push_back(std::move(viewer));
    threads.emplace_back(
        [&, i] { view(*viewers[static_cast<std::size_t>(i)], stop, i == 0 ? &transit : nullptr); });
  }
  for (auto& latency : latencies) threads.emplace_back([&] { drive(load.port, stop, latency); });
  if (load.churn + load.noise > 0) threads.emplace_back([&] { disturb(load, stop); });
  sleep_until(monotonic_now() + load.seconds * kSecond, 0);
  const std::string after = http_get(load.web_port, "/metrics");
  const long memory_after = resident_kilobytes(load.pid);
  stop = true;
  for (std::thread& thread : threads) thread.join();

  std::uint64_t frames = 0;
  std::uint64_t lost = 0;
  for (const auto& viewer : viewers) {
    frames += viewer->frames;
    lost += viewer->lost;
  }
  const auto grown = [&](const char* name) { return metric(after, name) - metric(before, name); };
  std::printf(
      "%d TCP viewers, %d WebSocket viewers, %d operators, %d connects and %d floods of noise per second, %d "
      "s\n",
      load.tcp, load.web, load.operators, load.churn, load.noise, load.seconds);
  std::printf("frames computed %.0f, misses %.0f, slips %.0f; frames seen %llu, lost to viewers %llu\n",
              grown("drawbar_frames_total"), grown("drawbar_frame_misses_total"),
              grown("drawbar_slot_slips_total"), static_cast<unsigned long long>(frames),
              static_cast<unsigned long long>(lost));
  std::printf("mean compute %.3f ms, mean wake-up lateness %.3f ms\n",
              1e3 * grown("drawbar_frame_compute_seconds_sum") /
                  std::max(1.0, grown("drawbar_frame_compute_seconds_count")),
              1e3 * grown("drawbar_frame_lateness_seconds_sum") /
                  std::max(1.0, grown("drawbar_frame_lateness_seconds_count")));
  lateness.print("idle timer thread of the same run, lateness");
  transit.print("slot's begin to pose received over TCP");
  for (Durations& latency : latencies) latency.print("control sent to telemetry that shows it");
  if (load.pid != 0) std::printf("memory %ld kB before, %ld kB after\n", memory_before, memory_after);
  return 0;
}

}  // namespace
}  // namespace drawbar::server::test

int main(int count, char** arguments) {
  drawbar::server::test::Load load;
  CLI::App app("Many clients on a running drawbard, and what that did to frames and latency", "drawbar_load");
  app.add_option("--port", load.port);
  app.add_option("--web-port", load.web_port);
  app.add_option("--pid", load.pid, "Of the daemon, for its memory");
  app.add_option("--seconds", load.seconds);
  app.add_option("--tcp", load.tcp, "Viewers over TCP");
  app.add_option("--web", load.web, "Viewers over WebSocket");
  app.add_option("--operators", load.operators);
  app.add_option("--churn", load.churn, "Connects and disconnects per second");
  app.add_option("--noise", load.noise, "Connections of random bytes per second");
  CLI11_PARSE(app, count, arguments);
  return drawbar::server::test::run(load);
}
