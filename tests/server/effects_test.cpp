// Effects through the daemon's rooms: who may, who is told, what the recording gives again.
#include <gtest/gtest.h>

#include <array>
#include <csignal>
#include <memory>
#include <set>
#include <span>

#include "physics/model/effect.h"
#include "protocol/scene_generated.h"
#include "tests/exercise/drop.h"
#include "tests/server/daemon_fixture.h"
#include "tests/server/hub_in_slots.h"
#include "tests/server/replayed.h"

namespace drawbar::server::test {
namespace {

using control::Role;

control::BeginEffectT effect(const std::string& target, const std::string& type,
                             std::vector<std::pair<std::string, double>> parameters = {}) {
  control::BeginEffectT message;
  message.target = target;
  message.type = type;
  for (auto& [name, value] : parameters) {
    auto& parameter = *message.parameters.emplace_back(std::make_unique<control::EffectParameterT>());
    parameter.name = name;
    parameter.value = value;
  }
  return message;
}

std::vector<std::unique_ptr<stream::EffectInfoT>> active(HubInSlots& hall, const Person& person) {
  hall.run_slots(2);
  hall.send(person, control::ListEffectsT{}, 99);
  auto lists = person.connection->all<stream::EffectsT>();
  return std::move(lists.back().active);
}

TEST(Effects, BeginAreListedReplacedAndCleared) {
  HubInSlots hall;
  const Person instructor = hall.join(Role::Instructor, "instructor");
  EXPECT_EQ(hall.ask(instructor, effect("bob", "force", {{"x", 5}})), "Reply");
  EXPECT_EQ(hall.ask(instructor, effect("motor", "torque_loss")), "Reply");
  auto list = active(hall, instructor);
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[0]->target, "bob");
  EXPECT_EQ(list[0]->type, "force");
  EXPECT_EQ(list[0]->parameters[0]->value, 5);
  EXPECT_GT(list[0]->age, 0);

  control::BeginEffectT stronger = effect("bob", "force", {{"x", 6}});
  stronger.effect = list[0]->effect;
  EXPECT_EQ(hall.ask(instructor, stronger), "Reply");
  list = active(hall, instructor);
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[0]->parameters[0]->value, 6);

  control::ClearEffectT one;
  one.effect = list[1]->effect;
  EXPECT_EQ(hall.ask(instructor, one), "Reply");
  list = active(hall, instructor);
  ASSERT_EQ(list.size(), 1u);
  EXPECT_EQ(list[0]->type, "force");
  EXPECT_EQ(hall.ask(instructor, one), "NoSuchId");
  EXPECT_EQ(hall.ask(instructor, control::ClearEffectT{}), "Reply");
  EXPECT_TRUE(active(hall, instructor).empty());
}

TEST(Effects, ThatBeginWhileTimeStandsAreListedAndClearedAndDroppedByANewBranch) {
  HubInSlots hall;
  const Person instructor = hall.join(Role::Instructor, "instructor");
  ASSERT_EQ(hall.ask(instructor, control::FreezeT{}), "Reply");
  ASSERT_EQ(hall.ask(instructor, effect("bob", "force", {{"x", 5}})), "Reply");
  auto list = active(hall, instructor);
  ASSERT_EQ(list.size(), 1u);
  EXPECT_EQ(list[0]->age, 0);
  control::ClearEffectT one;
  one.effect = list[0]->effect;
  EXPECT_EQ(hall.ask(instructor, one), "Reply");
  EXPECT_TRUE(active(hall, instructor).empty());
  EXPECT_EQ(hall.ask(instructor, one), "NoSuchId");
  ASSERT_EQ(hall.ask(instructor, control::StepT{}), "Reply");
  EXPECT_TRUE(active(hall, instructor).empty()) << "it began and was cleared in one frame";

  control::SaveT save;
  save.name = "before";
  ASSERT_EQ(hall.ask(instructor, save), "Reply");
  ASSERT_EQ(hall.ask(instructor, effect("bob", "force", {{"x", 6}})), "Reply");
  list = active(hall, instructor);
  ASSERT_EQ(list.size(), 1u);
  control::RestoreT restore;
  restore.name = "before";
  ASSERT_EQ(hall.ask(instructor, restore), "Reply");
  EXPECT_TRUE(active(hall, instructor).empty());
  std::vector<std::uint32_t> cleared;
  for (const stream::EventT& event : instructor.connection->all<stream::EventT>()) {
    if (event.kind == stream::EventKind::EffectCleared)
      cleared.insert(cleared.end(), event.ids.begin(), event.ids.end());
  }
  EXPECT_EQ(cleared, (std::vector<std::uint32_t>{one.effect, list[0]->effect}));
  hall.run_slots(10);
  EXPECT_TRUE(active(hall, instructor).empty());
}

TEST(Effects, ThatWaitForAFrameAreAsManyAsItTakesAndARestoreTellsOfEachOnce) {
  HubInSlots hall;
  const Person instructor = hall.join(Role::Instructor, "instructor");
  control::SaveT save;
  save.name = "before";
  ASSERT_EQ(hall.ask(instructor, save), "Reply");
  ASSERT_EQ(hall.ask(instructor, control::FreezeT{}), "Reply");
  ASSERT_EQ(hall.ask(instructor, effect("bob", "force", {{"x", 0}})), "Reply");
  control::BeginEffectT again = effect("bob", "force", {{"x", 1}});
  again.effect = active(hall, instructor).at(0)->effect;
  // More people than one: each may ask for so much a second only.
  const std::array others{hall.join(Role::Instructor, "b"), hall.join(Role::Instructor, "c"),
                          hall.join(Role::Instructor, "d")};
  for (std::size_t i = 1; i < 2 * physics::kMostEffects; ++i) hall.send(others[i % 3], again, 0);
  EXPECT_EQ(hall.ask(instructor, again), "Busy");
  EXPECT_EQ(active(hall, instructor).size(), 1u);
  control::RestoreT restore;
  restore.name = "before";
  ASSERT_EQ(hall.ask(instructor, restore), "Reply");
  EXPECT_TRUE(active(hall, instructor).empty());
  std::size_t cleared = 0;
  for (const stream::EventT& event : instructor.connection->all<stream::EventT>())
    cleared += event.kind == stream::EventKind::EffectCleared ? 1 : 0;
  EXPECT_EQ(cleared, 1u);
  EXPECT_EQ(hall.ask(instructor, effect("bob", "force", {{"x", 2}})), "Reply");
}

TEST(Effects, OfWhichOneIsClearedWhileTimeStandsIsGoneAtOnce) {
  HubInSlots hall;
  const Person instructor = hall.join(Role::Instructor, "instructor");
  ASSERT_EQ(hall.ask(instructor, effect("bob", "force", {{"x", 5}})), "Reply");
  const auto list = active(hall, instructor);
  ASSERT_EQ(list.size(), 1u);
  ASSERT_EQ(hall.ask(instructor, control::FreezeT{}), "Reply");
  control::ClearEffectT one;
  one.effect = list[0]->effect;
  EXPECT_EQ(hall.ask(instructor, one), "Reply");
  EXPECT_TRUE(active(hall, instructor).empty());
  EXPECT_EQ(hall.ask(instructor, one), "NoSuchId");
}

TEST(Effects, ThatSwitchADriveOffAreAllClearedByTheOlderMessage) {
  HubInSlots hall;
  const Person instructor = hall.join(Role::Instructor, "instructor");
  control::DriveFaultT fault;
  fault.kind = control::FaultKind::Off;
  ASSERT_EQ(hall.ask(instructor, fault), "Reply");
  ASSERT_EQ(hall.ask(instructor, effect("motor", "off")), "Reply");
  ASSERT_EQ(hall.ask(instructor, effect("motor", "supply_sag")), "Reply");
  ASSERT_EQ(active(hall, instructor).size(), 3u);
  fault.kind = control::FaultKind::Ok;
  ASSERT_EQ(hall.ask(instructor, fault), "Reply");
  const auto list = active(hall, instructor);
  ASSERT_EQ(list.size(), 1u);
  EXPECT_EQ(list[0]->type, "supply_sag");
}

/// Numbers of the effects that this person was told have begun, with the frames.
std::vector<std::pair<std::uint32_t, std::uint64_t>> told(const Person& person) {
  std::vector<std::pair<std::uint32_t, std::uint64_t>> began;
  for (const stream::EventT& event : person.connection->all<stream::EventT>()) {
    if (event.kind == stream::EventKind::EffectBegan)
      began.emplace_back(event.ids.at(0), event.stamp->frame());
  }
  return began;
}

TEST(Effects, OfTheSceneAreToldToInstructorsAloneAndAgainAfterARewind) {
  std::string scene = pendulum_scene();
  const std::string controls = R"("controls": [)";
  scene.replace(scene.find(controls), controls.size(),
                R"("effects": [ { "at": 0.4, "effect": "bob force x=5 duration=0.1" },
                                { "at": 0.6, "effect": "bob impulse x=1" } ], )" +
                    controls);
  HubInSlots hall(scene);
  const Person instructor = hall.join(Role::Instructor, "instructor");
  const Person trainee = hall.join(Role::Operator, "trainee");
  hall.run_slots(30);
  const std::vector<std::pair<std::uint32_t, std::uint64_t>> both{{0xC0000000, 11}, {0xC0000001, 16}};
  EXPECT_EQ(told(instructor), both);
  control::RewindT rewind;
  rewind.frame = 12;
  ASSERT_EQ(hall.ask(instructor, rewind), "Reply");
  hall.run_slots(10);
  EXPECT_EQ(told(instructor).size(), 3u) << "the impulse alone comes again";
  EXPECT_TRUE(told(trainee).empty());
}

TEST(Effects, OfTheSceneAndTheirLampsAreNotInTheSceneThatClientsAreSent) {
  std::string text = pendulum_scene();
  const std::string controls = R"("controls": [)";
  text.replace(text.find(controls), controls.size(),
               R"("effects": [ { "at": 0.4, "effect": "bob force x=5 duration=0.1" } ],
                  "cigi": { "components": [
                    { "component": 1, "body": "bob", "malfunction": "motor torque_loss" },
                    { "component": 2, "body": "bob", "quantity": "bob.speed", "above": 1 } ] }, )" +
                   controls);
  HubInSlots hall(text);
  const auto whole = read_scene(hall.scene_file());
  ASSERT_TRUE(whole);
  EXPECT_EQ(scene::GetScene(whole->normalised.data())->effects()->size(), 1u) << "the recording has them";
  for (const Role role : {Role::Viewer, Role::Operator}) {
    const Person person = hall.join(role, "trainee");
    const auto welcomes = person.connection->all<stream::WelcomeT>();
    ASSERT_EQ(welcomes.size(), 1u);
    const auto told = read_recorded_scene(std::as_bytes(std::span(welcomes[0].scene->scene)), "told");
    ASSERT_TRUE(told) << told.error().text;
    scene::SceneT sent;
    scene::GetScene(told->normalised.data())->UnPackTo(&sent);
    EXPECT_EQ(sent.bodies.size(), 2u);
    EXPECT_TRUE(sent.effects.empty());
    ASSERT_EQ(sent.cigi->components.size(), 1u);
    EXPECT_EQ(sent.cigi->components[0]->quantity, "bob.speed");
  }
}

TEST(Effects, WhatIsWrongWithOneIsSaidWithItsField) {
  HubInSlots hall;
  const Person instructor = hall.join(Role::Instructor, "instructor");
  EXPECT_EQ(hall.ask(instructor, effect("bog", "force")), "NoSuchName");
  EXPECT_EQ(hall.ask(instructor, effect("bob", "forge")), "NoSuchName");
  EXPECT_EQ(hall.ask(instructor, effect("bob", "force", {{"w", 1}})), "BadValue");
  EXPECT_EQ(hall.ask(instructor, effect("bob", "place", {{"x", 1}})), "NoSuchName")
      << "it hangs from the world";
  control::BeginEffectT unknown = effect("bob", "force");
  unknown.effect = 12;
  EXPECT_EQ(hall.ask(instructor, unknown), "NoSuchId");
  const auto errors = instructor.connection->all<stream::ErrorT>();
  EXPECT_EQ(errors[0].field, "BeginEffect.target");
  EXPECT_NE(errors[0].text.find("force acts on: rod, bob"), std::string::npos) << errors[0].text;
  EXPECT_EQ(errors[2].field, "BeginEffect.parameters[0]");
}

TEST(Effects, OneTooManyIsRefused) {
  HubInSlots hall;
  // One alone would be told to send less.
  const Person one = hall.join(Role::Instructor, "one");
  const Person other = hall.join(Role::Instructor, "other");
  std::size_t begun = 0;
  std::string answer;
  do {
    answer = hall.ask(begun % 2 == 0 ? one : other, effect("bob", "force"));
    if (answer == "Reply") ++begun;
  } while (answer == "Reply" && begun <= physics::kMostEffects);
  EXPECT_EQ(answer, "Busy");
  EXPECT_EQ(hall.newest().state.effects.size(), begun);
  EXPECT_EQ(begun, physics::kMostEffects);
}

TEST(Effects, NobodyButInstructorsIsToldOfThem) {
  HubInSlots hall;
  const Person instructor = hall.join(Role::Instructor, "instructor");
  const Person trainee = hall.join(Role::Operator, "trainee");
  const Person viewer = hall.join(Role::Viewer, "viewer");
  control::DriveFaultT fault;
  fault.kind = control::FaultKind::Off;
  ASSERT_EQ(hall.ask(instructor, fault), "Reply");
  ASSERT_EQ(hall.ask(instructor, effect("motor", "supply_sag")), "Reply");
  ASSERT_EQ(hall.ask(instructor, control::ClearEffectT{}), "Reply");
  ASSERT_EQ(hall.ask(instructor, fault), "Reply");
  hall.run_slots(2);
  const auto told = [](const Person& person) {
    std::set<stream::EventKind> kinds;
    for (const stream::EventT& event : person.connection->all<stream::EventT>()) kinds.insert(event.kind);
    return kinds;
  };
  using stream::EventKind;
  for (const EventKind kind :
       {EventKind::DriveFaultChanged, EventKind::EffectBegan, EventKind::EffectCleared}) {
    EXPECT_TRUE(told(instructor).contains(kind));
    EXPECT_FALSE(told(trainee).contains(kind));
    EXPECT_FALSE(told(viewer).contains(kind));
  }
  const auto shown = [](const Person& person) {
    return person.connection->all<stream::TelemetryT>().back().drives[0].fault();
  };
  EXPECT_EQ(shown(instructor), 1u);
  EXPECT_EQ(shown(trainee), 0u);
  EXPECT_EQ(shown(viewer), 0u);
}

TEST(Effects, WithARampGrowOverItInsteadOfLeaping) {
  constexpr std::size_t kStone = 3;
  HubInSlots hall(scenes::testing::kDrop);
  const Person instructor = hall.join(Role::Instructor, "instructor");
  control::BeginEffectT push = effect("stone", "force", {{"x", 6}});
  push.ramp = 0.4;
  ASSERT_EQ(hall.ask(instructor, push), "Reply");
  const auto list = active(hall, instructor);
  ASSERT_EQ(list.size(), 1u);
  EXPECT_EQ(list[0]->ramp, 0.4);
  // 6 N on 3 kg: the speed is the integral of what rises to 2 m/s^2 and stays.
  const std::pair<double, double> speeds[] = {{0.2, 0.1}, {0.4, 0.4}, {0.6, 0.8}};
  for (const auto& [age, speed] : speeds) {
    while (hall.newest().state.effects.at(0).age < age - 1e-9) hall.run_slots(1);
    EXPECT_NEAR(hall.newest().state.bodies[kStone].linear_velocity.x(), speed, 1e-12) << age;
  }
}

TEST(Effects, ARewindBeforeOneUndoesIt) {
  HubInSlots hall;
  const Person instructor = hall.join(Role::Instructor, "instructor");
  hall.run_slots(5);
  const auto before = hall.newest().saved_state;
  const std::uint64_t frame = hall.newest().state.frame;
  ASSERT_EQ(hall.ask(instructor, effect("bob", "force", {{"x", 50}})), "Reply");
  hall.run_slots(5);
  EXPECT_EQ(hall.newest().state.effects.size(), 1u);
  control::RewindT rewind;
  rewind.frame = frame;
  ASSERT_EQ(hall.ask(instructor, rewind), "Reply");
  EXPECT_EQ(hall.newest().saved_state, before);
  EXPECT_TRUE(hall.newest().state.effects.empty());
}

class RecordedEffects : public Daemon {};

TEST_F(RecordedEffects, GiveTheSameBitsAgain) {
  const std::string file = folder_.file("session.mcap");
  start({"--record", file, "--snapshot-interval", "0.2"});
  SocketClient client(daemon_->tcp_port());
  ASSERT_TRUE(client.join(Role::Instructor));
  std::uint32_t request = 0;
  const auto carried_out = [&](auto message) {
    client.send(std::move(message), ++request);
    return client.answered(request);
  };
  control::BeginEffectT gust = effect("bob", "force", {{"x", 3}, {"at_z", 0.1}});
  gust.ramp = 0.1;
  gust.duration = 0.3;
  ASSERT_TRUE(carried_out(gust));
  ASSERT_TRUE(carried_out(effect("rod", "impulse", {{"z", 0.3}})));
  ASSERT_TRUE(carried_out(effect("motor", "short_circuit")));
  ASSERT_TRUE(carried_out(control::ClearEffectT{}));
  control::DriveFaultT fault;
  fault.kind = control::FaultKind::Off;
  ASSERT_TRUE(carried_out(fault));
  ASSERT_TRUE(client.receive_until<stream::FrameT>([](const auto& f) { return f.stamp->frame() >= 25; }));
  daemon_->signal(SIGTERM);
  EXPECT_EQ(daemon_->wait(), 0) << daemon_->log();
  const Replayed replayed = replay(file);
  EXPECT_TRUE(replayed.complete);
  EXPECT_EQ(replayed.differing, 0u);
  EXPECT_GE(replayed.inputs, 5u);
}

}  // namespace
}  // namespace drawbar::server::test
