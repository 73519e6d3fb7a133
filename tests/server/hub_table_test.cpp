// The hub as a table: who may what in which state, and what every change of who drives or of what runs
// resets.
#include <algorithm>
#include <functional>

#include "tests/server/hub_in_slots.h"
#include "tests/server/sample_replay.h"

namespace drawbar::server::test {
namespace {

using control::Role;

/// A row that fails today carries the item of issue 26 that says so; whoever mends it takes the mark off.
void expect_row(const std::string& seen, const std::string& wanted, const std::string& open_item) {
  if (open_item.empty()) {
    EXPECT_EQ(seen, wanted);
  } else {
    EXPECT_NE(seen, wanted) << "mended: take the mark " << open_item << " off this row";
  }
}

control::ControlT value_of(std::uint32_t channel, double value, std::uint64_t sequence,
                           std::optional<std::uint64_t> frame = {}) {
  control::ControlT message;
  message.sequence = sequence;
  message.values.emplace_back(channel, value);
  if (frame) message.apply_at_frame = *frame;
  return message;
}

// --- who may what ---

/// Somebody with a role asks; an operator "driver" holds channel 0, the asker channel 1 if his role allows
/// it.
struct Cast {
  HubInSlots& hall;
  Person asker;
  Person driver;
};

using Ask = std::function<std::string(const Cast&)>;

template <class Body>
Ask asks(Body body = {}) {
  return [body](const Cast& cast) { return cast.hall.ask(cast.asker, body); };
}

struct Right {
  const char* message;
  Ask ask;
  /// For a viewer, an operator, an instructor: + carried out, r the role does not allow it, h the channel is
  /// held by another, n it is not held by the asker, m not in this mode.
  const char* live;    ///< running or frozen
  const char* replay;  ///< of a recording
};

std::string letter_of(const std::string& answer) {
  if (answer == "Reply") return "+";
  if (answer == "NotAllowed") return "r";
  if (answer == "Held") return "h";
  if (answer == "NotHeld") return "n";
  if (answer == "Unsupported") return "m";
  return "(" + answer + ")";
}

std::vector<Right> rights() {
  constexpr std::uint32_t kListRequest = 77;
  control::BeginEffectT push;
  push.target = "bob";
  push.type = "force";
  control::SpeedT slow;
  slow.factor = 0.5;
  control::TakeControlT first;
  first.channels = {0};
  control::TakeControlT second;
  second.channels = {1};
  control::TakeControlT forced = first;
  forced.force = true;
  control::ReleaseControlT release_first;
  release_first.channels = {0};
  control::SaveT save;
  save.name = "here";
  control::RestoreT restore;
  restore.name = "before";  // kept when the session began
  control::RewindT rewind;
  rewind.frame = 0;
  control::SeekT seek;
  seek.frame = 2;
  control::TakeControlT kept = forced;
  kept.keep = true;
  control::TakeControlT kept_for_the_asking = second;
  kept_for_the_asking.keep = true;
  control::DeleteStateT forget;
  forget.name = "before";
  control::ExportStateT give;
  give.name = "before";
  control::ImportStateT piece;
  piece.name = "new";
  piece.total = 1;
  piece.data = {7};  // no state's file
  control::BookmarkT bookmark;
  bookmark.text = "here";
  control::RepeatT repeat;
  repeat.from = 0.04;
  repeat.to = 0.08;
  control::TakeOverT take_over;
  take_over.frame = 2;
  const auto hand_over = [](std::vector<std::uint32_t> channels) {
    return [channels](const Cast& cast) {
      control::HandOverT message;
      message.channels = channels;
      message.to_session = cast.driver.session;
      return cast.hall.ask(cast.asker, message);
    };
  };
  return {
      {"Ping",
       [](const Cast& cast) -> std::string {
         cast.hall.send(cast.asker, control::PingT{});
         return cast.asker.connection->all<stream::PongT>().empty() ? "no Pong" : "Reply";
       },
       "+++", "+++"},
      {"Subscribe", asks(control::SubscribeT{}), "+++", "+++"},
      {"Goodbye", asks(control::GoodbyeT{}), "+++", "+++"},
      {"Hello again", asks(protocol::make_hello("again", Role::Viewer)), "rrr", "rrr"},
      {"UdpHello over the connection", asks(control::UdpHelloT{}), "mmm", "mmm"},
      {"Control, a sign of life", asks(control::ControlT{{}, 1, {}}), "r++", "rmm"},
      {"Control of a channel held", asks(value_of(1, 0.5, 1)), "r++", "rmm"},
      {"Control of another's channel", asks(value_of(0, 0.5, 1)), "rnn", "rmm"},
      {"TakeControl of a free channel", asks(second), "r++", "rmm"},
      {"TakeControl of a held channel", asks(first), "rhh", "rmm"},
      {"TakeControl by force", asks(forced), "rr+", "rmm"},
      {"ReleaseControl of all that is held", asks(control::ReleaseControlT{}), "r++", "rmm"},
      {"ReleaseControl of another's channel", asks(release_first), "rnn", "rmm"},
      {"HandOver of all that is held", hand_over({}), "r++", "rmm"},
      {"HandOver of another's channel", hand_over({0}), "rn+", "rmm"},
      {"Freeze", asks(control::FreezeT{}), "rr+", "rr+"},
      {"Run", asks(control::RunT{}), "rr+", "rr+"},
      {"Step", asks(control::StepT{}), "rr+", "rr+"},
      {"Speed", asks(slow), "rr+", "rr+"},
      {"Save", asks(save), "rr+", "rrm"},
      {"Restore", asks(restore), "rr+", "rrm"},
      {"Rewind", asks(rewind), "rr+", "rrm"},
      {"Reload", asks(control::ReloadT{}), "rr+", "rrm"},
      {"Seek", asks(seek), "rrm", "rr+"},
      {"Repeat", asks(repeat), "rrm", "rr+"},
      {"DeleteState", asks(forget), "rr+", "rrm"},
      {"ExportState", asks(give), "rr+", "rrm"},
      {"ImportState", asks(piece), "rr(BadValue)", "rrm"},
      {"TakeControl to keep", asks(kept), "rr+", "rmm"},
      {"TakeControl to keep, not by force", asks(kept_for_the_asking), "r(BadValue)(BadValue)", "rmm"},
      // There is a recording, but no file behind it.
      {"Bookmark", asks(bookmark), "rr+", "rrm"},
      {"TakeOver", asks(take_over), "rrm", "rr(NoSuchMoment)"},
      {"DriveFault", asks(control::DriveFaultT{}), "rr+", "rrm"},
      {"BeginEffect", asks(push), "rr+", "rrm"},
      {"ClearEffect", asks(control::ClearEffectT{}), "rr+", "rrm"},
      {"ListEffects",
       [](const Cast& cast) -> std::string {
         cast.hall.send(cast.asker, control::ListEffectsT{}, kListRequest);
         const bool listed = !cast.asker.connection->all<stream::EffectsT>().empty();
         return listed ? "Reply" : cast.hall.answer_to(cast.asker, kListRequest);
       },
       "rr+", "rrm"},
      {"SetGhost", asks(control::SetGhostT{}), "rr+", "rr+"},
      {"EndExercise", asks(control::EndExerciseT{}), "rrm", "rrm"},  // the scene runs alone
      {"ListScenes",
       [](const Cast& cast) -> std::string {
         cast.hall.send(cast.asker, control::ListScenesT{}, kListRequest);
         cast.hall.finish_background();
         const bool told = !cast.asker.connection->all<stream::ScenesT>().empty();
         return told ? "Reply" : cast.hall.answer_to(cast.asker, kListRequest);
       },
       "rr+", "rrm"},
      {"DescribeScene",
       [](const Cast& cast) -> std::string {
         control::DescribeSceneT message;
         message.scene = "not_there.json";
         cast.hall.send(cast.asker, message, kListRequest);
         cast.hall.finish_background();
         return cast.hall.answer_to(cast.asker, kListRequest);
       },
       "rr(NoSuchName)", "rrm"},
      {"StoreExercise",
       [](const Cast& cast) -> std::string {
         control::StoreExerciseT store;
         store.file = "cones.json";
         store.text = "{";
         store.check_only = true;
         cast.hall.send(cast.asker, store, kListRequest);
         cast.hall.finish_background();
         return cast.hall.answer_to(cast.asker, kListRequest);
       },
       "rr(SceneInvalid)", "rrm"},
      {"CastRays",
       [](const Cast& cast) -> std::string {
         control::CastRaysT rays;
         auto& ray = *rays.rays.emplace_back(std::make_unique<control::RayT>());
         ray.from = std::make_unique<control::Point>(0, 0, 9);
         ray.to = std::make_unique<control::Point>(0, 0, -9);
         cast.hall.send(cast.asker, std::move(rays), kListRequest);
         cast.hall.finish_background();
         const bool told = !cast.asker.connection->all<stream::RayHitsT>().empty();
         return told ? "Reply" : cast.hall.answer_to(cast.asker, kListRequest);
       },
       "+++", "+++"},
  };
}

enum class Mode { running, frozen, replay };

std::string seen_by_all_roles(const Right& right, Mode mode) {
  std::string seen;
  for (const Role role : {Role::Viewer, Role::Operator, Role::Instructor}) {
    const ReplayIndex index = sample_replay({{.branch = 0, .frame = 1}, {.branch = 0, .frame = 2}});
    HubOptions options;
    if (mode == Mode::replay) options.replay = &index;
    HubInSlots hall(pendulum_scene(), options);
    const Person instructor = hall.join(Role::Instructor, "instructor");
    Cast cast{hall, hall.join(role, "asker"), hall.join(Role::Operator, "driver")};
    if (mode != Mode::replay) {
      control::TakeControlT take;
      take.channels = {0};
      EXPECT_EQ(hall.ask(cast.driver, take), "Reply");
      take.channels = {1};
      if (role != Role::Viewer) {
        EXPECT_EQ(hall.ask(cast.asker, take), "Reply");
      }
      control::SaveT save;
      save.name = "before";
      EXPECT_EQ(hall.ask(instructor, save), "Reply");
      if (mode == Mode::frozen) {
        EXPECT_EQ(hall.ask(instructor, control::FreezeT{}), "Reply");
      }
    }
    hall.run_slots(2);
    seen += letter_of(right.ask(cast));
  }
  return seen;
}

TEST(HubTable, EveryMessageIsForThoseWhoMayAndInTheModesThatHaveIt) {
  for (const Right& right : rights()) {
    SCOPED_TRACE(right.message);
    const std::string seen = seen_by_all_roles(right, Mode::running) + " " +
                             seen_by_all_roles(right, Mode::frozen) + " " +
                             seen_by_all_roles(right, Mode::replay);
    const std::string live = right.live;
    expect_row(seen, live + " " + live + " " + right.replay, "");
  }
}

// --- what is reset ---

constexpr double kNow = 0.5;    ///< what the driver commands
constexpr double kAhead = -1;   ///< what he sent ahead, for ten frames later
constexpr double kNeutral = 0;  ///< of the scene's channels

/// A driver holds both channels, has set the first to kNow, saved (by the instructor) as "driven", and sent
/// kAhead ahead.
struct Drive {
  HubInSlots hall{pendulum_scene(40, 500)};
  Person driver = hall.join(Role::Operator, "driver");
  Person other = hall.join(Role::Operator, "other");
  Person viewer = hall.join(Role::Viewer, "viewer");
  Person instructor = hall.join(Role::Instructor, "instructor");

  Drive() {
    EXPECT_EQ(hall.ask(driver, control::TakeControlT{}), "Reply");
    EXPECT_EQ(hall.ask(driver, value_of(0, kNow, 50)), "Reply");
    hall.run_slots(3);
    control::SaveT save;
    save.name = "driven";
    EXPECT_EQ(hall.ask(instructor, save), "Reply");
    hall.send(driver, value_of(0, kAhead, 51, frame() + 10));
    hall.run_slots(1);
  }

  std::uint64_t frame() const { return hall.newest().state.frame; }

  std::string holder() {
    stream::SceneT scene;
    const Person late = hall.join(Role::Viewer, "late");
    const SessionId session = late.connection->all<stream::WelcomeT>().front().scene->channels[0]->holder;
    const Session* found = hall.hub().session(session);
    return found == nullptr ? "nobody" : found->name;
  }

  void hand_over(const Person& from, const Person& to, const std::string& wanted = "Reply") {
    control::HandOverT message;
    message.channels = {0};
    message.to_session = to.session;
    EXPECT_EQ(hall.ask(from, message), wanted);
  }
  void take(const Person& by, bool force, const std::string& wanted = "Reply") {
    control::TakeControlT message;
    message.channels = {0};
    message.force = force;
    EXPECT_EQ(hall.ask(by, message), wanted);
  }
  void restore(const std::string& name) {
    control::RestoreT message;
    message.name = name;
    EXPECT_EQ(hall.ask(instructor, message), "Reply");
  }
  void rewind(std::uint64_t to) {
    control::RewindT message;
    message.frame = to;
    EXPECT_EQ(hall.ask(instructor, message), "Reply");
  }
  void come_back() {
    hall.lose(driver);
    driver = hall.join(Role::Operator, "driver", driver.resume_key);
    ASSERT_NE(driver.session, kNobody);
  }
  void wait(Nanoseconds time) { hall.hub().on_time(monotonic_now() + time); }
};

struct After {
  std::string ahead;  ///< what was sent ahead "acts" or is "gone"
  double value;       ///< of the channel at the end
  std::string holder;
  std::string sequence;  ///< of the driver's next messages: "goes on", "begins anew", or he is "gone"

  std::string text() const {
    return "ahead " + ahead + ", value " + std::to_string(value) + ", held by " + holder + ", sequence " +
           sequence;
  }
};

std::string sequence_of(Drive& drive) {
  if (drive.hall.hub().session(drive.driver.session) == nullptr) return "gone";
  return drive.hall.ask(drive.driver, control::ControlT{{}, 1, {}}) == "Reply" ? "begins anew" : "goes on";
}

struct Reset {
  const char* what_happens;
  std::function<void(Drive&)> happen;
  After after;
  const char* open_item = "";
};

std::vector<Reset> resets() {
  const After untouched{"acts", kAhead, "driver", "goes on"};
  return {
      {"nothing", [](Drive&) {}, untouched},
      {"the driver takes what he holds", [](Drive& d) { d.take(d.driver, false); }, untouched},
      {"another asks for it", [](Drive& d) { d.take(d.other, false, "Held"); }, untouched},
      {"HandOver to a viewer", [](Drive& d) { d.hand_over(d.driver, d.viewer, "NoSuchId"); }, untouched},
      {"HandOver to himself", [](Drive& d) { d.hand_over(d.driver, d.driver); }, untouched},
      {"Freeze and Run",
       [](Drive& d) {
         d.hall.ask(d.instructor, control::FreezeT{});
         d.hall.run_slots(20);
         d.hall.ask(d.instructor, control::RunT{});
       },
       untouched},
      {"HandOver", [](Drive& d) { d.hand_over(d.driver, d.other); }, {"gone", kNow, "other", "goes on"}},
      {"HandOver by the instructor",
       [](Drive& d) { d.hand_over(d.instructor, d.other); },
       {"gone", kNow, "other", "goes on"}},
      {"TakeControl by force",
       [](Drive& d) { d.take(d.instructor, true); },
       {"gone", kNow, "instructor", "goes on"}},
      {"TakeControl by an instructor who leaves, to keep",
       [](Drive& d) {
         control::TakeControlT message;
         message.channels = {0};
         message.force = message.keep = true;
         EXPECT_EQ(d.hall.ask(d.instructor, message), "Reply");
         EXPECT_EQ(d.hall.ask(d.instructor, control::GoodbyeT{}), "Reply");
         d.take(d.other, false, "Held");
       },
       {"gone", kNeutral, "nobody", "goes on"}},
      {"another asks for it while the driver's connection is lost",
       [](Drive& d) {
         d.hall.lose(d.driver);
         d.hall.ask(d.other, control::TakeControlT{});
         d.driver = d.hall.join(Role::Operator, "driver", d.driver.resume_key);
       },
       {"gone", kNow, "driver", "begins anew"}},
      {"ReleaseControl",
       [](Drive& d) { EXPECT_EQ(d.hall.ask(d.driver, control::ReleaseControlT{}), "Reply"); },
       {"gone", kNeutral, "nobody", "goes on"}},
      {"silence", [](Drive& d) { d.wait(kSecond); }, {"gone", kNeutral, "driver", "goes on"}},
      {"Goodbye",
       [](Drive& d) { d.hall.ask(d.driver, control::GoodbyeT{}); },
       {"gone", kNeutral, "nobody", "gone"}},
      {"the connection is lost for too long",
       [](Drive& d) {
         d.hall.lose(d.driver);
         d.wait(3600 * kSecond);
       },
       {"gone", kNeutral, "nobody", "gone"}},
      {"the session is resumed", [](Drive& d) { d.come_back(); }, {"gone", kNow, "driver", "begins anew"}},
      {"Restore", [](Drive& d) { d.restore("driven"); }, {"gone", kNow, "driver", "goes on"}},
      {"Restore of a state when nobody holds the channel",
       [](Drive& d) {
         EXPECT_EQ(d.hall.ask(d.driver, control::ReleaseControlT{}), "Reply");
         d.restore("driven");
       },
       {"gone", kNeutral, "nobody", "goes on"}},
      {"Rewind to where the value acted", [](Drive& d) { d.rewind(4); }, {"gone", kNow, "driver", "goes on"}},
      {"Rewind to before the value", [](Drive& d) { d.rewind(0); }, {"gone", kNeutral, "driver", "goes on"}},
      {"Reload",
       [](Drive& d) { EXPECT_EQ(d.hall.ask(d.instructor, control::ReloadT{}), "Reply"); },
       {"gone", kNeutral, "driver", "goes on"}},
      {"Reload of a scene with another channel",
       [](Drive& d) {
         std::string other = pendulum_scene(40, 500);
         other.replace(other.find("\"spare\""), 7, "\"brake\"");
         write_file(d.hall.scene_file(), other);
         EXPECT_EQ(d.hall.ask(d.instructor, control::ReloadT{}), "Reply");
       },
       {"gone", kNeutral, "nobody", "goes on"}},
  };
}

TEST(HubTable, WhateverChangesWhoDrivesOrWhatRunsResetsWhatItMust) {
  for (const Reset& reset : resets()) {
    SCOPED_TRACE(reset.what_happens);
    Drive drive;
    drive.hall.values_of_first_channel();
    reset.happen(drive);
    drive.hall.run_slots(30);
    const std::vector<double> values = drive.hall.values_of_first_channel();
    After seen;
    seen.ahead = std::ranges::find(values, kAhead) == values.end() ? "gone" : "acts";
    seen.value = drive.hall.control(0);
    seen.sequence = sequence_of(drive);
    seen.holder = drive.holder();
    expect_row(seen.text(), reset.after.text(), reset.open_item);
    // Whoever holds the channel now: his silence ends the value, which was not his own perhaps.
    drive.wait(3600 * kSecond);
    drive.hall.run_slots(2);
    EXPECT_EQ(drive.hall.control(0), kNeutral) << "no value acts for ever";
  }
}

// --- what else holds ---

/// "" where it holds, else what was seen.
struct Claim {
  const char* claim;
  std::function<std::string()> complaint;
  const char* open_item = "";
};

std::string resumed_with_another_role() {
  Drive drive;
  drive.hall.lose(drive.driver);
  const Person taker = drive.hall.join(Role::Viewer, "driver", drive.driver.resume_key);
  return taker.session == kNobody ? "" : "the driver's session goes on for a viewer";
}

std::string displaced_without_a_reason() {
  Drive drive;
  const Person again = drive.hall.join(Role::Operator, "driver", drive.driver.resume_key);
  if (again.session != drive.driver.session) return "not resumed";
  if (!drive.driver.connection->closed()) return "the old connection stays open";
  return drive.driver.connection->last_error() ? "" : "closed without an Error";
}

std::string acknowledged_input_lost_behind_a_full_schedule() {
  Drive drive;
  control::TakeControlT take;
  take.channels = {1};
  take.force = true;
  EXPECT_EQ(drive.hall.ask(drive.instructor, take), "Reply");
  for (std::uint64_t i = 1; i <= kScheduledCapacity + 10; ++i) {
    drive.hall.send(drive.driver, value_of(0, 0.25, 100 + i, 1'000'000), 0);
    if (i % 4'000 == 0) drive.hall.run_slots(2);
  }
  drive.hall.run_slots(20);
  const std::uint64_t frame = drive.frame() + 5;
  if (drive.hall.ask(drive.instructor, value_of(1, 0.75, 1, frame)) != "Reply") return "refused";
  drive.hall.run_slots(10);
  return drive.hall.control(1) == 0.75 ? "" : "answered and lost";
}

std::string step_answered_before_its_last_frame() {
  Drive drive;
  EXPECT_EQ(drive.hall.ask(drive.instructor, control::FreezeT{}), "Reply");
  const std::uint64_t before = drive.frame();
  control::StepT step;
  step.frames = 5;
  EXPECT_EQ(drive.hall.ask(drive.instructor, step), "Reply");
  const std::uint64_t stamped = drive.instructor.connection->all<stream::ReplyT>().back().stamp->frame();
  return stamped == before + 5 ? "" : "answered at frame " + std::to_string(stamped - before) + " of 5";
}

std::string save_after_step_keeps_an_older_frame() {
  Drive drive;
  EXPECT_EQ(drive.hall.ask(drive.instructor, control::FreezeT{}), "Reply");
  const std::uint64_t before = drive.frame();
  control::StepT step;
  step.frames = 5;
  drive.hall.send(drive.instructor, step);
  control::SaveT save;
  save.name = "stepped";
  EXPECT_EQ(drive.hall.ask(drive.instructor, save), "Reply");
  drive.hall.run_slots(10);
  drive.restore("stepped");
  return drive.frame() == before + 5 ? "" : "kept frame " + std::to_string(drive.frame() - before) + " of 5";
}

std::string scheduled_control_answered_before_it_acts() {
  Drive drive;
  const std::uint64_t frame = drive.frame() + 6;
  EXPECT_EQ(drive.hall.ask(drive.driver, value_of(1, 0.5, 52, frame)), "Reply");
  const std::uint64_t stamped = drive.driver.connection->all<stream::ReplyT>().back().stamp->frame();
  return stamped == frame ? "" : "answered " + std::to_string(frame - stamped) + " frames before";
}

std::string step_cut_off_and_answered() {
  Drive drive;
  EXPECT_EQ(drive.hall.ask(drive.instructor, control::FreezeT{}), "Reply");
  control::StepT step;
  step.frames = 1'000;
  drive.hall.send(drive.instructor, step, 7);
  drive.hall.run_slots(3);
  if (!drive.hall.answer_to(drive.instructor, 7).empty()) return "answered while it goes on";
  EXPECT_EQ(drive.hall.ask(drive.instructor, control::RunT{}), "Reply");
  const std::string answer = drive.hall.answer_to(drive.instructor, 7);
  return answer == "Cancelled" ? "" : "answered " + answer;
}

std::string cancelled_input_answered() {
  for (const char* how : {"HandOver", "Restore", "Rewind"}) {
    Drive drive;
    drive.hall.send(drive.driver, value_of(0, 0.25, 52, drive.frame() + 9), 7);
    drive.hall.run_slots(1);
    if (how == std::string("HandOver")) drive.hand_over(drive.driver, drive.other);
    if (how == std::string("Restore")) drive.restore("driven");
    if (how == std::string("Rewind")) drive.rewind(4);
    drive.hall.run_slots(2);
    const std::string answer = drive.hall.answer_to(drive.driver, 7);
    if (answer != "Cancelled") return std::string(how) + ": answered " + answer;
  }
  return "";
}

std::string save_that_waits_for_another() {
  Drive drive;
  const Person second = drive.hall.join(Role::Instructor, "second");
  control::StepT step;
  step.frames = 1'000;
  drive.hall.send(drive.instructor, step);
  control::SaveT save;
  save.name = "meanwhile";
  return drive.hall.ask(second, save) == "Reply" ? "" : "not saved";
}

std::string driver_forgotten_for_those_who_come_and_go() {
  Drive drive;
  drive.hall.lose(drive.driver);
  for (int i = 0; i < 300; ++i) drive.hall.lose(drive.hall.join(Role::Viewer, "passer-by"));
  const Person again = drive.hall.join(Role::Operator, "driver", drive.driver.resume_key);
  return again.session == drive.driver.session ? "" : "the driver's session is gone";
}

std::string share_of_the_schedule_that_never_comes_back() {
  Drive drive;
  const std::uint64_t half = (kScheduledCapacity - kInboxCapacity) / 2;
  for (int round = 0; round < 3; ++round) {
    for (std::uint64_t i = 1; i <= half; ++i) {
      const std::uint64_t sequence = 100 + static_cast<std::uint64_t>(round) * half + i;
      drive.hall.send(drive.driver, value_of(0, 0.25, sequence, drive.frame() + 3), 0);
      if (i % 4'000 == 0) drive.hall.run_slots(1);
    }
    drive.hall.run_slots(20);
  }
  const auto error = drive.driver.connection->last_error();
  return error ? stream::EnumNameErrorCode(*error) : "";
}

std::string share_of_the_schedule_lost_by_a_resume() {
  Drive drive;
  const std::uint64_t half = (kScheduledCapacity - kInboxCapacity) / 2;  // of what he may with both channels
  std::uint64_t sequence = 100;
  for (int round = 0; round < 3; ++round) {
    for (std::uint64_t i = 1; i <= half; ++i) {
      drive.hall.send(drive.driver, value_of(0, 0.25, ++sequence, 1'000'000), 0);
      if (i % 4'000 == 0) drive.hall.run_slots(2);
    }
    const auto errors = drive.driver.connection->all<stream::ErrorT>();
    if (!errors.empty()) return errors.front().text + " (round " + std::to_string(round) + ")";
    drive.come_back();
  }
  return "";
}

TEST(HubTable, WhatIsPromisedHolds) {
  const std::vector<Claim> claims{
      {"a session is resumed with its own role only", resumed_with_another_role},
      {"who is displaced by a resume is told why", displaced_without_a_reason},
      {"one session's schedule costs no other's input", acknowledged_input_lost_behind_a_full_schedule},
      {"the Reply of Step comes with its last frame", step_answered_before_its_last_frame},
      {"Save after Step keeps the stepped frame", save_after_step_keeps_an_older_frame},
      {"the Reply of apply_at_frame comes with that frame", scheduled_control_answered_before_it_acts},
      {"a Step that is cut off is no Reply", step_cut_off_and_answered},
      {"an input sent ahead that never acts is no Reply", cancelled_input_answered},
      {"who steps slowly holds up nobody else's Save", save_that_waits_for_another},
      {"who drove is not forgotten for those who come and go", driver_forgotten_for_those_who_come_and_go},
      {"inputs that have acted make room for others", share_of_the_schedule_that_never_comes_back},
      {"inputs that a resume ends make room for others", share_of_the_schedule_lost_by_a_resume},
  };
  for (const Claim& claim : claims) {
    SCOPED_TRACE(claim.claim);
    expect_row(claim.complaint(), "", claim.open_item);
  }
}

/// Looks, with every frame, at what the hub has kept so far.
class KeptSoFar : public FrameSink {
 public:
  explicit KeptSoFar(const Hub& hub) : hub_(hub) {}
  void on_frame(const EncodedFrame&) override { bytes.push_back(hub_.history_bytes()); }
  void on_event(const stream::EventT&, const Packet&) override {}
  std::vector<std::size_t> bytes;

 private:
  const Hub& hub_;
};

TEST(HubTable, FramesLeaveBeforeTheyAreKeptForRewinding) {
  HubInSlots hall;
  KeptSoFar kept(hall.hub());
  hall.hub().add_sink(kept);
  std::size_t before = hall.hub().history_bytes();
  for (int i = 0; i < 60; ++i) {
    hall.run_slots(1);
    EXPECT_EQ(kept.bytes.back(), before) << "a whole state was compressed while everybody waited";
    before = hall.hub().history_bytes();
  }
  EXPECT_GT(before, kept.bytes.front()) << "something was kept";
}

TEST(HubTable, AnInputSentAheadToASceneWithoutChannelsIsRefused) {
  HubInSlots hall(many_bodies_scene(1));
  const Person asker = hall.join(Role::Operator, "asker");
  EXPECT_EQ(hall.ask(asker, value_of(0, 0.5, 1, 100)), "NoSuchId");
}

}  // namespace
}  // namespace drawbar::server::test
