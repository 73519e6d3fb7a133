#include "tools/verify/verify.h"

#include <gtest/gtest.h>

#include <bit>
#include <functional>

#include "physics/world/world.h"
#include "protocol/state_hash.h"
#include "scenes/loader/loader.h"
#include "scenes/record/recorded_input.h"

namespace drawbar::tools {
namespace {

using protocol::Bytes;

/// A driven arm with a limit that strikes a hard stop, and a ball that rolls on the ground: joint, limit,
/// friction and contact impulses, a motor current.
constexpr const char* kScene = R"({
  "name": "arm",
  "formulation": "sequential_impulses_plain",
  "materials": [{"name": "rubber", "friction": 0.6, "restitution": 0.2}],
  "bodies": [
    {"name": "ground", "static": true, "shapes": [{"type": "plane", "normal": [0, 0, 1], "material": "rubber"}]},
    {"name": "arm", "mass": 2, "inertia": [0.2, 0.2, 0.01], "position": [0.5, 0, 2]},
    {"name": "ball", "mass": 1, "inertia": [0.01, 0.01, 0.01], "position": [3, 0, 0.2], "linear_velocity": [1, 0, 0],
     "shapes": [{"type": "sphere", "radius": 0.2, "material": "rubber"}]}],
  "joints": [{"name": "pivot", "type": "revolute", "parent": "world", "child": "arm", "position": [0, 0, 2],
              "axis": [0, 1, 0], "limits_deg": [[-30, 30]], "friction": {"coulomb": 0.1}}],
  "drives": [{"name": "motor", "type": "dc_motor", "joint": "pivot", "control": "throttle", "supply_voltage": 24,
              "resistance": 0.3, "inductance": 1e-4, "torque_constant": 0.03, "rotor_inertia": 1e-5,
              "current_limit": 40, "gear": {"ratio": 40}}],
  "controls": [{"name": "throttle"}]})";

constexpr std::uint64_t kFrames = 60;
constexpr std::uint64_t kSnapshotEvery = 10;

void flip_bit(std::vector<std::uint8_t>& bytes, std::size_t offset) {
  bytes.at(offset) ^= 1u;
}

/// Places to spoil a recording on its way to the file, or the world that is being recorded.
struct Spoil {
  std::function<void(record::InputT&)> input = [](auto&) {};
  std::function<void(record::BranchT&, const physics::World&)> branch = [](auto&, auto&) {};
  std::function<void(record::SnapshotT&, const physics::World&)> snapshot = [](auto&, auto&) {};
  std::function<void(physics::World&)> world = [](auto&) {};  // after every frame
};

/// Byte offset of the first field with this name in the world's state; fails the test when there is none.
std::size_t offset_of(const physics::World& world, const std::string& field) {
  Bytes state;
  world.save_state(state);
  for (std::size_t i = 0; i < state.size(); ++i) {
    if (world.describe_state(state, i) == field) return i;
  }
  ADD_FAILURE() << "no state field " << field;
  return 0;
}

std::vector<std::uint8_t> state_of(const physics::World& world) {
  Bytes state;
  world.save_state(state);
  const auto* begin = reinterpret_cast<const std::uint8_t*>(state.data());
  return {begin, begin + state.size()};
}

/// The session as the daemon records it: throttle up and down, then a rewind from frame 60 to frame 20,
/// driven on.
class RecordedSession {
 public:
  /// `governed`: from this frame on, frames have fewer substeps; 0: never.
  explicit RecordedSession(const Spoil& spoil, std::uint64_t governed = 0)
      : spoil_(spoil), governed_(governed) {
    auto scene = scenes::load_text(kScene, "arm", ".");
    if (!scene) throw std::runtime_error(scene.error().text);
    world_.emplace(scene->world);
    protocol::SessionRecorder::Options options;
    options.build.program = "verify_test";
    recorder_.emplace(
        protocol::SessionRecorder::create(std::make_unique<protocol::MemorySink>(bytes_), options).value());
    record::SceneRecordT scene_record;
    scene_record.name = "arm";
    const auto* begin = reinterpret_cast<const std::uint8_t*>(scene->buffer.data());
    scene_record.scene.assign(begin, begin + scene->buffer.size());
    scene_record.substeps = static_cast<std::uint32_t>(scene->world.substeps);
    substeps_ = scene->world.substeps;
    EXPECT_TRUE(recorder_->record_scene(scene_record, 0));
    begin_branch(record::BranchCause::Start, 0, 0);

    std::vector<std::uint8_t> frame_20;
    for (std::uint64_t frame = 1; frame <= kFrames; ++frame) {
      record_frame(frame < 30 ? 0.1 * static_cast<double>(frame % 7) : -0.4);
      if (frame == 20) frame_20 = state_of(*world_);
    }
    EXPECT_TRUE(world_->restore_state(std::as_bytes(std::span(frame_20))));
    branch_ = 1;
    begin_branch(record::BranchCause::Rewind, 0, 20);
    for (int i = 0; i < 10; ++i) record_frame(-1);
    EXPECT_TRUE(recorder_->close());
  }

  /// Flips a bit in the chunk that holds this tick.
  void damage(std::uint64_t tick) {
    const auto record =
        protocol::SessionRecord::open(std::make_unique<protocol::MemorySource>(bytes_), "memory").value();
    for (const protocol::mcap::ChunkIndex& chunk : record.container().chunks()) {
      if (chunk.start_time <= tick * 40'000'000 && tick * 40'000'000 <= chunk.end_time)
        bytes_[chunk.offset + 200] ^= std::byte{4};
    }
  }

  Result<VerifyReport> verified() const {
    const auto record =
        protocol::SessionRecord::open(std::make_unique<protocol::MemorySource>(bytes_), "memory");
    if (!record) return tl::unexpected(record.error());
    return verify(*record);
  }

 private:
  void begin_branch(record::BranchCause cause, std::uint32_t parent, std::uint64_t parent_frame) {
    record::BranchT branch;
    branch.branch = branch_;
    branch.cause = cause;
    branch.parent_branch = parent;
    branch.parent_frame = parent_frame;
    branch.frame = world_->frame();
    branch.state = state_of(*world_);
    spoil_.branch(branch, *world_);
    EXPECT_TRUE(recorder_->record_branch(branch, now()));
  }

  /// ns: a chunk of the file holds 25 frames.
  std::uint64_t now() const { return tick_ * 40'000'000; }

  void record_input(const scenes::WorldInput& input) {
    scenes::apply(input, *world_, substeps_);
    record::InputT recorded = scenes::to_record(input, branch_, world_->frame() + 1, 0);
    spoil_.input(recorded);
    EXPECT_TRUE(recorder_->record_input(recorded, now()));
  }

  void record_frame(double throttle) {
    const std::uint64_t frame = world_->frame() + 1;
    scenes::WorldInput input;
    input.value = throttle;
    record_input(input);
    if (frame == governed_) {
      scenes::WorldInput governor;
      governor.kind = scenes::WorldInput::Kind::substeps;
      governor.value = substeps_ - 3;
      record_input(governor);
    }
    world_->step_frame(substeps_);
    spoil_.world(*world_);

    physics::FrameState shown = world_->make_frame_state();
    world_->observe(shown);
    std::vector<stream::BodyState> bodies;
    for (std::uint32_t i = 0; i < shown.bodies.size(); ++i) {
      const physics::Vec3& p = shown.bodies[i].position;
      bodies.push_back({{p.x(), p.y(), p.z()}, {1, 0, 0, 0}, {0, 0, 0}, {0, 0, 0}, i, 0});
    }
    const std::vector<std::uint8_t> state = state_of(*world_);
    const std::uint64_t hash = protocol::state_hash(std::as_bytes(std::span(state)));
    const stream::FrameStamp stamp(++tick_, frame, shown.time, now(), branch_, 0);
    EXPECT_TRUE(recorder_->record_frame(stamp, hash, bodies));
    if (frame % kSnapshotEvery == 0) {
      record::SnapshotT snapshot;
      snapshot.state = state;
      spoil_.snapshot(snapshot, *world_);
      EXPECT_TRUE(recorder_->record_snapshot(stamp, std::as_bytes(std::span(snapshot.state))));
    }
    stream::TelemetryT telemetry;
    telemetry.stamp = std::make_unique<stream::FrameStamp>(stamp);
    telemetry.substeps = static_cast<std::uint32_t>(substeps_);
    EXPECT_TRUE(recorder_->record_telemetry(telemetry));
  }

  Spoil spoil_;
  std::uint64_t governed_;
  Bytes bytes_;
  std::optional<physics::World> world_;
  std::optional<protocol::SessionRecorder> recorder_;
  int substeps_ = 1;
  std::uint32_t branch_ = 0;
  std::uint64_t tick_ = 0;
};

/// What verify finds in a recording that was spoiled so.
VerifyReport report_of(const Spoil& spoil) {
  const Result<VerifyReport> report = RecordedSession(spoil).verified();
  EXPECT_TRUE(report) << report.error().text;
  return report.value_or(VerifyReport{});
}

/// Flips the lowest bit of a field of the running world after frame `frame` of the first branch.
Spoil flip_in_world(const std::string& field, std::uint64_t frame) {
  Spoil spoil;
  spoil.world = [field, frame, done = false](physics::World& world) mutable {
    if (done || world.frame() != frame) return;
    done = true;
    std::vector<std::uint8_t> state = state_of(world);
    flip_bit(state, offset_of(world, field));
    EXPECT_TRUE(world.restore_state(std::as_bytes(std::span(state))));
  };
  return spoil;
}

TEST(Verify, AnUntouchedSessionIsTheSameToTheLastBit) {
  const VerifyReport report = report_of({});
  EXPECT_FALSE(report.divergence) << report.divergence->what;
  EXPECT_EQ(report.frames, kFrames + 10);
  EXPECT_EQ(report.branches, 2u);
  EXPECT_EQ(report.inputs, kFrames + 10);
}

TEST(Verify, FindsOneBitOfAnInput) {
  Spoil spoil;
  spoil.input = [](record::InputT& input) {
    if (input.branch == 0 && input.frame == 37) {
      auto bits = std::bit_cast<std::uint64_t>(input.control->value);
      input.control->value = std::bit_cast<double>(bits ^ 1u);
    }
  };
  const VerifyReport report = report_of(spoil);
  ASSERT_TRUE(report.divergence);
  EXPECT_EQ(report.divergence->branch, 0u);
  EXPECT_EQ(report.divergence->frame, 37u);
  // The arm rests against its stop, so that one bit of voltage moves nothing: what is left to name is the
  // input.
  EXPECT_NE(report.divergence->what.find("throttle"), std::string::npos) << report.divergence->what;
}

TEST(Verify, NamesTheBodyThatAnInputMovedElsewhere) {
  Spoil spoil;
  spoil.input = [](record::InputT& input) {
    if (input.branch == 0 && input.frame == 3) input.control->value += 1e-6;
  };
  const VerifyReport report = report_of(spoil);
  ASSERT_TRUE(report.divergence);
  EXPECT_EQ(report.divergence->frame, 3u);
  EXPECT_NE(report.divergence->what.find("arm"), std::string::npos) << report.divergence->what;
}

TEST(Verify, FindsOneBitOfAnInputOnTheSecondBranch) {
  Spoil spoil;
  spoil.input = [](record::InputT& input) {
    if (input.branch == 1 && input.frame == 25) input.control->value = -0.9999999999999999;
  };
  const VerifyReport report = report_of(spoil);
  ASSERT_TRUE(report.divergence);
  EXPECT_EQ(report.divergence->branch, 1u);
  EXPECT_EQ(report.divergence->frame, 25u);
}

TEST(Verify, FindsOneBitOfARunningWorldsAccumulatedImpulse) {
  const VerifyReport report = report_of(flip_in_world("joints[pivot].row_impulse", 33));
  ASSERT_TRUE(report.divergence);
  EXPECT_EQ(report.divergence->frame, 33u);
}

TEST(Verify, FindsOneBitOfARunningWorldsMotorCurrentAndNamesIt) {
  // In a frame with a snapshot the field itself is named, not only a body that it moved.
  const VerifyReport report = report_of(flip_in_world("drives[motor].current", 40));
  ASSERT_TRUE(report.divergence);
  EXPECT_EQ(report.divergence->frame, 40u);
  EXPECT_NE(report.divergence->what.find("drives[motor].current"), std::string::npos)
      << report.divergence->what;
}

TEST(Verify, FindsOneBitOfASnapshotsAccumulatedImpulseAndCurrent) {
  for (const std::string field : {"joints[pivot].row_impulse", "drives[motor].current"}) {
    Spoil spoil;
    spoil.snapshot = [&](record::SnapshotT& snapshot, const physics::World& world) {
      if (world.frame() == 50) flip_bit(snapshot.state, offset_of(world, field));
    };
    const VerifyReport report = report_of(spoil);
    ASSERT_TRUE(report.divergence) << field;
    EXPECT_EQ(report.divergence->frame, 50u);
    EXPECT_NE(report.divergence->what.find(field), std::string::npos) << report.divergence->what;
  }
}

TEST(Verify, FindsOneBitOfTheInitialState) {
  Spoil spoil;
  spoil.branch = [](record::BranchT& branch, const physics::World& world) {
    if (branch.branch == 0) flip_bit(branch.state, offset_of(world, "bodies[ball].velocity"));
  };
  const VerifyReport report = report_of(spoil);
  ASSERT_TRUE(report.divergence);
  EXPECT_EQ(report.divergence->frame, 0u);
  EXPECT_NE(report.divergence->what.find("bodies[ball].velocity"), std::string::npos)
      << report.divergence->what;
}

TEST(Verify, FindsARestoredStateThatNeverWas) {
  Spoil spoil;
  spoil.branch = [](record::BranchT& branch, const physics::World& world) {
    if (branch.branch == 1) flip_bit(branch.state, offset_of(world, "bodies[ball].velocity"));
  };
  const VerifyReport report = report_of(spoil);
  ASSERT_TRUE(report.divergence);
  EXPECT_EQ(report.divergence->branch, 1u);
  EXPECT_EQ(report.divergence->frame, 20u);
  EXPECT_EQ(report.divergence->what, "the restored state is not that of branch 0, frame 20");
}

TEST(Verify, PassesOverADamagedChunkAndGoesOnFromTheNextSnapshot) {
  RecordedSession session{Spoil{}};
  session.damage(35);
  const Result<VerifyReport> report = session.verified();
  ASSERT_TRUE(report) << report.error().text;
  EXPECT_FALSE(report->divergence) << report->divergence->what;
  ASSERT_EQ(report->unchecked.size(), 1u);
  EXPECT_EQ(report->unchecked[0].frames.find("frames 2"), 0u) << report->unchecked[0].frames;
  EXPECT_NE(report->unchecked[0].frames.find("of branch 0"), std::string::npos);
  EXPECT_EQ(report->branches, 2u);
  EXPECT_GE(report->frames, 24u + 9u) << "of 60, and of 10 on the branch behind";
}

TEST(Verify, GoesOnWithTheSubstepsThatWereChosenInADamagedChunk) {
  RecordedSession session{Spoil{}, 35};
  session.damage(35);
  const Result<VerifyReport> report = session.verified();
  ASSERT_TRUE(report) << report.error().text;
  ASSERT_EQ(report->unchecked.size(), 1u);
  EXPECT_FALSE(report->divergence) << report->divergence->what;
}

TEST(Verify, FindsOneBitOfAnInputBehindADamagedChunk) {
  Spoil spoil;
  spoil.input = [](record::InputT& input) {
    if (input.branch == 1 && input.frame == 25) input.control->value = -0.9;
  };
  RecordedSession session(spoil);
  session.damage(35);
  const Result<VerifyReport> report = session.verified();
  ASSERT_TRUE(report) << report.error().text;
  ASSERT_TRUE(report->divergence);
  EXPECT_EQ(report->divergence->branch, 1u);
  EXPECT_EQ(report->divergence->frame, 25u);
}

TEST(Verify, SaysThatNothingAfterADamagedEndWasChecked) {
  RecordedSession session{Spoil{}};
  session.damage(69);
  const Result<VerifyReport> report = session.verified();
  ASSERT_TRUE(report) << report.error().text;
  ASSERT_EQ(report->unchecked.size(), 1u);
  EXPECT_NE(report->unchecked[0].frames.find("to the end"), std::string::npos) << report->unchecked[0].frames;
}

TEST(Verify, RefusesAnInputThatDoesNotFitTheScene) {
  Spoil spoil;
  spoil.input = [](record::InputT& input) {
    if (input.frame == 5) input.control->channel = 9;
  };
  const Result<VerifyReport> report = RecordedSession(spoil).verified();
  ASSERT_FALSE(report);
  EXPECT_NE(report.error().text.find("frame 5"), std::string::npos) << report.error().text;
}

TEST(Verify, ReportsWhatItWentThrough) {
  const VerifyReport report = report_of({});
  EXPECT_EQ(report.snapshots, 7u) << "every tenth frame of sixty and of ten";
  EXPECT_NEAR(report.simulated, 70 * 0.04, 1e-9);
  ASSERT_EQ(report.scenes.size(), 1u);
  EXPECT_EQ(report.scenes[0].scene, "arm");
  EXPECT_EQ(report.scenes[0].exercise, "");
  EXPECT_EQ(report.scenes[0].first_branch, 0u);
  EXPECT_EQ(report.scenes[0].last_branch, 1u);
  EXPECT_TRUE(report.unchecked.empty());
  EXPECT_TRUE(report.warnings.empty());
}

TEST(Verify, ItemsThatContradictEachOtherAreAnErrorWithTheirPlace) {
  struct Case {
    std::string what;
    std::function<void(record::InputT&)> input;
    std::function<void(record::BranchT&)> branch;
    std::string error;
  };
  const auto nothing = [](auto&) {};
  const auto input_at = [](std::uint64_t frame, std::function<void(record::InputT&)> change) {
    return [frame, change](record::InputT& input) {
      if (input.branch == 0 && input.frame == frame) change(input);
    };
  };
  const auto of_second = [](std::function<void(record::BranchT&)> change) {
    return [change](record::BranchT& branch) {
      if (branch.branch == 1) change(branch);
    };
  };
  const Case cases[] = {
      {"an input of the frame after", input_at(5, [](auto& i) { i.frame = 6; }), nothing,
       "branch 0, frame 6: an input out of order"},
      {"an input of the frame before", input_at(5, [](auto& i) { i.frame = 4; }), nothing,
       "branch 0, frame 4: an input out of order"},
      {"an input of another branch", input_at(5, [](auto& i) { i.branch = 1; }), nothing,
       "branch 1, frame 5: an input out of order"},
      {"a branch of a frame that never was", nothing, of_second([](auto& b) { b.parent_frame = 61; }),
       "branch 1, frame 20: goes on from branch 0, frame 61, which was not recorded"},
      {"a branch of a branch that never was", nothing, of_second([](auto& b) { b.parent_branch = 7; }),
       "branch 1, frame 20: goes on from branch 7, frame 20, which was not recorded"},
      {"a state from elsewhere that does not fit", nothing, of_second([](auto& b) {
         b.cause = record::BranchCause::TakeOver;
         b.state.resize(10);
       }),
       "branch 1, frame 20: the recorded state does not fit the scene"},
  };
  for (const Case& c : cases) {
    Spoil spoil;
    spoil.input = c.input;
    spoil.branch = [&](record::BranchT& branch, const physics::World&) { c.branch(branch); };
    const Result<VerifyReport> report = RecordedSession(spoil).verified();
    ASSERT_FALSE(report) << c.what;
    EXPECT_EQ(report.error().kind, ErrorKind::wrong) << c.what;
    EXPECT_EQ(report.error().text, c.error) << c.what;
  }
}

TEST(Verify, AStateThatWasTakenOverNeedsNoParentAndAnyOtherMustBeThatOfItsParent) {
  Spoil from_elsewhere;
  from_elsewhere.branch = [](record::BranchT& branch, const physics::World&) {
    if (branch.branch != 1) return;
    branch.cause = record::BranchCause::TakeOver;
    branch.parent_branch = 7;
  };
  const VerifyReport taken = report_of(from_elsewhere);
  EXPECT_FALSE(taken.divergence) << taken.divergence->what;
  EXPECT_EQ(taken.frames, kFrames + 10);
  Spoil of_another_frame;
  of_another_frame.branch = [](record::BranchT& branch, const physics::World&) {
    if (branch.branch == 1) branch.parent_frame = 21;
  };
  const VerifyReport other = report_of(of_another_frame);
  ASSERT_TRUE(other.divergence);
  EXPECT_EQ(other.divergence->what, "the restored state is not that of branch 0, frame 21");
}

TEST(Verify, AStateThatIsTooLongDiffersInItsLength) {
  Spoil longer;
  longer.branch = [](record::BranchT& branch, const physics::World&) {
    if (branch.branch == 0) branch.state.push_back(0);
  };
  const VerifyReport initial = report_of(longer);
  ASSERT_TRUE(initial.divergence);
  EXPECT_EQ(initial.divergence->frame, 0u);
  EXPECT_EQ(initial.divergence->what, "its length differs in the initial state");
  Spoil snapshot;
  snapshot.snapshot = [](record::SnapshotT& saved, const physics::World& world) {
    if (world.frame() == 30) saved.state.push_back(0);
  };
  const VerifyReport later = report_of(snapshot);
  ASSERT_TRUE(later.divergence);
  EXPECT_EQ(later.divergence->frame, 30u);
  EXPECT_EQ(later.divergence->what, "its length differs in the snapshot of frame 30");
}

TEST(Verify, NamesHowFarABodyIsFromItsPlaceAndInWhichFrame) {
  const VerifyReport place = report_of([] {
    Spoil moved;
    moved.input = [](record::InputT& input) {
      if (input.branch == 0 && input.frame == 3) input.control->value += 1e-3;
    };
    return moved;
  }());
  ASSERT_TRUE(place.divergence);
  EXPECT_TRUE(place.divergence->what.starts_with("body arm is ")) << place.divergence->what;
  EXPECT_TRUE(place.divergence->what.ends_with(" m from its recorded place in frame 3"))
      << place.divergence->what;
}

}  // namespace
}  // namespace drawbar::tools
