// The hub and the loop on one thread: slots are served when a test says so, and nothing depends on the clock.
#pragma once

#include <gtest/gtest.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "protocol/encode.h"
#include "protocol/hello.h"
#include "server/hub/hub.h"
#include "server/loop/simulation_loop.h"
#include "server/scene/scene_source.h"
#include "tests/server/daemon_process.h"
#include "tests/server/kept_connection.h"

namespace drawbar::server::test {

/// Somebody at the hub.
struct Person {
  std::shared_ptr<KeptConnection> connection = std::make_shared<KeptConnection>();
  SessionId session = kNobody;
  control::Key resume_key{};
};

class HubInSlots {
 public:
  /// `scene`: text of a scene file. `options.replay`: the hub believes that it serves this recording.
  explicit HubInSlots(const std::string& scene = pendulum_scene(), HubOptions options = open_house(),
                      Tokens tokens = Tokens())
      : scene_file_(write_file(folder_.file("scene.json"), scene)),
        stage_(std::make_unique<Stage>(read_scene(scene_file_)->world, 1, read_scene(scene_file_)->observer(),
                                       kOutbox)),
        hub_(*read_scene(scene_file_), std::move(tokens), port_, options),
        loop_(*stage_, inbox_, wake_up_, {.governor = false}) {
    spdlog::set_level(spdlog::level::off);
    hub_.set_background(background_);
    hub_.set_question_background(background_);
    run_slots(1);
  }

  /// Everybody here is at one address.
  static HubOptions open_house() {
    HubOptions options;
    options.most_joins = 1e6;
    options.most_from_an_address = options.most_clients;
    return options;
  }

  Hub& hub() { return hub_; }
  Inbox& inbox() { return inbox_; }
  const std::string& scene_file() const { return scene_file_; }

  Person join(control::Role role, const std::string& name, const std::optional<control::Key>& resume = {}) {
    Person person;
    hub_.on_connected(person.connection);
    send(person, protocol::make_hello(name, role, {}, resume));
    if (const auto welcomes = person.connection->all<stream::WelcomeT>(); !welcomes.empty()) {
      person.session = welcomes.front().session;
      person.resume_key = *welcomes.front().resume_key;
    }
    return person;
  }

  template <class Body>
  void send(const Person& person, Body body, std::uint32_t request = 0) {
    hub_.on_message(*person.connection, protocol::encode_client(std::move(body), request));
  }

  /// Sends a request and serves slots until its answer comes: "Reply" or the name of the error's code.
  template <class Body>
  std::string ask(const Person& person, Body body) {
    const std::uint32_t request = ++last_request_;
    send(person, std::move(body), request);
    for (int slot = 0; slot < 20; ++slot) {
      if (const std::string answer = answer_to(person, request); !answer.empty()) return answer;
      finish_background();
      run_slots(1);
    }
    return "no answer";
  }

  std::string answer_to(const Person& person, std::uint32_t request) const {
    if (person.connection->was_answered(request)) return "Reply";
    for (const stream::ErrorT& error : person.connection->all<stream::ErrorT>()) {
      if (error.request == request) return stream::EnumNameErrorCode(error.code);
    }
    return {};
  }

  /// The transport's news that this connection is gone.
  void lose(const Person& person) { hub_.on_closed(*person.connection); }

  /// What the loop's thread and the frame pump do in so many slots.
  void run_slots(int count) {
    for (; count > 0; --count) {
      loop_.serve_slot();
      if (!port_.stage_arrived()) {
        deliver();
        continue;
      }
      const std::unique_ptr<Stage> before = std::exchange(stage_, port_.take_stage());
      holding_ = false;
      deliver();
    }
  }

  /// The newest frame.
  const FrameSlot& newest() const { return *stage_->outbox.front(); }
  double control(std::uint32_t channel) const { return newest().state.controls[channel]; }
  /// Every value that this channel had since the last call.
  std::vector<double> values_of_first_channel() { return std::exchange(first_channel_, {}); }

  /// Waits for what a rewind or a reload computes beside the loop.
  void finish_background() {
    bool reached = false;
    background_.run([](const std::atomic<bool>&) { return true; }, [&reached](bool end) { reached = end; });
    while (!reached) context_.run_one();
  }

 private:
  static constexpr std::size_t kOutbox = 8;

  void deliver() {
    Outbox& outbox = stage_->outbox;
    while (outbox.size() > (holding_ ? 1U : 0U)) {
      if (holding_) outbox.release();
      holding_ = true;
      if (!newest().state.controls.empty()) first_channel_.push_back(control(0));
      hub_.take_frame(*outbox.front());
    }
  }

  TemporaryFolder folder_;
  std::string scene_file_;
  Inbox inbox_{8'192, [] { return LoopInput(); }};
  LoopPort port_{inbox_};
  WakeUp wake_up_;
  asio::io_context context_;
  asio::executor_work_guard<asio::io_context::executor_type> open_ = asio::make_work_guard(context_);
  Background background_{context_};
  std::unique_ptr<Stage> stage_;
  Hub hub_;
  SimulationLoop loop_;
  bool holding_ = false;  ///< the front of the ring has been delivered already
  std::uint32_t last_request_ = 1'000;
  std::vector<double> first_channel_;
};

}  // namespace drawbar::server::test
