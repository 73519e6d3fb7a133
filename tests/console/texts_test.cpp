// What commands print of the daemon's messages: one line of JSON for programs, lines of text for people.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>

#include "protocol/encode.h"
#include "tools/client/effects_text.h"
#include "tools/client/library_text.h"
#include "tools/client/message_text.h"

namespace drawbar::tools {
namespace {

/// A table of the protocol as it is read, from its object.
template <class Table>
class Packed {
 public:
  explicit Packed(const typename Table::NativeTableType& object) {
    builder_.Finish(Table::Pack(builder_, &object));
  }
  const Table& read() const { return *flatbuffers::GetRoot<Table>(builder_.GetBufferPointer()); }

 private:
  flatbuffers::FlatBufferBuilder builder_;
};

std::unique_ptr<stream::FrameStamp> stamp(std::uint32_t flags) {
  return std::make_unique<stream::FrameStamp>(11, 22, 0.5, 0, 3, flags);
}

template <class Body>
Packed<stream::ServerMessage> message(Body body) {
  stream::ServerMessageT out;
  out.body.Set(std::move(body));
  return Packed<stream::ServerMessage>(out);
}

SceneNames two_carts() {
  SceneNames names;
  names.scene = "yard";
  names.bodies = {"cart", "barrow"};
  names.joints = {{"axle", 1}, {"ball", 2}};
  names.drives = {"motor"};
  names.channels = {"throttle", "brake"};
  return names;
}

TEST(MessageTexts, OfAFrameHaveItsBodiesByName) {
  stream::FrameT frame;
  frame.stamp = stamp(3);
  frame.bodies = {{{1.5, -2, 0.25}, {1, 0, 0, 0}, {3, 0, 4}, {0, 0, -0.125f}, 0, 0},
                  {{0, 0, 0}, {0, 1, 0, 0}, {0, 0, 0}, {0, 0, 0}, 1, 1},
                  {{0, 0, 0}, {0, 1, 0, 0}, {0, 0, 0}, {0, 0, 0}, 7, 0}};
  const auto packed = message(frame);
  EXPECT_EQ(
      json_line(packed.read(), two_carts()),
      R"({"type":"frame","tick":11,"branch":3,"frame":22,"time":0.5,"frozen":true,"replay":true,"bodies":[)"
      R"({"name":"cart","position":[1.5,-2,0.25],"orientation":[1,0,0,0],"linear_velocity":[3,0,4],"angular_velocity":[0,0,-0.125]},)"
      R"({"name":"barrow","position":[0,0,0],"orientation":[0,1,0,0],"linear_velocity":[0,0,0],"angular_velocity":[0,0,0],"absent":true},)"
      R"({"name":"#7","position":[0,0,0],"orientation":[0,1,0,0],"linear_velocity":[0,0,0],"angular_velocity":[0,0,0]}]})");
  const std::string text = text_lines(packed.read(), two_carts());
  EXPECT_TRUE(text.starts_with("0.50 s  frame 22  branch 3  tick 11  frozen\n")) << text;
  EXPECT_NE(text.find("  cart                      1.500     -2.000      0.250 m    5.000 m/s\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("0.000 m/s  absent\n"), std::string::npos) << text;
}

TEST(MessageTexts, OfTelemetryGiveEachJointItsCoordinates) {
  stream::TelemetryT t;
  t.stamp = stamp(0);
  t.joint_positions = {1, 2, 3};
  t.joint_velocities = {4, 5, 6};
  t.joint_errors = {0.5f};
  t.joint_angle_errors = {0.25f, 0.75f};
  t.drives = {{1.5f, 2.5f, 3.5f, 4.5f, 1}};
  t.wheels = {{1, 2, 3, 4, 5}};
  t.overlaps = {{1, 2, 0}};
  t.controls = {0.5};
  t.energy_kinetic = 100;
  t.energy_potential = NAN;
  t.contact_count = 7;
  t.substeps = 8;
  t.speed = 0.5;
  t.compute_ns = 1500000;
  t.lateness_ns = 250000;
  t.misses = 9;
  t.slips = 10;
  t.clients = 11;
  const auto packed = message(t);
  EXPECT_EQ(
      json_line(packed.read(), two_carts()),
      R"({"type":"telemetry","tick":11,"branch":3,"frame":22,"time":0.5,"frozen":false,"replay":false,)"
      R"("joints":[{"name":"axle","position":[1],"velocity":[4],"error":0.5,"angle_error":0.25},)"
      R"({"name":"ball","position":[2,3],"velocity":[5,6],"error":null,"angle_error":0.75}],)"
      R"("drives":[{"name":"motor","current":1.5,"voltage":2.5,"torque":3.5,"temperature":4.5,"fault":1}],)"
      R"("wheels":[{"load":1,"longitudinal_force":2,"lateral_force":3,"slip":4,"slip_angle":5}],)"
      R"("overlaps":[{"sensor":"barrow","shape":2,"body":"cart"}],"controls":{"throttle":0.5,"brake":null},)"
      R"("energy":{"kinetic":100,"potential":null},"contacts":7,"substeps":8,"speed":0.5,"compute_ms":1.5,"lateness_ms":0.25,)"
      R"("misses":9,"slips":10,"clients":11})");
  stream::TelemetryT known = t;
  known.energy_potential = -30;
  const std::string text = text_lines(message(known).read(), two_carts());
  EXPECT_NE(text.find("  motor                      1.50 A     2.50 V     3.50 N m\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("  computed in 1.50 ms, woke 0.25 ms late, misses 9, slips 10, energy 70.0 J\n"),
            std::string::npos)
      << text;
}

TEST(MessageTexts, OfAnEventAreItsTextElseItsKind) {
  stream::EventT event;
  event.stamp = stamp(1);
  event.kind = stream::EventKind::SpeedChanged;
  event.session = 4;
  event.value = 2;
  EXPECT_EQ(
      json_line(message(event).read(), {}),
      R"({"type":"event","tick":11,"branch":3,"frame":22,"time":0.5,"frozen":true,"replay":false,"kind":"SpeedChanged","session":4,"name":"","text":"","value":2})");
  EXPECT_EQ(text_lines(message(event).read(), {}), "0.50 s  SpeedChanged\n");
  event.text = "the \"clock\"\x1b runs";
  event.name = "Ann";
  EXPECT_EQ(text_lines(message(event).read(), {}), "0.50 s  the \"clock\"? runs\n");
  EXPECT_NE(
      json_line(message(event).read(), {}).find(R"("name":"Ann","text":"the \"clock\"? runs","value":2})"),
      std::string::npos);
}

TEST(MessageTexts, NamesAreTheScenesAndAMisspeltBodyIsToldThemAll) {
  stream::SceneT scene;
  scene.name = "yard";
  scene.body_names = {"cart", "barrow"};
  scene.drive_names = {"motor"};
  scene.joints.push_back(std::make_unique<stream::JointInfoT>());
  scene.joints[0]->name = "ball";
  scene.joints[0]->axes = 3;
  scene.channels.push_back(std::make_unique<stream::ChannelInfoT>());
  scene.channels[0]->name = "throttle";
  const SceneNames names = scene_names(Packed<stream::Scene>(scene).read());
  EXPECT_EQ(names.scene, "yard");
  EXPECT_EQ(names.bodies.at(1), "barrow");
  EXPECT_EQ(names.drives.at(0), "motor");
  EXPECT_EQ(names.joints.at(0).name, "ball");
  EXPECT_EQ(names.joints.at(0).axes, 3u);
  EXPECT_EQ(names.channels.at(0), "throttle");
  const auto ids = body_ids(names, {"barrow", "cart"});
  ASSERT_TRUE(ids);
  EXPECT_EQ(*ids, (std::vector<std::uint32_t>{1, 0}));
  const auto none = body_ids(names, {"cart", "barow"});
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().text,
            "--body barow: the scene yard has no body of that name; its bodies: cart, barrow");
  EXPECT_EQ(none.error().kind, ErrorKind::usage);
}

std::unique_ptr<stream::EffectParameterInfoT> parameter_info(const char* name, bool preset) {
  auto info = std::make_unique<stream::EffectParameterInfoT>();
  info->name = name;
  info->unit = "N";
  info->minimum = -1;
  info->maximum = 2;
  if (preset) info->preset = 0.5;
  info->meaning = "along x";
  return info;
}

TEST(EffectsTexts, ListWhatActsAndWhatIsAllowed) {
  stream::EffectsT effects;
  effects.types.push_back(std::make_unique<stream::EffectTypeInfoT>());
  stream::EffectTypeInfoT& type = *effects.types[0];
  type.name = "force";
  type.meaning = "pushes a body";
  type.at_once = true;
  type.parameters.push_back(parameter_info("x", false));
  type.parameters.push_back(parameter_info("y", true));
  type.targets = {"cart", "bar\"row"};
  for (const std::uint32_t number : {5u, 6u}) {
    effects.active.push_back(std::make_unique<stream::EffectInfoT>());
    stream::EffectInfoT& active = *effects.active.back();
    active.effect = number;
    active.target = "cart";
    active.type = "force";
    active.strength = 0.5;
    active.ramp = 1;
    active.duration = 4;
    active.age = 2.25;
  }
  effects.active[0]->parameters.push_back(std::make_unique<control::EffectParameterT>());
  effects.active[0]->parameters[0]->name = "x";
  effects.active[0]->parameters[0]->value = 3;
  const Packed<stream::Effects> packed(effects);
  EXPECT_EQ(effects_text(packed.read()),
            "acting:\n"
            "  5: cart force x=3 strength=0.5 ramp=1 duration=4, for 2.25 s\n"
            "  6: cart force strength=0.5 ramp=1 duration=4, for 2.25 s\n"
            "force: pushes a body\n"
            "    x=-1 to 2 N (needed): along x\n"
            "    y=-1 to 2 N (0.5): along x\n"
            "    of: cart, bar\"row\n");
  EXPECT_EQ(
      effects_json(packed.read()),
      R"({"types": [{"name": "force", "meaning": "pushes a body", "at_once": true, "parameters": [)"
      R"({"name": "x", "unit": "N", "minimum": -1, "maximum": 2, "preset": null, "meaning": "along x"}, )"
      R"({"name": "y", "unit": "N", "minimum": -1, "maximum": 2, "preset": 0.5, "meaning": "along x"}], "targets": ["cart", "bar\"row"]}], )"
      R"("active": [{"effect": 5, "target": "cart", "type": "force", "parameters": {"x": 3}, "strength": 0.5, "ramp": 1, "duration": 4, "age": 2.25}, )"
      R"({"effect": 6, "target": "cart", "type": "force", "parameters": {}, "strength": 0.5, "ramp": 1, "duration": 4, "age": 2.25}]})");
  EXPECT_EQ(effects_text(Packed<stream::Effects>({}).read()), "");
  EXPECT_EQ(effects_json(Packed<stream::Effects>({}).read()), R"({"types": [], "active": []})");
}

std::unique_ptr<control::TextT> both(const char* en, const char* ru) {
  auto text = std::make_unique<control::TextT>();
  text->en = en;
  text->ru = ru;
  return text;
}

TEST(LibraryTexts, ListFilesTheirVariantsAndWhatIsWrong) {
  stream::ScenesT scenes;
  for (int k = 0; k < 2; ++k) scenes.files.push_back(std::make_unique<stream::SceneFileT>());
  scenes.files[0]->file = "yard.json";
  scenes.files[0]->title = both("The yard", "Двор");
  scenes.files[0]->briefing = both("Drive.", "");
  scenes.files[0]->exercise = true;
  scenes.files[0]->variants.push_back(std::make_unique<stream::SceneVariantT>());
  scenes.files[0]->variants[0]->name = "wet";
  scenes.files[0]->variants[0]->title = both("On wet ground", "");
  scenes.files[1]->file = "bad.json";
  scenes.files[1]->wrong = "no bodies";
  const Packed<stream::Scenes> packed(scenes);
  EXPECT_EQ(library_text(packed.read()),
            "yard.json                       exercise  The yard\n"
            "  --variant wet                           On wet ground\n"
            "bad.json                        scene     wrong: no bodies\n");
  EXPECT_EQ(
      library_json(packed.read()),
      R"([{"file": "yard.json", "exercise": true, "title": {"en": "The yard", "ru": "Двор"}, "briefing": {"en": "Drive.", "ru": null}, )"
      R"("wrong": null, "variants": [{"name": "wet", "title": {"en": "On wet ground", "ru": null}}]}, )"
      R"({"file": "bad.json", "exercise": false, "title": null, "briefing": null, "wrong": "no bodies", "variants": []}])");
}

TEST(LibraryTexts, WhatWouldActOnATerminalDoesNotReachIt) {
  stream::ScenesT scenes;
  scenes.files.push_back(std::make_unique<stream::SceneFileT>());
  scenes.files[0]->file = "a\x1b[2J.json";
  scenes.files[0]->title = both("gone\x1b]0;title\a", "");
  EXPECT_EQ(library_text(Packed<stream::Scenes>(scenes).read()).find_first_of("\x1b\a"), std::string::npos);
  stream::EffectsT effects;
  effects.types.push_back(std::make_unique<stream::EffectTypeInfoT>());
  effects.types[0]->name = "force\x1b[2J";
  effects.types[0]->targets = {"cart\x1b[2J"};
  effects.active.push_back(std::make_unique<stream::EffectInfoT>());
  effects.active[0]->target = "cart\x1b[2J";
  EXPECT_EQ(effects_text(Packed<stream::Effects>(effects).read()).find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace drawbar::tools
