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
  EXPECT_EQ(parse({"step", "25"})->slots, 25u) << "so long it waits";
  EXPECT_EQ(parse({"speed", "0.5"})->body.AsSpeed()->factor, 0.5);
  EXPECT_EQ(parse({"save", "before the hill"})->body.AsSave()->name, "before the hill");
  EXPECT_EQ(parse({"restore", "x"})->body.AsRestore()->name, "x");
  EXPECT_EQ(parse({"rewind", "12.5"})->body.AsRewind()->time, 12.5);
  EXPECT_EQ(parse({"seek", "3", "2"})->body.AsSeek()->branch, 2u);
  EXPECT_TRUE(parse({"restore", "x", "wait"})->body.AsRestore()->wait);
  EXPECT_TRUE(parse({"rewind", "12.5", "0", "wait"})->body.AsRewind()->wait);
  EXPECT_EQ(parse({"repeat", "2", "3.5"})->body.AsRepeat()->to, 3.5);
  EXPECT_FALSE(parse({"repeat", "off"})->body.AsRepeat()->to);
  EXPECT_FALSE(parse({"takeover"})->body.AsTakeOver()->time);
  EXPECT_EQ(parse({"takeover", "4", "1"})->body.AsTakeOver()->time, 4.0);
  EXPECT_TRUE(parse({"takeover", "wait"})->body.AsTakeOver()->wait);
  EXPECT_EQ(parse({"bookmark", "too", "fast"})->body.AsBookmark()->text, "too fast");
  EXPECT_EQ(parse({"reload"})->body.type, control::ClientBody::Reload);
  EXPECT_EQ(parse({"reload", "crane.json"})->body.AsReload()->scene, "crane.json");
  EXPECT_EQ(parse({"exercise", "load", "slalom_wet", "anna"})->body.AsReload()->scene, "slalom_wet.json");
  EXPECT_EQ(parse({"exercise", "load", "slalom_wet", "anna"})->body.AsReload()->trainee, "anna");
  EXPECT_TRUE(parse({"exercise", "reset"})->body.AsReload()->freeze);
  EXPECT_EQ(parse({"exercise", "start"})->body.type, control::ClientBody::Run);
  EXPECT_EQ(parse({"exercise", "end"})->body.type, control::ClientBody::EndExercise);
  EXPECT_EQ(parse({"library"})->body.type, control::ClientBody::ListScenes);
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
                                                       {"exercise", "load"},
                                                       {"exercise", "stop"},
                                                       {"exercise", "start", "now"},
                                                       {"restore", "x", "now"},
                                                       {"rewind", "wait"},
                                                       {"rewind", "1", "2", "3"},
                                                       {"repeat", "1"},
                                                       {"give", "steer"},
                                                       {"take"},
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

/// A welcome to a scene of two drives and two channels, where a trainee is session 3.
class Welcomed : public testing::Test {
 protected:
  Welcomed() {
    stream::WelcomeT welcome;
    welcome.scene = std::make_unique<stream::SceneT>();
    welcome.scene->drive_names = {"left", "right"};
    for (const char* name : {"throttle", "steer"}) {
      welcome.scene->channels.push_back(std::make_unique<stream::ChannelInfoT>());
      welcome.scene->channels.back()->name = name;
    }
    welcome.sessions.push_back(std::make_unique<stream::SessionInfoT>());
    welcome.sessions[0]->session = 3;
    welcome.sessions[0]->name = "trainee";
    builder_.Finish(stream::Welcome::Pack(builder_, &welcome));
  }

  const stream::Welcome& welcome() const {
    return *flatbuffers::GetRoot<stream::Welcome>(builder_.GetBufferPointer());
  }

 private:
  flatbuffers::FlatBufferBuilder builder_;
};

TEST_F(Welcomed, FindsTheDriveByNameOrListsThem) {
  auto command = parse({"fault", "right", "off"});
  ASSERT_TRUE(resolve(*command, welcome()));
  EXPECT_EQ(command->body.AsDriveFault()->drive, 1u);
  EXPECT_EQ(command->body.AsDriveFault()->kind, control::FaultKind::Off);

  command = parse({"fault", "middle", "ok"});
  const Result<void> resolved = resolve(*command, welcome());
  ASSERT_FALSE(resolved);
  EXPECT_NE(resolved.error().text.find("left, right"), std::string::npos);
}

TEST_F(Welcomed, TakesAndGivesChannelsByName) {
  auto command = parse({"take", "steer", "throttle"});
  ASSERT_TRUE(resolve(*command, welcome()));
  EXPECT_EQ(command->body.AsTakeControl()->channels, (std::vector<std::uint32_t>{1, 0}));
  EXPECT_TRUE(command->body.AsTakeControl()->force);
  EXPECT_TRUE(command->body.AsTakeControl()->keep);
  for (const char* receiver : {"3", "trainee"}) {
    command = parse({"give", "steer", receiver});
    ASSERT_TRUE(resolve(*command, welcome()));
    EXPECT_EQ(command->body.AsHandOver()->channels, std::vector<std::uint32_t>{1});
    EXPECT_EQ(command->body.AsHandOver()->to_session, 3u);
  }
  command = parse({"give", "steer", "4"});
  const Result<void> nobody = resolve(*command, welcome());
  ASSERT_FALSE(nobody);
  EXPECT_NE(nobody.error().text.find("3 (trainee)"), std::string::npos) << nobody.error().text;
  command = parse({"take", "brake"});
  EXPECT_FALSE(resolve(*command, welcome()));
}

}  // namespace
}  // namespace drawbar::tools
