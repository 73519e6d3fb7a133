// The daemon put together: loop, hub, transports, web, recorder; from ready to a clean end.
#include "server/daemon.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <thread>

#include "scenes/exercise/library.h"
#include "scenes/record/build_identity.h"
#include "scenes/record/reference_run.h"
#include "server/agones/agones_client.h"
#include "server/cigi/cigi_host.h"
#include "server/foxglove/foxglove_host.h"
#include "server/hub/frame_pump.h"
#include "server/hub/hub.h"
#include "server/loop/realtime.h"
#include "server/loop/simulation_loop.h"
#include "server/record/course_recorder.h"
#include "server/record/recorder.h"
#include "server/record/recording_name.h"
#include "server/record/replay_loop.h"
#include "server/record/retention.h"
#include "server/scene/scene_source.h"
#include "server/system/disk_watch.h"
#include "server/system/notify.h"
#include "server/system/utc_watch.h"
#include "server/transport/tcp_server.h"
#include "server/transport/udp_server.h"
#include "server/web/metrics.h"
#include "server/web/web_server.h"
#include "server/web_files.h"

namespace drawbar::server {

namespace {

constexpr auto kHousekeeping = std::chrono::milliseconds(10);
constexpr Nanoseconds kBetweenLooksAtTheDisk = 5 * kSecond;
constexpr Nanoseconds kBetweenTidyings = 3600 * kSecond;
constexpr int kEndsSleep = SIGUSR1;  ///< the loop's, when it is to stop

Nanoseconds nanoseconds(double seconds) {
  return static_cast<Nanoseconds>(std::llround(seconds * static_cast<double>(kSecond)));
}

/// The folder whose scenes and exercises can be begun.
std::string library_of(const Options& options) {
  if (!options.library.empty()) return options.library;
  const std::filesystem::path folder = std::filesystem::path(options.scene).parent_path();
  return folder.empty() ? "." : folder.string();
}

/// The file to begin with.
Result<std::string> first_of(const Options& options) {
  if (!options.scene.empty()) return options.scene;
  const auto files = scenes::list_library(options.library);
  if (files.empty()) {
    return fail(ErrorKind::usage,
                "--library " + options.library +
                    ": no scene and no exercise (.json) in this folder, or it cannot be read");
  }
  const auto exercise = std::ranges::find_if(files, &scenes::LibraryFile::is_exercise);
  const scenes::LibraryFile& first = exercise == files.end() ? files.front() : *exercise;
  return (std::filesystem::path(options.library) / first.name).string();
}

Result<Tokens> read_tokens(const Options& options) {
  if (!options.token_file.empty()) return Tokens::read(options.token_file);
  ErrorCode error;
  const asio::ip::address address = asio::ip::make_address(options.bind, error);
  if (error) return fail(ErrorKind::usage, "--bind " + options.bind + ": not an IPv4 or IPv6 address");
  if (!address.is_loopback()) {
    return fail(ErrorKind::usage,
                "--bind " + options.bind + ": off loopback a token file is needed; add --token-file FILE");
  }
  return Tokens();
}

/// Everything that the network thread owns, in order of construction.
class Daemon {
 public:
  /// `replay`: serve it instead of computing `scene`, which is its own.
  Daemon(const Options& options, ServedScene scene, Tokens tokens, Replay* replay)
      : options_(options),
        record_to_(recording_name(options.record, options.station, std::chrono::system_clock::now())),
        replay_(replay),
        stage_(std::make_unique<Stage>(scene.world, scene.minimum_substeps, scene.observer())),
        hub_(std::move(scene), std::move(tokens), port_, hub_options(options, replay)),
        metrics_(hub_) {}

  Result<void> open() {
    if (!options_.tls_certificate.empty()) {
      auto tls = make_tls(options_.tls_certificate, options_.tls_key);
      if (!tls) return tl::unexpected(tls.error());
      tls_ = std::move(*tls);
    }
    auto tcp = TcpServer::open(context_, hub_, options_.bind, options_.port, tls_.get());
    if (!tcp) return tl::unexpected(tcp.error());
    tcp_ = std::move(*tcp);
    auto udp = UdpServer::open(context_, hub_, options_.bind, tcp_->endpoint().port(), options_.port == 0,
                               options_.multicast);
    if (!udp) return tl::unexpected(udp.error());
    udp_ = std::move(*udp);
    const WebGuard guard(options_.web_hosts, tcp_->endpoint().address().is_loopback(), options_.web_origins);
    if (options_.foxglove) {
      foxglove_.emplace(hub_);
      metrics_.watch_foxglove(*foxglove_);
    }
    auto web = WebServer::open(context_, hub_, metrics_, guard, options_.bind, options_.web_port, tls_.get(),
                               web_sources(), foxglove_ ? &*foxglove_ : nullptr);
    if (!web) return tl::unexpected(web.error());
    web_ = std::move(*web);
    hub_.set_udp(udp_->endpoint().port(), options_.multicast);
    if (!options_.ghost.empty()) {
      auto ghost = scenes::read_reference(options_.ghost);
      if (!ghost) return tl::unexpected(ghost.error());
      hub_.show_ghost(std::make_shared<const scenes::ReferenceRun>(std::move(*ghost)));
    }
    if (!tls_) spdlog::info("no TLS: messages and poses over UDP go in the clear");
    if (!options_.multicast.empty())
      spdlog::info("poses to the group {} go in the clear", options_.multicast);
    hub_.set_background(background_);
    hub_.set_question_background(question_background_);
    hub_.add_sink(*udp_);
    hub_.add_sink(metrics_);
    metrics_.watch_udp(*udp_);
    if (!options_.image_generators.empty()) {
      auto cigi = CigiHost::open(context_, options_.image_generators, options_.cigi_port,
                                 options_.cigi_pacing, hub_.scene());
      if (!cigi) return tl::unexpected(cigi.error());
      cigi_ = std::move(*cigi);
      hub_.add_sink(*cigi_);
      hub_.set_image_delay([this] { return cigi_->image_delay(); });
      metrics_.watch_cigi(*cigi_);
    }
    if (options_.agones) {
      auto agones = AgonesClient::open(
          context_, [this](std::uint16_t port) { hub_.set_udp(port, options_.multicast); });
      if (!agones) return tl::unexpected(agones.error());
      agones_ = std::move(*agones);
      metrics_.watch_agones(*agones_);
    }
    if (!options_.records.empty()) {
      auto course = CourseRecorder::open(options_.records, options_.station, record_to_);
      if (!course) return tl::unexpected(course.error());
      course_ = std::move(*course);
      hub_.set_attempt_taker([this](const scenes::Score& attempt) { course_->add(attempt); });
    }
    if (replay_ != nullptr) {
      hub_.set_recorder([this](const ServedScene& scene) { return record(successor_file(), scene, false); });
    } else if (!record_to_.empty()) {
      return record(record_to_, hub_.scene(), true);
    }
    return {};
  }

  Result<void> run() {
    std::signal(SIGPIPE, SIG_IGN);
    if (auto permitted = check_realtime(); !permitted) return permitted;
    wait_for_signal();
    std::signal(kEndsSleep, [](int) {});
    loop_ = std::thread([this, &stage = *stage_] { run_loop(stage); });
    // Whoever joins finds a frame.
    while (stage_->outbox.front() == nullptr) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    pump_.emplace(context_, wake_up_, std::move(stage_), port_, hub_);
    keep_house();
    std::cout << "ready tcp=" << text_of(tcp_->endpoint()) << " udp=" << text_of(udp_->endpoint())
              << " web=" << (tls_ ? "https://" : "http://") << text_of(web_->endpoint()) << std::endl;
    notify_.send("READY=1\nSTATUS=serving " + hub_.scene().name);
    prefer_thread(options_.realtime);  // after the loop's has begun, which would inherit it
    context_.run();
    loop_.join();
    return {};
  }

 private:
  static HubOptions hub_options(const Options& options, const Replay* replay) {
    HubOptions result;
    result.server = scenes::program_version("drawbard");
    result.most_clients = options.most_clients;
    result.most_from_an_address = options.most_from_an_address != 0
                                      ? options.most_from_an_address
                                      : (3 * std::size_t{options.most_clients} + 3) / 4;
    result.most_joins = options.most_joins;
    result.encrypted = !options.tls_certificate.empty();
    result.hello_timeout = nanoseconds(options.hello_timeout);
    result.stall_timeout = nanoseconds(options.stall_timeout);
    result.resume_timeout = nanoseconds(options.resume_timeout);
    result.history_bytes = std::size_t{options.rewind_memory} << 20;
    result.library = library_of(options);
    if (replay != nullptr) result.replay = &replay->index();
    return result;
  }

  /// Tried out on a thread of its own, before anything is promised.
  Result<void> check_realtime() const {
    if (options_.realtime.mode != RealtimeMode::require) return {};
    std::vector<std::string> refused;
    std::thread([&] { refused = make_thread_realtime(options_.realtime); }).join();
    if (refused.empty()) return {};
    return fail(ErrorKind::environment, "--realtime require: not permitted: " + refused.front());
  }

  void run_loop(Stage& stage) {
    pthread_setname_np(pthread_self(), "frame loop");
    // Left to the network thread: their handler writes to a pipe, which a frame does not.
    sigset_t others;
    sigemptyset(&others);
    sigaddset(&others, SIGTERM);
    sigaddset(&others, SIGINT);
    pthread_sigmask(SIG_BLOCK, &others, nullptr);
    std::optional<ReplayLoop> replayed;
    if (replay_ != nullptr) {
      replayed.emplace(*replay_, stage.outbox, inbox_, wake_up_, options_.start != StartMode::running);
      replayed->run(stop_loop_);
      if (!replayed->successor()) return;
    }
    std::string refused;
    for (const auto& list : {make_thread_realtime(options_.realtime), lock_memory(options_.realtime)}) {
      for (const std::string& what : list) refused += (refused.empty() ? "" : "; ") + what;
    }
    if (!refused.empty()) spdlog::warn("not permitted, frames may be late: {}", refused);
    LoopOptions loop_options;
    loop_options.start = replayed ? StartMode::running : options_.start;
    loop_options.governor = options_.governor;
    loop_options.doorbell = &doorbell_;
    loop_options.spin = options_.spin_us * kMicrosecond;
    SimulationLoop loop(replayed ? *replayed->successor()->stage : stage, inbox_, wake_up_, loop_options);
    if (replayed) loop.succeed(replayed->clock(), replayed->requests_taken(), *replayed->successor());
    loop.run(stop_loop_);
  }

  /// From this scene on. `at_once`: it runs already.
  Result<void> record(const std::string& path, const ServedScene& scene, bool at_once) {
    auto recorder =
        Recorder::open({path, options_.force, options_.snapshot_interval, at_once, options_.station}, scene);
    if (!recorder) return tl::unexpected(recorder.error());
    recorder_ = std::move(*recorder);
    recording_ = path;
    hub_.add_sink(*recorder_);
    metrics_.watch_recorder(*recorder_);
    if (!at_once) spdlog::info("recording into {}", path);
    return {};
  }

  /// Where a session that goes on from the recording is recorded: as --record says, or beside it.
  std::string successor_file() const {
    if (!record_to_.empty()) return record_to_;
    const std::filesystem::path origin(options_.replay);
    std::filesystem::path file;
    std::error_code ignored;
    for (int number = 1; file.empty() || std::filesystem::exists(file, ignored); ++number)
      file =
          origin.parent_path() / (origin.stem().string() + ".takeover-" + std::to_string(number) + ".mcap");
    return file.string();
  }

  void wait_for_signal() {
    signals_.async_wait([this](ErrorCode error, int signal) {
      if (error) return;
      const std::size_t operators = hub_.operators();
      if (signal == SIGTERM && options_.drain > 0 && operators > 0 && !drained_by_) {
        spdlog::info("SIGTERM: ending when {} operators have left, in {:g} s at the latest", operators,
                     options_.drain);
        drained_by_ = monotonic_now() + nanoseconds(options_.drain);
        metrics_.set_draining();
        notify_.send("STATUS=draining");
        wait_for_signal();
        return;
      }
      spdlog::info("{}: ending", signal == SIGTERM ? "SIGTERM" : "SIGINT");
      end();
    });
  }

  void keep_house() {
    housekeeping_.expires_after(kHousekeeping);
    housekeeping_.async_wait([this](ErrorCode error) {
      if (error) return;
      const Nanoseconds now = monotonic_now();
      hub_.on_time(now);
      // Tied to the frames: a loop that stands still is not alive.
      if (metrics_.healthy(now)) notify_.alive(now);
      if (agones_) agones_->on_time(now, {metrics_.healthy(now), hub_.operators() > 0, metrics_.draining()});
      if (drained_by_ && (hub_.operators() == 0 || now >= *drained_by_)) {
        spdlog::info("drained: ending");
        end();
        return;
      }
      watch_recorder();
      watch_utc();
      watch_disk(now);
      tidy_up(now);
      keep_house();
    });
  }

  void watch_recorder() {
    if (course_) {
      if (const std::string why = course_->take_failure(); !why.empty()) {
        spdlog::error("{}", why);
        constexpr double kAttemptIsKept = 1;
        hub_.announce(stream::EventKind::RecordingFailed, kNobody, why, kAttemptIsKept);
      }
    }
    if (!recorder_) return;
    if (const std::string why = recorder_->take_failure(); !why.empty()) {
      const std::string what = why + "; the session goes on unrecorded";
      spdlog::error("{}", what);
      hub_.announce(stream::EventKind::RecordingFailed, kNobody, what);
    }
  }

  void watch_disk(Nanoseconds now) {
    const std::string file = record_to_.empty() ? options_.records : record_to_;
    if (file.empty() || now < next_look_at_disk_) return;
    next_look_at_disk_ = now + kBetweenLooksAtTheDisk;
    std::error_code failed;
    const auto folder = std::filesystem::absolute(file).parent_path();
    const auto space = std::filesystem::space(folder, failed);
    if (failed) return;
    metrics_.on_disk(space.available);
    const auto low = disk_watch_.observe(space.available);
    if (!low) return;
    const std::string what = fmt::format("{}: {} MiB are left on the disk", folder.string(), *low >> 20);
    spdlog::warn("{}", what);
    hub_.announce(stream::EventKind::DiskLow, kNobody, what, static_cast<double>(*low));
  }

  void tidy_up(Nanoseconds now) {
    if (now < next_tidying_) return;
    next_tidying_ = now + kBetweenTidyings;
    RetentionOptions keep;
    keep.days = options_.keep_days;
    keep.gib = options_.keep_gib;
    keep.records = options_.records;
    if (!keep.any()) return;
    if (is_recording_folder(options_.record)) keep.folder = std::filesystem::absolute(options_.record);
    keep.needed = {record_to_, options_.replay, options_.ghost, recording_};
    question_background_.run(
        [keep = std::move(keep), library = library_of(options_)](const std::atomic<bool>&) mutable {
          for (const scenes::LibraryFile& file : scenes::list_library(library)) {
            for (const std::string& recording : file.recordings)
              keep.needed.push_back(std::filesystem::path(library) / recording);
          }
          return tidy(keep, std::filesystem::file_time_type::clock::now());
        },
        [](const std::vector<std::string>& told) {
          for (const std::string& line : told) spdlog::info("{}", line);
        });
  }

  /// What the web port reads for who asks. Recordings are those of the library's folder, as for ghosts, and
  /// those beside the one that is written and the course records.
  WebSources web_sources() {
    std::vector<std::filesystem::path> folders{library_of(options_)};
    for (const std::string& file : {record_to_, options_.replay, options_.records}) {
      if (!file.empty()) folders.push_back(std::filesystem::path(file).parent_path());
    }
    return {options_.records.empty() ? ReadRecords() : records_of(options_.records, question_background_),
            recordings_in(std::move(folders), question_background_),
            visuals_of([this]() -> const ServedScene& { return hub_.scene(); }, question_background_),
            options_.station};
  }

  void watch_utc() {
    const Nanoseconds offset = utc_offset();
    const auto moved = utc_watch_.observe(offset);
    if (!moved) return;
    const std::string what = fmt::format("UTC stepped by {:+.3f} s", static_cast<double>(*moved) / 1e9);
    spdlog::warn("{}", what);
    if (foxglove_) foxglove_->set_utc_offset(offset);
    hub_.announce(stream::EventKind::ClockStepped, kNobody, what, static_cast<double>(offset));
  }

  void end() {
    notify_.send("STOPPING=1");
    stop_loop_ = true;
    doorbell_.ring();
    pthread_kill(loop_.native_handle(), kEndsSleep);
    tcp_->stop();
    web_->stop();
    housekeeping_.cancel();
    hub_.shut_down();
    pump_->stop();
    udp_->stop();
    if (cigi_) cigi_->stop();
    // Connections get a moment to take the last event.
    housekeeping_.expires_after(std::chrono::milliseconds(20));
    housekeeping_.async_wait([this](ErrorCode) { context_.stop(); });
  }

  const Options& options_;
  const std::string record_to_;  ///< file; empty: none, or of a replay beside it
  Replay* replay_;
  asio::io_context context_{1};
  asio::signal_set signals_{context_, SIGTERM, SIGINT};
  asio::steady_timer housekeeping_{context_};
  Notify notify_;
  UtcWatch utc_watch_{utc_offset()};
  DiskWatch disk_watch_;
  Nanoseconds next_look_at_disk_ = 0;
  Nanoseconds next_tidying_ = 0;
  std::string recording_;  ///< path of the file that is written; empty: none
  WakeUp wake_up_;
  Inbox inbox_{kInboxCapacity, [] { return LoopInput(); }};
  Doorbell doorbell_;
  LoopPort port_{inbox_, &doorbell_};
  std::unique_ptr<Stage> stage_;  ///< the pump's once the loop runs
  Hub hub_;
  Metrics metrics_;
  Background background_{context_};
  Background question_background_{context_};  ///< of its own: a rewind may take a second
  std::unique_ptr<CourseRecorder> course_;    ///< may wait for another program: after the recording has ended
  std::unique_ptr<Recorder> recorder_;
  std::unique_ptr<ssl::context> tls_;  ///< null: no TLS
  std::unique_ptr<TcpServer> tcp_;
  std::unique_ptr<UdpServer> udp_;
  std::unique_ptr<CigiHost> cigi_;        ///< null: no image generators
  std::optional<FoxgloveHost> foxglove_;  ///< nothing: not spoken
  std::unique_ptr<WebServer> web_;
  std::unique_ptr<AgonesClient> agones_;   ///< null: no Agones
  std::optional<Nanoseconds> drained_by_;  ///< SIGTERM came, and operators are in
  std::optional<FramePump> pump_;
  std::atomic<bool> stop_loop_{false};
  std::thread loop_;
};

/// The last of what --check looks at, which needs no port.
Result<void> check_certificate(const Options& options) {
  if (!options.tls_certificate.empty()) {
    const auto tls = make_tls(options.tls_certificate, options.tls_key);
    if (!tls) return tl::unexpected(tls.error());
  }
  std::cout << "good" << std::endl;
  return {};
}

Result<void> serve(const Options& options, ServedScene scene, Tokens tokens, Replay* replay) {
  if (options.check) return check_certificate(options);
  Daemon daemon(options, std::move(scene), std::move(tokens), replay);
  if (auto opened = daemon.open(); !opened) return opened;
  return daemon.run();
}

}  // namespace

Result<void> run_daemon(const Options& options) {
  auto tokens = read_tokens(options);
  if (!tokens) return tl::unexpected(tokens.error());
  if (!options.replay.empty()) {
    auto replay = Replay::open(options.replay);
    if (!replay) return tl::unexpected(replay.error());
    return serve(options, replay->index().scenes().front(), std::move(*tokens), &*replay);
  }
  const auto first = first_of(options);
  if (!first) return tl::unexpected(first.error());
  auto scene = read_scene(*first, options.variant);
  if (!scene) return tl::unexpected(scene.error());
  scene->trainee = options.trainee;
  return serve(options, std::move(*scene), std::move(*tokens), nullptr);
}

}  // namespace drawbar::server
