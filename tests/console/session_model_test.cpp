#include "tools/console/session_model.h"

#include <gtest/gtest.h>

#include <numbers>

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

TEST(SessionModel, NamesWhoDrives) {
  SessionModel model;
  ASSERT_TRUE(give(model, welcome()));
  stream::TelemetryT telemetry;
  telemetry.stamp = std::make_unique<stream::FrameStamp>();
  telemetry.holders = {7, 3};
  telemetry.controls = {0.5, -1};
  ASSERT_TRUE(give(model, telemetry));
  const ConsoleView view = model.view(0);
  EXPECT_TRUE(view.channels[0].mine);
  EXPECT_EQ(view.channels[0].applied, 0.5);
  EXPECT_EQ(view.channels[1].holder, "page");
  EXPECT_EQ(model.held_channels(), std::vector<std::uint32_t>{0});
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

}  // namespace
}  // namespace drawbar::tools
