#include "tools/console/session_model.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "protocol/encode.h"

namespace drawbar::tools {
namespace {

constexpr double kRadians = std::numbers::pi / 180;

template <class Body>
Result<void> give(SessionModel& model, Body body, double now = 0) {
  return model.take(*protocol::decode_server_message(protocol::encode_server(std::move(body))).value(), now);
}

std::unique_ptr<scene::BodyT> body(const std::string& name, bool fixed) {
  auto out = std::make_unique<scene::BodyT>();
  out->name = name;
  out->static_ = fixed;
  return out;
}

/// Ground, chassis and trolley; a slide without limits before the hitch, which has them.
stream::SceneT trolley_scene() {
  scene::SceneT scene;
  scene.name = "trolley";
  scene.bodies.push_back(body("ground", true));
  scene.bodies.push_back(body("chassis", false));
  scene.bodies.push_back(body("trolley", false));
  auto axle = std::make_unique<scene::JointT>();
  axle->name = "axle";
  axle->type = scene::JointType::cylindrical;
  scene.joints.push_back(std::move(axle));
  auto hitch = std::make_unique<scene::JointT>();
  hitch->name = "hitch";
  hitch->type = scene::JointType::spherical;
  hitch->limits_deg = {{-18, 18}, {-15, 15}, {-18, 18}};
  scene.joints.push_back(std::move(hitch));
  auto drive = std::make_unique<scene::DriveT>();
  drive->name = "left";
  drive->current_limit = 40;
  scene.drives.push_back(std::move(drive));
  flatbuffers::FlatBufferBuilder builder;
  scene::FinishSceneBuffer(builder, scene::Scene::Pack(builder, &scene));

  stream::SceneT message;
  message.name = "trolley";
  message.scene.assign(builder.GetBufferPointer(), builder.GetBufferPointer() + builder.GetSize());
  for (const char* name : {"throttle", "steer"}) {
    auto channel = std::make_unique<stream::ChannelInfoT>();
    channel->name = name;
    channel->minimum = -1;
    channel->maximum = 1;
    message.channels.push_back(std::move(channel));
  }
  return message;
}

stream::WelcomeT welcome() {
  stream::WelcomeT out;
  out.session = 7;
  out.scene = std::make_unique<stream::SceneT>(trolley_scene());
  auto other = std::make_unique<stream::SessionInfoT>();
  other->session = 3;
  other->name = "page";
  out.sessions.push_back(std::move(other));
  return out;
}

TEST(SessionModel, ShowsLimitedAxesWithTheAnglesOfTheirOwnJoint) {
  SessionModel model;
  ASSERT_TRUE(give(model, welcome()));
  stream::TelemetryT telemetry;
  telemetry.stamp = std::make_unique<stream::FrameStamp>();
  telemetry.joint_positions = {5, 6, 10 * kRadians, -3 * kRadians, 18 * kRadians};
  ASSERT_TRUE(give(model, telemetry));
  const ConsoleView view = model.view(0);
  ASSERT_EQ(view.joints.size(), 3u);
  EXPECT_EQ(view.joints[0].name, "hitch[0]");
  EXPECT_NEAR(view.joints[0].position, 10, 1e-9);
  EXPECT_NEAR(view.joints[1].position, -3, 1e-9);
  EXPECT_EQ(view.joints[1].upper, 15);
  EXPECT_NEAR(view.joints[2].position, 18, 1e-9);
}

/// Telemetry of who holds each channel, and where it stands.
stream::TelemetryT held_by(std::vector<std::uint32_t> holders, std::vector<double> controls) {
  stream::TelemetryT telemetry;
  telemetry.stamp = std::make_unique<stream::FrameStamp>();
  telemetry.holders = std::move(holders);
  telemetry.controls = std::move(controls);
  return telemetry;
}

TEST(SessionModel, NamesWhoDrives) {
  SessionModel model;
  ASSERT_TRUE(give(model, welcome()));
  ASSERT_TRUE(give(model, held_by({7, 3}, {0.5, -1})));
  const ConsoleView view = model.view(0);
  EXPECT_TRUE(view.channels[0].mine);
  EXPECT_EQ(view.channels[0].applied, 0.5);
  EXPECT_EQ(view.channels[1].holder, "page");
  EXPECT_EQ(model.held_channels(), std::vector<std::uint32_t>{0});
  EXPECT_TRUE(model.free_channels().empty());
}

// What an instructor holds back keeps nobody from the rest.
TEST(SessionModel, FreeChannelsAreThoseOfNobody) {
  SessionModel model;
  ASSERT_TRUE(give(model, welcome()));
  ASSERT_TRUE(give(model, held_by({0xFFFFFFFF, 0}, {0, 0})));
  EXPECT_TRUE(model.held_channels().empty());
  EXPECT_EQ(model.free_channels(), std::vector<std::uint32_t>{1});
}

TEST(SessionModel, WhoIsGivenLessThanAllIsToldWhatAndWhoHasIt) {
  SessionModel model;
  ASSERT_TRUE(give(model, welcome()));
  const auto taken = [&](std::uint32_t session, std::vector<std::uint32_t> channels) {
    stream::EventT event;
    event.stamp = std::make_unique<stream::FrameStamp>();
    event.kind = stream::EventKind::TookControl;
    event.session = session;
    event.text = "taken";
    event.ids = std::move(channels);
    EXPECT_TRUE(give(model, event));
    return model.view(0).events.back();
  };
  EXPECT_EQ(taken(3, {1}), "    0.00 s  taken") << "another one's";
  EXPECT_EQ(taken(7, {0}), "    0.00 s  not given: steer (page)");
  EXPECT_EQ(taken(0xFFFFFFFF, {1}), "    0.00 s  taken");
  EXPECT_EQ(taken(7, {0}), "    0.00 s  not given: steer (held back)");
  EXPECT_EQ(taken(7, {1}), "    0.00 s  taken") << "all of it";
  EXPECT_EQ(model.held_channels(), (std::vector<std::uint32_t>{0, 1})) << "before the next telemetry";
}

TEST(SessionModel, SpeedIsAlongTheBodysOwnAxis) {
  SessionModel model;
  ASSERT_TRUE(give(model, welcome()));
  stream::FrameT frame;
  frame.stamp = std::make_unique<stream::FrameStamp>();
  const auto half = static_cast<float>(std::numbers::sqrt2 / 2);
  // Turned 90 degrees to the left and driving backwards.
  frame.bodies = {{{0, 0, 0}, {half, 0, 0, half}, {0, -2, 0}, {0, 0, 0}, 1, 0}};
  ASSERT_TRUE(give(model, frame));
  const ConsoleView view = model.view(0);
  EXPECT_EQ(view.body, "chassis");
  EXPECT_NEAR(view.speed, -2, 1e-6);
  EXPECT_NEAR(view.heading_deg, 90, 1e-4);
}

TEST(SessionModel, RefusesABodyThatTheSceneLacks) {
  SessionModel model("winch");
  const Result<void> taken = give(model, welcome());
  ASSERT_FALSE(taken);
  EXPECT_NE(taken.error().text.find("winch"), std::string::npos);
}

TEST(SessionModel, RefusesASceneThatDoesNotDecode) {
  stream::WelcomeT broken = welcome();
  broken.scene->scene.resize(broken.scene->scene.size() / 2);
  SessionModel model;
  EXPECT_FALSE(give(model, std::move(broken)));
}

TEST(SessionModel, NoticesThatFramesStopped) {
  SessionModel model;
  ASSERT_TRUE(give(model, welcome()));
  stream::FrameT frame;
  frame.stamp = std::make_unique<stream::FrameStamp>();
  ASSERT_TRUE(give(model, frame, 10));
  EXPECT_NEAR(model.view(13.5).timing.silence, 3.5, 1e-12);
}

TEST(SessionModel, ShowsTheMachineRoomOfTheNewestTelemetry) {
  SessionModel model;
  ASSERT_TRUE(give(model, welcome()));
  stream::TelemetryT t;
  t.stamp = std::make_unique<stream::FrameStamp>(11, 376, 15.04, 0, 2, 0);
  t.speed = 0.5;
  t.compute_ns = 1'250'000;
  t.lateness_ns = 40'000;
  t.misses = 3;
  t.slips = 4;
  t.substeps = 8;
  t.clients = 5;
  t.drives = {{1.5f, -2.5f, 3, 61.5f, 0}};
  ASSERT_TRUE(give(model, t, 20));
  const ConsoleView view = model.view(20.25);
  EXPECT_EQ(view.timing.frame, 376u);
  EXPECT_EQ(view.timing.branch, 2u);
  EXPECT_EQ(view.timing.time, 15.04);
  EXPECT_EQ(view.timing.speed, 0.5);
  EXPECT_NEAR(view.timing.compute, 1.25, 1e-12);
  EXPECT_NEAR(view.timing.lateness, 0.04, 1e-12);
  EXPECT_EQ(view.timing.misses, 3u);
  EXPECT_EQ(view.timing.slips, 4u);
  EXPECT_EQ(view.timing.substeps, 8u);
  EXPECT_EQ(view.timing.clients, 5u);
  EXPECT_NEAR(view.timing.silence, 0.25, 1e-12) << "telemetry is a sign of life, too";
  ASSERT_EQ(view.drives.size(), 1u);
  EXPECT_EQ(view.drives[0].name, "left");
  EXPECT_EQ(view.drives[0].limit, 40);
  EXPECT_EQ(view.drives[0].current, 1.5);
  EXPECT_EQ(view.drives[0].voltage, -2.5);
  EXPECT_EQ(view.drives[0].temperature, 61.5);
}

TEST(SessionModel, TellsFrozenFromReplayedByTheFlagsOfTheStamp) {
  SessionModel model;
  ASSERT_TRUE(give(model, welcome()));
  for (const std::uint32_t flags : {0u, 1u, 2u, 3u, 4u}) {
    stream::TelemetryT t;
    t.stamp = std::make_unique<stream::FrameStamp>(1, 1, 1, 0, 0, flags);
    ASSERT_TRUE(give(model, t));
    EXPECT_EQ(model.view(0).timing.frozen, flags % 2 == 1) << flags;
    EXPECT_EQ(model.view(0).timing.replay, flags == 2 || flags == 3) << flags;
  }
}

/// A pose turned by `angle` (rad) about `axis` of the world.
stream::BodyState turned(double angle, const std::array<double, 3>& axis, std::uint32_t id) {
  const auto part = [&](std::size_t k) { return static_cast<float>(std::sin(angle / 2) * axis[k]); };
  return {{0, 0, 0}, {static_cast<float>(std::cos(angle / 2)), part(0), part(1), part(2)},
          {0, 0, 0}, {0, 0, 0},
          id,        0};
}

TEST(SessionModel, NoseUpAndLeftSideUpArePositiveAndHeadingGoesToTheLeft) {
  struct Case {
    std::array<double, 3> axis;
    double heading, pitch, roll;  ///< deg, of a turn of 20 deg about the axis
  };
  const Case cases[] = {{{0, 0, 1}, 20, 0, 0},  {{0, 0, -1}, 340, 0, 0}, {{0, 1, 0}, 0, -20, 0},
                        {{0, -1, 0}, 0, 20, 0}, {{1, 0, 0}, 0, 0, 20},   {{-1, 0, 0}, 0, 0, -20}};
  for (const Case& c : cases) {
    SessionModel model;
    ASSERT_TRUE(give(model, welcome()));
    stream::FrameT frame;
    frame.stamp = std::make_unique<stream::FrameStamp>();
    frame.bodies = {turned(1, {0, 0, 1}, 0), turned(20 * kRadians, c.axis, 1), turned(1, {0, 0, 1}, 2)};
    ASSERT_TRUE(give(model, frame));
    const ConsoleView view = model.view(0);
    EXPECT_NEAR(view.heading_deg, c.heading, 1e-4);
    EXPECT_NEAR(view.pitch_deg, c.pitch, 1e-4);
    EXPECT_NEAR(view.roll_deg, c.roll, 1e-4);
  }
}

TEST(SessionModel, TheGyroscopeOfItsBodyShowsWhatItShowsRightOrWrong) {
  SessionModel model;
  ASSERT_TRUE(give(model, welcome()));
  stream::FrameT frame;
  frame.stamp = std::make_unique<stream::FrameStamp>();
  frame.bodies = {turned(20 * kRadians, {0, 0, 1}, 1)};
  ASSERT_TRUE(give(model, frame));
  stream::TelemetryT t;
  t.stamp = std::make_unique<stream::FrameStamp>();
  const auto degrees = [](double value) { return static_cast<float>(value * kRadians); };
  t.gyroscopes = {{{0, 0, 0}, degrees(1), degrees(2), degrees(3), 2},
                  {{0, 0, 0}, degrees(10), degrees(-5), degrees(-30), 1}};
  ASSERT_TRUE(give(model, t));
  EXPECT_NEAR(model.view(0).heading_deg, 330, 1e-4);
  EXPECT_NEAR(model.view(0).pitch_deg, 5, 1e-4);
  EXPECT_NEAR(model.view(0).roll_deg, 10, 1e-4);
  t.gyroscopes.pop_back();
  ASSERT_TRUE(give(model, t));
  EXPECT_NEAR(model.view(0).heading_deg, 20, 1e-4) << "another body's is not this one's";
}

/// `trolley_scene()` with `change` made to its scene.
template <class Change>
stream::SceneT changed_scene(const Change& change) {
  stream::SceneT message = trolley_scene();
  const auto scene =
      std::unique_ptr<scene::SceneT>(flatbuffers::GetRoot<scene::Scene>(message.scene.data())->UnPack());
  change(*scene);
  flatbuffers::FlatBufferBuilder builder;
  scene::FinishSceneBuffer(builder, scene::Scene::Pack(builder, scene.get()));
  message.scene.assign(builder.GetBufferPointer(), builder.GetBufferPointer() + builder.GetSize());
  return message;
}

TEST(SessionModel, ASlideIsInMillimetresAndOneRangeIsForAllAxes) {
  SessionModel model;
  ASSERT_TRUE(give(model, changed_scene([](scene::SceneT& scene) {
                     auto slide = std::make_unique<scene::JointT>();
                     slide->name = "slide";
                     slide->type = scene::JointType::prismatic;
                     slide->limits = {{-0.25, 0.5}};
                     scene.joints.insert(scene.joints.begin(), std::move(slide));
                     scene.joints[1]->limits = {{-1, 2}};        // of the axle's slide; its turn has none
                     scene.joints[2]->limits_deg = {{-18, 12}};  // of all three
                   })));
  stream::TelemetryT t;
  t.stamp = std::make_unique<stream::FrameStamp>();
  t.joint_positions = {0.125, 0.5, 0.6, 1 * kRadians, 2 * kRadians, -3 * kRadians};
  t.joint_broken = {0, 0, 1};
  ASSERT_TRUE(give(model, t));
  const std::vector<JointAxisView> joints = model.view(0).joints;
  ASSERT_EQ(joints.size(), 5u);
  EXPECT_EQ(joints[0].name, "slide") << "of one axis";
  EXPECT_NEAR(joints[0].position, 125, 1e-9);
  EXPECT_EQ(joints[0].lower, -250);
  EXPECT_EQ(joints[0].upper, 500);
  EXPECT_TRUE(joints[0].slides);
  EXPECT_TRUE(joints[1].name.starts_with("axle[")) << joints[1].name;
  EXPECT_EQ(joints[1].upper, 2000);
  EXPECT_EQ(joints[4].name, "hitch[2]");
  EXPECT_NEAR(joints[4].position, -3, 1e-9);
  for (std::size_t k = 2; k < 5; ++k) {
    EXPECT_EQ(joints[k].lower, -18);
    EXPECT_EQ(joints[k].upper, 12);
    EXPECT_TRUE(joints[k].broken);
    EXPECT_FALSE(joints[k].slides);
  }
  EXPECT_FALSE(joints[0].broken);
}

TEST(SessionModel, ShowsTheBodyAskedForElseThatOfTheCameraElseTheFirstThatMoves) {
  const auto shown = [](const std::string& wanted, const char* followed) {
    SessionModel model(wanted);
    EXPECT_TRUE(give(model, changed_scene([&](scene::SceneT& scene) {
                       scene.camera = std::make_unique<scene::CameraT>();
                       if (followed != nullptr) scene.camera->follow = followed;
                     })));
    return model.view(0).body;
  };
  EXPECT_EQ(shown("", nullptr), "chassis");
  EXPECT_EQ(shown("", "trolley"), "trolley");
  EXPECT_EQ(shown("ground", "trolley"), "ground");
}

TEST(SessionModel, AnotherSceneTakesThePlaceOfTheOneBeforeWithAllThatIsHeld) {
  SessionModel model;
  ASSERT_TRUE(give(model, welcome()));
  stream::TelemetryT t;
  t.stamp = std::make_unique<stream::FrameStamp>();
  t.holders = {7, 7};
  t.joint_positions = {5, 6, 1, 1, 1};
  t.joint_broken = {1, 1};
  ASSERT_TRUE(give(model, t));
  stream::FrameT frame;
  frame.stamp = std::make_unique<stream::FrameStamp>();
  frame.bodies = {turned(1, {0, 0, 1}, 1)};
  ASSERT_TRUE(give(model, frame));
  EXPECT_EQ(model.scene_count(), 1);
  stream::SceneT other = trolley_scene();
  other.name = "yard";
  other.channels.pop_back();
  other.channels[0]->holder = 3;
  other.channels[0]->minimum = -2;
  other.channels[0]->maximum = 4;
  other.channels[0]->neutral = 1;
  ASSERT_TRUE(give(model, std::move(other)));
  const ConsoleView view = model.view(0);
  EXPECT_EQ(model.scene_count(), 2);
  EXPECT_EQ(view.scene, "yard");
  ASSERT_EQ(view.channels.size(), 1u);
  EXPECT_EQ(view.channels[0].holder, "page");
  EXPECT_EQ(view.channels[0].applied, 1) << "its neutral, until telemetry says more";
  EXPECT_TRUE(model.held_channels().empty());
  EXPECT_EQ(view.heading_deg, 0);
  EXPECT_EQ(view.drives.size(), 1u);
  ASSERT_EQ(view.joints.size(), 3u);
  EXPECT_EQ(view.joints[0].position, 0);
  EXPECT_FALSE(view.joints[0].broken);
  const auto levers = model.lever_channels();
  ASSERT_EQ(levers.size(), 1u);
  EXPECT_EQ(levers[0].lower, -2);
  EXPECT_EQ(levers[0].upper, 4);
  EXPECT_EQ(levers[0].neutral, 1);
}

TEST(SessionModel, NamesSessionsThatCameLaterAndThoseThatItDoesNotKnowByTheirNumber) {
  SessionModel model;
  ASSERT_TRUE(give(model, welcome()));
  stream::EventT joined;
  joined.stamp = std::make_unique<stream::FrameStamp>();
  joined.kind = stream::EventKind::Joined;
  joined.session = 9;
  joined.name = "anna";
  ASSERT_TRUE(give(model, joined));
  joined.kind = stream::EventKind::TookControl;
  joined.session = 3;
  joined.name = "not his name";
  ASSERT_TRUE(give(model, joined));
  const auto holders = [&](std::uint32_t first, std::uint32_t second) {
    stream::TelemetryT t;
    t.stamp = std::make_unique<stream::FrameStamp>();
    t.holders = {first, second};
    EXPECT_TRUE(give(model, t));
    const ConsoleView view = model.view(0);
    return view.channels[0].holder + "," + view.channels[1].holder;
  };
  EXPECT_EQ(holders(9, 3), "anna,page");
  EXPECT_EQ(holders(0, 12), ",session 12");
  EXPECT_EQ(holders(0xFFFFFFFF, 0), "held back,");
}

TEST(SessionModel, KeepsTheLastFiftyEventsWithTheirTimesAndTellsWhatIsRefused) {
  SessionModel model;
  ASSERT_TRUE(give(model, welcome()));
  for (int k = 1; k <= 50; ++k) {
    stream::EventT event;
    event.stamp = std::make_unique<stream::FrameStamp>(1, 1, k + 0.25, 0, 0, 0);
    event.text = "event " + std::to_string(k);
    ASSERT_TRUE(give(model, event));
  }
  EXPECT_EQ(model.view(0).events.size(), 50u);
  stream::TelemetryT t;
  t.stamp = std::make_unique<stream::FrameStamp>(1, 1, 60.5, 0, 0, 0);
  ASSERT_TRUE(give(model, t));
  stream::ErrorT error;
  error.text = "steer is held by page";
  ASSERT_TRUE(give(model, error));
  const std::vector<std::string> events = model.view(0).events;
  ASSERT_EQ(events.size(), 50u);
  EXPECT_EQ(events.front(), "    2.25 s  event 2");
  EXPECT_EQ(events[48], "   50.25 s  event 50");
  EXPECT_EQ(events.back(), "   60.50 s  refused: steer is held by page");
}

TEST(SessionModel, ItsChannelsSayWhichKeysMoveThem) {
  SessionModel model;
  ASSERT_TRUE(give(model, welcome()));
  const ConsoleView view = model.view(0);
  EXPECT_EQ(view.channels[0].raise_key, 'w');
  EXPECT_EQ(view.channels[0].lower_key, 's');
  EXPECT_FALSE(view.channels[0].springs_back);
  EXPECT_EQ(view.channels[1].raise_key, 'a');
  EXPECT_EQ(view.channels[1].lower_key, 'd');
  EXPECT_TRUE(view.channels[1].springs_back);
  EXPECT_TRUE(model.lever_channels()[1].springs_back);
  EXPECT_FALSE(view.channels[0].mine) << "nobody holds it";
}

}  // namespace
}  // namespace drawbar::tools
