#include "tools/hall/units.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <span>
#include <string_view>

#include "tools/text/output_file.h"

extern "C" {
extern const char drawbar_drawbard_unit[];
extern const char drawbar_drawbard_unit_end[];
}

namespace drawbar::tools {
namespace {

std::string service_name(const HallStation& station) {
  return "drawbar-" + station.name + ".service";
}

/// A word of ExecStart: systemd expands % and $ and splits at blanks.
std::string quoted_for_systemd(std::string_view word) {
  std::string text;
  bool plain = !word.empty();
  for (const char c : word) {
    if (c == '%' || c == '$') text += c;
    if (c == '"' || c == '\\') text += '\\';
    text += c;
    plain = plain && (std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                      std::string_view("-_./:=,@+").find(c) != std::string_view::npos);
  }
  return plain ? text : '"' + text + '"';
}

/// What --drain lets a daemon take to end; 0 without one.
double seconds_to_drain(std::span<const std::string> command) {
  constexpr std::string_view kDrain = "--drain";
  double seconds = 0;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const std::string& word = command[i];
    if (word == kDrain && i + 1 < command.size()) seconds = std::strtod(command[i + 1].c_str(), nullptr);
    if (word.starts_with("--drain=")) seconds = std::strtod(word.c_str() + kDrain.size() + 1, nullptr);
  }
  return std::clamp(seconds, 0.0, 86'400.0);
}

struct Ran {
  bool good = false;  ///< exit code 0
  std::string said;   ///< on standard output and error
};

/// Nothing where there is no such program.
std::optional<Ran> run_program(std::span<const std::string> words) {
  std::string command;
  for (std::string word : words) {
    for (std::size_t at = 0; (at = word.find('\'', at)) != std::string::npos; at += 4)
      word.replace(at, 1, "'\\''");
    command += "'" + word + "' ";
  }
  std::FILE* pipe = popen((command + "2>&1").c_str(), "r");  // NOLINT(cert-env33-c)
  if (pipe == nullptr) return std::nullopt;
  Ran ran;
  for (char buffer[4096]; std::fgets(buffer, sizeof buffer, pipe) != nullptr;) ran.said += buffer;
  const int status = pclose(pipe);
  constexpr int kNotFound = 127 << 8, kNotExecutable = 126 << 8;
  if (status == kNotFound || status == kNotExecutable) return std::nullopt;
  ran.good = status == 0;
  return ran;
}

/// The lines of drawbard.service with what is this station's own in place of its command and its user.
std::string service_text(const Hall& hall, const HallStation& station) {
  std::vector<std::string> command;
  for (const std::string& word : station.command) {
    // The user that systemd makes up cannot read it where it lies.
    const bool is_tokens = !hall.tokens.empty() && word == hall.tokens.string();
    command.push_back(is_tokens ? "%d/tokens" : quoted_for_systemd(word));
  }
  std::string own = "ExecStart=" + fmt::format("{}", fmt::join(command, " ")) + "\n";
  if (station.core) own += fmt::format("CPUAffinity={}\n", *station.core);
  if (!hall.tokens.empty()) own += fmt::format("LoadCredential=tokens:{}\n", hall.tokens.string());
  const std::string folder = quoted_for_systemd(station.folder.string());
  if (hall.user.empty()) {
    own += fmt::format("DynamicUser=yes\nStateDirectory=drawbar/{}\nWorkingDirectory={}\n", station.name,
                       folder);
  } else {
    // As root, before the folder is there.
    own += fmt::format(
        "ExecStartPre=+/usr/bin/install -d -o {0} "
        "{1}\nUser={0}\nReadWritePaths=-{1}\nWorkingDirectory=-{1}\n",
        hall.user, folder);
  }
  const std::string_view base(drawbar_drawbard_unit,
                              static_cast<std::size_t>(drawbar_drawbard_unit_end - drawbar_drawbard_unit));
  std::string text =
      fmt::format("# Station {} of the hall {}, written by `drawbar hall`.\n", station.name, hall.name);
  for (std::size_t at = 0; at < base.size();) {
    const std::size_t end = std::min(base.find('\n', at), base.size());
    const std::string_view line = base.substr(at, end - at);
    at = end + 1;
    const std::string_view key = line.substr(0, line.find('='));
    const bool of_the_file = text.find("[Unit]") == std::string::npos && line.starts_with('#');
    if (of_the_file) continue;
    if (key == "Description") {
      text += fmt::format("Description=drawbar station {}\nPartOf=drawbar-hall.target\n", station.name);
    } else if (key == "ExecStart") {
      text += own;
    } else if (key == "TimeoutStopSec") {
      text += fmt::format("TimeoutStopSec={:.0f}\n", std::ceil(seconds_to_drain(station.command)) + 5);
    } else if (key == "WantedBy") {
      text += "WantedBy=drawbar-hall.target\n";
    } else if (key != "User" && key != "StateDirectory" && key != "WorkingDirectory") {
      text += std::string(line) + "\n";
    }
  }
  return text;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> hall_units(const Hall& hall) {
  std::vector<std::pair<std::string, std::string>> units;
  std::vector<std::string> names;
  for (const HallStation& station : hall.stations) {
    names.push_back(service_name(station));
    units.emplace_back(names.back(), service_text(hall, station));
  }
  units.emplace_back(
      "drawbar-hall.target",
      fmt::format("# The stations of the hall {0}, written by `drawbar hall`.\n[Unit]\n"
                  "Description=drawbar hall {0}\nWants={1}\n\n[Install]\nWantedBy=multi-user.target\n",
                  hall.name, fmt::join(names, " ")));
  return units;
}

Result<std::vector<std::filesystem::path>> write_units(const Hall& hall,
                                                       const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return fail(ErrorKind::environment, folder.string() + ": " + error.message());
  std::vector<std::filesystem::path> files;
  for (const auto& unit : hall_units(hall)) {
    files.push_back(folder / unit.first);
    if (auto written = replace_file(files.back().string(), [&](OutputFile& out) { out.write(unit.second); });
        !written)
      return tl::unexpected(written.error());
  }
  return files;
}

Result<std::string> verify_units(const std::vector<std::filesystem::path>& units) {
  std::vector<std::string> command{"systemd-analyze", "verify", "--man=no"};
  for (const auto& unit : units) command.push_back(unit.string());
  auto ran = run_program(command);
  if (!ran) return fail(ErrorKind::environment, "systemd-analyze is not installed: the units are unverified");
  if (!ran->good && ran->said.empty()) return "systemd-analyze failed\n";
  return std::move(ran->said);
}

Result<std::string> check_stations(const Hall& hall) {
  const long cores = sysconf(_SC_NPROCESSORS_CONF);
  std::string found;
  for (const HallStation& station : hall.stations) {
    if (station.core && *station.core >= cores)
      found += fmt::format("{}: core {}: this machine has cores 0 to {}\n", station.name, *station.core,
                           cores - 1);
  }
  for (const HallStation& station : hall.stations) {
    std::vector<std::string> command = station.command;
    command.emplace_back("--check");
    const auto ran = run_program(command);
    if (!ran) {
      const std::string unchecked =
          command.front() + " is not here: options, tokens and files of the stations are unchecked";
      if (found.empty()) return fail(ErrorKind::environment, unchecked);
      return found + unchecked + "\n";
    }
    if (!ran->good) found += station.name + ": " + (ran->said.empty() ? "drawbard failed\n" : ran->said);
  }
  return found;
}

}  // namespace drawbar::tools
