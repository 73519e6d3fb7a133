#include "tools/doctor/timer_lateness.h"

#include <fmt/format.h>
#include <sched.h>
#include <sys/prctl.h>
#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <thread>

namespace drawbar::tools {
namespace {

constexpr long kInterval = 1'000'000;  // ns
constexpr long kSecond = 1'000'000'000;
constexpr int kPriority = 50;
/// Of a 40 ms frame: more than this and the consoles' picture is seen to stumble.
constexpr double kLate = 1000;       // us
constexpr double kTooLate = 10'000;  // us

timespec later(timespec instant, long by) {
  instant.tv_nsec += by;
  instant.tv_sec += instant.tv_nsec / kSecond;
  instant.tv_nsec %= kSecond;
  return instant;
}

double microseconds_between(const timespec& a, const timespec& b) {
  return 1e6 * static_cast<double>(b.tv_sec - a.tv_sec) + 1e-3 * static_cast<double>(b.tv_nsec - a.tv_nsec);
}

/// Of ascending figures, the one that this part of them does not exceed.
double quantile(const std::vector<double>& ascending, double part) {
  const auto at = static_cast<std::size_t>(part * static_cast<double>(ascending.size() - 1));
  return ascending[at];
}

struct CyclicTest {
  double average = 0;  ///< us
  double largest = 0;
};

bool installed(const char* program) {
  return std::system(fmt::format("command -v {} >/dev/null 2>&1", program).c_str()) == 0;
}

/// What cyclictest says at its end; nothing where it could not run.
std::optional<CyclicTest> run_cyclictest(double seconds) {
  const std::string command =
      fmt::format("cyclictest --quiet --mlockall --priority={} --interval=1000 --duration={} 2>/dev/null",
                  kPriority, std::max(1, static_cast<int>(seconds)));
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  if (!pipe) return std::nullopt;
  std::string text;
  char piece[256];
  while (std::fgets(piece, sizeof piece, pipe.get()) != nullptr) text += piece;
  const auto number = [&](const char* label) -> std::optional<double> {
    const std::size_t at = text.rfind(label);
    if (at == std::string::npos) return std::nullopt;
    return std::strtod(text.c_str() + at + std::string_view(label).size(), nullptr);
  };
  const auto average = number("Avg:");
  const auto largest = number("Max:");
  if (!average || !largest) return std::nullopt;
  return CyclicTest{*average, *largest};
}

}  // namespace

std::vector<double> measure_lateness(double seconds) {
  std::vector<double> late;
  late.reserve(static_cast<std::size_t>(seconds * 1000) + 1);
  std::thread([&] {
    prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
    sched_param parameters{};
    parameters.sched_priority = kPriority;
    sched_setscheduler(0, SCHED_FIFO, &parameters);  // where not permitted, as an ordinary thread
    timespec due{};
    clock_gettime(CLOCK_MONOTONIC, &due);
    const timespec end = later({due.tv_sec + static_cast<time_t>(seconds), due.tv_nsec},
                               std::lround((seconds - std::floor(seconds)) * kSecond));
    while (microseconds_between(due, end) > 0) {
      due = later(due, kInterval);
      clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, nullptr);
      timespec now{};
      clock_gettime(CLOCK_MONOTONIC, &now);
      late.push_back(microseconds_between(due, now));
      // A wait that was too long is one late wake-up, not many.
      while (microseconds_between(due, now) > 1e-3 * static_cast<double>(kInterval))
        due = later(due, kInterval);
    }
  }).join();
  std::ranges::sort(late);
  return late;
}

std::vector<Finding> timer_findings(double seconds) {
  std::optional<CyclicTest> reference;
  std::thread beside;
  if (installed("cyclictest")) beside = std::thread([&] { reference = run_cyclictest(seconds); });
  const std::vector<double> late = measure_lateness(seconds);
  if (beside.joinable()) beside.join();
  Finding own;
  own.what = "timer lateness";
  const double p99 = quantile(late, 0.99);
  own.found = fmt::format("over {:g} s: half within {:.0f} us, 99 % within {:.0f} us, the latest {:.0f} us",
                          seconds, quantile(late, 0.5), p99, late.back());
  own.figures = {{"median_us", quantile(late, 0.5)}, {"p99_us", p99}, {"largest_us", late.back()}};
  if (late.back() > kLate) {
    own.verdict = late.back() > kTooLate ? Verdict::bad : Verdict::notice;
    own.remedy =
        "permit real-time priority, leave a core to the loop (drawbard --cpu N, isolcpus=N), end what "
        "competes; in a "
        "virtual machine pin its processors";
  }
  std::vector<Finding> findings{own};
  if (reference) {
    Finding other;
    other.what = "timer lateness by cyclictest";
    other.found = fmt::format("in the same seconds: mean {:.0f} us, the latest {:.0f} us", reference->average,
                              reference->largest);
    other.figures = {{"mean_us", reference->average}, {"largest_us", reference->largest}};
    findings.push_back(other);
  }
  return findings;
}

}  // namespace drawbar::tools
