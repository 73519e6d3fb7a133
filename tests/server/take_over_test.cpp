// Going on live from a moment of a recording, in a process that did not record it.
#include <gtest/gtest.h>

#include <csignal>
#include <map>
#include <utility>

#include "protocol/session_record.h"
#include "tests/server/debriefing.h"
#include "tests/server/replayed.h"

namespace drawbar::server::test {
namespace {

using control::Role;

control::TakeOverT at(std::uint64_t frame) {
  control::TakeOverT message;
  message.branch = 0;
  message.frame = frame;
  return message;
}

std::map<std::uint64_t, std::uint64_t> recorded_hashes(const std::string& path) {
  std::map<std::uint64_t, std::uint64_t> hashes;
  const auto frames = protocol::SessionRecord::open(path)->frames();
  for (const auto& frame : *frames) {
    if (frame.branch == 0) hashes[frame.frame] = frame.hash;
  }
  return hashes;
}

class TakeOver : public Debriefing {
 protected:
  /// A drive of some seconds, served frozen by another process.
  std::unique_ptr<SocketClient> drive_and_replay() {
    start({"--record", file_}, pendulum_scene(20));
    auto trainee = driver();
    for (std::uint64_t i = 1; i <= 12; ++i) {
      trainee->send(throttle(i, i % 2 == 0 ? -0.8 : 0.07 * static_cast<double>(i)));
      wait_for_frame(*trainee, 0, 12 * i);
    }
    return replay();
  }
};

TEST_F(TakeOver, EveryNewBranchBeginsWithTheStateOfTheRecordingAndIsRecordedIntoAFileOfItsOwn) {
  auto instructor = drive_and_replay();
  const auto last_tick = instructor->receive_body<stream::FrameT>()->stamp->tick();
  const std::vector<std::uint64_t> frames{77, 3, 140};
  for (std::size_t i = 0; i < frames.size(); ++i) {
    instructor->send(at(frames[i]), static_cast<std::uint32_t>(i + 1));
    ASSERT_TRUE(instructor->answered(static_cast<std::uint32_t>(i + 1)));
    const auto branch = static_cast<std::uint32_t>(i + 1);
    const auto live = instructor->receive_until<stream::FrameT>(
        [&](const auto& f) { return f.stamp->branch() == branch && f.stamp->frame() >= frames[i] + 10; });
    ASSERT_TRUE(live);
    EXPECT_EQ(live->stamp->flags() & 2u, 0u) << "no replay any more";
    EXPECT_GT(live->stamp->tick(), last_tick);
  }
  daemon_->signal(SIGTERM);
  ASSERT_EQ(daemon_->wait(), 0);

  const auto hashes = recorded_hashes(file_);
  const Replayed gone_on = test::replay(folder_.file("session.takeover-1.mcap"));
  EXPECT_TRUE(gone_on.complete);
  EXPECT_EQ(gone_on.differing, 0u);
  EXPECT_EQ(gone_on.scenes.size(), frames.size()) << "each take-over says what scene it is of";
  ASSERT_EQ(gone_on.branches.size(), 3u);
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const record::BranchT& branch = gone_on.branches[i];
    EXPECT_EQ(branch.branch, i + 1);
    EXPECT_EQ(branch.cause, record::BranchCause::TakeOver);
    EXPECT_EQ(branch.frame, frames[i]);
    EXPECT_EQ(branch.state_hash, hashes.at(frames[i]));
    ASSERT_TRUE(branch.origin);
    EXPECT_EQ(branch.origin->recording, "session.mcap");
    EXPECT_EQ(branch.origin->frame, frames[i]);
    EXPECT_EQ(branch.origin->wanted_frame, frames[i]);
  }
  EXPECT_EQ(test::replay(file_).differing, 0u) << "the first recording is what it was";
}

TEST_F(TakeOver, TheFrameThatIsShownGoesOnAndSomebodyDrivesFromThere) {
  auto instructor = drive_and_replay();
  instructor->send(to(0, 50), 1);
  ASSERT_TRUE(instructor->answered(1));
  instructor->send(throttle(1, 0.3), 2);
  EXPECT_EQ(instructor->receive_body<stream::ErrorT>()->code, stream::ErrorCode::Unsupported) << "a replay";
  instructor->send(control::TakeOverT{}, 3);
  ASSERT_TRUE(instructor->answered(3));
  auto trainee = driver();
  trainee->send(throttle(1, 0.3));
  ASSERT_TRUE(trainee->receive_until<stream::TelemetryT>(
      [](const auto& t) { return t.stamp->branch() == 1 && t.controls[0] == 0.3; }));
  instructor->send(to(0, 5), 4);
  EXPECT_EQ(instructor->receive_body<stream::ErrorT>()->code, stream::ErrorCode::Unsupported)
      << "no replay any more";
  wait_for_frame(*instructor, 1, 53);
  control::RewindT back;
  back.frame = 52;
  instructor->send(back, 5);
  EXPECT_TRUE(instructor->answered(5));
}

TEST_F(TakeOver, AFrameThatIsNotThereIsRefusedAndTheReplayGoesOn) {
  auto instructor = drive_and_replay();
  instructor->send(at(1'000'000), 1);
  EXPECT_EQ(instructor->receive_body<stream::ErrorT>()->code, stream::ErrorCode::NoSuchMoment);
  instructor->send(control::RunT{}, 2);
  EXPECT_TRUE(instructor->answered(2));
  EXPECT_TRUE(instructor->receive_until<stream::FrameT>([](const auto& f) { return f.stamp->frame() > 5; }));
}

TEST_F(TakeOver, AReplayThatHadEndedGoesOnFromWhereItWasSought) {
  auto instructor = drive_and_replay();
  const auto seek = [&](std::uint64_t frame, std::uint32_t request) {
    control::SeekT message;
    message.frame = frame;
    instructor->send(std::move(message), request);
    return instructor->answered(request);
  };
  ASSERT_TRUE(seek(140, 1));
  instructor->send(control::RunT{}, 2);
  ASSERT_TRUE(instructor->receive_until<stream::EventT>(
      [](const auto& event) { return event.kind == stream::EventKind::ReplayEnded; }));
  ASSERT_TRUE(seek(60, 3));
  instructor->send(control::RunT{}, 4);
  ASSERT_TRUE(instructor->answered(4));
  const auto frame =
      instructor->receive_until<stream::FrameT>([](const auto& f) { return f.stamp->frame() != 60; });
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->stamp->frame(), 61u);
}

/// A range that a replay shall repeat.
control::RepeatT frames_20_to_30() {
  control::RepeatT repeat;
  repeat.from = 0.4;
  repeat.to = 0.6;
  return repeat;
}

TEST_F(TakeOver, ARangeThatIsRepeatedIsPlayedFromItsFirstFrameToItsLast) {
  start({"--record", file_}, pendulum_scene(20));
  wait_for_frame(*joined(Role::Viewer), 0, 40);
  auto instructor = replay();
  instructor->send(frames_20_to_30(), 1);
  ASSERT_TRUE(instructor->answered(1));
  std::uint32_t request = 1;
  const auto frame_after = [&](std::uint32_t frames) {
    control::StepT step;
    step.frames = frames;
    instructor->send(std::move(step), ++request);
    const auto reply = instructor->reply_to(request);
    return reply ? reply->stamp->frame() : 0;
  };
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(frame_after(9), 29u);
    EXPECT_EQ(frame_after(1), 30u);
    EXPECT_EQ(frame_after(1), 20u);
  }
}

TEST_F(TakeOver, ARangeThatIsRepeatedFastShowsItsLastFrameInEveryRound) {
  auto instructor = drive_and_replay();
  control::SpeedT speed;
  speed.factor = 4;
  instructor->send(std::move(speed), 1);
  instructor->send(frames_20_to_30(), 2);
  ASSERT_TRUE(instructor->answered(2));
  instructor->send(control::RunT{}, 3);
  std::vector<std::uint64_t> shown;
  while (shown.size() < 9) {
    const auto frame = instructor->receive_body<stream::FrameT>();
    ASSERT_TRUE(frame);
    const std::uint64_t number = frame->stamp->frame();
    if (shown.empty() ? number >= 20 : number != shown.back()) shown.push_back(number);
  }
  EXPECT_EQ(shown, (std::vector<std::uint64_t>{20, 24, 28, 30, 20, 24, 28, 30, 20}));
}

TEST_F(TakeOver, ARangeThatEndsWithItsRecordingIsRepeatedToo) {
  auto instructor = drive_and_replay();
  const std::uint64_t last = recorded_hashes(file_).rbegin()->first;
  control::RepeatT repeat;
  repeat.from = static_cast<double>(last - 5) * 0.02;
  repeat.to = static_cast<double>(last) * 0.02;
  instructor->send(std::move(repeat), 1);
  ASSERT_TRUE(instructor->answered(1));
  instructor->send(control::RunT{}, 2);
  for (int round = 0; round < 2; ++round) {
    for (const std::uint64_t wanted : {last, last - 5}) {
      ASSERT_TRUE(instructor->receive_until<stream::FrameT>(
          [&](const auto& f) { return f.stamp->frame() == wanted; }));
    }
  }
}

TEST_F(TakeOver, AReplayRepeatsARange) {
  auto instructor = drive_and_replay();
  instructor->send(frames_20_to_30(), 1);
  ASSERT_TRUE(instructor->answered(1));
  instructor->send(control::RunT{}, 2);
  int returns = 0;
  std::uint64_t before = 20;
  for (int i = 0; i < 80; ++i) {
    const auto frame = instructor->receive_body<stream::FrameT>();
    ASSERT_TRUE(frame);
    if (frame->stamp->frame() < 20) continue;  // shown before the range
    EXPECT_LE(frame->stamp->frame(), 30u);
    returns += frame->stamp->frame() < before ? 1 : 0;
    before = frame->stamp->frame();
  }
  EXPECT_GE(returns, 3);
  instructor->send(control::RepeatT{}, 3);
  ASSERT_TRUE(instructor->answered(3));
  EXPECT_TRUE(instructor->receive_until<stream::FrameT>([](const auto& f) { return f.stamp->frame() > 40; }));
}

}  // namespace
}  // namespace drawbar::server::test
