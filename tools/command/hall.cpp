// drawbar hall HALL.json: the stations of one machine: their units, who is where, their records.
#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "protocol/port.h"
#include "scenes/course/course_records.h"
#include "tools/client/endpoint.h"
#include "tools/command/attempts_table.h"
#include "tools/command/command.h"
#include "tools/command/instructor.h"
#include "tools/hall/hall.h"
#include "tools/hall/hall_page.h"
#include "tools/hall/hall_text.h"
#include "tools/hall/hall_watch.h"
#include "tools/hall/units.h"

namespace drawbar::tools {
namespace {

constexpr std::chrono::seconds kFirstAnswer{6};
constexpr std::chrono::seconds kRefresh{1};

struct HallOptions {
  std::string file;
  std::string units;
  std::string serve;
  bool once = false;
  bool json = false;
  bool csv = false;
  bool records = false;
  std::vector<std::string> at;
};

Result<void> make_units(const Hall& hall, const std::string& folder) {
  const auto files = write_units(hall, folder);
  if (!files) return tl::unexpected(files.error());
  for (const auto& file : *files) fmt::print("{}\n", file.string());
  std::string wrong;
  const auto take = [&wrong](const char* who, const Result<std::string>& said) {
    if (!said) {
      fmt::print(stderr, "{}\n", said.error().text);
    } else if (said->empty()) {
      fmt::print("{}: good\n", who);
    } else {
      wrong += fmt::format("{}:\n{}", who, *said);
    }
  };
  take("systemd-analyze verify", verify_units(*files));
  take("stations on this machine", check_stations(hall));
  if (wrong.empty()) return {};
  wrong.pop_back();  // the line's end
  return fail(ErrorKind::wrong, wrong);
}

/// The attempts of every station, the oldest first. A station that has none yet has no file.
Result<void> show_records(const Hall& hall, const HallOptions& options) {
  std::vector<scenes::AttemptRow> all;
  for (const HallStation& station : hall.stations) {
    std::error_code unreadable;
    if (!std::filesystem::exists(station.records, unreadable) && !unreadable) continue;
    const auto records = scenes::CourseRecords::open_to_read(station.records.string());
    if (!records) return tl::unexpected(records.error());
    auto rows = records->attempts({});
    if (!rows) return tl::unexpected(rows.error());
    std::ranges::move(*rows, std::back_inserter(all));
  }
  std::ranges::stable_sort(all, {}, &scenes::AttemptRow::ended);
  if (options.json) {
    fmt::print("{}\n", scenes::rows_as_json(all));
  } else if (options.csv) {
    fmt::print("{}", scenes::rows_as_csv(all));
  } else {
    print_attempts(all);
  }
  return {};
}

Result<std::string> token_of(const Hall& hall) {
  if (hall.tokens.empty()) return std::string();
  return read_token(hall.tokens.string(), control::Role::Instructor);
}

Result<void> command_at(const Hall& hall, const std::string& token, const std::vector<std::string>& words) {
  const auto station = std::ranges::find(hall.stations, words[0], &HallStation::name);
  if (station == hall.stations.end()) {
    std::string names;
    for (const HallStation& known : hall.stations) names += (names.empty() ? "" : ", ") + known.name;
    return fail(ErrorKind::usage, "--at " + words[0] + ": there is no such station; there are: " + names);
  }
  if (station->speaks_tls) {
    return fail(ErrorKind::usage,
                fmt::format("--at {}: it speaks TLS, which `drawbar hall` does not; allowed: `drawbar "
                            "instructor --connect HOST:{} --tls`",
                            words[0], station->port));
  }
  ConnectionOptions options;
  options.endpoint = {hall.host(), station->port};
  options.token = token;
  options.name = "hall " + hall.name;
  options.role = control::Role::Instructor;
  return instruct({{words.begin() + 1, words.end()}, false, {}}, options);
}

Result<void> show(const Hall& hall, const std::string& token, const HallOptions& options) {
  const HallWatch watch(hall, token);
  watch.wait_for_first(kFirstAnswer);
  if (!options.serve.empty()) {
    const auto where = parse_endpoint(options.serve);
    if (!where)
      return fail(ErrorKind::usage, fmt::format("--serve {}: expected ADDRESS:PORT with a port from 1 to {}",
                                                options.serve, protocol::kLastPort));
    return serve_hall(hall, watch, *where, token, [&] {
      fmt::print("ready http://{}\n", to_string(*where));
      std::fflush(stdout);
    });
  }
  const bool is_terminal = !options.json && !options.once;
  // The scores come once a second.
  if (!is_terminal) std::this_thread::sleep_for(kRefresh + std::chrono::milliseconds(200));
  do {
    const auto views = watch.views();
    std::string text = options.json ? hall_json(hall, views) + "\n" : hall_text(hall, views);
    if (is_terminal) text = "\x1b[H\x1b[2J" + text;
    // The reader of a pipe has gone: that is how `hall | head` ends.
    if (std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0) return {};
    if (is_terminal) std::this_thread::sleep_for(kRefresh);
  } while (is_terminal);
  return {};
}

Result<void> run(const HallOptions& options) {
  const auto hall = load_hall_file(options.file);
  if (!hall) return tl::unexpected(hall.error());
  if (!options.units.empty()) return make_units(*hall, options.units);
  if (options.records) return show_records(*hall, options);
  const auto token = token_of(*hall);
  if (!token) return tl::unexpected(token.error());
  if (!options.at.empty()) return command_at(*hall, *token, options.at);
  return show(*hall, *token, options);
}

}  // namespace

void add_hall(CLI::App& app, int& status) {
  CLI::App& command = *app.add_subcommand(
      "hall",
      "The stations of one machine: shows who is where, their exercises, scores and frames, until Ctrl-C");
  const auto options = std::make_shared<HallOptions>();
  command.add_option("HALL", options->file, "Hall file (.json)")->required();
  CLI::Option* units =
      command.add_option("--units", options->units,
                         "Writes a systemd unit for each station and their target into this folder, and "
                         "has systemd-analyze verify them and drawbard check what the stations are given");
  CLI::Option* serve =
      command.add_option("--serve", options->serve, "ADDRESS:PORT: shows the hall as a page there");
  CLI::Option* records =
      command.add_flag("--records", options->records, "The attempts of all stations, the oldest first");
  CLI::Option* at =
      command
          .add_option("--at", options->at,
                      "STATION COMMAND...: one of `drawbar instructor`'s commands to a station, such as "
                      "`--at three give throttle anna`")
          ->expected(2, 1000);
  command.add_flag("--once", options->once, "Shows it once");
  CLI::Option* json = command.add_flag("--json", options->json,
                                       "As one line of JSON, once; with --records: the whole scores");
  command.add_flag("--csv", options->csv, "With --records: as CSV")->needs(records)->excludes(json);
  for (CLI::Option* one : {units, serve, records, at}) {
    for (CLI::Option* other : {units, serve, records, at}) {
      if (one != other) one->excludes(other);
    }
  }
  command.callback([options, &status] {
    const Result<void> done = run(*options);
    status = done ? kGood : report(done.error());
  });
}

}  // namespace drawbar::tools
