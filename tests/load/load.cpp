// drawbar_load: many clients on a running drawbard for a while, what that did to frames, latency and memory,
// and whether that is what is promised (server/README.md). tests/load/soak.sh runs it as the promise is
// worded.
#include <CLI/CLI.hpp>
#include <array>
#include <atomic>
#include <cstdio>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "server/loop/realtime.h"
#include "tests/load/clients.h"
#include "tests/server/socket_client.h"

namespace drawbar::server::test {
namespace {

constexpr double kPeriodMs = 40;

struct Load {
  std::uint16_t port = 4040;
  std::uint16_t web_port = 8040;
  int pid = 0;
  int seconds = 60;
  int tcp = 32;
  int udp = 32;
  int web = 8;
  int operators = 4;
  int churn = 6;
  int noise = 2;
  int flood_seconds = 0;
};

/// What the daemon's process and its /metrics say at one moment.
struct Reading {
  std::string metrics;
  double resident = 0;  ///< MB
  std::size_t descriptors = 0;

  double value(const std::string& name) const {
    const std::size_t at = metrics.find("\n" + name + " ");
    return at == std::string::npos ? 0 : std::stod(metrics.substr(at + name.size() + 2));
  }
  /// MB without what is kept for rewinding, which grows to its limit by design.
  double lasting() const { return resident - value("drawbar_history_bytes") / 1e6; }
};

std::string http_get(std::uint16_t port, const std::string& path) {
  SocketClient client(port);
  client.send_text("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  return client.read_to_end();
}

Reading read(const Load& load) {
  Reading reading;
  reading.metrics = http_get(load.web_port, "/metrics");
  if (load.pid == 0) return reading;
  const std::string process = "/proc/" + std::to_string(load.pid);
  std::ifstream status(process + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmRSS:")) reading.resident = std::stod(line.substr(6)) / 1e3;
  }
  reading.descriptors =
      static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(process + "/fd"), {}));
  return reading;
}

/// Sleeps to a 40 ms grid with the loop's priority and does nothing: how late this machine wakes anybody.
void idle_timer(const std::atomic<bool>& stop, Durations& lateness) {
  make_thread_realtime({});
  Nanoseconds next = monotonic_now();
  while (!stop) {
    next += 40 * kMillisecond;
    sleep_until(next, 0);
    lateness.add(monotonic_now() - next);
    next = std::max(next, monotonic_now() - 40 * kMillisecond);
  }
}

class Verdict {
 public:
  void row(bool good, const char* what, const std::string& measured) {
    good_ = good_ && good;
    std::printf("%-6s %-62s %s\n", good ? "good" : "WRONG", what, measured.c_str());
  }
  bool good() const { return good_; }

 private:
  bool good_ = true;
};

std::string text(const char* format, double a, double b = 0, double c = 0) {
  std::array<char, 160> out{};
  std::snprintf(out.data(), out.size(), format, a, b, c);
  return out.data();
}

int run(const Load& load) {
  const Reading before = read(load);
  if (!before.metrics.starts_with("HTTP/1.1 200")) {
    std::fprintf(stderr, "drawbar_load: no drawbard at web port %d\n", load.web_port);
    return 3;
  }
  std::atomic<bool> stop{false};
  std::atomic<bool> stop_flood{false};
  std::atomic<int> refused{0};
  std::vector<std::thread> threads;
  std::deque<Sight> connected;
  std::deque<Sight> datagrams;
  std::deque<Drive> drives(static_cast<std::size_t>(load.operators));
  Durations lateness;
  std::uint64_t connects = 0;
  std::uint64_t rubbish = 0;
  threads.emplace_back([&] { idle_timer(stop, lateness); });
  for (int i = 0; i < load.tcp + load.web; ++i) {
    const bool web = i >= load.tcp;
    threads.emplace_back([&, web, &sight = connected.emplace_back()] {
      if (!view_tcp(web ? load.web_port : load.port, web, stop, sight)) ++refused;
    });
  }
  for (int i = 0; i < load.udp; ++i) {
    threads.emplace_back([&, &sight = datagrams.emplace_back()] {
      if (!view_udp(load.port, stop, sight)) ++refused;
    });
  }
  for (std::uint32_t i = 0; i < drives.size(); ++i) {
    threads.emplace_back(
        [&, i] { drive(load.port, i, static_cast<std::uint32_t>(drives.size()), stop, drives[i]); });
  }
  if (load.churn + load.noise > 0) {
    threads.emplace_back([&] { come_and_go(load.port, load.churn, load.noise, stop, connects); });
  }
  if (load.flood_seconds > 0) {
    threads.emplace_back([&] { flood(load.port, load.web_port, stop_flood, rubbish); });
    sleep_until(monotonic_now() + load.flood_seconds * kSecond, 0);
  }
  stop_flood = true;
  // Sessions that left are kept for 30 s: memory is steady only after that.
  const int settling = std::min(load.seconds / 2, 60);
  sleep_until(monotonic_now() + settling * kSecond, 0);
  const Reading settled = read(load);
  sleep_until(monotonic_now() + (load.seconds - settling) * kSecond, 0);
  const Reading after = read(load);
  stop = true;
  for (std::thread& thread : threads) thread.join();
  sleep_until(monotonic_now() + 2 * kSecond, 0);
  const Reading end = read(load);

  Sight all;
  Sight udp;
  Drive drive;
  for (const Sight& sight : connected) all.frames += sight.frames, all.lost += sight.lost;
  for (const Sight& sight : datagrams) udp.frames += sight.frames, udp.lost += sight.lost;
  for (const Drive& one : drives) drive.latency.add(one.latency), drive.compute.add(one.compute);
  const auto grown = [&](const char* name) { return after.value(name) - before.value(name); };
  std::printf(
      "%d TCP, %d UDP, %d WebSocket viewers, %d operators, %d connects and %d floods of noise per "
      "second, %d s\n",
      load.tcp, load.udp, load.web, load.operators, load.churn, load.noise, load.seconds);
  std::printf("frames computed %.0f, seen over connections %.0f, over UDP %.0f (lost there %.0f)\n",
              grown("drawbar_frames_total"), static_cast<double>(all.frames), static_cast<double>(udp.frames),
              static_cast<double>(udp.lost));
  if (rubbish > 0)
    std::printf("random bytes sent at full speed: %.1f MB\n", static_cast<double>(rubbish) / 1e6);
  drive.compute.print("compute of a frame");
  lateness.print("idle timer thread of the same run, lateness");
  drive.latency.print("control sent to telemetry that shows it");

  Verdict verdict;
  const double missed = grown("drawbar_frame_misses_total") + grown("drawbar_slot_slips_total");
  const auto excused = static_cast<double>(lateness.longer_than(kPeriodMs - drive.compute.quantile(0.5)));
  verdict.row(missed <= excused, "no missed deadline that the machine did not cause",
              text("%.0f missed, idle timer %.0f", missed, excused));
  const double limit = kPeriodMs + drive.compute.quantile(0.99) + 1 + lateness.quantile(0.99);
  verdict.row(drive.latency.size() > 0 && drive.latency.quantile(0.99) <= limit,
              "p99 of input to pose <= frame + compute + 1 ms + idle lateness",
              text("%.1f of %.1f ms", drive.latency.quantile(0.99), limit));
  verdict.row(refused == 0 && all.frames > 0 && all.lost == 0, "every frame seen over TCP and WebSocket",
              text("%.0f lost, %.0f viewers refused", static_cast<double>(all.lost), refused));
  if (load.pid != 0) {
    verdict.row(after.lasting() - settled.lasting() < 1, "memory steady, what rewinding keeps aside",
                text("%.2f, %.2f, %.2f MB", before.lasting(), settled.lasting(), after.lasting()));
    verdict.row(end.descriptors <= before.descriptors, "no descriptor left behind",
                text("%.0f connects, %.0f before, %.0f after", static_cast<double>(connects),
                     static_cast<double>(before.descriptors), static_cast<double>(end.descriptors)));
  }
  return verdict.good() ? 0 : 1;
}

}  // namespace
}  // namespace drawbar::server::test

int main(int count, char** arguments) {
  drawbar::server::test::Load load;
  CLI::App app("Many clients on a running drawbard, and whether it keeps what is promised", "drawbar_load");
  app.add_option("--port", load.port);
  app.add_option("--web-port", load.web_port);
  app.add_option("--pid", load.pid, "Of the daemon, for its memory and descriptors");
  app.add_option("--seconds", load.seconds);
  app.add_option("--tcp", load.tcp, "Viewers over TCP");
  app.add_option("--udp", load.udp, "Viewers over UDP");
  app.add_option("--web", load.web, "Viewers over WebSocket");
  app.add_option("--operators", load.operators, "They share the scene's channels");
  app.add_option("--churn", load.churn, "Connects and disconnects per second");
  app.add_option("--noise", load.noise, "Connections of random bytes per second");
  app.add_option("--flood-seconds", load.flood_seconds, "First so long random bytes at full speed");
  CLI11_PARSE(app, count, arguments);
  return drawbar::server::test::run(load);
}
