// A recording served for a debriefing: everything that happened is there again.
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <set>

#include "protocol/session_record.h"
#include "tests/server/debriefing.h"

namespace drawbar::server::test {
namespace {

using control::Role;
using stream::EventKind;

/// The pendulum with another body beside it.
std::string pendulum_and_stone() {
  std::string text = pendulum_scene(20);
  const std::string bodies = R"("bodies": [)";
  text.replace(text.find(bodies), bodies.size(),
               bodies + R"({ "name": "stone", "mass": 1, "inertia": [1, 1, 1], "position": [9, 0, 9] },)");
  return text;
}

TEST_F(Debriefing, AReloadHidesNothingThatCameAfterIt) {
  start({"--record", file_}, pendulum_scene(20));
  auto instructor = joined(Role::Instructor);
  wait_for_frame(*instructor, 0, 10);
  write_file(scene_file_, pendulum_and_stone());
  instructor->send(control::ReloadT{}, 1);
  ASSERT_TRUE(instructor->answered(1));
  wait_for_frame(*instructor, 1, 10);
  auto viewer = replay();
  ASSERT_EQ(welcome_->recorded_branches.size(), 2u);
  const std::size_t bodies = welcome_->scene->body_names.size();
  EXPECT_EQ(welcome_->replay_frames, welcome_->recorded_branches[0]->frames) << "of the present branch alone";

  viewer->send(to(1, 5), 2);
  const auto scene = viewer->receive_body<stream::SceneT>();
  ASSERT_TRUE(scene);
  EXPECT_EQ(scene->branch, 1u);
  EXPECT_EQ(scene->body_names.size(), bodies + 1);
  const auto later =
      viewer->receive_until<stream::FrameT>([](const auto& f) { return f.stamp->branch() == 1; });
  ASSERT_TRUE(later);
  EXPECT_EQ(later->stamp->frame(), 5u);
  EXPECT_EQ(later->bodies.size(), bodies + 1);

  // Back, and forwards over the border by itself.
  viewer->send(to(0, 1), 3);
  EXPECT_EQ(viewer->receive_body<stream::SceneT>()->body_names.size(), bodies);
  viewer->send(control::RunT{}, 4);
  EXPECT_EQ(viewer->receive_body<stream::SceneT>()->body_names.size(), bodies + 1);
  EXPECT_EQ(viewer->receive_body<stream::FrameT>()->stamp->branch(), 1u);
}

// Nothing of this recording leads to an imported state: its branch says where it came from.
TEST_F(Debriefing, ABranchOfAnImportedStateSaysWhereThatIsFrom) {
  start({"--record", file_}, pendulum_scene(20));
  auto instructor = joined(Role::Instructor);
  wait_for_frame(*instructor, 0, 10);
  control::SaveT save;
  save.name = "here";
  instructor->send(std::move(save), 1);
  ASSERT_TRUE(instructor->answered(1));
  control::ExportStateT ask;
  ask.name = "here";
  instructor->send(std::move(ask), 2);
  const auto file = instructor->receive_body<stream::StateFileT>();
  ASSERT_TRUE(file);
  control::ImportStateT import;
  import.name = "brought";
  import.total = static_cast<std::uint32_t>(file->data.size());
  import.data = file->data;
  instructor->send(std::move(import), 3);
  ASSERT_TRUE(instructor->answered(3));
  for (const char* name : {"here", "brought"}) {
    control::RestoreT restore;
    restore.name = name;
    instructor->send(std::move(restore), 4);
    ASSERT_TRUE(instructor->answered(4));
  }
  wait_for_frame(*instructor, 2, 12);
  replay();
  ASSERT_EQ(welcome_->recorded_branches.size(), 3u);
  const auto& begun = *welcome_->recorded_branches[0];
  const auto& restored = *welcome_->recorded_branches[1];
  const auto& brought = *welcome_->recorded_branches[2];
  EXPECT_EQ(begun.origin, "");
  EXPECT_EQ(restored.parent_branch, 0u);
  EXPECT_EQ(restored.origin, "");
  EXPECT_EQ(brought.parent_branch, 2u) << "none of this recording";
  EXPECT_EQ(brought.origin, "state brought");
  EXPECT_EQ(brought.origin_branch, 0u);
  EXPECT_EQ(brought.origin_frame, restored.parent_frame);
}

// The file may have been changed before it was read again: no branch of the old scene leads to the new one.
TEST_F(Debriefing, ABranchOfAStateThatWasSavedBeforeAReloadSaysWhereThatIsFrom) {
  start({"--record", file_}, pendulum_scene(20));
  auto instructor = joined(Role::Instructor);
  wait_for_frame(*instructor, 0, 10);
  control::SaveT save;
  save.name = "here";
  instructor->send(std::move(save), 1);
  const auto saved = instructor->reply_to(1);
  ASSERT_TRUE(saved);
  instructor->send(control::ReloadT{}, 2);
  ASSERT_TRUE(instructor->answered(2));
  control::RestoreT restore;
  restore.name = "here";
  instructor->send(std::move(restore), 3);
  ASSERT_TRUE(instructor->answered(3));
  wait_for_frame(*instructor, 2, saved->stamp->frame() + 2);
  replay();
  ASSERT_EQ(welcome_->recorded_branches.size(), 3u);
  const auto& reloaded = *welcome_->recorded_branches[1];
  const auto& restored = *welcome_->recorded_branches[2];
  EXPECT_EQ(reloaded.parent_branch, 1u);
  EXPECT_EQ(restored.parent_branch, 2u) << "it came out of none";
  EXPECT_EQ(restored.origin, "state here");
  EXPECT_EQ(restored.origin_branch, 0u);
  EXPECT_EQ(restored.origin_frame, saved->stamp->frame());
}

TEST_F(Debriefing, WhatHappenedIsToldAgainAndWhoHeldWhat) {
  start({"--record", file_}, pendulum_scene(20, 200));
  auto trainee = joined(Role::Operator, "trainee");
  wait_for_frame(*trainee, 0, 5);  // what happened in the first frame is told before anybody joins the replay
  const auto me = [&] {
    trainee->send(control::TakeControlT{}, 1);
    return trainee->receive_until<stream::EventT>(
        [](const auto& e) { return e.kind == EventKind::TookControl; });
  }();
  ASSERT_TRUE(me);
  trainee->send(throttle(1, 5));
  auto instructor = joined(Role::Instructor, "instructor");
  control::DriveFaultT fault;
  fault.kind = control::FaultKind::Off;
  instructor->send(fault, 2);
  ASSERT_TRUE(instructor->answered(2));
  const auto silent = trainee->receive_until<stream::EventT>(
      [](const auto& e) { return e.kind == EventKind::ControlSilent; });
  ASSERT_TRUE(silent);
  wait_for_frame(*instructor, 0, silent->stamp->frame() + 5);

  auto viewer = replay();
  ASSERT_FALSE(welcome_->recorded_sessions.empty());
  EXPECT_EQ(welcome_->recorded_sessions[0]->session, me->session);
  EXPECT_EQ(welcome_->recorded_sessions[0]->name, "trainee");
  viewer->send(control::RunT{}, 1);
  std::set<EventKind> told;
  std::set<std::uint32_t> holders;
  for (bool ended = false; !ended;) {
    const auto message = viewer->receive();
    ASSERT_TRUE(message);
    if (const auto* event = (*message)->body_as_Event(); event != nullptr) {
      ended = event->kind() == EventKind::ReplayEnded;
      if (!event->recorded()) continue;
      told.insert(event->kind());
      if (event->kind() == EventKind::TookControl) {
        EXPECT_EQ(event->session(), me->session);
        EXPECT_EQ(event->name()->str(), "trainee");
      }
      EXPECT_NE(event->stamp()->flags() & 2u, 0u);
    }
    if (const auto* telemetry = (*message)->body_as_Telemetry();
        telemetry != nullptr && telemetry->holders() != nullptr) {
      holders.insert(telemetry->holders()->begin(), telemetry->holders()->end());
    }
  }
  for (const EventKind kind : {EventKind::TookControl, EventKind::ControlClamped,
                               EventKind::DriveFaultChanged, EventKind::ControlSilent}) {
    EXPECT_TRUE(told.contains(kind)) << EnumNameEventKind(kind);
  }
  EXPECT_FALSE(told.contains(EventKind::Joined)) << "that was another server's session";
  EXPECT_TRUE(holders.contains(me->session));
}

TEST_F(Debriefing, AFlippedBitCostsTheFramesOfItsChunkAlone) {
  start({"--record", file_}, pendulum_scene(20));
  wait_for_frame(*joined(Role::Viewer), 0, 250);
  daemon_->signal(SIGTERM);
  ASSERT_EQ(daemon_->wait(), 0);
  {
    const auto record = protocol::SessionRecord::open(file_);
    ASSERT_TRUE(record);
    const auto& chunks = record->container().chunks();
    ASSERT_GE(chunks.size(), 5u);
    std::fstream file(file_, std::ios::in | std::ios::out | std::ios::binary);
    const auto at = static_cast<std::streamoff>(chunks[chunks.size() / 2].offset + 100);
    file.seekg(at);
    const char byte = static_cast<char>(file.get() ^ 1);
    file.seekp(at);
    file.put(byte);
  }
  auto viewer = replay();
  EXPECT_NE(daemon_->log().find("are missing there"), std::string::npos) << daemon_->log();
  ASSERT_EQ(welcome_->recorded_branches.size(), 1u);
  const auto& branch = *welcome_->recorded_branches[0];
  const std::uint64_t missing = branch.last_frame - branch.first_frame + 1 - branch.frames;
  EXPECT_GT(missing, 0u);
  EXPECT_LE(missing, 55u) << "a chunk spans less than a second";
  viewer->send(control::SpeedT{{}, 20}, 1);
  viewer->send(control::RunT{}, 2);
  ASSERT_TRUE(
      viewer->receive_until<stream::EventT>([](const auto& e) { return e.kind == EventKind::ReplayEnded; }));
  EXPECT_EQ(viewer->receive_body<stream::FrameT>()->stamp->frame(), branch.last_frame);
}

}  // namespace
}  // namespace drawbar::server::test
