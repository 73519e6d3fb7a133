// `drawbar export`: a recording as the table of `simulate`.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "protocol/session_record.h"
#include "protocol/state_hash.h"
#include "scenes/loader/loader.h"
#include "scenes/record/frame_tables.h"
#include "scenes/record/session_writer.h"
#include "tests/simulate/command_line.h"

namespace drawbar {
namespace {

class Export : public CommandLine {
 protected:
  Export() {
    write("scene.json", kDrivenRod);
    write("drive.csv", "0.1,u,0.7\n0.5,u,-0.3\n");
  }
};

/// A session that an instructor winds back: branch 0 of 30 frames at full throttle, branch 1 from its frame
/// 10 on backwards, 20 frames.
class WoundBack {
 public:
  /// `spoil` may change frames on their way to the file.
  WoundBack(
      const std::string& scene_path, const std::string& path,
      const std::function<void(scenes::FrameRecord&)>& spoil = [](auto&) {})
      : loaded_(scenes::load_file(scene_path).value()),
        world_(loaded_.world),
        shown_(world_.make_frame_state()),
        writer_(scenes::SessionWriter::create(
                    {.path = path}, scenes::scene_record("s", scene_path, loaded_.buffer, loaded_.world, 0))
                    .value()),
        spoil_(spoil) {
    begin(record::BranchCause::Start);
    std::vector<std::byte> frame_10;
    for (int i = 0; i < 30; ++i) {
      drive(1);
      if (world_.frame() == 10) world_.save_state(frame_10);
    }
    EXPECT_TRUE(world_.restore_state(frame_10));
    branch_ = 1;
    begin(record::BranchCause::Rewind);
    for (int i = 0; i < 20; ++i) drive(-1);
    EXPECT_TRUE(writer_.close());
  }

 private:
  void begin(record::BranchCause cause) {
    scenes::FrameRecord frame = record_now();
    std::vector<std::byte> state;
    world_.save_state(state);
    frame.branch = scenes::branch_record(cause, branch_, world_.frame(), state);
    frame.branch->parent_frame = world_.frame();
    EXPECT_TRUE(writer_.write(frame));
  }
  void drive(double throttle) {
    scenes::WorldInput input;
    input.value = throttle;
    int substeps = loaded_.world.substeps;
    scenes::apply(input, world_, substeps);
    world_.reset_error_peaks();
    world_.step_frame(substeps);
    scenes::FrameRecord frame = record_now();
    frame.computed = true;
    frame.inputs.push_back(input);
    spoil_(frame);
    EXPECT_TRUE(writer_.write(frame));
  }
  scenes::FrameRecord record_now() {
    world_.observe(shown_);
    std::vector<std::byte> state;
    world_.save_state(state);
    scenes::FrameRecord frame;
    ++tick_;
    frame.stamp = {tick_, world_.frame(), shown_.time, 40'000'000 * tick_, branch_, 0};
    frame.hash = protocol::state_hash(state);
    frame.bodies = scenes::body_states(shown_);
    frame.telemetry = scenes::telemetry_of(shown_, loaded_.world, false);
    frame.telemetry.stamp = std::make_unique<stream::FrameStamp>(frame.stamp);
    return frame;
  }

  scenes::LoadedScene loaded_;
  physics::World world_;
  physics::FrameState shown_;
  scenes::SessionWriter writer_;
  std::function<void(scenes::FrameRecord&)> spoil_;
  std::uint32_t branch_ = 0;
  std::uint64_t tick_ = 0;
};

TEST_F(Export, GivesTheTableOfTheRunThatWasRecorded) {
  const Ran simulated = run("simulate scene.json --controls drive.csv --duration 2 --record run.mcap");
  ASSERT_EQ(simulated.code, 0) << simulated.error;
  const Ran exported = run("export run.mcap");
  EXPECT_EQ(exported.code, 0) << exported.error;
  EXPECT_EQ(exported.out, simulated.out);
  EXPECT_EQ(run("export run.mcap --output table.csv").out, "");
  EXPECT_EQ(read("table.csv"), simulated.out);
}

TEST_F(Export, AsRecordedIsTheSameRoundedAsItWasSent) {
  const Rows simulated =
      rows_of(run("simulate scene.json --controls drive.csv --duration 2 --record run.mcap").out);
  const Rows recorded = rows_of(run("export run.mcap --as-recorded").out);
  ASSERT_EQ(recorded.size(), simulated.size() - 1) << "the initial state is not among the frames";
  EXPECT_EQ(recorded[0], simulated[0]);
  for (std::size_t i = 1; i < recorded.size(); ++i) {
    for (std::size_t k = 0; k < recorded[i].size(); ++k) {
      const double exact = std::stod(simulated[i + 1][k]);
      EXPECT_NEAR(std::stod(recorded[i][k]), exact, 1e-7 * std::max(1e-3, std::abs(exact)))
          << simulated[0][k];
    }
  }
}

TEST_F(Export, WritesTheWayOfOneBranchTheLastUnlessToldOtherwise) {
  WoundBack((folder_ / "scene.json").string(), (folder_ / "run.mcap").string());
  for (const std::string form : {"", " --as-recorded"}) {
    SCOPED_TRACE(form);
    const Rows first = rows_of(run("export run.mcap --branch 0" + form).out);
    const Rows last = rows_of(run("export run.mcap" + form).out);
    const std::size_t begin = form.empty() ? 1 : 0;  // frame 0 is in the re-simulation alone
    ASSERT_EQ(first.size(), 1 + begin + 30);
    ASSERT_EQ(last.size(), 1 + begin + 30);
    EXPECT_EQ(Rows(last.begin(), last.begin() + 11), Rows(first.begin(), first.begin() + 11))
        << "frames they share";
    EXPECT_EQ(last[begin + 11][0], "0.44");
    EXPECT_NE(last[begin + 11], first[begin + 11]) << "driven backwards from there on";
  }
  const Ran none = run("export run.mcap --branch 2");
  EXPECT_EQ(none.code, 1);
  EXPECT_NE(none.error.find("there is no branch 2; allowed: 0, 1"), std::string::npos) << none.error;
}

TEST_F(Export, EndsBeforeAFrameThatDoesNotComeOutAsRecorded) {
  WoundBack((folder_ / "scene.json").string(), (folder_ / "run.mcap").string(),
            [](scenes::FrameRecord& frame) {
              if (frame.stamp.branch() == 0 && frame.stamp.frame() == 7) frame.inputs[0].value = 0.999;
            });
  const Ran exported = run("export run.mcap");
  EXPECT_EQ(exported.code, 1);
  EXPECT_NE(exported.error.find("ends before branch 0, frame 7"), std::string::npos) << exported.error;
  EXPECT_EQ(rows_of(exported.out).size(), 8u) << "a header and frames 0 to 6";
  EXPECT_EQ(rows_of(run("export run.mcap --as-recorded").out).size(), 31u);
}

TEST_F(Export, SaysWhatIsWrong) {
  const std::initializer_list<Answer> answers{
      {"export", 2, "RECORDING"},
      {"export none.mcap", 1, "none.mcap"},
      {"export scene.json", 1, "scene.json"},
      {"export run.mcap --branch soon", 2, "--branch"},
      {"export run.mcap --output /nonexistent/table.csv", 3, "cannot write"},
      {"export run.mcap --output /dev/full", 3, "cannot write"},
  };
  ASSERT_EQ(run("simulate scene.json --duration 1 --record run.mcap").code, 0);
  expect(answers);
}

}  // namespace
}  // namespace drawbar
