// What goes wrong around a daemon: the loop goes on, nothing promised is lost, and the log says it in one
// line.
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <future>
#include <optional>
#include <random>
#include <set>
#include <thread>
#include <utility>

#include "tests/server/daemon_fixture.h"
#include "tests/server/faulty_link.h"
#include "tests/server/library_client.h"
#include "tests/server/replayed.h"
#include "tests/support/occurrences.h"
#include "tests/support/paths.h"

namespace drawbar::server::test {
namespace {

using control::Role;

/// Random bytes in datagrams, as many at once as `noise` has in it.
class NoiseOverUdp {
 public:
  explicit NoiseOverUdp(std::uint16_t port) : socket_(connected_socket(SOCK_DGRAM, port)) {}
  ~NoiseOverUdp() { close(socket_); }
  NoiseOverUdp(const NoiseOverUdp&) = delete;
  NoiseOverUdp& operator=(const NoiseOverUdp&) = delete;

  void send(protocol::BytesView noise) const {
    for (; !noise.empty(); noise = noise.subspan(std::min<std::size_t>(noise.size(), 1200))) {
      ::send(socket_, noise.data(), std::min<std::size_t>(noise.size(), 1200), 0);
    }
  }

 private:
  int socket_;
};

/// An environment variable for the processes started meanwhile.
class Environment {
 public:
  Environment(const char* name, const std::string& value) : name_(name) { setenv(name, value.c_str(), 1); }
  ~Environment() { unsetenv(name_); }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  const char* name_;
};

class Faulty : public Daemon {
 protected:
  void start_many_bodies(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), write_file(folder_.file("many.json"), many_bodies_scene(300)));
    daemon_ = std::make_unique<DaemonProcess>(std::move(arguments));
    ASSERT_TRUE(daemon_->ready()) << daemon_->log();
  }

  /// Everything that it logged, after a clean end.
  std::string final_log() {
    daemon_->signal(SIGTERM);
    EXPECT_EQ(daemon_->wait(), 0);
    return daemon_->log();
  }

  /// The next frames of this viewer follow each other without a gap.
  static void expect_no_frame_lost(SocketClient& viewer, int count) {
    auto last = viewer.receive_body<stream::FrameT>();
    ASSERT_TRUE(last);
    for (int i = 0; i < count; ++i) {
      auto frame = viewer.receive_body<stream::FrameT>();
      ASSERT_TRUE(frame);
      ASSERT_EQ(frame->stamp->frame(), last->stamp->frame() + 1);
      last = std::move(frame);
    }
  }
};

TEST_F(Faulty, ClientsKilledInTheMiddleOfAMessageCostTheOthersNothing) {
  start();
  const auto viewer = joined(Role::Viewer);
  const std::size_t before = daemon_->descriptors();
  for (int i = 0; i < 20; ++i) {
    SocketClient client(daemon_->tcp_port());
    ASSERT_TRUE(client.join(Role::Operator, "victim"));
    const protocol::Bytes message = protocol::framed(protocol::encode_client(throttle(1, 0.5)));
    client.send_raw(protocol::BytesView(message).first(message.size() / 2));
    const linger reset{1, 0};
    setsockopt(client.descriptor(), SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
  }
  expect_no_frame_lost(*viewer, 25);
  for (int i = 0; i < 100 && daemon_->descriptors() > before; ++i) viewer->receive_body<stream::FrameT>();
  // Fewer are none of theirs: something of the start may have been open still.
  EXPECT_LE(daemon_->descriptors(), before);
  const std::string log = final_log();
  EXPECT_EQ(tests::occurrences(log, "(victim) left"), 20u) << log;
}

TEST_F(Faulty, StalledReaderIsDisconnectedAndEveryoneIsTold) {
  start_many_bodies({"--stall-timeout", "1"});
  SocketClient stalled(daemon_->tcp_port(), {.receive_buffer = 2048});
  ASSERT_TRUE(stalled.join(Role::Viewer, "stalled"));
  const auto viewer = joined(Role::Viewer);
  const auto dropped = viewer->receive_until<stream::EventT>(
      [](const auto& event) { return event.kind == stream::EventKind::ClientDropped; });
  ASSERT_TRUE(dropped);
  EXPECT_EQ(dropped->name, "stalled");
  const std::string log = final_log();
  EXPECT_EQ(tests::occurrences(log, "the client has not read for 1 s"), 1u) << log;
}

TEST_F(Faulty, StoppedForSecondsTheScheduleMovesOnAndNoFrameIsLost) {
  start();
  const auto viewer = joined(Role::Viewer);
  const auto before = viewer->receive_body<stream::FrameT>();
  ASSERT_TRUE(before);
  daemon_->signal(SIGSTOP);
  std::this_thread::sleep_for(std::chrono::seconds(2));
  daemon_->signal(SIGCONT);
  std::uint64_t last_frame = before->stamp->frame();
  std::uint64_t last_tick = before->stamp->tick();
  std::uint64_t gap = 0;
  for (int i = 0; i < kPatienceMessages && gap < 45; ++i) {
    const auto frame = viewer->receive_body<stream::FrameT>();
    ASSERT_TRUE(frame);
    ASSERT_EQ(frame->stamp->frame(), last_frame + 1) << "frames are neither lost nor run back to back";
    gap = frame->stamp->tick() - last_tick;
    last_frame = frame->stamp->frame();
    last_tick = frame->stamp->tick();
  }
  EXPECT_GE(gap, 45u) << "ticks count the slots that passed";
  const std::string log = final_log();
  EXPECT_GE(tests::occurrences(log, "the schedule moved on by"), 1u) << log;
}

TEST_F(Faulty, RandomBytesAtFullSpeedCostTheOthersNoFrame) {
  start();
  const auto viewer = joined(Role::Viewer);
  std::atomic<bool> stop{false};
  std::thread flood([&] {
    std::mt19937 random(1);
    protocol::Bytes noise(65'536);
    std::ranges::generate(noise, [&random] { return static_cast<std::byte>(random()); });
    const NoiseOverUdp udp(daemon_->udp_port());
    while (!stop) {
      SocketClient tcp(daemon_->tcp_port());
      tcp.send_raw(noise);
      SocketClient web(daemon_->web_port());
      web.send_raw(noise);
      SocketClient web_socket(daemon_->web_port(), SocketClient::Transport::web_socket);
      web_socket.send_message(protocol::BytesView(noise).first(60'000));
      udp.send(noise);
      std::rotate(noise.begin(), noise.begin() + 1, noise.end());
    }
  });
  expect_no_frame_lost(*viewer, 25);
  stop = true;
  flood.join();
}

TEST_F(Faulty, FullDiskEndsTheRecordingAndNotTheSession) {
  const std::string folder = folder_.file("disk");
  std::filesystem::create_directories(folder);
  if (mount("tmpfs", folder.c_str(), "tmpfs", 0, "size=256k") != 0) GTEST_SKIP() << "no right to mount";
  const std::string file = folder + "/session.mcap";
  start_many_bodies({"--record", file, "--snapshot-interval", "0.04"});
  const auto viewer = joined(Role::Viewer);
  const auto failed = viewer->receive_until<stream::EventT>(
      [](const auto& event) { return event.kind == stream::EventKind::RecordingFailed; });
  ASSERT_TRUE(failed);
  EXPECT_EQ(failed->value, 0) << "a recording, not an attempt";
  EXPECT_EQ(tests::occurrences(failed->text, "; the session goes on unrecorded"), 1u) << failed->text;
  expect_no_frame_lost(*viewer, 10);
  const std::string log = final_log();
  EXPECT_EQ(tests::occurrences(log, "the session goes on unrecorded"), 1u) << log;
  const Replayed replayed = replay(file);
  EXPECT_GE(replayed.frames, 10u) << "readable up to the last whole chunk";
  EXPECT_EQ(replayed.differing, 0u);
  umount(folder.c_str());
}

TEST_F(Faulty, DiskThatIsFullBeforeTheFirstFrameIsSaidAtTheStart) {
  const std::string scene = write_file(folder_.file("many.json"), many_bodies_scene(300));
  // Not even room for the file's head, and room for that alone.
  for (const std::string size : {"size=4k", "size=96k"}) {
    const std::string folder = folder_.file("disk");
    std::filesystem::create_directories(folder);
    if (mount("tmpfs", folder.c_str(), "tmpfs", 0, size.c_str()) != 0) GTEST_SKIP() << "no right to mount";
    const std::string file = folder + "/session.mcap";
    {
      DaemonProcess daemon({scene, "--record", file});
      EXPECT_FALSE(daemon.ready());
      EXPECT_NE(daemon.wait(), 0);
      EXPECT_EQ(tests::occurrences(daemon.log(), "No space left on device"), 1u) << daemon.log();
    }
    EXPECT_FALSE(std::filesystem::exists(file)) << "in the way of the next start";
    umount(folder.c_str());
  }
}

#ifdef HAVE_JUMPING_CLOCK
TEST_F(Faulty, JumpsOfTheWallClockMoveNothing) {
  const std::string file = folder_.file("session.mcap");
  {
    const Environment jumping("LD_PRELOAD", tests::program("drawbar_jumping_clock.so"));
    start({"--record", file}, pendulum_scene(20));
  }
  const auto viewer = joined(Role::Viewer);
  auto last = viewer->receive_body<stream::FrameT>();
  ASSERT_TRUE(last);
  for (int i = 0; i < 75; ++i) {
    auto frame = viewer->receive_body<stream::FrameT>();
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame->stamp->frame(), last->stamp->frame() + 1);
    EXPECT_EQ(frame->stamp->monotonic_ns() - last->stamp->monotonic_ns(),
              20'000'000 * (frame->stamp->tick() - last->stamp->tick()));
    last = std::move(frame);
  }
  daemon_->signal(SIGTERM);
  EXPECT_EQ(daemon_->wait(), 0);
  EXPECT_EQ(replay(file).differing, 0u);
}

TEST_F(Faulty, JumpsOfTheWallClockAreNotToldAgainInAReplay) {
  const std::string file = folder_.file("session.mcap");
  {
    const Environment jumping("LD_PRELOAD", tests::program("drawbar_jumping_clock.so"));
    start({"--record", file}, pendulum_scene(20));
  }
  const auto is_jump = [](const stream::EventT& e) { return e.kind == stream::EventKind::ClockStepped; };
  const auto viewer = joined(Role::Viewer);
  // What happened in the first frames is told before anybody joins the replay.
  ASSERT_TRUE(viewer->receive_until<stream::FrameT>([](const auto& f) { return f.stamp->frame() >= 10; }));
  const auto jump = viewer->receive_until<stream::EventT>(is_jump);
  ASSERT_TRUE(jump);
  ASSERT_TRUE(viewer->receive_until<stream::FrameT>(
      [&](const auto& f) { return f.stamp->frame() > jump->stamp->frame() + 2; }));
  daemon_->signal(SIGTERM);
  ASSERT_EQ(daemon_->wait(), 0);
  daemon_ = std::make_unique<DaemonProcess>(std::vector<std::string>{"--replay", file, "--start", "frozen"});
  ASSERT_TRUE(daemon_->ready()) << daemon_->log();
  const auto later = joined(Role::Instructor);
  later->send(control::RunT{}, 1);
  std::size_t jumps = 0;
  ASSERT_TRUE(later->receive_until<stream::EventT>([&](const auto& e) {
    jumps += is_jump(e) ? 1 : 0;
    return e.kind == stream::EventKind::ReplayEnded;
  }));
  EXPECT_EQ(jumps, 0u) << "its value is the offset of a clock that is gone";
}

/// The UTC that the web port tells a Foxglove client first, against ours; h, and nothing if it tells none.
std::optional<double> hours_ahead_for_foxglove(const DaemonProcess& daemon) {
  SocketClient client(daemon.web_port());
  client.send_text(
      "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: "
      "Upgrade\r\nSec-WebSocket-Version: 13\r\n"
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: foxglove.websocket.v1\r\n\r\n");
  constexpr std::string_view kTime("\x82\x09\x02", 3);  // a binary message of nine bytes with opcode 2
  std::string received;
  std::array<char, 4096> piece{};
  while (true) {
    const ssize_t size = ::recv(client.descriptor(), piece.data(), piece.size(), 0);
    if (size <= 0) return {};
    received.append(piece.data(), static_cast<std::size_t>(size));
    const std::size_t at = received.find(kTime);
    if (at == std::string::npos || received.size() < at + 11) continue;
    std::uint64_t told = 0;
    std::memcpy(&told, received.data() + at + 3, 8);
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration<double, std::ratio<3600>>(std::chrono::nanoseconds(told) - now).count();
  }
}

TEST_F(Faulty, WhoComesByFoxgloveAfterAJumpOfTheWallClockIsToldTheNewTime) {
  {
    const Environment jumping("LD_PRELOAD", tests::program("drawbar_jumping_clock.so"));
    start({"--foxglove"}, pendulum_scene(20));
  }
  // Nobody is in while it jumps, at whole seconds.
  std::set<long> told;
  for (int second = 0; second < 10 && told.size() < 2; ++second) {
    const auto now = std::chrono::system_clock::now();
    std::this_thread::sleep_until(std::chrono::ceil<std::chrono::seconds>(now) +
                                  std::chrono::milliseconds(300));
    const auto ahead = hours_ahead_for_foxglove(*daemon_);
    ASSERT_TRUE(ahead);
    told.insert(std::lround(*ahead));
  }
  EXPECT_EQ(told, (std::set<long>{0, 1})) << "an hour ahead in every other second";
}
#endif

TEST_F(Faulty, UdpUnderLossDuplicationAndReorderingShowsNothingThatNeverWas) {
  start();
  for (const auto encoding : {control::PoseEncoding::Plain, control::PoseEncoding::Compact}) {
    FaultyLink link(
        daemon_->tcp_port(), daemon_->udp_port(),
        {.delay = 5 * kMillisecond, .jitter = 100 * kMillisecond, .loss = 0.2, .duplication = 0.2});
    SocketClient truth(daemon_->tcp_port());
    ASSERT_TRUE(truth.join(Role::Viewer));
    protocol::Client::Options options;
    options.name = "visualizer";
    options.subscribe.udp = true;
    options.subscribe.encoding = encoding;
    LibraryClient viewer(link.tcp_port(), link.udp_port(), options);
    std::map<std::uint64_t, std::vector<stream::BodyState>> seen;
    std::uint64_t last_tick = 0;
    ASSERT_TRUE(viewer.pump_until([&] { return seen.size() >= 30; },
                                  [&](protocol::Client::Notice& notice) {
                                    const auto* frame = std::get_if<protocol::Client::FrameArrived>(&notice);
                                    if (frame == nullptr) return;
                                    EXPECT_TRUE(seen.empty() || frame->stamp.tick() > last_tick)
                                        << "latest tick wins";
                                    last_tick = frame->stamp.tick();
                                    const auto& newest = viewer.client().poses().newest();
                                    if (newest.complete) seen[newest.stamp.tick()] = newest.bodies;
                                  }))
        << seen.size() << " frames";
    EXPECT_GT(link.datagrams_lost(), 0u);
    std::size_t compared = 0;
    while (compared < 20) {
      const auto frame = truth.receive_body<stream::FrameT>();
      ASSERT_TRUE(frame);
      if (frame->stamp->tick() > last_tick) break;
      const auto found = seen.find(frame->stamp->tick());
      if (found == seen.end()) continue;
      ++compared;
      ASSERT_EQ(found->second.size(), frame->bodies.size());
      for (std::size_t i = 0; i < frame->bodies.size(); ++i) {
        const double error = std::abs(found->second[i].position().x() - frame->bodies[i].position().x());
        EXPECT_LE(error, encoding == control::PoseEncoding::Plain ? 0 : 0.25e-3);
      }
    }
    EXPECT_GE(compared, 20u);
  }
}

/// A scripted session, seen or not, over a good network or a bad one.
class ScriptedSession : public Daemon {
 protected:
  static constexpr std::uint64_t kLast = 60;

  using Hashes = std::map<std::uint64_t, std::uint64_t>;

  /// State hashes by frame of a drive whose rows act in frames 1 to kLast.
  Hashes hashes(const std::string& name, int viewers, const Faults& faults) const {
    const std::string file = folder_.file(name + ".mcap");
    const std::string scene = write_file(folder_.file(name + ".json"), pendulum_scene(10));
    // Fewer substeps, where sanitizers leave too little time for all, would be another simulation.
    DaemonProcess daemon({scene, "--start", "frozen", "--no-governor", "--record", file});
    EXPECT_TRUE(daemon.ready()) << daemon.log();
    const FaultyLink link(daemon.tcp_port(), daemon.udp_port(), faults);
    std::atomic<bool> stop{false};
    std::atomic<int> seeing{0};
    std::vector<std::thread> watching;
    for (int i = 0; i < viewers; ++i) {
      watching.emplace_back([&, i] { watch(link, i, stop, seeing); });
    }
    // Time stands still until all are there.
    for (int waited = 0; waited < kPatienceMs && seeing < viewers; waited += 10) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_EQ(seeing, viewers);
    {
      SocketClient console(link.tcp_port());
      EXPECT_TRUE(console.join(Role::Instructor));
      console.send(control::TakeControlT{}, 1);
      for (std::uint64_t frame = 1; frame <= kLast; ++frame) {
        control::ControlT row = throttle(frame, static_cast<double>(frame % 7) / 7 - 0.4);
        row.apply_at_frame = frame;
        console.send(std::move(row));
      }
      // The connection keeps the order: all rows are with the loop before the first of them acts.
      console.send(control::RunT{}, 2);
      EXPECT_TRUE(console.receive_until<stream::FrameT>(
          [](const auto& frame) { return frame.stamp->frame() > kLast; }));
      daemon.signal(SIGTERM);
      EXPECT_EQ(daemon.wait(), 0);
    }
    stop = true;
    for (std::thread& thread : watching) thread.join();
    EXPECT_EQ(link.datagrams_lost() > 0, viewers > 0 && faults.loss > 0);
    Hashes result = replay(file).hashes;
    std::erase_if(result, [](const auto& entry) { return entry.first > kLast; });
    return result;
  }

 private:
  /// Every second viewer takes its poses as datagrams, every third compact.
  static void watch(const FaultyLink& link, int number, const std::atomic<bool>& stop,
                    std::atomic<int>& seeing) {
    protocol::Client::Options options;
    options.name = "viewer";
    options.subscribe.udp = number % 2 == 0;
    if (number % 3 == 0) options.subscribe.encoding = control::PoseEncoding::Compact;
    LibraryClient viewer(link.tcp_port(), link.udp_port(), options);
    bool sees = false;
    while (!stop && viewer.pump(20)) {
      while (viewer.client().next_event()) {
      }
      const bool poses =
          options.subscribe.udp ? viewer.datagrams_received() > 5 : !viewer.client().poses().empty();
      if (poses && !std::exchange(sees, true)) ++seeing;
    }
  }
};

TEST_F(ScriptedSession, HasTheSameStateHashesWhoeverWatchesAndHoweverBadTheNetwork) {
  const Faults bad{.delay = 200 * kMillisecond, .jitter = 20 * kMillisecond, .loss = 0.05};
  const auto session = [this](const char* name, int viewers, const Faults& faults) {
    return std::async(std::launch::async, [=, this] { return hashes(name, viewers, faults); });
  };
  auto seen = session("seen", 32, {});
  auto far = session("far", 0, bad);
  auto seen_from_far = session("seen_from_far", 32, bad);
  const Hashes alone = hashes("alone", 0, {});
  ASSERT_EQ(alone.size(), kLast);
  EXPECT_EQ(seen.get(), alone);
  EXPECT_EQ(far.get(), alone);
  EXPECT_EQ(seen_from_far.get(), alone);
}

/// A daemon whose systemd is the test.
class Watchdog : public Daemon {
 protected:
  void SetUp() override {
    path_ = folder_.file("notify");
    socket_ = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path_.copy(address.sun_path, sizeof address.sun_path - 1);
    ASSERT_EQ(bind(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    const Environment path("NOTIFY_SOCKET", path_);
    const Environment interval("WATCHDOG_USEC", "300000");
    start();
  }
  void TearDown() override { close(socket_); }

  /// The next word to systemd within so long; empty when none came.
  std::string next(int milliseconds) const {
    timeval limit{milliseconds / 1000, milliseconds % 1000 * 1000};
    setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    std::array<char, 512> text{};
    const ssize_t size = recv(socket_, text.data(), text.size(), 0);
    return size > 0 ? std::string(text.data(), static_cast<std::size_t>(size)) : "";
  }

  /// Thread of the frame loop.
  pid_t loop_thread() const {
    for (const auto& task :
         std::filesystem::directory_iterator("/proc/" + std::to_string(daemon_->pid()) + "/task")) {
      std::string name;
      std::getline(std::ifstream(task.path() / "comm"), name);
      if (name == "frame loop") return std::stoi(task.path().filename());
    }
    return 0;
  }

  std::string path_;
  int socket_ = -1;
};

TEST_F(Watchdog, IsReadyThenAliveOnlyWhileFramesCome) {
  EXPECT_TRUE(next(kPatienceMs).starts_with("READY=1"));
  for (int i = 0; i < 5; ++i) EXPECT_EQ(next(kPatienceMs), "WATCHDOG=1");
  const pid_t loop = loop_thread();
  ASSERT_NE(loop, 0);
  if (ptrace(PTRACE_SEIZE, loop, nullptr, nullptr) != 0) GTEST_SKIP() << "no right to stop a thread";
  ptrace(PTRACE_INTERRUPT, loop, nullptr, nullptr);
  waitpid(loop, nullptr, __WALL);
  // The network thread lives on and would gladly say so; a frame that is a second old silences it.
  int words = 0;
  while (!next(700).empty() && words < 100) ++words;
  EXPECT_LT(words, 100);
  ptrace(PTRACE_DETACH, loop, nullptr, nullptr);
  EXPECT_EQ(next(kPatienceMs), "WATCHDOG=1");
  daemon_->signal(SIGTERM);
  std::string word;
  do {
    word = next(kPatienceMs);
  } while (word == "WATCHDOG=1");
  EXPECT_EQ(word, "STOPPING=1");
}

TEST(OverloadedRecording, GovernorsChoicesAreRecordedAndComputeToTheSameBitsAgain) {
  TemporaryFolder folder;
  std::string scene = many_bodies_scene(500);
  scene.replace(scene.find("\"substeps\": 1"), 13, R"("period_ms": 4, "substeps": 500, "min_substeps": 2)");
  const std::string file = folder.file("session.mcap");
  DaemonProcess daemon({write_file(folder.file("heavy.json"), scene), "--record", file});
  ASSERT_TRUE(daemon.ready()) << daemon.log();
  SocketClient viewer(daemon.tcp_port());
  ASSERT_TRUE(viewer.join(Role::Viewer));
  const auto chosen = viewer.receive_until<stream::EventT>(
      [](const auto& event) { return event.kind == stream::EventKind::SubstepsChanged; });
  ASSERT_TRUE(chosen);
  EXPECT_LT(chosen->value, 500);
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(viewer.receive_body<stream::FrameT>());
  daemon.signal(SIGTERM);
  EXPECT_EQ(daemon.wait(), 0);
  const Replayed replayed = replay(file);
  EXPECT_GE(replayed.substep_inputs, 1u);
  EXPECT_EQ(replayed.differing, 0u);
}

}  // namespace
}  // namespace drawbar::server::test
