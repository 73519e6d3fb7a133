// What the command line and the configuration file may say.
#include "server/options.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <map>
#include <sstream>
#include <string>

#include "protocol/check.h"
#include "protocol/port.h"
#include "scenes/record/build_identity.h"
#include "server/json_config.h"
#include "server/record/recording_name.h"

namespace drawbar::server {

namespace {

const std::map<std::string, StartMode> kStartModes{
    {"running", StartMode::running}, {"frozen", StartMode::frozen}, {"on-control", StartMode::on_control}};
const std::map<std::string, RealtimeMode> kRealtimeModes{
    {"off", RealtimeMode::off}, {"try", RealtimeMode::attempt}, {"require", RealtimeMode::require}};

const std::map<std::string, CigiPacing> kCigiPacings{{"async", CigiPacing::asynchronous},
                                                     {"sync", CigiPacing::synchronous}};

/// Takes one of these words; any other is refused with their list.
template <class Value>
CLI::Option* one_of(CLI::Option* option, const std::map<std::string, Value>& words) {
  return option->transform(CLI::Transformer(words).description(""))
      ->transform(CLI::IsMember(words))
      ->type_name("WORD");
}

void describe(CLI::App& app, Options& options) {
  app.add_option("scene", options.scene, "File of the scene or exercise to serve");
  app.add_option("--library", options.library,
                 "Folder of scenes and exercises among which instructors choose, by default that of the "
                 "served file; without "
                 "one, its first exercise is served");
  app.add_option("--trainee", options.trainee,
                 "Who is to do the exercise: key into the course records, at most 64 bytes");
  app.add_option("--variant", options.variant,
                 "Variant of the exercise, in place of its file's own; '': the scene without any");
  app.add_option("--station", options.station, "Where this is, for the course records; at most 64 bytes");
  app.add_option("--replay", options.replay, "Serve this recording (.mcap) instead of a scene");
  app.add_option(
      "--record", options.record,
      "Record the session to this file (.mcap), or to a new one in this folder; with --replay: the session "
      "that goes on from it");
  app.add_option(
      "--records", options.records,
      "Course records (.sqlite) that the attempts at exercises go into; made where there are none");
  app.add_option("--keep-days", options.keep_days,
                 "Days after which recordings in the folder of --record FOLDER and attempts in --records go; "
                 "0: never")
      ->check(CLI::Range(0.0, 36'500.0))
      ->capture_default_str();
  app.add_option("--keep-gib", options.keep_gib,
                 "GiB of recordings in the folder of --record FOLDER above which the oldest go; 0: no limit")
      ->check(CLI::Range(0.0, 1e6))
      ->capture_default_str();
  app.add_option("--ghost", options.ghost, "Recording (.mcap) that runs beside the session as poses only");
  app.add_option(
         "--drain", options.drain,
         "Seconds that SIGTERM waits for operators to leave; a second SIGTERM, and SIGINT, end at once")
      ->check(CLI::Range(0.0, 86'400.0))
      ->capture_default_str();
  app.add_flag(
      "--agones", options.agones,
      "Tell Agones' side-car (HTTP on loopback, $AGONES_SDK_HTTP_PORT) that this station is ready, alive "
      "and taken");
  app.add_flag("--force", options.force, "Overwrite an existing recording");
  app.add_flag("--check", options.check,
               "Say what is wrong with options, tokens, certificate and scene, and end: no port is opened, "
               "nothing is written");
  const CLI::Range any_port(0, protocol::kLastPort);
  app.add_option("--port", options.port, "TCP and UDP port; 0: any free one")
      ->check(any_port)
      ->capture_default_str();
  app.add_option("--web-port", options.web_port,
                 "Port of page, WebSocket, /healthz and /metrics; 0: any free one")
      ->check(any_port)
      ->capture_default_str();
  app.add_option("--bind", options.bind, "Address to listen on; others than loopback need --token-file")
      ->capture_default_str();
  app.add_option("--token-file", options.token_file,
                 "File with one ROLE TOKEN [until=2026-12-31T18:00Z] [name=NAME] per line (viewer, operator, "
                 "instructor)");
  app.add_option("--tls-cert", options.tls_certificate,
                 "Certificate chain (PEM): TCP and web port speak TLS only, UDP is sealed");
  app.add_option("--tls-key", options.tls_key, "Private key of the certificate (PEM)");
  app.add_option(
      "--multicast", options.multicast,
      "GROUP:PORT that the plain poses of every frame go to over UDP, for whoever joins the group");
  app.add_option("--cigi", options.image_generators,
                 "HOST:PORT of image generators that are told every frame over CIGI 3.3, separated by commas")
      ->delimiter(',');
  app.add_option("--cigi-port", options.cigi_port,
                 "UDP port that image generators answer to; 0: any free one")
      ->check(any_port)
      ->capture_default_str();
  one_of(app.add_option("--cigi-pacing", options.cigi_pacing,
                        "sync: an image generator is told whenever it begins a frame; async: whenever we do"),
         kCigiPacings)
      ->default_str("async");
  app.add_flag("--foxglove", options.foxglove,
               "The web port also serves Foxglove and Lichtblick: ws://HOST:PORT/?role=ROLE&token=TOKEN");
  app.add_option(
      "--web-host", options.web_hosts,
      "Name by which browsers may address the web port, besides localhost and addresses; repeatable");
  app.add_option("--web-origin", options.web_origins,
                 "Site whose pages may open the WebSocket, besides our own: https://NAME:PORT, or a NAME for "
                 "every scheme and port; repeatable");
  one_of(app.add_option("--start", options.start, "on-control: stand until the first control arrives"),
         kStartModes)
      ->default_str("running");
  app.add_flag("--governor,!--no-governor", options.governor,
               "Use fewer substeps under lasting overload, within the scene's limits")
      ->default_str("true");
  app.add_option("--snapshot-interval", options.snapshot_interval,
                 "Seconds between full states in a recording")
      ->check(CLI::Range(0.04, 3600.0))
      ->capture_default_str();
  app.add_option("--rewind-memory", options.rewind_memory,
                 "MiB for the states and inputs that rewinding needs; when full, the oldest moments go")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  one_of(app.add_option("--realtime", options.realtime.mode,
                        "Real-time priority and locked memory; try: one warning where not permitted"),
         kRealtimeModes)
      ->default_str("try");
  app.add_option("--priority", options.realtime.priority, "SCHED_FIFO priority of the frame loop")
      ->check(CLI::Range(1, 99))
      ->capture_default_str();
  app.add_option("--cpu", options.realtime.cpu, "Core of the frame loop; -1: any")
      ->check(CLI::Range(-1, 1023))
      ->capture_default_str();
  app.add_option("--spin-us", options.spin_us, "Busy wait before each frame, microseconds")
      ->check(CLI::Range(0, 5000))
      ->capture_default_str();
  app.add_option("--max-clients", options.most_clients, "Clients at most")
      ->check(CLI::Range(1, 100'000))
      ->capture_default_str();
  app.add_option("--max-clients-per-address", options.most_from_an_address,
                 "Of them from one address; 0: three quarters")
      ->check(CLI::Range(0, 100'000))
      ->capture_default_str();
  app.add_option("--max-joins", options.most_joins,
                 "Joins per second from one address; ten times as many at once")
      ->check(CLI::Range(0.1, 1e6))
      ->capture_default_str();
  app.add_option("--hello-timeout", options.hello_timeout,
                 "Seconds after which a connection without a Hello is closed")
      ->check(CLI::Range(0.01, 3600.0))
      ->capture_default_str();
  app.add_option("--stall-timeout", options.stall_timeout,
                 "Seconds after which a client that does not read is disconnected")
      ->check(CLI::Range(0.01, 3600.0))
      ->capture_default_str();
  app.add_option("--resume-timeout", options.resume_timeout,
                 "Seconds for which a session whose connection is lost can be resumed")
      ->check(CLI::Range(0.01, 86'400.0))
      ->capture_default_str();
  app.add_option("--log-level", options.log_level, "The least that is logged")
      ->check(CLI::IsMember({"debug", "info", "warning", "error"}))
      ->type_name("WORD")
      ->capture_default_str();
}

/// The rules between options; empty: none is broken.
std::string contradiction(const Options& options) {
  const bool live = !options.scene.empty() || !options.library.empty();
  if (live != options.replay.empty()) {
    return "give either the file of a scene or exercise, --library FOLDER, or --replay FILE";
  }
  if (options.trainee.size() > protocol::kNameLimit || options.station.size() > protocol::kNameLimit) {
    return "--trainee and --station have at most " + std::to_string(protocol::kNameLimit) + " bytes";
  }
  const bool keeps_recordings = is_recording_folder(options.record);
  if (options.keep_days > 0 && !keeps_recordings && options.records.empty()) {
    return "--keep-days needs --record FOLDER (one that is there) or --records: of their files the old ones "
           "go";
  }
  if (options.keep_gib > 0 && !keeps_recordings) {
    return "--keep-gib needs --record FOLDER (one that is there): of its recordings the oldest go";
  }
  if (options.port != 0 && options.port == options.web_port) return "--port and --web-port must differ";
  if (options.tls_certificate.empty() != options.tls_key.empty()) {
    return "--tls-cert and --tls-key go together";
  }
  return {};
}

/// CLI11's own, but for a key of the configuration file that no option has: there it speaks of an INI file.
std::string words_of(const CLI::ParseError& error) {
  const std::string words = error.what();
  constexpr std::string_view kOfAnUnknownKey = "INI was not able to parse ";
  if (!words.starts_with(kOfAnUnknownKey)) return words;
  return "no option is called \"" + words.substr(kOfAnUnknownKey.size()) +
         "\"; allowed: the long names of the options, without the dashes";
}

struct Parsed {
  Options options;
  std::string config_file;   ///< that --config names; empty: none
  bool all_is_said = false;  ///< --help, --version
};

/// The arguments, and `config` in place of what the configuration file says.
Result<Parsed> parse_with(std::vector<CLI::ConfigItem> config, int count, char** arguments) {
  Parsed parsed;
  CLI::App app("drawbard: serves a scene, or a recording, to consoles and visualizers in 40 ms frames",
               "drawbard");
  app.set_version_flag(
      "--version", [] { return scenes::version_text("drawbard"); }, "Print version and build, and end");
  app.config_formatter(std::make_shared<ReadConfig>(std::move(config)));
  const CLI::Option* file = app.set_config(
      "--config", "", "JSON file with any of these options, keys without the dashes; the command line wins");
  app.allow_config_extras(CLI::config_extras_mode::error);
  describe(app, parsed.options);
  try {
    app.parse(count, arguments);
  } catch (const CLI::Success& success) {
    app.exit(success);
    parsed.all_is_said = true;
    return parsed;
  } catch (const CLI::ParseError& error) {
    return fail(ErrorKind::usage, words_of(error));
  }
  if (file->count() > 0) parsed.config_file = file->as<std::string>();
  return parsed;
}

/// First without the configuration file, so that what is wrong after that is known to be of it.
Result<Parsed> parse_all(int count, char** arguments) {
  auto by_hand = parse_with({}, count, arguments);
  if (!by_hand || by_hand->config_file.empty()) return by_hand;
  const std::string& file = by_hand->config_file;
  auto config = read_config(file);
  if (!config) return tl::unexpected(config.error());
  auto whole = parse_with(std::move(*config), count, arguments);
  if (!whole) return fail(ErrorKind::usage, file + ": " + whole.error().text);
  return whole;
}

}  // namespace

Result<std::optional<Options>> parse_options(int count, char** arguments) {
  auto parsed = parse_all(count, arguments);
  if (!parsed) return fail(ErrorKind::usage, parsed.error().text + "; see drawbard --help");
  if (parsed->all_is_said) return std::optional<Options>();
  if (const std::string what = contradiction(parsed->options); !what.empty()) {
    return fail(ErrorKind::usage, what + "; see drawbard --help");
  }
  return std::optional<Options>(std::move(parsed->options));
}

}  // namespace drawbar::server
