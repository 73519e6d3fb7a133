// Every event of the hub: what it carries, and who hears it.
#include <algorithm>
#include <functional>

#include "tests/server/crowded_hub.h"

namespace drawbar::server::test {
namespace {

using control::Role;
using stream::EventKind;

struct Heard {
  const char* what;
  std::function<void(Room&)> happen;
  EventKind kind;
  SessionId session;
  std::string name;
  std::string text;
  std::vector<std::uint32_t> ids;
  double value;
  bool by_all;  ///< else by instructors alone
};

TEST(HubEvents, SayWhoDidWhatToWhatAndAreHeardByWhomTheyAreFor) {
  constexpr SessionId kAnna = 2, kBoris = 3, kChief = 4;
  const auto ask = [](auto body) {
    return [body](Room& r) { EXPECT_EQ(r.hall.ask(r.instructor, body), "Reply"); };
  };
  const auto named = [](auto message, const char* name) {
    message.name = name;
    return message;
  };
  const auto saved = [&](Room& r) {
    EXPECT_EQ(r.hall.ask(r.instructor, named(control::SaveT(), "here")), "Reply");
  };
  const auto push = made<control::BeginEffectT>([](auto& m) {
    m.target = "bob";
    m.type = "force";
    m.strength = 0.5;
  });
  const auto fault = [](control::FaultKind kind) {
    return made<control::DriveFaultT>([&](auto& m) { m.kind = kind; });
  };
  const std::vector<Heard> rows{
      {"freeze", ask(control::FreezeT()), EventKind::Frozen, kChief, "chief", "chief froze", {}, 0, true},
      {"run", ask(control::RunT()), EventKind::Running, kChief, "chief", "chief let it run", {}, 0, true},
      {"step",
       ask(made<control::StepT>([](auto& m) { m.frames = 3; })),
       EventKind::Stepped,
       kChief,
       "chief",
       "chief stepped 3",
       {},
       3,
       true},
      {"speed",
       ask(made<control::SpeedT>([](auto& m) { m.factor = 0.5; })),
       EventKind::SpeedChanged,
       kChief,
       "chief",
       "chief changed the speed to 0.5",
       {},
       0.5,
       true},
      {"save", saved, EventKind::Saved, kChief, "here", "chief saved here", {}, 0, true},
      {"delete",
       [&](Room& r) {
         saved(r);
         EXPECT_EQ(r.hall.ask(r.instructor, named(control::DeleteStateT(), "here")), "Reply");
       },
       EventKind::StateDeleted,
       kChief,
       "here",
       "chief deleted here",
       {},
       0,
       true},
      {"restore",
       [&](Room& r) {
         saved(r);
         EXPECT_EQ(r.hall.ask(r.instructor, named(control::RestoreT(), "here")), "Reply");
       },
       EventKind::Restored,
       kChief,
       "here",
       "chief restored here",
       {},
       0,
       true},
      {"rewind",
       [](Room& r) {
         r.hall.run_slots(5);
         EXPECT_EQ(r.hall.ask(r.instructor, made<control::RewindT>([](auto& m) { m.frame = 2; })), "Reply");
       },
       EventKind::Rewound,
       kChief,
       "chief",
       "chief went back to branch 0, frame 2",
       {},
       2,
       true},
      {"reload",
       ask(control::ReloadT()),
       EventKind::Reloaded,
       kChief,
       "chief",
       "chief reloaded driven_pendulum",
       {},
       0,
       true},
      {"take a channel",
       [](Room& r) { r.take(r.trainee, {0}); },
       EventKind::TookControl,
       kAnna,
       "anna",
       "anna took control of throttle",
       {0},
       0,
       true},
      {"take a channel by force",
       ask(made<control::TakeControlT>([](auto& m) {
         m.channels = {0, 1};
         m.force = true;
       })),
       EventKind::TookControl,
       kChief,
       "chief",
       "chief took control from anna",
       {0, 1},
       0,
       true},
      {"hand over",
       [](Room& r) {
         EXPECT_EQ(r.hall.ask(r.trainee,
                              made<control::HandOverT>([&](auto& m) { m.to_session = r.other.session; })),
                   "Reply");
       },
       EventKind::TookControl,
       kBoris,
       "boris",
       "boris took control of throttle, handed over by anna",
       {0},
       0,
       true},
      {"release",
       [](Room& r) { EXPECT_EQ(r.hall.ask(r.trainee, control::ReleaseControlT()), "Reply"); },
       EventKind::ReleasedControl,
       kAnna,
       "anna",
       "control of throttle released",
       {0},
       0,
       true},
      {"a value out of its range",
       [](Room& r) { EXPECT_EQ(r.hall.ask(r.trainee, lever_at(0, 1.5, 1)), "Reply"); },
       EventKind::ControlClamped,
       kAnna,
       "anna",
       "throttle was out of its range and clamped; said once",
       {0},
       1.5,
       true},
      {"silence",
       [](Room& r) {
         EXPECT_EQ(r.hall.ask(r.trainee, lever_at(0, 0.5, 1)), "Reply");
         r.hall.hub().on_time(monotonic_now() + 601 * kSecond);
       },
       EventKind::ControlSilent,
       kAnna,
       "anna",
       "no control message in time: throttle goes to neutral",
       {0},
       0,
       true},
      {"an effect", ask(push), EventKind::EffectBegan, kChief, "chief", "bob force (1)", {1}, 0.5, false},
      {"an effect's end",
       [&](Room& r) {
         EXPECT_EQ(r.hall.ask(r.instructor, push), "Reply");
         r.hall.run_slots(2);
         EXPECT_EQ(r.hall.ask(r.instructor, made<control::ClearEffectT>([](auto& m) { m.effect = 1; })),
                   "Reply");
       },
       EventKind::EffectCleared,
       kChief,
       "chief",
       "effect 1 cleared",
       {1},
       0,
       false},
      {"every effect's end",
       ask(control::ClearEffectT()),
       EventKind::EffectCleared,
       kChief,
       "chief",
       "all effects cleared",
       {},
       0,
       false},
      {"a drive's fault",
       ask(fault(control::FaultKind::Off)),
       EventKind::DriveFaultChanged,
       kChief,
       "chief",
       "motor switched off",
       {0},
       1,
       false},
      {"a drive's repair",
       ask(fault(control::FaultKind::Ok)),
       EventKind::DriveFaultChanged,
       kChief,
       "chief",
       "motor works again",
       {0},
       0,
       false},
      {"a bookmark",
       ask(made<control::BookmarkT>([](auto& m) { m.text = "look"; })),
       EventKind::Bookmark,
       kChief,
       "chief",
       "look",
       {},
       0,
       false},
      {"a newcomer",
       [](Room& r) { r.hall.join(Role::Viewer, "dora"); },
       EventKind::Joined,
       5,
       "dora",
       "dora joined",
       {},
       0,
       true},
      {"who comes back",
       [](Room& r) {
         r.hall.lose(r.other);
         r.hall.join(Role::Operator, "boris", r.other.resume_key);
       },
       EventKind::Joined,
       kBoris,
       "boris",
       "boris is back",
       {},
       0,
       true},
      {"who is lost",
       [](Room& r) { r.hall.lose(r.other); },
       EventKind::Left,
       kBoris,
       "boris",
       "boris left",
       {},
       0,
       true},
      {"who goes",
       [](Room& r) { EXPECT_EQ(r.hall.ask(r.other, control::GoodbyeT()), "Reply"); },
       EventKind::Left,
       kBoris,
       "boris",
       "boris said good-bye",
       {},
       0,
       true},
      {"the end",
       [](Room& r) { r.hall.hub().shut_down(); },
       EventKind::ShuttingDown,
       kNobody,
       "",
       "the server is shutting down",
       {},
       0,
       true},
  };
  for (const Heard& row : rows) {
    SCOPED_TRACE(row.what);
    Room room;
    room.hall.run_slots(2);
    row.happen(room);
    room.hall.run_slots(2);
    const auto told = last_told(room.instructor, row.kind);
    ASSERT_TRUE(told);
    EXPECT_EQ(told->session, row.session);
    EXPECT_EQ(told->name, row.name);
    EXPECT_EQ(told->text, row.text);
    EXPECT_EQ(told->ids, row.ids);
    EXPECT_EQ(told->value, row.value);
    EXPECT_FALSE(told->recorded);
    for (const Person& person : {room.trainee, room.viewer}) {
      const auto heard = last_told(person, row.kind);
      EXPECT_EQ(heard && heard->text == row.text, row.by_all);
    }
  }
}

TEST(HubEvents, WhoIsAskedForAChannelAloneIsToldOfIt) {
  Room room;
  room.hall.ask(room.other, control::TakeControlT());
  const auto told = last_told(room.trainee, EventKind::ControlRequested);
  ASSERT_TRUE(told);
  EXPECT_EQ(told->session, room.other.session);
  EXPECT_EQ(told->text, "boris asks for throttle");
  EXPECT_EQ(told->ids, std::vector<std::uint32_t>{0});
  EXPECT_FALSE(last_told(room.instructor, EventKind::ControlRequested));
  EXPECT_FALSE(last_told(room.other, EventKind::ControlRequested));
}

TEST(HubEvents, AChannelThatIsHeldBackIsToldSoWhenItsInstructorLeaves) {
  Room room;
  hold_back(room.hall, room.instructor, 0);
  const auto back = last_told(room.trainee, EventKind::TookControl);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->session, kHeldBack);
  EXPECT_EQ(back->text, "control of throttle held back by an instructor");
  EXPECT_EQ(back->ids, std::vector<std::uint32_t>{0});
  const auto released = last_told(room.trainee, EventKind::ReleasedControl);
  ASSERT_TRUE(released);
  EXPECT_EQ(released->ids, std::vector<std::uint32_t>{1}) << "the one that he did not keep";
  EXPECT_EQ(released->text, "control of spare released");
  const Person second = room.hall.join(Role::Instructor, "second");
  EXPECT_EQ(room.hall.ask(second, made<control::ReleaseControlT>([](auto& m) { m.channels = {0}; })), "Reply")
      << "an instructor lets it go";
  room.take(room.trainee, {0});
}

TEST(HubEvents, WhoIsHereForOneCommandIsToldToInstructorsAlone) {
  Room room;
  auto hello = protocol::make_hello("script", Role::Instructor);
  hello.brief = true;
  Person script;
  room.hall.hub().on_connected(script.connection);
  room.hall.send(script, hello);
  room.hall.lose(script);
  for (const EventKind kind : {EventKind::Joined, EventKind::Left}) {
    EXPECT_EQ(last_told(room.instructor, kind)->name, "script");
    const auto told = last_told(room.trainee, kind);
    EXPECT_TRUE(!told || told->name != "script");
  }
}

}  // namespace
}  // namespace drawbar::server::test
