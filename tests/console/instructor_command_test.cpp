#include "tools/client/instructor_command.h"

#include <gtest/gtest.h>

#include "protocol/channel_holder.h"

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

TEST(InstructorCommand, AMomentHasItsTimeItsBranchAndWhetherItWaitsForTheLevers) {
  struct Case {
    std::vector<std::string> words;
    std::optional<double> time;
    std::optional<std::uint32_t> branch;
    bool wait;
  };
  const Case cases[] = {{{"12.5"}, 12.5, {}, false},
                        {{"12.5", "3"}, 12.5, 3, false},
                        {{"12.5", "wait"}, 12.5, {}, true},
                        {{"0", "3", "wait"}, 0, 3, true}};
  for (const char* verb : {"rewind", "takeover", "seek"}) {
    for (const Case& c : cases) {
      std::vector<std::string> words{verb};
      words.insert(words.end(), c.words.begin(), c.words.end());
      const auto command = parse(words);
      const auto same = [&](const auto* body) {
        ASSERT_NE(body, nullptr) << verb;
        EXPECT_EQ(body->time, c.time);
        EXPECT_EQ(body->branch, c.branch);
        EXPECT_FALSE(body->frame);
      };
      if (std::string_view(verb) == "seek") {
        EXPECT_EQ(command.has_value(), !c.wait) << "a replay has no levers";
        if (command) same(command->body.AsSeek());
      } else if (std::string_view(verb) == "rewind") {
        ASSERT_TRUE(command);
        same(command->body.AsRewind());
        EXPECT_EQ(command->body.AsRewind()->wait, c.wait);
      } else {
        ASSERT_TRUE(command);
        same(command->body.AsTakeOver());
        EXPECT_EQ(command->body.AsTakeOver()->wait, c.wait);
      }
    }
  }
}

TEST(InstructorCommand, WordsThatMayBeLeftOutSayWhatTheySay) {
  const auto step = parse({"step", "7", "fast"});
  EXPECT_EQ(step->body.AsStep()->frames, 7u);
  EXPECT_TRUE(step->body.AsStep()->fast);
  EXPECT_EQ(step->slots, 7u);
  EXPECT_FALSE(parse({"step", "7"})->body.AsStep()->fast);
  EXPECT_EQ(parse({"step"})->slots, 1u);
  EXPECT_FALSE(parse({"step", "7", "slow"}));
  const auto repeat = parse({"repeat", "2", "3.5", "4"});
  EXPECT_EQ(repeat->body.AsRepeat()->from, 2.0);
  EXPECT_EQ(repeat->body.AsRepeat()->to, 3.5);
  EXPECT_EQ(repeat->body.AsRepeat()->branch, 4u);
  EXPECT_FALSE(parse({"repeat", "2", "3.5"})->body.AsRepeat()->branch);
  EXPECT_FALSE(parse({"repeat", "off"})->body.AsRepeat()->from);
  EXPECT_FALSE(parse({"restore", "x"})->body.AsRestore()->wait);
  EXPECT_EQ(parse({"ghost", "best.mcap"})->body.AsSetGhost()->recording, "best.mcap");
  EXPECT_EQ(parse({"ghost", "off"})->body.AsSetGhost()->recording, "");
  EXPECT_EQ(parse({"malfunctions"})->body.type, control::ClientBody::ListEffects);
  EXPECT_EQ(parse({"exercise", "load", "slalom.json"})->body.AsReload()->scene, "slalom.json");
  EXPECT_EQ(parse({"exercise", "load", "slalom"})->body.AsReload()->trainee, "");
  EXPECT_TRUE(parse({"exercise", "load", "slalom"})->body.AsReload()->freeze);
  EXPECT_FALSE(parse({"reload", "crane.json"})->body.AsReload()->freeze) << "a scene begins at once";
  EXPECT_EQ(parse({"exercise", "reset"})->body.AsReload()->scene, "");
  EXPECT_EQ(parse({"fault", "left", "ok"})->body.AsDriveFault()->kind, control::FaultKind::Ok);
  EXPECT_EQ(parse({"fault", "left", "ok"})->drive, "left");
  const auto release = parse({"release", "steer", "throttle"});
  EXPECT_EQ(release->body.type, control::ClientBody::ReleaseControl);
  EXPECT_EQ(release->channels, (std::vector<std::string>{"steer", "throttle"}));
  const auto give = parse({"give", "steer", "throttle", "anna"});
  EXPECT_EQ(give->channels, (std::vector<std::string>{"steer", "throttle"}));
  EXPECT_EQ(give->receiver, "anna");
}

TEST(InstructorCommand, AWordTooManyOrTooFewIsToldWhatIsExpected) {
  const std::pair<std::vector<std::string>, std::string> cases[] = {
      {{"freeze", "now"}, "instructor: expected `freeze `: simulation time stands still"},
      {{"step", "1", "fast", "now"}, "instructor: expected `step [N [fast]]`: "},
      {{"speed", "1", "2"}, "instructor: expected `speed X`: "},
      {{"save"}, "instructor: expected `save NAME`: "},
      {{"save", "a", "b"}, "instructor: expected `save NAME`: "},
      {{"restore"}, "instructor: expected `restore NAME [wait]`: "},
      {{"restore", "a", "wait", "b"}, "instructor: expected `restore NAME [wait]`: "},
      {{"rewind"}, "instructor: expected `rewind T [BRANCH] [wait]`: "},
      {{"rewind", "1", "2", "wait", "3"}, "instructor: expected `rewind T [BRANCH] [wait]`: "},
      {{"seek", "1", "2", "3"}, "instructor: expected `seek T [BRANCH]`: "},
      {{"repeat"}, "instructor: expected `repeat T1 T2 [BRANCH]|off`: "},
      {{"repeat", "1", "2", "3", "4"}, "instructor: expected `repeat T1 T2 [BRANCH]|off`: "},
      {{"takeover", "1", "2", "wait", "3"}, "instructor: expected `takeover [T [BRANCH]] [wait]`: "},
      {{"give", "steer"}, "instructor: expected `give CHANNEL... SESSION`: "},
      {{"release"}, "instructor: expected `release CHANNEL...`: "},
      {{"bookmark"}, "instructor: expected `bookmark TEXT`: "},
      {{"fault", "left", "off", "now"}, "instructor: expected `fault DRIVE off|ok`: "},
      {{"clear", "1", "2"}, "instructor: expected `clear [ID|all]`: "},
      {{"reload", "a", "b"}, "instructor: expected `reload [FILE]`: "},
      {{"exercise"}, "instructor: expected `exercise load NAME [TRAINEE]|start|reset|end`: "},
      {{"exercise", "load", "a", "b", "c"},
       "instructor: expected `exercise load NAME [TRAINEE]|start|reset|end`: "},
      {{"ghost"}, "instructor: expected `ghost FILE.mcap|off`: "},
      {{"library", "all"}, "instructor: expected `library [--json]`: "},
      {{"speed", "-1"}, "instructor: -1 is not a factor above 0"},
      {{"seek", "1", "-2"}, "instructor: -2 is not a branch's number"},
      {{"seek", "inf"}, "instructor: inf is not a time in seconds, 0 or more"},
      {{"repeat", "1", "-2"}, "instructor: -2 is not a time in seconds, 0 or more"},
      {{"repeat", "1", "2", "b"}, "instructor: b is not a branch's number"},
      {{"rewind", "1x"}, "instructor: 1x is not a time in seconds, 0 or more"},
      {{"clear", "1.5"}, "instructor: 1.5 is not an effect's number, or all"},
      {{"exercise", "end", "now"},
       "instructor: exercise end now: allowed: load NAME [TRAINEE], start, reset, end"}};
  for (const auto& [words, says] : cases) {
    const auto command = parse(words);
    ASSERT_FALSE(command) << says;
    EXPECT_EQ(command.error().text.find(says), 0u) << command.error().text;
    EXPECT_EQ(command.error().kind, ErrorKind::usage);
  }
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
    welcome.scene->channels[1]->holder = protocol::kHeldBack;
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

TEST_F(Welcomed, ReleasesChannelsByName) {
  auto command = parse({"release", "steer"});
  ASSERT_TRUE(resolve(*command, welcome()));
  EXPECT_EQ(command->body.AsReleaseControl()->channels, std::vector<std::uint32_t>{1});
  command = parse({"release", "steer", "brake"});
  const Result<void> resolved = resolve(*command, welcome());
  ASSERT_FALSE(resolved);
  EXPECT_EQ(resolved.error().text, "instructor: there is no channel brake; there are: throttle, steer");
  EXPECT_EQ(resolved.error().kind, ErrorKind::wrong);
}

TEST_F(Welcomed, ReleasesOfSeveralChannelsThoseThatAreHeldBackAndNamesTheRest) {
  auto command = parse({"release", "throttle", "steer"});
  ASSERT_TRUE(resolve(*command, welcome()));
  EXPECT_EQ(command->body.AsReleaseControl()->channels, std::vector<std::uint32_t>{1});
  EXPECT_EQ(command->left_undone, "instructor: not held back: throttle (free); released: steer");
  command = parse({"release", "steer"});
  ASSERT_TRUE(resolve(*command, welcome()));
  EXPECT_EQ(command->left_undone, "");
  command = parse({"release", "throttle"});
  const Result<void> nothing = resolve(*command, welcome());
  ASSERT_FALSE(nothing) << "an empty list would be every channel";
  EXPECT_EQ(nothing.error().text, "instructor: not held back: throttle (free); released: none");
  EXPECT_EQ(nothing.error().kind, ErrorKind::wrong);
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
