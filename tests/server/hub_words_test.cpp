// Every refusal of the hub, with its code, its field and its words; what can wait of each channel.
#include <algorithm>
#include <functional>

#include "protocol/check.h"
#include "tests/server/crowded_hub.h"
#include "tests/server/sample_replay.h"

namespace drawbar::server::test {
namespace {

using control::Role;
using stream::ErrorCode;

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
         hold_back(r.hall, r.instructor, 0);
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
      {"one released that is held back",
       [&](Room& r) {
         hold_back(r.hall, r.instructor, 0);
         return r.refused(r.trainee, channels(control::ReleaseControlT(), {0}));
       },
       ErrorCode::NotHeld, "ReleaseControl.channels[0]", "this session does not hold throttle"},
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
