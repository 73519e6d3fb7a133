// drawbar_load: many clients on a running drawbard for a while, what that did to frames, latency and memory,
// and whether that is what is promised (README.md). tests/load/soak.sh runs it as the promise is
// worded.
#include <CLI/CLI.hpp>
#include <array>
#include <atomic>
#include <cstdio>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <thread>

#include "tests/load/clients.h"
#include "tests/load/machine.h"
#include "tests/server/socket_client.h"

namespace drawbar::server::test {
namespace {

constexpr Nanoseconds kPeriod = 40 * kMillisecond;

double ms(Nanoseconds duration) {
  return static_cast<double>(duration) / static_cast<double>(kMillisecond);
}

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

  double value(const std::string& name) const {
    const std::size_t at = metrics.find("\n" + name + " ");
    return at == std::string::npos ? 0 : std::stod(metrics.substr(at + name.size() + 2));
  }
  /// MB without what is kept for rewinding, which grows to its limit by design.
  double lasting() const { return resident - value("drawbar_history_bytes") / 1e6; }
};

std::string text(const char* format, double a, double b = 0, double c = 0) {
  std::array<char, 160> out{};
  std::snprintf(out.data(), out.size(), format, a, b, c);
  return out.data();
}

std::string http_get(std::uint16_t port, const std::string& path) {
  SocketClient client(port);
  client.send_text("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  return client.read_to_end();
}

Reading read(const Load& load) {
  Reading reading;
  reading.metrics = http_get(load.web_port, "/metrics");
  if (load.pid == 0) return reading;
  std::ifstream status("/proc/" + std::to_string(load.pid) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmRSS:")) reading.resident = std::stod(line.substr(6)) / 1e3;
  }
  return reading;
}

/// None where the process is gone.
std::size_t open_descriptors(int pid) {
  std::error_code gone;
  return static_cast<std::size_t>(
      std::distance(std::filesystem::directory_iterator("/proc/" + std::to_string(pid) + "/fd", gone), {}));
}

/// Waits for what the daemon still closes (a request that never ended), down to `enough`.
std::size_t settled_descriptors(int pid, std::size_t enough) {
  const Nanoseconds end = monotonic_now() + 15 * kSecond;
  std::size_t count = open_descriptors(pid);
  while (count > enough && monotonic_now() < end) {
    sleep_until(monotonic_now() + 200 * kMillisecond, 0);
    count = std::min(count, open_descriptors(pid));
  }
  return count;
}

/// Misses and slips that the machine caused: without what an idle thread lost on some core meanwhile the
/// frame would have ended in time. Prints the others.
std::uint64_t caused_by_machine(const std::vector<FrameTiming>& frames, const IdleTimers& idle) {
  std::uint64_t count = 0;
  for (std::size_t i = 1; i < frames.size(); ++i) {
    const FrameTiming& before = frames[i - 1];
    const FrameTiming& frame = frames[i];
    const std::uint64_t missed = frame.missed - before.missed;
    if (missed == 0) continue;
    const Nanoseconds end = frame.slot_begin + frame.lateness + frame.compute;
    const Nanoseconds overrun_before = before.lateness + before.compute - kPeriod;
    const Nanoseconds overrun =
        overrun_before > 0 ? overrun_before + std::max<Nanoseconds>(0, end - frame.slot_begin - kPeriod)
                           : end - before.slot_begin - 2 * kPeriod;
    const Nanoseconds taken = idle.taken(before.slot_begin, end);
    if (taken >= overrun) {
      count += missed;
    } else {
      std::printf("%s\n", text("tick %.0f: woken %.1f ms late, computed in %.1f ms,",
                               static_cast<double>(frame.tick), ms(frame.lateness), ms(frame.compute))
                              .c_str());
      std::printf("%s\n", text("  the frame before in %.1f ms; the machine took %.1f ms", ms(before.compute),
                               ms(taken))
                              .c_str());
    }
  }
  return count;
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

int run(const Load& load) {
  const Reading before = read(load);
  if (!before.metrics.starts_with("HTTP/1.1 200")) {
    std::fprintf(stderr, "drawbar_load: no drawbard at web port %d\n", load.web_port);
    return 3;
  }
  sleep_until(monotonic_now() + kSecond, 0);  // the connection that was just asked is gone
  const std::size_t descriptors_before = load.pid == 0 ? 0 : open_descriptors(load.pid);
  std::atomic<bool> stop{false};
  std::atomic<bool> stop_flood{false};
  std::atomic<int> viewers_lost{0};
  std::atomic<int> operators_lost{0};
  std::vector<std::thread> threads;
  std::deque<Sight> connected;
  std::deque<Sight> datagrams;
  std::deque<ControlDelays> delays(static_cast<std::size_t>(load.operators));
  std::vector<FrameTiming> frames;
  std::uint64_t connects = 0;
  std::uint64_t rubbish = 0;
  IdleTimers idle;
  threads.emplace_back([&] {
    if (!watch_frames(load.port, stop, frames)) ++viewers_lost;
  });
  for (int i = 0; i < load.tcp + load.web; ++i) {
    const bool web = i >= load.tcp;
    threads.emplace_back([&, web, &sight = connected.emplace_back()] {
      if (!view_tcp(web ? load.web_port : load.port, web, stop, sight)) ++viewers_lost;
    });
  }
  for (int i = 0; i < load.udp; ++i) {
    threads.emplace_back([&, &sight = datagrams.emplace_back()] {
      if (!view_udp(load.port, stop, sight)) ++viewers_lost;
    });
  }
  for (std::uint32_t i = 0; i < delays.size(); ++i) {
    threads.emplace_back([&, i] {
      if (!drive(load.port, i, static_cast<std::uint32_t>(delays.size()), stop, delays[i])) ++operators_lost;
    });
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
  idle.stop();

  Sight all;
  Sight udp;
  ControlDelays delay;
  Durations compute;
  Durations woken;
  for (const Sight& sight : connected) all.frames += sight.frames, all.lost += sight.lost;
  for (const Sight& sight : datagrams) udp.frames += sight.frames, udp.lost += sight.lost;
  for (const ControlDelays& one : delays) delay.add(one);
  for (const FrameTiming& frame : frames) compute.add(frame.compute), woken.add(frame.lateness);
  const Durations lateness = idle.lateness();
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
  compute.print("compute of a frame");
  woken.print("wake-up of the loop, lateness");
  lateness.print("idle timer thread on every core, lateness");
  delay.telemetry.print("control sent to telemetry that shows it");
  delay.picture.print("control sent to picture that moves");
  delay.fixed.print("the same, drawn a fixed 45 ms behind");

  Verdict verdict;
  const auto excused = static_cast<double>(caused_by_machine(frames, idle));
  const double missed = grown("drawbar_frame_misses_total") + grown("drawbar_slot_slips_total");
  verdict.row(missed <= excused, "no missed deadline that the machine did not cause",
              text("%.0f missed, %.0f by the machine", missed, excused));
  const double limit = ms(kPeriod) + compute.quantile(0.99) + 1 + lateness.quantile(0.99);
  verdict.row(
      delay.telemetry.size() > 0 && operators_lost == 0 && delay.telemetry.quantile(0.99) <= limit,
      "p99 of input to pose <= frame + compute + 1 ms + idle lateness",
      text("%.1f of %.1f ms, %.0f operators lost", delay.telemetry.quantile(0.99), limit, operators_lost));
  verdict.row(viewers_lost == 0 && all.frames > 0 && all.lost == 0, "every frame seen over TCP and WebSocket",
              text("%.0f lost, %.0f viewers lost", static_cast<double>(all.lost), viewers_lost));
  if (load.pid != 0) {
    verdict.row(after.lasting() - settled.lasting() < 1, "memory steady, what rewinding keeps aside",
                text("%.2f, %.2f, %.2f MB", before.lasting(), settled.lasting(), after.lasting()));
    const std::size_t descriptors_after = settled_descriptors(load.pid, descriptors_before);
    verdict.row(descriptors_after <= descriptors_before, "no descriptor left behind",
                text("%.0f connects, %.0f before, %.0f after", static_cast<double>(connects),
                     static_cast<double>(descriptors_before), static_cast<double>(descriptors_after)));
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
