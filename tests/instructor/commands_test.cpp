// What `drawbar instructor` answers: exit codes, errors that say what there is, numbers, and whom it
// disturbs.
#include "tests/instructor/course_at_daemon.h"
#include "tools/client/refusals.h"

namespace drawbar::server::test {
namespace {

using control::Role;
using stream::ErrorCode;
using stream::EventKind;

TEST(ExitCodes, OfEveryRefusalAreThoseOfTheTable) {
  const auto code_of = [](ErrorCode code) { return exit_code(tools::kind_of(code)); };
  for (const ErrorCode code :
       {ErrorCode::NoSuchId, ErrorCode::NoSuchName, ErrorCode::NoSuchMoment, ErrorCode::NotHeld,
        ErrorCode::Held, ErrorCode::Unsupported, ErrorCode::SceneInvalid})
    EXPECT_EQ(code_of(code), 1) << stream::EnumNameErrorCode(code);
  EXPECT_EQ(code_of(ErrorCode::BadValue), 2);
  for (const ErrorCode code :
       {ErrorCode::Unknown, ErrorCode::Version, ErrorCode::BadMessage, ErrorCode::TooLarge, ErrorCode::Token,
        ErrorCode::NotAllowed, ErrorCode::Busy, ErrorCode::TooSlow, ErrorCode::HelloTimeout,
        ErrorCode::ResumeExpired, ErrorCode::TakenOver, ErrorCode::Cancelled})
    EXPECT_EQ(code_of(code), 3) << stream::EnumNameErrorCode(code);
}

class InstructorCommands : public CourseAtDaemon {
 protected:
  void expect(std::initializer_list<Answer> answers) {
    for (const Answer& answer : answers) {
      SCOPED_TRACE(answer.arguments);
      const Ran ran = instructor(answer.arguments);
      EXPECT_EQ(ran.code, answer.code) << ran.error;
      EXPECT_NE(ran.error.find(answer.message), std::string::npos) << ran.error;
    }
  }
};

TEST_F(InstructorCommands, SayWhatIsWrongAndEndWithTheCodeOfTheTable) {
  start_course();
  write_file(folder_.file("broken.json"), R"({ "name": "b", "scene": "scene.json" })");
  instruct({"step 10 fast"});
  expect({{"exercise load nosuch", 1,
           "nosuch.json is not in the library; there are: broken.json, drop.json, lift.json, lifted.json, "
           "scene.json"},
          {"exercise load broken", 1, "broken.json"},
          {"exercise load drop --variant icy", 1, "no variant is called \"icy\"; allowed: heavy"},
          {"restore nosuch", 1, "nosuch"},
          {"rewind 99", 1, "allowed on branch 0: 0 to 0.4 s (frames 0 to 10)"},
          {"seek 1", 1, "Seek is possible in a replay only"},
          {"takeover 1", 1, "TakeOver goes on from a recording that is served"},
          {"clear 9", 1, "no effect 9 acts"},
          {"malfunction nothing force x=1", 1, "nothing"},
          {"fault nothing off", 1, "there is no drive nothing"},
          {"give lever nobody", 1, "no session nobody is here"},
          {"release lever", 1, "lever"},
          {"ghost nosuch.mcap", 1, "nosuch.mcap"},
          {"speed 0", 2, "Speed"},
          {"speed fast", 2, "fast is not"},
          {"jump", 2, "there is no command jump"},
          {"seek", 2, "expected `seek"}});
  instruct({"exercise end", "step"});
  expect({{"exercise end", 1, "the exercise has ended already"}});
  const Ran nobody = drawbar("instructor --connect 127.0.0.1:1 freeze");
  EXPECT_EQ(nobody.code, 3);
}

TEST_F(InstructorCommands, AMalfunctionIsToldByTheNumberThatClearWants) {
  start_course();
  const Ran begun = instructor("malfunction stone force x=5");
  EXPECT_EQ(begun.code, 0) << begun.error;
  EXPECT_EQ(begun.out, "malfunction 1; `drawbar instructor clear 1` ends it\n");
  EXPECT_EQ(instructor("--json malfunction stone force x=5").out, "{\"effect\": 2}\n");
  instruct({"step", "clear 1", "clear 2"});
}

TEST_F(InstructorCommands, WhatWasTakenForATraineeThatIsGoneIsReleasedForTheNext) {
  start_course();
  instruct({"take lever", "exercise load lifted boris"});
  auto trainee = joined(Role::Operator, "boris");
  control::TakeControlT take;
  take.channels = {0};
  trainee->send(take, 1);
  EXPECT_EQ(trainee->receive_body<stream::ErrorT>()->code, ErrorCode::Held);
  instruct({"release lever"});
  trainee->send(take, 2);
  EXPECT_TRUE(trainee->answered(2));
}

TEST_F(InstructorCommands, AnExerciseThatHasEndedStartsOnceItIsSetUpAgain) {
  start_course();
  instruct({"exercise start", "exercise end"});
  expect({{"exercise start", 1,
           "the exercise has ended; `drawbar instructor exercise reset` sets it up again"}});
  instruct({"exercise reset", "exercise start", "reload scene.json"});
  expect({{"exercise start", 1, "no exercise runs, the scene alone does"}});
}

TEST_F(InstructorCommands, GiveSaysOfTwoOfOneNameThatANumberIsNeeded) {
  start_course();
  const auto anna = joined(Role::Operator, "anna");
  // Whoever gives is not meant, though he may have the trainee's name.
  instruct({"--name anna give lever anna"});
  const auto other = joined(Role::Operator, "anna");
  expect({{"give lever anna", 1, "more than one session is called anna; there are: "}});
}

TEST_F(InstructorCommands, InstructorsAloneAreToldOfASessionForOneCommand) {
  start_course();
  auto trainee = joined(Role::Operator, "anna");
  auto supervisor = joined(Role::Instructor, "supervisor");
  instruct({"--name tool freeze", "--name tool run"});
  const auto heard = [](SocketClient& client, EventKind last) {
    std::vector<stream::EventT> events;
    do {
      auto event = client.receive_body<stream::EventT>();
      if (!event) break;
      events.push_back(std::move(*event));
    } while (events.back().kind != last);
    return events;
  };
  for (const stream::EventT& event : heard(*trainee, EventKind::Running))
    EXPECT_FALSE(event.kind == EventKind::Left || (event.kind == EventKind::Joined && event.name == "tool"))
        << event.text;
  int comings = 0;
  for (const stream::EventT& event : heard(*supervisor, EventKind::Running))
    comings += event.kind == EventKind::Joined && event.brief ? 1 : 0;
  EXPECT_EQ(comings, 2);
}

TEST_F(InstructorCommands, BeyondTheEndOfARecordingThereIsNothingToSeekNorToTakeOver) {
  start_course({"--record", folder_.file("r.mcap")});
  instruct({"step 50 fast"});
  end_daemon();
  daemon_ = std::make_unique<DaemonProcess>(
      std::vector<std::string>{"--replay", folder_.file("r.mcap"), "--start", "frozen"});
  ASSERT_TRUE(daemon_->ready()) << daemon_->log();
  constexpr const char* kAllowed = "allowed on branch 0: 0 to 2 s (frames 1 to 50)";
  expect({{"seek 2.1", 1, kAllowed}, {"takeover 99", 1, kAllowed}, {"repeat 1 99", 1, kAllowed}});
  instruct({"seek 2", "takeover 2"});
}

}  // namespace
}  // namespace drawbar::server::test
