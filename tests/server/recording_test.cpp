// What the daemon records: the same bits again from the recorded inputs, and readable whatever ended it.
#include <gtest/gtest.h>

#include <csignal>
#include <map>
#include <memory>
#include <thread>
#include <vector>

#include "physics/world/world.h"
#include "protocol/session_record.h"
#include "protocol/state_hash.h"
#include "scenes/loader/loader.h"
#include "server/record/recorder.h"
#include "server/scene/scene_source.h"
#include "tests/server/daemon_fixture.h"
#include "tests/server/replayed.h"

namespace drawbar::server::test {
namespace {

using control::Role;

class Recording : public testing::Test {
 protected:
  void start(std::vector<std::string> arguments = {}) {
    arguments.insert(arguments.begin(), {scene_, "--record", file_});
    daemon_ = std::make_unique<DaemonProcess>(std::move(arguments));
    ASSERT_TRUE(daemon_->ready()) << daemon_->log();
    client_ = std::make_unique<SocketClient>(daemon_->tcp_port());
    ASSERT_TRUE(client_->join(Role::Instructor));
    client_->send(control::TakeControlT{}, 1);
    ASSERT_TRUE(client_->answered(1));
  }

  void wait_for_frame(std::uint64_t frame) {
    ASSERT_TRUE(
        client_->receive_until<stream::FrameT>([frame](const auto& f) { return f.stamp->frame() >= frame; }));
  }

  int stop(int signal) {
    daemon_->signal(signal);
    return daemon_->wait();
  }

  TemporaryFolder folder_;
  std::string scene_ = write_file(folder_.file("scene.json"), pendulum_scene(20));
  std::string file_ = folder_.file("session.mcap");
  std::unique_ptr<DaemonProcess> daemon_;
  std::unique_ptr<SocketClient> client_;
};

TEST_F(Recording, ControlsFaultAndRestoreGiveTheSameBitsAgain) {
  start({"--snapshot-interval", "0.2"});
  client_->send(throttle(1, 0.5));
  control::SaveT save;
  save.name = "a";
  client_->send(std::move(save), 2);
  ASSERT_TRUE(client_->answered(2));
  wait_for_frame(10);
  client_->send(throttle(2, -1));
  control::DriveFaultT fault;
  fault.kind = control::FaultKind::Off;
  client_->send(std::move(fault), 3);
  ASSERT_TRUE(client_->answered(3));
  control::RestoreT restore;
  restore.name = "a";
  client_->send(std::move(restore), 4);
  ASSERT_TRUE(client_->answered(4));
  client_->send(throttle(3, 0.25));
  wait_for_frame(20);
  EXPECT_EQ(stop(SIGTERM), 0) << daemon_->log();
  const Replayed replayed = replay(file_);
  EXPECT_TRUE(replayed.complete);
  EXPECT_GE(replayed.frames, 25u);
  EXPECT_EQ(replayed.differing, 0u);
  EXPECT_GE(replayed.inputs, 4u);
  EXPECT_GE(replayed.snapshots, 2u);
  EXPECT_GE(replayed.events, 4u);
  ASSERT_EQ(replayed.branches.size(), 2u);
  EXPECT_EQ(replayed.branches[0].cause, record::BranchCause::Start);
  EXPECT_EQ(replayed.branches[1].cause, record::BranchCause::Restore);
  EXPECT_EQ(replayed.branches[1].name, "a");
  EXPECT_EQ(replayed.branches[1].parent_branch, 0u);
}

TEST_F(Recording, KilledDaemonLeavesAReadableFile) {
  start();
  // Once the first chunk is on the disk.
  const auto frames_on_disk = [this] {
    const auto recording = protocol::SessionRecord::open(file_);
    const auto frames =
        recording ? recording->frames() : Result<std::vector<protocol::SessionRecord::FrameEntry>>();
    return frames ? frames->size() : 0;
  };
  for (int i = 0; i < kPatienceMessages && frames_on_disk() < 10; ++i) {
    ASSERT_TRUE(client_->receive_body<stream::FrameT>());
  }
  stop(SIGKILL);
  const Replayed replayed = replay(file_);
  EXPECT_FALSE(replayed.complete);
  EXPECT_GE(replayed.frames, 10u);
  EXPECT_EQ(replayed.differing, 0u);
}

TEST_F(Recording, EndedUnderLoadItHoldsEveryFrameThatAnybodySaw) {
  start();
  constexpr std::size_t kViewers = 8;
  std::vector<std::uint64_t> last_seen(kViewers);
  std::vector<std::thread> viewers;
  for (std::uint64_t& last : last_seen) {
    viewers.emplace_back([port = daemon_->tcp_port(), &last] {
      SocketClient viewer(port);
      if (!viewer.join(Role::Viewer)) return;
      while (const auto message = viewer.receive()) {
        if (const auto* frame = (*message)->body_as_Frame()) last = frame->stamp()->frame();
      }
    });
  }
  std::uint64_t sequence = 0;
  for (std::uint64_t frame = 0; frame < 30;) {
    for (int i = 0; i < 20; ++i) {
      ++sequence;
      client_->send(throttle(sequence, 0.01 * static_cast<double>(sequence % 100)));
    }
    const auto arrived = client_->receive_body<stream::FrameT>();
    ASSERT_TRUE(arrived);
    frame = arrived->stamp->frame();
  }
  EXPECT_EQ(stop(SIGTERM), 0) << daemon_->log();
  for (std::thread& viewer : viewers) viewer.join();
  const Replayed replayed = replay(file_);
  EXPECT_TRUE(replayed.complete);
  EXPECT_EQ(replayed.differing, 0u);
  EXPECT_GE(replayed.inputs, 25u);
  EXPECT_EQ(replayed.frames, replayed.hashes.rbegin()->first) << "none is missing in between";
  for (const std::uint64_t last : last_seen) EXPECT_TRUE(last == 0 || replayed.hashes.contains(last)) << last;
}

TEST_F(Recording, ExistingFileIsNotOverwrittenWithoutForce) {
  write_file(file_, "precious");
  DaemonProcess refused({scene_, "--record", file_});
  EXPECT_FALSE(refused.ready());
  EXPECT_EQ(refused.wait(), 3);
  EXPECT_NE(refused.log().find("--force"), std::string::npos) << refused.log();
  start({"--force"});
  EXPECT_EQ(stop(SIGTERM), 0);
  EXPECT_TRUE(replay(file_).complete);
}

TEST_F(Recording, ControlsSentAheadGiveTheHashesOfTheSameControlsWithoutADaemon) {
  start({"--start", "on-control"});
  constexpr std::uint64_t kFrames = 30;
  const auto value_at = [](std::uint64_t frame) { return static_cast<double>(frame % 7) / 7 - 0.4; };
  protocol::Bytes rows;  // at once: the first starts the run
  for (std::uint64_t frame = 1; frame <= kFrames; ++frame) {
    control::ControlT row = throttle(frame, value_at(frame));
    row.apply_at_frame = frame;
    protocol::append(rows, protocol::framed(protocol::encode_client(std::move(row))));
  }
  client_->send_raw(rows);
  wait_for_frame(kFrames);
  EXPECT_EQ(stop(SIGTERM), 0);
  const Replayed replayed = replay(file_);
  EXPECT_EQ(replayed.differing, 0u);

  auto loaded = scenes::load_file(scene_);
  ASSERT_TRUE(loaded);
  const int substeps = loaded->world.substeps;
  physics::World world(std::move(loaded->world));
  for (std::uint64_t frame = 1; frame <= kFrames; ++frame) {
    world.set_control(physics::ControlId{0}, value_at(frame));
    world.step_frame(substeps);
    ASSERT_EQ(replayed.hashes.at(frame), hash_of(world)) << "frame " << frame;
  }
}

TEST_F(Recording, RewindTakesOverFromThatMomentOnANewBranch) {
  start();
  client_->send(throttle(1, 0.5));
  wait_for_frame(40);
  control::RewindT rewind;
  rewind.frame = 30;
  client_->send(std::move(rewind), 2);
  const auto reply = client_->receive_until<stream::ReplyT>([](const auto& r) { return r.request == 2; });
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->stamp->branch(), 1u);
  EXPECT_EQ(reply->stamp->frame(), 30u);
  wait_for_frame(35);
  control::RewindT before_the_branch;
  before_the_branch.frame = 12;
  client_->send(std::move(before_the_branch), 4);
  const auto further = client_->receive_until<stream::ReplyT>([](const auto& r) { return r.request == 4; });
  ASSERT_TRUE(further);
  EXPECT_EQ(further->stamp->frame(), 12u);
  control::RewindT future;
  future.frame = 100'000;
  client_->send(std::move(future), 3);
  const auto error = client_->receive_body<stream::ErrorT>();
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code, stream::ErrorCode::NoSuchMoment);
  EXPECT_EQ(stop(SIGTERM), 0);
  const Replayed replayed = replay(file_);
  EXPECT_EQ(replayed.differing, 0u);
  ASSERT_EQ(replayed.branches.size(), 3u);
  EXPECT_EQ(replayed.branches[2].parent_branch, 0u);
  EXPECT_EQ(replayed.branches[1].cause, record::BranchCause::Rewind);
  EXPECT_EQ(replayed.branches[1].parent_frame, 30u);
  const auto* state = reinterpret_cast<const std::byte*>(replayed.branches[1].state.data());
  EXPECT_EQ(protocol::state_hash({state, replayed.branches[1].state.size()}), replayed.hashes.at(30))
      << "the state of the rewind is the state that was";
}

TEST_F(Recording, ReplayShowsThePosesThatWereSent) {
  start();
  client_->send(throttle(1, 0.5));
  std::map<std::uint64_t, std::vector<stream::BodyState>> live;
  while (live.size() < 30) {
    const auto frame = client_->receive_body<stream::FrameT>();
    ASSERT_TRUE(frame);
    live[frame->stamp->frame()] = frame->bodies;
  }
  EXPECT_EQ(stop(SIGTERM), 0);

  DaemonProcess player({"--replay", file_});
  ASSERT_TRUE(player.ready()) << player.log();
  SocketClient viewer(player.tcp_port());
  const auto welcome = viewer.join(Role::Instructor);
  ASSERT_TRUE(welcome);
  EXPECT_GE(welcome->replay_frames, 30u);
  viewer.send(control::FreezeT{}, 1);
  ASSERT_TRUE(viewer.answered(1));
  control::SeekT seek;
  seek.frame = live.begin()->first == 0 ? 1 : live.begin()->first;
  viewer.send(std::move(seek), 2);
  ASSERT_TRUE(viewer.answered(2));
  viewer.send(control::RunT{}, 3);
  std::size_t compared = 0;
  for (int i = 0; i < 60 && compared < 25; ++i) {
    const auto frame = viewer.receive_body<stream::FrameT>();
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame->stamp->flags() & 2u, 2u) << "marked as a replay";
    const auto found = live.find(frame->stamp->frame());
    if (found == live.end()) continue;
    EXPECT_EQ(frame->bodies, found->second) << "frame " << frame->stamp->frame();
    ++compared;
  }
  EXPECT_EQ(compared, 25u);
  viewer.send(throttle(1, 1), 4);
  EXPECT_EQ(viewer.receive_body<stream::ErrorT>()->code, stream::ErrorCode::Unsupported);
  control::SeekT nowhere;
  nowhere.frame = 1'000'000;
  viewer.send(std::move(nowhere), 5);
  EXPECT_EQ(viewer.receive_body<stream::ErrorT>()->code, stream::ErrorCode::NoSuchMoment);
}

/// A ball that tows another through a gate, which sees them; without gravity.
constexpr const char* kGate = R"({
  "name": "gate", "gravity": [0, 0, 0], "frame": { "period_ms": 40, "substeps": 4 },
  "bodies": [
    { "name": "gate", "static": true, "shapes": [ { "type": "box", "size": [0.2, 1, 1], "position": [0.6, 0, 0], "sensor": true } ] },
    { "name": "ball", "mass": 1, "linear_velocity": [1, 0, 0], "shapes": [ { "type": "sphere", "radius": 0.1 } ] },
    { "name": "towed", "mass": 1, "position": [-0.3, 0, 0], "linear_velocity": [1, 0, 0], "shapes": [ { "type": "sphere", "radius": 0.1 } ] }
  ],
  "joints": [ { "name": "tow", "type": "fixed", "parent": "ball", "child": "towed", "position": [0, 0, 0] } ],
  "controls": [ { "name": "start", "timeout_ms": 60000 } ]
})";

TEST_F(Recording, SensorsTellWhoEntersAndLeavesAlsoInTheReplay) {
  write_file(scene_, kGate);
  start({"--start", "on-control"});
  client_->send(throttle(1, 0));
  const auto seen = [](SocketClient& client) {
    std::vector<std::string> told;
    bool shown = false;
    while (told.size() < 2) {
      const auto message = client.receive();
      if (!message) break;
      if (const auto* event = (*message)->body_as_Event();
          event != nullptr && (event->kind() == stream::EventKind::SensorEntered ||
                               (event->kind() == stream::EventKind::SensorLeft && !told.empty()))) {
        told.push_back(event->text()->str());
      }
      if (const auto* telemetry = (*message)->body_as_Telemetry();
          telemetry != nullptr && telemetry->overlaps() != nullptr && telemetry->overlaps()->size() == 1) {
        shown = shown || telemetry->overlaps()->Get(0)->body() == 1;
      }
    }
    EXPECT_TRUE(shown);
    return told;
  };
  const std::vector<std::string> expected{"ball entered gate", "ball left gate"};
  EXPECT_EQ(seen(*client_), expected);
  EXPECT_EQ(stop(SIGTERM), 0);
  EXPECT_GE(replay(file_).events, 2u);
  DaemonProcess player({"--replay", file_});
  ASSERT_TRUE(player.ready()) << player.log();
  SocketClient viewer(player.tcp_port());
  ASSERT_TRUE(viewer.join(Role::Instructor));
  viewer.send(control::FreezeT{}, 1);
  control::SeekT seek;
  seek.frame = 1;
  viewer.send(std::move(seek), 2);
  ASSERT_TRUE(viewer.answered(2));
  viewer.send(control::RunT{}, 3);
  EXPECT_EQ(seen(viewer), expected);
}

TEST(Recorder, WhatComesAfterAFullQueueIsNotRecordedBehindAHole) {
  const TemporaryFolder folder;
  const std::string file = folder.file("session.mcap");
  const auto scene = read_scene(write_file(folder.file("scene.json"), many_bodies_scene(100)));
  ASSERT_TRUE(scene) << scene.error().text;
  const scenes::Simulation world(scene->world);
  FrameSlot slot(world);
  world.observe(slot.state);
  world.save_state(slot.saved_state);
  slot.state.frame = 0;
  std::string failure;
  {
    const auto recorder = Recorder::open({.path = file}, *scene);
    ASSERT_TRUE(recorder) << recorder.error().text;
    EXPECT_TRUE((*recorder)->figures().recording);
    const SessionFigures nobody;
    const auto record_frame = [&] {
      slot.begins_branch = slot.state.frame == 0;
      slot.computed = !slot.begins_branch;
      (*recorder)->on_frame(EncodedFrame(slot, scene->world, scene->period(), nobody));
      ++slot.state.frame;
    };
    // Frames come faster than any disk takes them.
    while (failure.empty() && slot.state.frame < 1'000'000) {
      record_frame();
      failure = (*recorder)->take_failure();
    }
    for (int i = 0; i < 100; ++i) record_frame();
    EXPECT_FALSE((*recorder)->figures().recording);
  }
  EXPECT_NE(failure.find("too slow"), std::string::npos) << failure;
  const auto record = protocol::SessionRecord::open(file);
  ASSERT_TRUE(record) << record.error().text;
  const auto frames = record->frames();
  ASSERT_TRUE(frames) << frames.error().text;
  for (std::size_t i = 0; i < frames->size(); ++i) ASSERT_EQ((*frames)[i].frame, i + 1) << "a hole";
  EXPECT_LT(frames->size(), slot.state.frame - 100);
}

}  // namespace
}  // namespace drawbar::server::test
