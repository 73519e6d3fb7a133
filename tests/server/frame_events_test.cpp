// What a frame makes the hub say, by frames made by hand: the loop's misses, what a replay tells again, what
// /metrics counts.
#include <gtest/gtest.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "protocol/encode.h"
#include "protocol/hello.h"
#include "scenes/loader/loader.h"
#include "server/hub/hub.h"
#include "server/web/metrics.h"
#include "server/web/station_text.h"
#include "tests/server/daemon_process.h"
#include "tests/server/kept_connection.h"

namespace drawbar::server::test {
namespace {

using stream::EventKind;

/// A hub whose frames the test makes.
class HandMade : public testing::Test {
 protected:
  HandMade() {
    spdlog::set_level(spdlog::level::off);
    hub_.add_sink(metrics_);
    hub_.on_connected(instructor_);
    hub_.on_message(*instructor_,
                    protocol::encode_client(protocol::make_hello("chief", control::Role::Instructor)));
    slot_.begins_branch = true;
    slot_.substeps = 8;
    world_.save_state(slot_.saved_state);
    hub_.take_frame(slot_);
    slot_.begins_branch = false;
    slot_.computed = true;
  }

  static ServedScene scene() {
    ServedScene served;
    served.name = "pendulum";
    served.world = scenes::load_text(pendulum_scene(), "pendulum", ".")->world;
    served.silences.resize(served.world.controls.size());
    return served;
  }

  void next() {
    ++slot_.tick;
    ++slot_.state.frame;
    hub_.take_frame(slot_);
  }
  /// Of these kinds, as "Kind value".
  std::vector<std::string> told() const {
    std::vector<std::string> texts;
    for (const stream::EventT& event : instructor_->all<stream::EventT>()) {
      texts.push_back(std::string(stream::EnumNameEventKind(event.kind)) + " " +
                      std::to_string(static_cast<int>(event.value)));
    }
    return texts;
  }
  bool has_line(const std::string& line) const {
    return ("\n" + metrics_.text()).find("\n" + line + "\n") != std::string::npos;
  }

  scenes::Simulation world_{scene().world};
  FrameSlot slot_{world_};
  Inbox inbox_{64, [] { return LoopInput(); }};
  LoopPort port_{inbox_};
  Hub hub_{scene(), Tokens(), port_, {}};
  Metrics metrics_{hub_};
  std::shared_ptr<KeptConnection> instructor_ = std::make_shared<KeptConnection>();
};

using Lines = std::vector<std::string>;

TEST_F(HandMade, MissesSlipsAndSubstepsAreToldWhenTheyChange) {
  next();
  EXPECT_EQ(told(), Lines{});
  slot_.timing.misses = 2;
  next();
  EXPECT_EQ(told(), Lines{"Overrun 2"});
  next();
  EXPECT_EQ(told().size(), 1u) << "once";
  slot_.timing.slips = 5;
  next();
  slot_.timing.slips = 6;
  next();
  EXPECT_EQ(told(), (Lines{"Overrun 2", "Slip 5", "Slip 1"})) << "so many more";
  slot_.substeps = 6;
  slot_.computed = false;
  next();
  EXPECT_EQ(told().size(), 3u) << "of a frame that was computed";
  slot_.computed = true;
  next();
  next();
  EXPECT_EQ(told().back(), "SubstepsChanged 6");
  EXPECT_EQ(told().size(), 4u);
  slot_.substeps = 8;
  next();
  EXPECT_EQ(told().back(), "SubstepsChanged 8");
}

TEST_F(HandMade, MotionThatDivergesIsToldWhenItBeginsTo) {
  for (const std::uint64_t so_far : {0u, 2u, 9u, 9u, 9u, 10u}) {
    slot_.state.statistics.recoveries = so_far;
    next();
    hub_.take_frame(slot_);  // shown again, as at a speed below 1
  }
  EXPECT_EQ(told(), (Lines{"MotionDiverged 0", "MotionDiverged 0"}));
  const auto events = instructor_->all<stream::EventT>();
  EXPECT_EQ(events.front().text,
            "the motion diverged: the bodies went back to where the frame began, at rest");
  EXPECT_EQ(events.front().stamp->frame(), 2u);
  EXPECT_EQ(events.back().stamp->frame(), 6u);
}

TEST_F(HandMade, OfARecordingsEventsTheOnesAreToldAgainThatAreOfTheMachineAndItsPeople) {
  const std::vector<EventKind> never{EventKind::Joined,
                                     EventKind::Left,
                                     EventKind::ClientDropped,
                                     EventKind::ShuttingDown,
                                     EventKind::RecordingFailed,
                                     EventKind::DiskLow,
                                     EventKind::ClockStepped,
                                     EventKind::Overrun,
                                     EventKind::Slip,
                                     EventKind::Frozen,
                                     EventKind::Running,
                                     EventKind::Stepped,
                                     EventKind::SpeedChanged,
                                     EventKind::Sought,
                                     EventKind::ReplayEnded,
                                     EventKind::JointBroke,
                                     EventKind::SensorEntered,
                                     EventKind::SensorLeft};
  slot_.replay = true;
  for (const EventKind kind : stream::EnumValuesEventKind()) {
    const std::size_t before = instructor_->all<stream::EventT>().size();
    stream::EventT event;
    event.kind = kind;
    event.session = 9;
    event.name = "anna";
    event.text = "it was so";
    event.text_ru = "так было";
    event.ids = {1, 2};
    event.value = 3;
    slot_.recorded_events.clear();
    slot_.recorded_events.push_back(event);
    next();
    const auto events = instructor_->all<stream::EventT>();
    const bool again = std::ranges::find(never, kind) == never.end();
    ASSERT_EQ(events.size() - before, again ? 1u : 0u) << stream::EnumNameEventKind(kind);
    if (!again) continue;
    const stream::EventT& told = events.back();
    EXPECT_EQ(told.kind, kind);
    EXPECT_EQ(told.session, 9u);
    EXPECT_EQ(told.name, "anna");
    EXPECT_EQ(told.text, "it was so");
    EXPECT_EQ(told.text_ru, "так было");
    EXPECT_EQ(told.ids, (std::vector<std::uint32_t>{1, 2}));
    EXPECT_EQ(told.value, 3);
    EXPECT_TRUE(told.recorded);
  }
}

TEST_F(HandMade, AReplaysEndIsTold) {
  slot_.replay = true;
  slot_.replay_ended = true;
  next();
  slot_.replay_ended = false;
  next();
  EXPECT_EQ(told(), Lines{"ReplayEnded 0"});
}

TEST_F(HandMade, TelemetryOfAReplayHasTheHoldersOfThen) {
  hub_.on_message(*instructor_, protocol::encode_client(control::TakeControlT{}, 1));
  next();
  const SessionId me = 1;
  EXPECT_EQ(instructor_->all<stream::TelemetryT>().back().holders, (std::vector<std::uint32_t>{me, me}));
  slot_.replay = true;
  slot_.recorded_holders = {7, 0};
  next();
  EXPECT_EQ(instructor_->all<stream::TelemetryT>().back().holders, (std::vector<std::uint32_t>{7, 0}));
  EXPECT_EQ(instructor_->all<stream::TelemetryT>().back().clients, 1u);
}

TEST_F(HandMade, OfSeveralFramesOfASlotTheNewestAloneIsSent) {
  next();
  const std::size_t frames = instructor_->all<stream::FrameT>().size();
  slot_.newest = false;
  next();
  EXPECT_EQ(instructor_->all<stream::FrameT>().size(), frames);
  slot_.newest = true;
  next();
  EXPECT_EQ(instructor_->all<stream::FrameT>().size(), frames + 1);
}

TEST_F(HandMade, MetricsSayWhatTheFramesSay) {
  slot_.branch = 0;
  slot_.speed = 0.5;
  slot_.frozen = true;
  slot_.timing.misses = 3;
  slot_.timing.slips = 4;
  slot_.requests_refused = 5;
  slot_.state.statistics.recoveries = 6;
  slot_.state.statistics.dropped_contacts = 7;
  slot_.timing.slot_start = 0;
  slot_.timing.woken = kMillisecond;
  slot_.timing.compute = 2 * kMillisecond;
  slot_.timing.finished = 10 * kMillisecond;
  slot_.tick = 41;
  slot_.state.frame = 29;
  next();
  for (const char* line : {"drawbar_frames_total 1",
                           "drawbar_frame_misses_total 3",
                           "drawbar_slot_slips_total 4",
                           "drawbar_motion_diverged_total 6",
                           "drawbar_contacts_dropped_total 7",
                           "drawbar_tick 42",
                           "drawbar_branch 0",
                           "drawbar_simulation_frame 30",
                           "drawbar_frozen 1",
                           "drawbar_speed 0.5",
                           "drawbar_substeps 8",
                           "drawbar_sessions 1",
                           "drawbar_sessions_away 0",
                           "drawbar_operators 0",
                           "drawbar_draining 0",
                           "drawbar_connections_total 1",
                           "drawbar_connections_refused_total 0",
                           "drawbar_messages_total 1",
                           "drawbar_messages_refused_total 0",
                           "drawbar_messages_unknown_total 0",
                           "drawbar_clients_dropped_total 0",
                           "drawbar_inputs_refused_total 5",
                           "drawbar_controls_silent_total 0",
                           "drawbar_frame_compute_seconds_count 1",
                           "drawbar_frame_compute_seconds_bucket{le=\"0.0025\"} 1",
                           "drawbar_frame_compute_seconds_bucket{le=\"0.001\"} 0",
                           "drawbar_frame_publish_seconds_bucket{le=\"0.005\"} 0",
                           "drawbar_frame_publish_seconds_bucket{le=\"0.01\"} 1",
                           "drawbar_frame_lateness_seconds_bucket{le=\"0.001\"} 2"}) {
    EXPECT_TRUE(has_line(line)) << line << "\n" << metrics_.text();
  }
  EXPECT_EQ(metrics_.text().find("drawbar_disk_free_bytes"), std::string::npos) << "nothing is written";
  EXPECT_EQ(metrics_.text().find("drawbar_recording"), std::string::npos);
  slot_.computed = false;
  slot_.newest = false;
  slot_.frozen = false;
  next();
  EXPECT_TRUE(has_line("drawbar_frames_total 1")) << "none was computed";
  EXPECT_TRUE(has_line("drawbar_frame_lateness_seconds_count 2")) << "it was not the slot's last";
  EXPECT_TRUE(has_line("drawbar_frozen 0"));
  metrics_.on_disk(77);
  metrics_.set_draining();
  EXPECT_TRUE(has_line("drawbar_disk_free_bytes 77"));
  EXPECT_TRUE(has_line("drawbar_draining 1"));
  EXPECT_TRUE(metrics_.draining());
  stream::EventT event;
  event.kind = EventKind::ControlSilent;
  metrics_.on_event(event, {});
  EXPECT_TRUE(has_line("drawbar_controls_silent_total 1"));
}

TEST_F(HandMade, IsHealthyWhileTheNewestFrameIsYoungerThanASecond) {
  slot_.timing.finished = 5 * kSecond;
  next();
  EXPECT_TRUE(metrics_.healthy(6 * kSecond - 1));
  EXPECT_FALSE(metrics_.healthy(6 * kSecond));
}

TEST_F(HandMade, TheStationsTextSaysWhoIsInAndWhatTheyHold) {
  control::TakeControlT take;
  take.channels = {1};
  hub_.on_message(*instructor_, protocol::encode_client(std::move(take), 1));
  const auto viewer = std::make_shared<KeptConnection>();
  hub_.on_connected(viewer);
  hub_.on_message(*viewer, protocol::encode_client(protocol::make_hello("vera", control::Role::Viewer)));
  hub_.on_closed(*viewer);
  const auto driver = std::make_shared<KeptConnection>();
  hub_.on_connected(driver);
  hub_.on_message(*driver, protocol::encode_client(protocol::make_hello("anna", control::Role::Operator)));
  EXPECT_EQ(station_json(hub_, "three"),
            R"({"station": "three", "scene": "pendulum", "sessions": [)"
            R"({"session": 1, "name": "chief", "role": "instructor", "away": false, "holds": ["spare"]}, )"
            R"({"session": 2, "name": "vera", "role": "viewer", "away": true, "holds": []}, )"
            R"({"session": 3, "name": "anna", "role": "operator", "away": false, "holds": []}]})");
  EXPECT_TRUE(has_line("drawbar_sessions 2"));
  EXPECT_TRUE(has_line("drawbar_sessions_away 1"));
  EXPECT_TRUE(has_line("drawbar_operators 1"));
}

}  // namespace
}  // namespace drawbar::server::test
