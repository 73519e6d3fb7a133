// The hub without sockets and without a loop: what waits, and what is too much.
#include "server/hub/hub.h"

#include <gtest/gtest.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <vector>

#include "protocol/encode.h"
#include "protocol/hello.h"
#include "scenes/loader/loader.h"
#include "tests/server/daemon_process.h"
#include "tests/server/kept_connection.h"

namespace drawbar::server::test {
namespace {

/// An instructor who holds every channel, and a loop that takes no more than its inbox holds.
class BusyHub : public testing::Test {
 protected:
  BusyHub() {
    spdlog::set_level(spdlog::level::off);
    hub_.on_connected(instructor_);
    send(protocol::make_hello("instructor", control::Role::Instructor));
    send(control::TakeControlT{});
    slot_.begins_branch = true;
    world_.save_state(slot_.saved_state);
    hub_.take_frame(slot_);
  }

  static ServedScene scene() {
    ServedScene served;
    served.world = scenes::load_text(pendulum_scene(), "pendulum", ".")->world;
    served.silences.resize(served.world.controls.size());
    return served;
  }

  template <class Body>
  void send(Body body, std::uint32_t request = 0) {
    hub_.on_message(*instructor_, protocol::encode_client(std::move(body), request));
  }

  scenes::Simulation world_{scene().world};
  FrameSlot slot_{world_};  ///< the hub reads it until the next one
  Inbox inbox_{1, [] { return LoopInput(); }};
  LoopPort port_{inbox_};
  Hub hub_{scene(), Tokens(), port_, {}};
  std::shared_ptr<KeptConnection> instructor_ = std::make_shared<KeptConnection>();
};

TEST_F(BusyHub, ControlThatHasNoRoomIsRefusedWithAllItsValues) {
  control::ControlT both;
  both.values = {{0, 0.5}, {1, 0.25}};
  while (instructor_->last_error() != stream::ErrorCode::Busy && both.sequence < LoopPort::kMostWaiting) {
    ++both.sequence;
    send(both, 7);
  }
  EXPECT_EQ(instructor_->last_error(), stream::ErrorCode::Busy);
  std::size_t taken[2] = {0, 0};
  while (const LoopInput* input = inbox_.front()) {
    ++taken[input->input.index];
    inbox_.release();
    port_.flush();
  }
  EXPECT_GT(taken[0], 0u);
  EXPECT_EQ(taken[0], taken[1]);
}

TEST_F(BusyHub, AControlThatComesTwiceOrLateActsOnce) {
  const auto control = [](std::uint64_t sequence, double value) {
    control::ControlT message;
    message.sequence = sequence;
    message.values = {{0, value}};
    return message;
  };
  send(control(2, 0.5));
  send(control(2, 0.25));
  send(control(1, 0.125));
  EXPECT_EQ(instructor_->last_error(), std::nullopt) << "nobody waits for an answer";
  send(control(2, 0.25), 7);
  EXPECT_EQ(instructor_->last_error(), stream::ErrorCode::BadValue);
  std::vector<double> values;
  while (const LoopInput* input = inbox_.front()) {
    if (input->kind == LoopInput::Kind::world) values.push_back(input->input.value);
    inbox_.release();
    port_.flush();
  }
  EXPECT_EQ(values, std::vector<double>{0.5});
}

TEST_F(BusyHub, WhoAsksWithoutEndIsHeardOnlyByHimself) {
  const auto viewer = std::make_shared<KeptConnection>();
  hub_.on_connected(viewer);
  hub_.on_message(*viewer, protocol::encode_client(protocol::make_hello("viewer", control::Role::Viewer)));
  for (std::uint32_t i = 1; i <= 10'000; ++i) send(control::TakeControlT{}, i);
  EXPECT_EQ(instructor_->last_error(), stream::ErrorCode::Busy);
  EXPECT_GT(viewer->count(), 100u) << "a burst is heard";
  EXPECT_LT(viewer->count(), 5'000u);
  control::ControlT control;
  control.sequence = 1;
  send(std::move(control), 10'001);
  EXPECT_EQ(instructor_->last_error(), std::nullopt) << "driving goes on";
}

TEST_F(BusyHub, WhatOneConnectionAskedIsNotAnsweredOnTheNextOfItsSession) {
  send(control::FreezeT{}, 7);
  const auto again = std::make_shared<KeptConnection>();
  hub_.on_connected(again);
  hub_.on_message(*again, protocol::encode_client(protocol::make_hello(
                              "instructor", control::Role::Instructor, {}, instructor_->resume_key())));
  hub_.on_message(*again, protocol::encode_client(control::RunT{}, 8));
  slot_.begins_branch = false;
  slot_.requests_taken = 100;
  hub_.take_frame(slot_);
  EXPECT_FALSE(again->was_answered(7)) << "a number that it may use itself";
  EXPECT_TRUE(again->was_answered(8));
}

TEST_F(BusyHub, StatesToTakeOverDoNotPileUp) {
  control::SaveT save;
  save.name = "here";
  send(save);
  control::RestoreT restore;
  restore.name = "here";
  int restores = 0;
  for (; restores < 100 && instructor_->last_error() != stream::ErrorCode::Busy; ++restores) send(restore, 8);
  EXPECT_EQ(restores, 9);
}

}  // namespace
}  // namespace drawbar::server::test
