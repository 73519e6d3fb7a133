// States under a name: kept, forgotten, and carried to another session as files.
#include <gtest/gtest.h>

#include "scenes/record/state_file.h"
#include "tests/exercise/drop.h"
#include "tests/server/hub_in_slots.h"

namespace drawbar::server::test {
namespace {

using control::Role;

template <class Body>
Body named(const std::string& name) {
  Body body;
  body.name = name;
  return body;
}

std::string last_error(const Person& person) {
  const auto errors = person.connection->all<stream::ErrorT>();
  return errors.empty() ? "" : errors.back().text;
}

/// Everything in pieces of this size.
std::string bring(HubInSlots& hall, const Person& person, const std::string& name,
                  const std::vector<std::uint8_t>& file, std::size_t piece) {
  std::string answer;
  for (std::size_t at = 0; at < file.size(); at += piece) {
    control::ImportStateT message = named<control::ImportStateT>(name);
    message.offset = static_cast<std::uint32_t>(at);
    message.total = static_cast<std::uint32_t>(file.size());
    message.data.assign(file.begin() + static_cast<std::ptrdiff_t>(at),
                        file.begin() + static_cast<std::ptrdiff_t>(std::min(file.size(), at + piece)));
    answer = hall.ask(person, std::move(message));
    if (answer != "Reply") return answer;
  }
  return answer;
}

/// A driven pendulum's state after some frames, as a file, and its bytes.
struct Exported {
  std::vector<std::uint8_t> file;
  std::vector<std::byte> state;
};

Exported exported() {
  HubInSlots hall;
  const Person driver = hall.join(Role::Operator, "driver");
  const Person instructor = hall.join(Role::Instructor, "instructor");
  EXPECT_EQ(hall.ask(driver, control::TakeControlT{}), "Reply");
  control::ControlT drive;
  drive.sequence = 1;
  drive.values.emplace_back(0u, 0.7);
  hall.send(driver, std::move(drive));
  hall.run_slots(12);
  EXPECT_EQ(hall.ask(instructor, control::FreezeT{}), "Reply");
  EXPECT_EQ(hall.ask(instructor, named<control::SaveT>("turn")), "Reply");
  EXPECT_EQ(hall.ask(instructor, named<control::ExportStateT>("turn")), "Reply");
  const auto files = instructor.connection->all<stream::StateFileT>();
  EXPECT_EQ(files.size(), 1u);
  EXPECT_EQ(files[0].name, "turn");
  return {files[0].data, hall.newest().saved_state};
}

TEST(SavedStates, AFileBringsAStateToAnotherSessionBitForBit) {
  const Exported turn = exported();
  HubInSlots other;
  const Person instructor = other.join(Role::Instructor, "instructor");
  EXPECT_EQ(bring(other, instructor, "turn of yesterday", turn.file, 100), "Reply");
  const Person late = other.join(Role::Instructor, "late");
  EXPECT_EQ(late.connection->all<stream::WelcomeT>().front().saves,
            std::vector<std::string>{"turn of yesterday"});
  EXPECT_EQ(other.ask(instructor, control::FreezeT{}), "Reply");
  EXPECT_EQ(other.ask(instructor, named<control::RestoreT>("turn of yesterday")), "Reply");
  EXPECT_EQ(other.newest().saved_state, turn.state);
}

TEST(SavedStates, WhatIsDeletedIsGone) {
  HubInSlots hall;
  const Person instructor = hall.join(Role::Instructor, "instructor");
  EXPECT_EQ(hall.ask(instructor, named<control::SaveT>("here")), "Reply");
  EXPECT_EQ(hall.ask(instructor, named<control::DeleteStateT>("here")), "Reply");
  EXPECT_EQ(hall.ask(instructor, named<control::RestoreT>("here")), "NoSuchName");
  EXPECT_EQ(hall.ask(instructor, named<control::DeleteStateT>("here")), "NoSuchName");
  EXPECT_EQ(hall.ask(instructor, named<control::ExportStateT>("here")), "NoSuchName");
}

TEST(SavedStates, AStateOfAnotherSceneOrLayoutOrADamagedOneIsRefusedSayingWhy) {
  const Exported turn = exported();
  std::string scene = pendulum_scene();
  scene.replace(scene.find("\"spare\""), 7, "\"brake\"");
  HubInSlots elsewhere(scene);
  const Person there = elsewhere.join(Role::Instructor, "there");
  EXPECT_EQ(bring(elsewhere, there, "turn", turn.file, 40'000), "BadValue");
  EXPECT_NE(last_error(there).find("another scene"), std::string::npos) << last_error(there);

  HubInSlots hall;
  const Person here = hall.join(Role::Instructor, "here");
  auto damaged = turn.file;
  damaged[damaged.size() / 2] ^= 1;
  EXPECT_EQ(bring(hall, here, "turn", damaged, 40'000), "BadValue");

  auto saved = scenes::decode_state(std::as_bytes(std::span(turn.file)), "turn");
  ASSERT_TRUE(saved);
  ++saved->state_layout;
  saved->revision = "deadbeef";
  flatbuffers::FlatBufferBuilder builder;
  builder.Finish(record::SavedState::Pack(builder, &*saved), "DBSS");
  const std::vector<std::uint8_t> old(builder.GetBufferPointer(),
                                      builder.GetBufferPointer() + builder.GetSize());
  EXPECT_EQ(bring(hall, here, "turn", old, 40'000), "BadValue");
  EXPECT_NE(last_error(here).find("deadbeef"), std::string::npos) << last_error(here);
  const Person late = hall.join(Role::Instructor, "late");
  EXPECT_TRUE(late.connection->all<stream::WelcomeT>().front().saves.empty());
}

TEST(SavedStates, AFileTellsWhatAnExerciseRememberedInItAlsoOnceTheSceneAloneRuns) {
  TemporaryFolder folder;
  write_file(folder.file("scene.json"), scenes::testing::kDrop);
  write_file(folder.file("drop.json"), scenes::testing::exercise_with(scenes::testing::kTimeAbove2));
  HubOptions options = HubInSlots::open_house();
  options.library = folder.file("");
  HubInSlots hall(scenes::testing::kDrop, options);
  const Person instructor = hall.join(Role::Instructor, "instructor");
  control::ReloadT load;
  load.freeze = true;
  load.scene = "drop.json";
  ASSERT_EQ(hall.ask(instructor, load), "Reply");
  ASSERT_EQ(hall.ask(instructor, named<control::SaveT>("in the exercise")), "Reply");
  load.scene = "scene.json";
  ASSERT_EQ(hall.ask(instructor, load), "Reply");
  ASSERT_EQ(hall.ask(instructor, named<control::SaveT>("alone")), "Reply");
  const auto exercise_bytes_of = [&](const std::string& name) {
    EXPECT_EQ(hall.ask(instructor, named<control::ExportStateT>(name)), "Reply");
    const auto files = instructor.connection->all<stream::StateFileT>();
    const auto saved = scenes::decode_state(std::as_bytes(std::span(files.back().data)), name);
    EXPECT_TRUE(saved);
    return saved ? saved->exercise_bytes : 0;
  };
  const auto exercise = scenes::load_exercise_file(folder.file("drop.json"));
  ASSERT_TRUE(exercise);
  EXPECT_EQ(exercise_bytes_of("in the exercise"),
            exercise->exercise.observer->memory_size() * sizeof(double));
  EXPECT_EQ(exercise_bytes_of("alone"), 0u);
}

TEST(SavedStates, PiecesOutOfOrderAreRefused) {
  const Exported turn = exported();
  HubInSlots hall;
  const Person instructor = hall.join(Role::Instructor, "instructor");
  control::ImportStateT second = named<control::ImportStateT>("turn");
  second.offset = 10;
  second.total = static_cast<std::uint32_t>(turn.file.size());
  second.data.assign(10, 0);
  EXPECT_EQ(hall.ask(instructor, std::move(second)), "BadValue");
}

}  // namespace
}  // namespace drawbar::server::test
