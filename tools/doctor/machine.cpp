#include "tools/doctor/machine.h"

#include <fmt/format.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/timex.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <string>
#include <thread>

namespace drawbar::tools {
namespace {

constexpr const char* kPermit =
    "start drawbard by server/drawbard.service, or as root `setcap cap_sys_nice,cap_ipc_lock+ep drawbard`; "
    "in a container "
    "--cap-add SYS_NICE --cap-add IPC_LOCK --ulimit rtprio=99";

/// First line of a file of the kernel's; empty where there is none.
std::string line_of(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

Finding realtime_priority() {
  Finding finding;
  finding.what = "real-time priority";
  std::thread([&] {
    sched_param parameters{};
    parameters.sched_priority = 50;
    if (sched_setscheduler(0, SCHED_FIFO, &parameters) == 0) {
      finding.found = "SCHED_FIFO 50 is permitted";
      return;
    }
    finding.verdict = Verdict::notice;
    finding.found = std::string("SCHED_FIFO is not permitted: ") + std::strerror(errno);
    finding.remedy = kPermit;
  }).join();
  return finding;
}

Finding locked_memory() {
  Finding finding;
  finding.what = "locked memory";
  if (mlockall(MCL_CURRENT) == 0) {
    munlockall();
    finding.found = "is permitted";
    return finding;
  }
  finding.verdict = Verdict::notice;
  finding.found = std::string("mlockall is not permitted: ") + std::strerror(errno);
  finding.remedy = kPermit;
  return finding;
}

Finding clock_source() {
  Finding finding;
  finding.what = "clock";
  const std::string source = line_of("/sys/devices/system/clocksource/clocksource0/current_clocksource");
  finding.found = source.empty() ? "the kernel does not say which clock it reads" : "is read from " + source;
  // These are read by a system call, a microsecond and more each time.
  if (source == "hpet" || source == "acpi_pm" || source == "jiffies") {
    finding.verdict = Verdict::notice;
    finding.remedy =
        "boot with clocksource=tsc, if the processor's counter is stable (dmesg says why it was left)";
  }
  return finding;
}

Finding synchronised_time() {
  Finding finding;
  finding.what = "UTC";
  timex state{};
  const int answer = adjtimex(&state);
  if (answer >= 0 && (state.status & STA_UNSYNC) == 0) {
    finding.found =
        fmt::format("is synchronised, within {:.1f} ms", 1e-3 * static_cast<double>(state.maxerror));
    finding.figures = {{"largest_error_ms", 1e-3 * static_cast<double>(state.maxerror)}};
    return finding;
  }
  finding.verdict = Verdict::notice;
  finding.found = "is not synchronised: clocks of consoles, recordings and image generators drift apart";
  finding.remedy = "run chrony or systemd-timesyncd against one server of the hall";
  return finding;
}

Finding cores() {
  Finding finding;
  finding.what = "processor";
  const unsigned count = std::thread::hardware_concurrency();
  const std::string governor = line_of("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  finding.found =
      fmt::format("{} cores{}", count, governor.empty() ? "" : ", frequency governor " + governor);
  finding.figures = {{"cores", count}};
  if (count < 2) {
    finding.verdict = Verdict::notice;
    finding.remedy = "two cores or more: one for the loop, one for who listens";
  } else if (governor == "powersave" || governor == "ondemand" || governor == "conservative") {
    finding.verdict = Verdict::notice;
    finding.remedy = "cpupower frequency-set --governor performance";
  }
  return finding;
}

}  // namespace

std::vector<Finding> machine_findings() {
  return {realtime_priority(), locked_memory(), clock_source(), synchronised_time(), cores()};
}

}  // namespace drawbar::tools
