// One example of every message: what the protocol's document shows in hex, and where fuzzing starts.
#pragma once

#include <string>
#include <vector>

#include "protocol/compact.h"
#include "protocol/encode.h"

namespace drawbar::protocol {

struct MessageExample {
  std::string name;
  Bytes bytes;
};

inline const control::Key kExampleKey(0x0123456789ABCDEFull, 0xFEDCBA9876543210ull);
inline const control::Key kExampleUdpKey(0x0F1E2D3C4B5A6978ull, 0x8796A5B4C3D2E1F0ull);
inline const stream::FrameStamp kExampleStamp(1000, 990, 39.6, 7'000'000'000, 1, 0);

inline stream::BodyState example_body(std::uint32_t id) {
  const std::uint32_t flags = id == 1 ? kBodyAbsent : 0;
  return {{1.5 + id, -2, 0.25}, {1, 0, 0, 0}, {0.5f, 0, 0}, {0, 0, -0.125f}, id, flags};
}

inline std::unique_ptr<stream::FrameStamp> example_stamp() {
  return std::make_unique<stream::FrameStamp>(kExampleStamp);
}

inline std::unique_ptr<control::Key> example_key() {
  return std::make_unique<control::Key>(kExampleKey);
}

inline stream::SceneT example_scene() {
  stream::SceneT scene;
  scene.name = "cart";
  scene.scene = {1, 2, 3};  // a real one holds a buffer of scene.fbs
  scene.body_names = {"cart", "wheel"};
  scene.joints.push_back(std::make_unique<stream::JointInfoT>());
  scene.joints[0]->name = "axle";
  scene.joints[0]->axes = 1;
  scene.drive_names = {"motor"};
  scene.channels.push_back(std::make_unique<stream::ChannelInfoT>());
  scene.channels[0]->name = "throttle";
  scene.channels[0]->minimum = -1;
  scene.channels[0]->maximum = 1;
  scene.channels[0]->timeout_ms = 500;
  scene.period_ns = 40'000'000;
  return scene;
}

inline std::vector<MessageExample> client_examples() {
  std::vector<MessageExample> out;
  const auto add = [&](const char* name, auto body, std::uint32_t request = 0) {
    out.push_back({name, encode_client(std::move(body), request)});
  };
  control::HelloT hello;
  hello.major = kProtocolMajor;
  hello.minor = kProtocolMinor;
  hello.name = "console";
  hello.role = control::Role::Operator;
  hello.token = "secret";
  add("Hello", hello);
  control::ControlT control;
  control.sequence = 1;
  control.values = {{0, 0.5}, {1, -0.25}};
  add("Control", control);
  control::TakeControlT take;
  take.channels = {0, 1};
  add("TakeControl", take, 7);
  control::ReleaseControlT release;
  release.channels = {0, 1};
  add("ReleaseControl", release, 8);
  control::HandOverT hand_over;
  hand_over.channels = {0};
  hand_over.to_session = 2;
  add("HandOver", hand_over, 9);
  control::SubscribeT subscribe;
  subscribe.encoding = control::PoseEncoding::Compact;
  subscribe.every_nth = 2;
  subscribe.udp = true;
  add("Subscribe", subscribe);
  out.push_back({"UdpHello", encode_udp_hello(kExampleUdpKey)});
  out.push_back({"UdpChallengeEcho", encode_udp_echo(kExampleUdpKey, control::Key(1, 2))});
  control::PingT ping;
  ping.client_ns = 5'000'000'000;
  add("Ping", ping);
  add("Goodbye", control::GoodbyeT{});
  add("Freeze", control::FreezeT{}, 10);
  add("Run", control::RunT{}, 11);
  control::StepT step;
  step.frames = 5;
  add("Step", step, 12);
  control::SpeedT speed;
  speed.factor = 0.5;
  add("Speed", speed, 13);
  control::SaveT save;
  save.name = "before the bend";
  add("Save", save, 14);
  control::RestoreT restore;
  restore.name = "before the bend";
  add("Restore", restore, 15);
  control::RewindT rewind;
  rewind.time = 12.0;
  add("Rewind", rewind, 16);
  control::SeekT seek;
  seek.branch = 0;
  seek.frame = 300;
  add("Seek", seek, 17);
  add("Reload", control::ReloadT{}, 18);
  control::DriveFaultT fault;
  fault.drive = 1;
  fault.kind = control::FaultKind::Off;
  add("DriveFault", fault, 19);
  control::BeginEffectT effect;
  effect.target = "crate";
  effect.type = "force";
  control::EffectParameterT x;
  x.name = "x";
  x.value = 200;
  effect.parameters.push_back(std::make_unique<control::EffectParameterT>(x));
  effect.ramp = 0.5;
  add("BeginEffect", std::move(effect), 20);
  control::ClearEffectT clear;
  clear.effect = 1;
  add("ClearEffect", clear, 21);
  add("ListEffects", control::ListEffectsT{}, 22);
  control::RepeatT repeat;
  repeat.from = 10.0;
  repeat.to = 14.0;
  add("Repeat", repeat, 20);
  control::TakeOverT take_over;
  take_over.branch = 0;
  take_over.time = 12.0;
  take_over.wait = true;
  add("TakeOver", take_over, 21);
  control::DeleteStateT forget;
  forget.name = "before the bend";
  add("DeleteState", forget, 22);
  control::ExportStateT give;
  give.name = "before the bend";
  add("ExportState", give, 23);
  control::ImportStateT piece;
  piece.name = "bend";
  piece.total = 3;
  piece.data = {1, 2, 3};
  add("ImportState", piece, 24);
  control::BookmarkT bookmark;
  bookmark.text = "too fast";
  add("Bookmark", bookmark, 25);
  control::CastRaysT rays;
  auto& down = *rays.rays.emplace_back(std::make_unique<control::RayT>());
  down.from = std::make_unique<control::Point>(2, 1, 50);
  down.to = std::make_unique<control::Point>(2, 1, -50);
  add("CastRays", std::move(rays), 26);
  add("ListScenes", control::ListScenesT{}, 27);
  add("EndExercise", control::EndExerciseT{}, 28);
  control::SetGhostT ghost;
  ghost.recording = "good.mcap";
  add("SetGhost", std::move(ghost), 29);
  control::StoreExerciseT store;
  store.file = "cones.json";
  store.text = "{}";
  store.check_only = true;
  add("StoreExercise", std::move(store), 30);
  control::DescribeSceneT describe;
  describe.scene = "cones.json";
  add("DescribeScene", std::move(describe), 31);
  return out;
}

inline std::vector<MessageExample> server_examples() {
  std::vector<MessageExample> out;
  const auto add = [&](const char* name, auto body) {
    out.push_back({name, encode_server(std::move(body))});
  };
  stream::WelcomeT welcome;
  welcome.major = 1;
  welcome.minor = kProtocolMinor;
  welcome.server = "drawbard 0.1.0";
  welcome.session = 3;
  welcome.resume_key = example_key();
  welcome.role = control::Role::Operator;
  welcome.stamp = example_stamp();
  welcome.clock = std::make_unique<stream::ClockReading>(7'010'000'000, 1'700'000'000'000'000'000);
  welcome.udp_port = 4040;
  welcome.udp_key = std::make_unique<control::Key>(kExampleUdpKey);
  welcome.scene = std::make_unique<stream::SceneT>(example_scene());
  add("Welcome", std::move(welcome));
  add("Scene", example_scene());
  const stream::BodyState bodies[] = {example_body(0), example_body(1)};
  out.push_back({"Frame", encode_frame(kExampleStamp, bodies)});
  CompactEncoder encoder;
  encoder.take(kExampleStamp, bodies);
  out.push_back({"CompactFrame", encoder.messages(kDatagramLimit).front()});
  stream::TelemetryT telemetry;
  telemetry.stamp = example_stamp();
  telemetry.joint_positions = {0.75};
  telemetry.joint_velocities = {1.5};
  telemetry.joint_errors = {1e-6f};
  telemetry.joint_angle_errors = {0};
  telemetry.joint_broken = {0};
  telemetry.drives = {{2.5f, 12, 0.5f, 40, 0}};
  telemetry.wheels = {{900, 60, -20, 0.02f, 0.03f}};
  telemetry.overlaps = {{2, 0, 1}};
  telemetry.controls = {0.5};
  telemetry.control_sequences = {1};
  telemetry.holders = {3};
  telemetry.contact_count = 4;
  telemetry.energy_kinetic = 10;
  telemetry.substeps = 8;
  telemetry.compute_ns = 900'000;
  telemetry.clients = 2;
  add("Telemetry", std::move(telemetry));
  stream::EventT event;
  event.stamp = example_stamp();
  event.kind = stream::EventKind::TookControl;
  event.session = 3;
  event.name = "console";
  event.text = "console took control of throttle";
  event.ids = {0};
  add("Event", std::move(event));
  stream::ErrorT error;
  error.request = 7;
  error.code = stream::ErrorCode::Held;
  error.text = "channel 0 (throttle) is held by session 2";
  error.field = "TakeControl.channels[0]";
  add("Error", error);
  stream::ReplyT reply;
  reply.request = 7;
  reply.stamp = example_stamp();
  add("Reply", std::move(reply));
  stream::PongT pong;
  pong.client_ns = 5'000'000'000;
  pong.server_receive_ns = 7'020'000'000;
  pong.server_send_ns = 7'020'050'000;
  add("Pong", pong);
  stream::UdpChallengeT challenge;
  challenge.challenge = std::make_unique<control::Key>(1, 2);
  add("UdpChallenge", std::move(challenge));
  stream::EffectsT effects;
  effects.request = 22;
  auto& type = *effects.types.emplace_back(std::make_unique<stream::EffectTypeInfoT>());
  type.name = "torque_loss";
  type.meaning = "the motor loses this part of its torque";
  type.targets = {"left_motor"};
  auto& active = *effects.active.emplace_back(std::make_unique<stream::EffectInfoT>());
  active.effect = 1;
  active.target = "left_motor";
  active.type = "torque_loss";
  active.strength = 0.5;
  active.age = 2;
  add("Effects", std::move(effects));
  stream::StateFileT file;
  file.request = 23;
  file.name = "before the bend";
  file.data = {1, 2, 3};
  add("StateFile", std::move(file));
  stream::RayHitsT hits;
  hits.request = 26;
  hits.stamp = example_stamp();
  auto& ground = *hits.hits.emplace_back(std::make_unique<stream::RayHitT>());
  ground.distance = 49.5;
  ground.body = 0;
  ground.position = std::make_unique<control::Point>(2, 1, 0.5);
  ground.normal = std::make_unique<control::Point>(0, 0, 1);
  add("RayHits", std::move(hits));
  stream::ScenesT scenes;
  scenes.request = 27;
  auto& listed = *scenes.files.emplace_back(std::make_unique<stream::SceneFileT>());
  listed.file = "slalom.json";
  listed.title = std::make_unique<control::TextT>();
  listed.title->en = "Slalom";
  listed.exercise = true;
  add("Scenes", std::move(scenes));
  stream::ScoreT score;
  score.stamp = example_stamp();
  score.attempt = 2;
  score.time = 39.6;
  score.score = 95;
  score.outcome = 1;  // completed
  score.passed = true;
  auto& speed_limit = *score.criteria.emplace_back(std::make_unique<stream::CriterionScoreT>());
  speed_limit.name = "speed";
  speed_limit.figure = 1.5;
  speed_limit.unit = "s";
  speed_limit.lost = 5;
  speed_limit.moments = {12, 13.5};
  add("Score", std::move(score));
  stream::GhostFrameT ghost;
  ghost.stamp = example_stamp();
  ghost.bodies = {example_body(0)};
  ghost.recording = "good.mcap";
  add("GhostFrame", std::move(ghost));
  stream::SceneDescriptionT description;
  description.request = 31;
  description.file = "cones.json";
  description.scene = std::make_unique<stream::SceneT>(example_scene());
  add("SceneDescription", std::move(description));
  return out;
}

}  // namespace drawbar::protocol
