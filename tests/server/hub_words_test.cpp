// What the hub says: every refusal with its code, its field and its words, every event with what it carries
// and who hears it, and what a newcomer is told.
#include <algorithm>
#include <functional>

#include "protocol/check.h"
#include "tests/server/hub_in_slots.h"
#include "tests/server/sample_replay.h"

namespace drawbar::server::test {
namespace {

using control::Role;
using stream::ErrorCode;
using stream::EventKind;

template <class Body, class Change>
Body made(const Change& change) {
  Body body;
  change(body);
  return body;
}

control::ControlT lever_at(std::uint32_t channel, double value, std::uint64_t sequence) {
  control::ControlT message;
  message.sequence = sequence;
  message.values.emplace_back(channel, value);
  return message;
}

/// A trainee holds the first channel, an instructor the second.
struct Room {
  HubInSlots hall;
  Person viewer = hall.join(Role::Viewer, "vera");
  Person trainee = hall.join(Role::Operator, "anna");
  Person other = hall.join(Role::Operator, "boris");
  Person instructor = hall.join(Role::Instructor, "chief");

  Room() {
    take(trainee, {0});
    take(instructor, {1});
  }
  void take(const Person& person, std::vector<std::uint32_t> channels) {
    const auto message = made<control::TakeControlT>([&](auto& m) { m.channels = std::move(channels); });
    EXPECT_EQ(hall.ask(person, message), "Reply");
  }
  /// The error that answers.
  template <class Body>
  stream::ErrorT refused(const Person& person, Body body) {
    const std::size_t before = person.connection->template all<stream::ErrorT>().size();
    hall.ask(person, std::move(body));
    auto errors = person.connection->template all<stream::ErrorT>();
    return errors.size() == before ? stream::ErrorT() : std::move(errors.back());
  }
  std::string number(const Person& person) const { return std::to_string(person.session); }
};

using Refused = std::function<stream::ErrorT(Room&)>;

struct Words {
  const char* what;
  Refused refused;
  ErrorCode code;
  std::string field;
  std::string text;
};

void expect_words(const std::vector<Words>& rows) {
  for (const Words& row : rows) {
    SCOPED_TRACE(row.what);
    Room room;
    const stream::ErrorT error = row.refused(room);
    EXPECT_EQ(stream::EnumNameErrorCode(error.code), std::string(stream::EnumNameErrorCode(row.code)));
    EXPECT_EQ(error.field, row.field);
    EXPECT_EQ(error.text, row.text);
  }
}

TEST(HubWords, OfChannels) {
  const auto channels = [](auto message, std::vector<std::uint32_t> list) {
    message.channels = std::move(list);
    return message;
  };
  const auto hand_over = [](std::vector<std::uint32_t> list, SessionId to) {
    return made<control::HandOverT>([&](auto& m) {
      m.channels = std::move(list);
      m.to_session = to;
    });
  };
  expect_words({
      {"a channel that is not there", [](Room& r) { return r.refused(r.trainee, lever_at(2, 0, 1)); },
       ErrorCode::NoSuchId, "Control.values[0].channel", "channel 2 does not exist, the scene has 2"},
      {"the second value's channel",
       [](Room& r) {
         auto message = lever_at(0, 0, 1);
         message.values.emplace_back(1u, 0.5);
         return r.refused(r.trainee, message);
       },
       ErrorCode::NotHeld, "Control.values[1].channel",
       "this session does not hold spare; it must send TakeControl first"},
      {"a sequence that was taken",
       [](Room& r) {
         r.hall.ask(r.trainee, lever_at(0, 0, 5));
         return r.refused(r.trainee, lever_at(0, 0, 5));
       },
       ErrorCode::BadValue, "Control.sequence",
       "stale: sequence 5 has been taken; it must rise within a session"},
      {"taken by force by a trainee",
       [](Room& r) {
         return r.refused(r.trainee, made<control::TakeControlT>([](auto& m) { m.force = true; }));
       },
       ErrorCode::NotAllowed, "TakeControl.force", "only an instructor takes a channel by force"},
      {"kept, but not by force",
       [](Room& r) {
         return r.refused(r.instructor, made<control::TakeControlT>([](auto& m) { m.keep = true; }));
       },
       ErrorCode::BadValue, "TakeControl.keep", "keep goes with force"},
      {"one taken that is not there",
       [&](Room& r) {
         return r.refused(r.trainee, channels(control::TakeControlT(), {0, 2}));
       },
       ErrorCode::NoSuchId, "TakeControl.channels[1]", "channel 2 does not exist, the scene has 2"},
      {"one taken that another holds",
       [&](Room& r) {
         return r.refused(r.trainee, channels(control::TakeControlT(), {0, 1}));
       },
       ErrorCode::Held, "TakeControl.channels[1]",
       "spare is held by session 4 (chief), which has been told of the request"},
      {"all taken, of which another holds one",
       [](Room& r) { return r.refused(r.trainee, control::TakeControlT()); }, ErrorCode::Held,
       "TakeControl.channels", "spare is held by session 4 (chief), which has been told of the request"},
      {"one taken whose holder is away",
       [&](Room& r) {
         r.hall.lose(r.instructor);
         return r.refused(r.trainee, channels(control::TakeControlT(), {1}));
       },
       ErrorCode::Held, "TakeControl.channels[0]",
       "spare is held by session 4 (chief), whose connection is lost: free when it does not come back"},
      {"one taken that is held back",
       [&](Room& r) {
         const auto keep = made<control::TakeControlT>([](auto& m) {
           m.channels = {0};
           m.force = m.keep = true;
         });
         r.hall.ask(r.instructor, keep);
         r.hall.ask(r.instructor, control::GoodbyeT());
         return r.refused(r.trainee, channels(control::TakeControlT(), {0}));
       },
       ErrorCode::Held, "TakeControl.channels[0]", "throttle is held back by an instructor"},
      {"one released that is not there",
       [&](Room& r) { return r.refused(r.trainee, channels(control::ReleaseControlT(), {3})); },
       ErrorCode::NoSuchId, "ReleaseControl.channels[0]", "channel 3 does not exist, the scene has 2"},
      {"another's released",
       [&](Room& r) {
         return r.refused(r.trainee, channels(control::ReleaseControlT(), {0, 1}));
       },
       ErrorCode::NotHeld, "ReleaseControl.channels[1]", "this session does not hold spare"},
      {"another's released by an instructor",
       [&](Room& r) { return r.refused(r.instructor, channels(control::ReleaseControlT(), {0})); },
       ErrorCode::NotHeld, "ReleaseControl.channels[0]", "this session does not hold throttle"},
      {"one handed over that is not there",
       [&](Room& r) { return r.refused(r.trainee, hand_over({2}, r.other.session)); }, ErrorCode::NoSuchId,
       "HandOver.channels[0]", "channel 2 does not exist, the scene has 2"},
      {"another's handed over",
       [&](Room& r) {
         return r.refused(r.trainee, hand_over({0, 1}, r.other.session));
       },
       ErrorCode::NotHeld, "HandOver.channels[1]", "this session does not hold spare"},
      {"handed to nobody", [&](Room& r) { return r.refused(r.trainee, hand_over({0}, 77)); },
       ErrorCode::NoSuchId, "HandOver.to_session", "session 77 is not a connected operator or instructor"},
      {"handed to who is away",
       [&](Room& r) {
         r.hall.lose(r.other);
         return r.refused(r.trainee, hand_over({0}, r.other.session));
       },
       ErrorCode::NoSuchId, "HandOver.to_session", "session 3 is not a connected operator or instructor"},
      {"handed to a viewer", [&](Room& r) { return r.refused(r.trainee, hand_over({0}, r.viewer.session)); },
       ErrorCode::NoSuchId, "HandOver.to_session", "session 1 is not a connected operator or instructor"},
  });
}

TEST(HubWords, OfRightsTimeAndStates) {
  const auto named = [](auto message, const char* name) {
    message.name = name;
    return message;
  };
  const auto speed = [](double factor) { return made<control::SpeedT>([&](auto& m) { m.factor = factor; }); };
  expect_words({
      {"an instructor's message of a trainee",
       [](Room& r) { return r.refused(r.trainee, control::FreezeT()); }, ErrorCode::NotAllowed, "Freeze",
       "Freeze is for instructors; join as one"},
      {"an operator's message of a viewer",
       [](Room& r) { return r.refused(r.viewer, control::TakeControlT()); }, ErrorCode::NotAllowed,
       "TakeControl", "TakeControl is for operators; join as one"},
      {"a replay's message",
       [](Room& r) { return r.refused(r.instructor, made<control::SeekT>([](auto& m) { m.frame = 1; })); },
       ErrorCode::Unsupported, "Seek", "Seek is possible in a replay only"},
      {"a datagram's message", [](Room& r) { return r.refused(r.viewer, control::UdpHelloT()); },
       ErrorCode::Unsupported, "", "this message belongs in a datagram to the UDP port"},
      {"a second Hello",
       [](Room& r) { return r.refused(r.viewer, protocol::make_hello("again", Role::Viewer)); },
       ErrorCode::NotAllowed, "Hello", "this connection has a session"},
      {"too fast", [&](Room& r) { return r.refused(r.instructor, speed(4.5)); }, ErrorCode::BadValue,
       "Speed.factor", "speed 4.5: above 0 and at most 4 is allowed"},
      {"as fast as may be", [&](Room& r) { return r.refused(r.instructor, speed(4)); }, ErrorCode::Unknown,
       "", ""},
      {"no such state", [&](Room& r) { return r.refused(r.instructor, named(control::RestoreT(), "x")); },
       ErrorCode::NoSuchName, "Restore.name", "no state was saved as x"},
      {"no such state to delete",
       [&](Room& r) { return r.refused(r.instructor, named(control::DeleteStateT(), "x")); },
       ErrorCode::NoSuchName, "DeleteState.name", "no state was saved as x"},
      {"no such state to export",
       [&](Room& r) { return r.refused(r.instructor, named(control::ExportStateT(), "x")); },
       ErrorCode::NoSuchName, "ExportState.name", "no state was saved as x"},
      {"a branch that is not there",
       [](Room& r) {
         return r.refused(r.instructor, made<control::RewindT>([](auto& m) {
                            m.branch = 7;
                            m.frame = 0;
                          }));
       },
       ErrorCode::NoSuchMoment, "Rewind.frame", "branch 7 is not kept; of this scene there are 0 to 0"},
      {"a branch that is not there, by time",
       [](Room& r) {
         return r.refused(r.instructor, made<control::RewindT>([](auto& m) {
                            m.branch = 7;
                            m.time = 0;
                          }));
       },
       ErrorCode::NoSuchMoment, "Rewind.time", "branch 7 is not kept; of this scene there are 0 to 0"},
      {"no recording", [](Room& r) { return r.refused(r.instructor, control::TakeOverT()); },
       ErrorCode::Unsupported, "TakeOver",
       "TakeOver goes on from a recording that is served (--replay); Rewind goes back in this session"},
      {"no exercise", [](Room& r) { return r.refused(r.instructor, control::EndExerciseT()); },
       ErrorCode::Unsupported, "EndExercise", "no exercise runs, the scene alone does"},
      {"no such drive",
       [](Room& r) {
         return r.refused(r.instructor, made<control::DriveFaultT>([](auto& m) { m.drive = 1; }));
       },
       ErrorCode::NoSuchId, "DriveFault.drive", "drive 1 does not exist, the scene has 1"},
      {"no such effect to clear",
       [](Room& r) {
         return r.refused(r.instructor, made<control::ClearEffectT>([](auto& m) { m.effect = 3; }));
       },
       ErrorCode::NoSuchId, "ClearEffect.effect", "no effect 3 acts; 0 clears all there are"},
      {"no such effect to replace",
       [](Room& r) {
         return r.refused(r.instructor, made<control::BeginEffectT>([](auto& m) {
                            m.target = "bob";
                            m.type = "force";
                            m.effect = 3;
                          }));
       },
       ErrorCode::NoSuchId, "BeginEffect.effect", "no effect 3 acts"},
  });
}

TEST(HubWords, OfSubscriptions) {
  const auto subscribe = [](auto change) { return made<control::SubscribeT>(change); };
  expect_words({
      {"a body that is not there",
       [&](Room& r) { return r.refused(r.viewer, subscribe([](auto& m) {
                                         m.bodies = {1, 2};
                                       })); },
       ErrorCode::NoSuchId, "Subscribe.bodies[1]", "body 2 does not exist, the scene has 2"},
      {"around a body that is not there",
       [&](Room& r) {
         return r.refused(r.viewer, subscribe([](auto& m) {
                            m.distance = 1;
                            m.around_body = 2;
                          }));
       },
       ErrorCode::NoSuchId, "Subscribe.around_body", "body 2 does not exist, the scene has 2"},
      {"a name that is not there",
       [&](Room& r) {
         return r.refused(r.viewer, subscribe([](auto& m) { m.body_names = {"bob", "bog"}; }));
       },
       ErrorCode::NoSuchName, "Subscribe.body_names[1]",
       "no body has this name; Scene.body_names has those there are"},
      {"what is there",
       [&](Room& r) {
         return r.refused(r.viewer, subscribe([](auto& m) {
                            m.bodies = {1, 0};
                            m.body_names = {"rod"};
                            m.distance = 1;
                            m.around_body = 1;
                          }));
       },
       ErrorCode::Unknown, "", ""},
  });
}

TEST(HubWords, OfAReplay) {
  const ReplayIndex index = sample_replay({{.branch = 0, .frame = 1}, {.branch = 0, .frame = 2}});
  HubOptions options = HubInSlots::open_house();
  options.replay = &index;
  HubInSlots hall(pendulum_scene(), options);
  const Person instructor = hall.join(Role::Instructor, "chief");
  const auto error = [&](auto body) {
    hall.ask(instructor, std::move(body));
    return instructor.connection->all<stream::ErrorT>().back();
  };
  const auto seek = error(made<control::SeekT>([](auto& m) { m.frame = 3; }));
  EXPECT_EQ(seek.code, ErrorCode::NoSuchMoment);
  EXPECT_EQ(seek.field, "Seek.frame");
  EXPECT_EQ(seek.text, "Seek: not in the recording; allowed on branch 0: 0 to 0.08 s (frames 1 to 2)");
  EXPECT_EQ(error(made<control::SeekT>([](auto& m) { m.time = 9; })).field, "Seek.time");
  const auto gone = error(made<control::SeekT>([](auto& m) {
    m.branch = 5;
    m.frame = 1;
  }));
  EXPECT_EQ(gone.text, "Seek: not in the recording; allowed on branch 5: no such branch");
  const auto repeat = [](double from, double to) {
    return made<control::RepeatT>([&](auto& m) {
      m.from = from;
      m.to = to;
    });
  };
  EXPECT_EQ(error(repeat(9, 10)).field, "Repeat.from");
  EXPECT_EQ(error(repeat(0, 9)).field, "Repeat.to");
  EXPECT_EQ(error(repeat(0, 0.01)).field, "Repeat.to") << "both are the first frame";
  const auto take_over = error(made<control::TakeOverT>([](auto& m) { m.time = 9; }));
  EXPECT_EQ(take_over.code, ErrorCode::NoSuchMoment);
  EXPECT_EQ(take_over.field, "TakeOver.time");
  EXPECT_EQ(error(made<control::TakeOverT>([](auto& m) { m.frame = 9; })).field, "TakeOver.frame");
  EXPECT_EQ(error(control::SaveT(made<control::SaveT>([](auto& m) { m.name = "x"; }))).text,
            "Save is not possible in a replay");
  const auto speed = error(made<control::SpeedT>([](auto& m) { m.factor = 101; }));
  EXPECT_EQ(speed.text, "speed 101: above 0 and at most 100 is allowed");
  EXPECT_EQ(hall.ask(instructor, made<control::SpeedT>([](auto& m) { m.factor = 100; })), "Reply");
}

TEST(HubWords, OfStatesThatAreTooManyAndPiecesThatDoNotFollow) {
  HubInSlots hall;
  // One alone would be told to send less.
  std::vector<Person> instructors;
  for (int i = 0; i < 2; ++i) instructors.push_back(hall.join(Role::Instructor, "chief"));
  const auto save = [&](int number) {
    const auto message = made<control::SaveT>([&](auto& m) { m.name = "s" + std::to_string(number); });
    return hall.ask(instructors[static_cast<std::size_t>(number % 2)], message);
  };
  for (int i = 0; i < 64; ++i) EXPECT_EQ(save(i), "Reply") << i;
  EXPECT_EQ(save(64), "Busy");
  const auto error = instructors[0].connection->all<stream::ErrorT>().back();
  EXPECT_EQ(error.field, "Save.name");
  EXPECT_EQ(error.text, "at most 64 states are kept");
  EXPECT_EQ(save(7), "Reply") << "one that is there is replaced";

  const auto piece = [&](const Person& by, const char* name, std::uint32_t offset) {
    return hall.ask(by, made<control::ImportStateT>([&](auto& m) {
                      m.name = name;
                      m.offset = offset;
                      m.total = 9;
                      m.data = {1, 2, 3};
                    }));
  };
  const Person& one = instructors[0];
  EXPECT_EQ(piece(one, "a", 3), "BadValue") << "nothing before it";
  EXPECT_EQ(one.connection->all<stream::ErrorT>().back().text,
            "pieces of a state's file come in order, beginning with offset 0");
  EXPECT_EQ(piece(one, "a", 0), "Reply");
  EXPECT_EQ(piece(one, "b", 3), "BadValue") << "another file";
  EXPECT_EQ(piece(one, "a", 4), "BadValue") << "a hole";
  EXPECT_EQ(piece(one, "a", 3), "Reply");
  EXPECT_EQ(piece(one, "a", 3), "BadValue") << "twice";
  EXPECT_EQ(piece(instructors[1], "a", 6), "BadValue") << "another's";
  EXPECT_EQ(piece(one, "a", 0), "Reply") << "0 begins anew";
  EXPECT_EQ(piece(one, "a", 3), "Reply");
  EXPECT_EQ(piece(one, "a", 6), "Busy") << "whole; but there is no room";
  EXPECT_EQ(piece(one, "a", 6), "BadValue") << "it is over";
}

TEST(HubWords, OfTooManyFilesOnTheirWayOneGoes) {
  HubInSlots hall;
  std::vector<Person> instructors;
  for (int i = 0; i < 5; ++i) instructors.push_back(hall.join(Role::Instructor, "chief"));
  const auto piece = [&](const Person& by, std::uint32_t offset) {
    return hall.ask(by, made<control::ImportStateT>([&](auto& m) {
                      m.name = "a";
                      m.offset = offset;
                      m.total = 9;
                      m.data = {1, 2, 3};
                    }));
  };
  for (int i = 0; i < 4; ++i) EXPECT_EQ(piece(instructors[static_cast<std::size_t>(i)], 0), "Reply");
  EXPECT_EQ(piece(instructors[3], 0), "Reply") << "his own anew makes nobody go";
  EXPECT_EQ(piece(instructors[0], 3), "Reply");
  EXPECT_EQ(piece(instructors[4], 0), "Reply");
  EXPECT_EQ(piece(instructors[0], 6), "BadValue");
  for (std::size_t i = 1; i < 5; ++i) EXPECT_EQ(piece(instructors[i], 3), "Reply") << i;
}

// --- events ---

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

/// The last event of this kind that a person was told.
std::optional<stream::EventT> last_told(const Person& person, EventKind kind) {
  std::optional<stream::EventT> last;
  for (stream::EventT& event : person.connection->all<stream::EventT>())
    if (event.kind == kind) last = std::move(event);
  return last;
}

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
       "anna took control",
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
       "boris took control, handed over by anna",
       {0},
       0,
       true},
      {"release",
       [](Room& r) { EXPECT_EQ(r.hall.ask(r.trainee, control::ReleaseControlT()), "Reply"); },
       EventKind::ReleasedControl,
       kAnna,
       "anna",
       "control released",
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
  EXPECT_EQ(room.hall.ask(room.instructor, made<control::TakeControlT>([](auto& m) {
                            m.channels = {0};
                            m.force = m.keep = true;
                          })),
            "Reply");
  EXPECT_EQ(room.hall.ask(room.instructor, control::GoodbyeT()), "Reply");
  const auto back = last_told(room.trainee, EventKind::TookControl);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->session, kHeldBack);
  EXPECT_EQ(back->text, "held back by an instructor");
  EXPECT_EQ(back->ids, std::vector<std::uint32_t>{0});
  const auto released = last_told(room.trainee, EventKind::ReleasedControl);
  ASSERT_TRUE(released);
  EXPECT_EQ(released->ids, std::vector<std::uint32_t>{1}) << "the one that he did not keep";
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

// --- newcomers ---

TEST(HubNewcomer, IsToldWhoIsHereWhatIsKeptAndWhatTheChannelsAre) {
  std::string scene = pendulum_scene(20, 500);
  const std::string spare = R"({ "name": "spare", "timeout_ms": 500 })";
  ASSERT_NE(scene.find(spare), std::string::npos);
  scene.replace(scene.find(spare), spare.size(),
                R"({ "name": "spare", "range": [-2, 3], "neutral": 0.5, "timeout_ms": 700 })");
  HubOptions options = HubInSlots::open_house();
  options.server = "drawbard of the test";
  HubInSlots hall(scene, options);
  hall.hub().set_udp(4040, "239.1.2.3:4041");
  const Person anna = hall.join(Role::Operator, "anna");
  const Person gone = hall.join(Role::Viewer, "gone");
  hall.lose(gone);
  EXPECT_EQ(hall.ask(anna, made<control::TakeControlT>([](auto& m) { m.channels = {1}; })), "Reply");
  const Person chief = hall.join(Role::Instructor, "chief");
  EXPECT_EQ(hall.ask(chief, made<control::SaveT>([](auto& m) { m.name = "b"; })), "Reply");
  EXPECT_EQ(hall.ask(chief, made<control::SaveT>([](auto& m) { m.name = "a"; })), "Reply");
  EXPECT_EQ(hall.ask(chief, made<control::BookmarkT>([](auto& m) { m.text = "look"; })), "Reply");
  hall.run_slots(3);

  const Person late = hall.join(Role::Instructor, "late");
  const stream::WelcomeT welcome = std::move(late.connection->all<stream::WelcomeT>().front());
  EXPECT_EQ(welcome.major, protocol::kProtocolMajor);
  EXPECT_EQ(welcome.minor, protocol::kProtocolMinor);
  EXPECT_EQ(welcome.server, "drawbard of the test");
  EXPECT_EQ(welcome.session, 4u);
  EXPECT_FALSE(welcome.resumed);
  EXPECT_EQ(welcome.role, Role::Instructor);
  EXPECT_EQ(welcome.stamp->frame(), hall.newest().state.frame);
  EXPECT_EQ(welcome.stamp->tick(), hall.newest().tick);
  EXPECT_EQ(welcome.udp_port, 4040);
  EXPECT_EQ(welcome.multicast, "239.1.2.3:4041");
  ASSERT_TRUE(welcome.udp_key);
  EXPECT_FALSE(*welcome.udp_key == *welcome.resume_key);
  EXPECT_FALSE(welcome.udp_sealed);
  EXPECT_EQ(welcome.saves, (std::vector<std::string>{"a", "b"}));
  ASSERT_EQ(welcome.bookmarks.size(), 1u);
  EXPECT_EQ(welcome.bookmarks[0]->text, "look");
  EXPECT_EQ(welcome.replay_frames, 0u);
  std::vector<std::string> here;
  for (const auto& one : welcome.sessions)
    here.push_back(std::to_string(one->session) + one->name + control::EnumNameRole(one->role));
  EXPECT_EQ(here, (std::vector<std::string>{"1annaOperator", "3chiefInstructor", "4lateInstructor"}));
  const stream::SceneT& told = *welcome.scene;
  EXPECT_EQ(told.name, "driven_pendulum");
  EXPECT_EQ(told.body_names, (std::vector<std::string>{"rod", "bob"}));
  ASSERT_EQ(told.joints.size(), 2u);
  EXPECT_EQ(told.joints[0]->name, "pivot");
  EXPECT_EQ(told.joints[0]->axes, 1);
  EXPECT_EQ(told.joints[1]->axes, 3);
  EXPECT_EQ(told.drive_names, std::vector<std::string>{"motor"});
  EXPECT_EQ(told.period_ns, 20'000'000u);
  EXPECT_EQ(told.branch, 0u);
  EXPECT_FALSE(told.exercise);
  ASSERT_EQ(told.channels.size(), 2u);
  EXPECT_EQ(told.channels[0]->name, "throttle");
  EXPECT_EQ(told.channels[0]->minimum, -1);
  EXPECT_EQ(told.channels[0]->maximum, 1);
  EXPECT_EQ(told.channels[0]->neutral, 0);
  EXPECT_EQ(told.channels[0]->timeout_ms, 500u);
  EXPECT_EQ(told.channels[0]->holder, kNobody);
  EXPECT_EQ(told.channels[1]->minimum, -2);
  EXPECT_EQ(told.channels[1]->maximum, 3);
  EXPECT_EQ(told.channels[1]->neutral, 0.5);
  EXPECT_EQ(told.channels[1]->timeout_ms, 700u);
  EXPECT_EQ(told.channels[1]->holder, anna.session);
  EXPECT_EQ(late.connection->all<stream::FrameT>().size(), 1u) << "the newest poses at once";
  EXPECT_EQ(late.connection->all<stream::TelemetryT>().size(), 1u);

  const Person viewer = hall.join(Role::Viewer, "vera");
  EXPECT_TRUE(viewer.connection->all<stream::WelcomeT>().front().bookmarks.empty());
}

TEST(HubNewcomer, OfBeforeTheKeyForUdpGetsNoneAndAnotherEveryTime) {
  HubInSlots hall;
  hall.hub().set_udp(4040, "");
  const auto welcomed = [&](std::uint16_t minor, const std::optional<control::Key>& key = {}) {
    Person person;
    hall.hub().on_connected(person.connection);
    auto hello = protocol::make_hello("old", Role::Viewer, {}, key);
    hello.minor = minor;
    hall.send(person, hello);
    return std::move(person.connection->all<stream::WelcomeT>().front());
  };
  const auto old = welcomed(protocol::kUdpKeyMinor - 1);
  EXPECT_EQ(old.udp_port, 0);
  EXPECT_FALSE(old.udp_key);
  const auto first = welcomed(protocol::kUdpKeyMinor);
  ASSERT_TRUE(first.udp_key);
  const auto again = welcomed(protocol::kUdpKeyMinor, *first.resume_key);
  EXPECT_TRUE(again.resumed);
  EXPECT_EQ(again.session, first.session);
  EXPECT_TRUE(*again.resume_key == *first.resume_key);
  EXPECT_FALSE(*again.udp_key == *first.udp_key) << "another one with every Welcome";
}

TEST(HubNewcomer, ThatSaysNothingOrSpeaksAnotherVersionIsRefusedAndClosed) {
  HubOptions options = HubInSlots::open_house();
  options.hello_timeout = 2 * kSecond;
  HubInSlots hall(pendulum_scene(), options);
  const Nanoseconds now = monotonic_now();
  Person silent;
  hall.hub().on_connected(silent.connection);
  hall.hub().on_time(now + kSecond);
  EXPECT_FALSE(silent.connection->closed());
  hall.hub().on_time(now + 3 * kSecond);
  EXPECT_TRUE(silent.connection->closed());
  auto error = silent.connection->all<stream::ErrorT>().front();
  EXPECT_EQ(error.code, ErrorCode::HelloTimeout);
  EXPECT_EQ(error.text, "no complete Hello within 2 s");
  hall.hub().on_time(now + 9 * kSecond);
  EXPECT_EQ(silent.connection->all<stream::ErrorT>().size(), 1u) << "told once";
  hall.send(silent, protocol::make_hello("late", Role::Viewer));
  EXPECT_TRUE(silent.connection->all<stream::WelcomeT>().empty()) << "it is being closed";

  Person rash;
  hall.hub().on_connected(rash.connection);
  hall.send(rash, control::FreezeT(), 5);
  EXPECT_TRUE(rash.connection->closed());
  error = rash.connection->all<stream::ErrorT>().front();
  EXPECT_EQ(error.code, ErrorCode::NotAllowed);
  EXPECT_EQ(error.request, 5u);
  EXPECT_EQ(error.text, "the first message must be Hello");

  Person foreign;
  hall.hub().on_connected(foreign.connection);
  auto hello = protocol::make_hello("foreign", Role::Viewer);
  hello.major = static_cast<std::uint16_t>(protocol::kProtocolMajor + 1);
  hello.minor = 3;
  hall.send(foreign, hello, 6);
  EXPECT_TRUE(foreign.connection->closed());
  error = foreign.connection->all<stream::ErrorT>().front();
  EXPECT_EQ(error.code, ErrorCode::Version);
  EXPECT_EQ(error.field, "Hello.major");

  Person garbled;
  hall.hub().on_connected(garbled.connection);
  hall.hub().on_message(*garbled.connection, protocol::Bytes(40));
  EXPECT_TRUE(garbled.connection->closed());
  EXPECT_EQ(garbled.connection->last_error(), ErrorCode::BadMessage);

  Person torn;
  hall.hub().on_connected(torn.connection);
  hall.hub().on_violation(*torn.connection, ErrorCode::TooLarge, "too long");
  EXPECT_TRUE(torn.connection->closed());
  EXPECT_EQ(torn.connection->all<stream::ErrorT>().front().text, "too long");
  const HubCounters counters = hall.hub().counters();
  EXPECT_EQ(counters.connections, 5u);
  EXPECT_EQ(counters.refused_messages, 5u);
  EXPECT_EQ(counters.messages, 3u) << "what came while it was being closed is not one";
}

TEST(HubNewcomer, OneMoreThanTheMostIsRefused) {
  HubOptions options = HubInSlots::open_house();
  options.most_clients = 2;
  options.most_from_an_address = 2;
  HubInSlots hall(pendulum_scene(), options);
  const Person first = hall.join(Role::Viewer, "first");
  hall.join(Role::Viewer, "second");
  const Person third = hall.join(Role::Viewer, "third");
  EXPECT_EQ(third.session, kNobody);
  EXPECT_TRUE(third.connection->closed());
  const auto error = third.connection->all<stream::ErrorT>().front();
  EXPECT_EQ(error.code, ErrorCode::Busy);
  EXPECT_EQ(error.text, "too many clients: at most 2 are served");
  EXPECT_EQ(hall.hub().counters().refused_connections, 1u);
  hall.lose(first);
  EXPECT_NE(hall.join(Role::Viewer, "fourth").session, kNobody) << "who is away takes no place";
}

TEST(HubNewcomer, WhoIsAwayIsForgottenAfterTheTimeout) {
  HubOptions options = HubInSlots::open_house();
  options.resume_timeout = 30 * kSecond;
  HubInSlots hall(pendulum_scene(), options);
  const Person anna = hall.join(Role::Operator, "anna");
  hall.lose(anna);
  EXPECT_EQ(hall.hub().away_sessions(), 1u);
  const Nanoseconds now = monotonic_now();
  hall.hub().on_time(now + 29 * kSecond);
  EXPECT_EQ(hall.hub().away_sessions(), 1u);
  EXPECT_EQ(hall.hub().operators(), 1u);
  hall.hub().on_time(now + 31 * kSecond);
  EXPECT_EQ(hall.hub().away_sessions(), 0u);
  EXPECT_EQ(hall.hub().operators(), 0u);
  const Person late = hall.join(Role::Operator, "anna", anna.resume_key);
  EXPECT_EQ(late.session, kNobody);
  const auto error = late.connection->all<stream::ErrorT>().front();
  EXPECT_EQ(error.code, ErrorCode::ResumeExpired);
  EXPECT_EQ(error.field, "Hello.resume_key");
  EXPECT_FALSE(late.connection->closed()) << "it may join anew";
}

/// A reader that is stuck since the beginning of time.
class StuckConnection : public KeptConnection {
 public:
  std::size_t queued_bytes() const override { return queued; }
  Nanoseconds last_progress() const override { return progress; }
  std::size_t queued = 0;
  Nanoseconds progress = 0;
};

TEST(HubNewcomer, WhoDoesNotReadIsDisconnectedAndEveryoneIsTold) {
  HubOptions options = HubInSlots::open_house();
  options.stall_timeout = 5 * kSecond;
  HubInSlots hall(pendulum_scene(), options);
  const Person watching = hall.join(Role::Viewer, "watching");
  const auto stuck = std::make_shared<StuckConnection>();
  hall.hub().on_connected(stuck);
  hall.hub().on_message(*stuck, protocol::encode_client(protocol::make_hello("stuck", Role::Viewer)));
  const Nanoseconds now = monotonic_now();
  stuck->progress = now;
  hall.hub().on_time(now + 9 * kSecond);
  EXPECT_FALSE(stuck->closed()) << "nothing waits for it";
  stuck->queued = 1;
  hall.hub().on_time(now + 5 * kSecond);
  EXPECT_FALSE(stuck->closed());
  hall.hub().on_time(now + 5 * kSecond + 1);
  EXPECT_TRUE(stuck->closed());
  EXPECT_EQ(stuck->all<stream::ErrorT>().back().code, ErrorCode::TooSlow);
  EXPECT_EQ(stuck->all<stream::ErrorT>().back().text, "the client has not read for 5 s");
  const auto told = last_told(watching, EventKind::ClientDropped);
  ASSERT_TRUE(told);
  EXPECT_EQ(told->name, "stuck");
  EXPECT_EQ(told->text, "did not read for 5 s");
  EXPECT_EQ(hall.hub().counters().dropped_clients, 1u);
}

TEST(HubQuota, OfInputsAheadIsAnEqualShareOfEachChannel) {
  Room room;
  const auto ahead = [](std::uint64_t sequence) {
    auto message = lever_at(0, 0.5, sequence);
    message.apply_at_frame = 1'000'000;
    return message;
  };
  const std::uint64_t share = (kScheduledCapacity - kInboxCapacity) / 2;
  for (std::uint64_t i = 1; i <= share; ++i) {
    room.hall.send(room.trainee, ahead(i));
    if (i % 4'000 == 0) room.hall.run_slots(1);
  }
  EXPECT_TRUE(room.trainee.connection->all<stream::ErrorT>().empty());
  const auto error = room.refused(room.trainee, ahead(share + 1));
  EXPECT_EQ(error.code, ErrorCode::Busy);
  EXPECT_EQ(error.field, "Control.apply_at_frame");
  EXPECT_EQ(error.text, "too many inputs wait for their frame; with its channels this session may send " +
                            std::to_string(share) + " ahead");
  EXPECT_EQ(room.hall.ask(room.trainee, lever_at(0, 0.5, share + 2)), "Reply") << "driving goes on";
}

}  // namespace
}  // namespace drawbar::server::test
