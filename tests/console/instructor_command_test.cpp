#include "tools/client/instructor_command.h"

#include <gtest/gtest.h>

namespace drawbar::tools {
namespace {

Result<InstructorCommand> parse(std::vector<std::string> words) {
  return parse_instructor_command(words);
}

TEST(InstructorCommand, EveryCommandBecomesItsMessage) {
  EXPECT_EQ(parse({"freeze"})->body.type, control::ClientBody::Freeze);
  EXPECT_EQ(parse({"run"})->body.type, control::ClientBody::Run);
  EXPECT_EQ(parse({"step"})->body.AsStep()->frames, 1u);
  EXPECT_EQ(parse({"step", "25"})->body.AsStep()->frames, 25u);
  EXPECT_EQ(parse({"speed", "0.5"})->body.AsSpeed()->factor, 0.5);
  EXPECT_EQ(parse({"save", "before the hill"})->body.AsSave()->name, "before the hill");
  EXPECT_EQ(parse({"restore", "x"})->body.AsRestore()->name, "x");
  EXPECT_EQ(parse({"rewind", "12.5"})->body.AsRewind()->time, 12.5);
  EXPECT_EQ(parse({"seek", "3", "2"})->body.AsSeek()->branch, 2u);
  EXPECT_EQ(parse({"reload"})->body.type, control::ClientBody::Reload);
}

TEST(InstructorCommand, RefusesWrongWordsWithWhatIsAllowed) {
  const std::vector<std::vector<std::string>> wrong = {{},
                                                       {"fly"},
                                                       {"freeze", "now"},
                                                       {"speed"},
                                                       {"speed", "fast"},
                                                       {"speed", "-1"},
                                                       {"seek", "nan"},
                                                       {"step", "2.5"},
                                                       {"step", "-1"},
                                                       {"fault", "left"},
                                                       {"fault", "left", "broken"},
                                                       {"malfunction", "crate"},
                                                       {"malfunction", "crate", "force", "x=ten"},
                                                       {"malfunctions", "all"},
                                                       {"clear", "first"}};
  for (const auto& words : wrong) {
    const Result<InstructorCommand> command = parse(words);
    ASSERT_FALSE(command);
    EXPECT_EQ(command.error().kind, ErrorKind::usage);
  }
}

TEST(InstructorCommand, AMalfunctionHasItsNumbersAndHowItComesAndGoes) {
  const auto command =
      parse({"malfunction", "crate", "force", "x=-20", "strength=0.5", "ramp=2", "duration=10"});
  ASSERT_TRUE(command);
  const control::BeginEffectT& effect = *command->body.AsBeginEffect();
  EXPECT_EQ(effect.target, "crate");
  EXPECT_EQ(effect.type, "force");
  ASSERT_EQ(effect.parameters.size(), 1u);
  EXPECT_EQ(effect.parameters[0]->name, "x");
  EXPECT_EQ(effect.parameters[0]->value, -20);
  EXPECT_EQ(effect.strength, 0.5);
  EXPECT_EQ(effect.ramp, 2);
  EXPECT_EQ(effect.duration, 10);
  EXPECT_EQ(parse({"clear"})->body.AsClearEffect()->effect, 0u);
  EXPECT_EQ(parse({"clear", "all"})->body.AsClearEffect()->effect, 0u);
  EXPECT_EQ(parse({"clear", "7"})->body.AsClearEffect()->effect, 7u);
}

TEST(InstructorCommand, FindsTheDriveByNameOrListsThem) {
  stream::SceneT scene;
  scene.drive_names = {"left", "right"};
  flatbuffers::FlatBufferBuilder builder;
  builder.Finish(stream::Scene::Pack(builder, &scene));
  const auto& packed = *flatbuffers::GetRoot<stream::Scene>(builder.GetBufferPointer());

  auto command = parse({"fault", "right", "off"});
  ASSERT_TRUE(resolve_drive(*command, packed));
  EXPECT_EQ(command->body.AsDriveFault()->drive, 1u);
  EXPECT_EQ(command->body.AsDriveFault()->kind, control::FaultKind::Off);

  command = parse({"fault", "middle", "ok"});
  const Result<void> resolved = resolve_drive(*command, packed);
  ASSERT_FALSE(resolved);
  EXPECT_NE(resolved.error().text.find("left, right"), std::string::npos);
}

}  // namespace
}  // namespace drawbar::tools
