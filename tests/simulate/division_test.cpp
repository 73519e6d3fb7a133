// How a run is divided into substeps, frames and samples, and what is said where it cannot be.
#include "tools/command/division.h"

#include <gtest/gtest.h>

#include <limits>
#include <optional>
#include <string>

#include "tools/simulate/error_peaks.h"

namespace drawbar::tools {
namespace {

/// Frames of 40 ms in 8 substeps.
Result<Division> divided(std::optional<double> substep_ms, std::optional<double> sample_ms, double duration) {
  scene::FrameT frame;
  frame.period_ms = 40;
  frame.substeps = 8;
  return divide(frame, substep_ms, sample_ms, duration);
}

TEST(RunDivision, IsOfWholeSubstepsInAFrameAndOfWholeSubstepsBetweenSamples) {
  struct Row {
    std::optional<double> substep_ms, sample_ms;
    double duration;
    int substeps;
    std::uint64_t sample_every, total;
  };
  const std::optional<double> none;
  for (const Row& row : {Row{none, none, 1, 8, 8, 200},
                         {2.5, none, 1, 16, 16, 400},
                         {40, none, 1, 1, 1, 25},
                         {6.666666667, none, 1, 6, 6, 150},
                         {4e-5, none, 0.001, 1'000'000, 1'000'000, 25'000},
                         {none, 5, 1, 8, 1, 200},
                         {none, 10, 1, 8, 2, 200},
                         {none, 120, 1, 8, 24, 200},
                         {10, 120, 1, 4, 12, 100},
                         {none, none, 0, 8, 8, 0},
                         {none, none, 0.0349, 8, 8, 6},
                         {none, none, 0.035, 8, 8, 7},
                         {none, none, 0.3, 8, 8, 60},
                         {none, none, 1e5, 8, 8, 20'000'000}}) {
    const auto division = divided(row.substep_ms, row.sample_ms, row.duration);
    ASSERT_TRUE(division) << division.error().text;
    EXPECT_EQ(division->substeps, row.substeps);
    EXPECT_EQ(division->sample_every, row.sample_every);
    EXPECT_EQ(division->total, row.total);
    EXPECT_DOUBLE_EQ(division->substep_ms, 40.0 / row.substeps);
  }
}

TEST(RunDivision, ThatIsNoneIsRefusedWithWhatIsAllowed) {
  const std::optional<double> none;
  const auto said = [](std::optional<double> substep_ms, std::optional<double> sample_ms, double duration) {
    const auto division = divided(substep_ms, sample_ms, duration);
    if (division) return std::string("divided");
    EXPECT_EQ(division.error().kind, ErrorKind::usage);
    return division.error().text;
  };
  for (const double substep : {7.0, 0.0, -5.0, 80.0, 41.0, 39.9, 2e-5})
    EXPECT_EQ(said(substep, none, 1).find("--substep-ms "), 0u) << substep;
  EXPECT_EQ(said(7, none, 1),
            "--substep-ms 7 does not divide the period; allowed: 40 ms divided by a whole number");
  for (const double sample : {12.0, 0.0, -5.0, 2.5, 1e12})
    EXPECT_EQ(said(none, sample, 1).find("--sample-ms "), 0u) << sample;
  EXPECT_EQ(said(10, 15, 1), "--sample-ms 15 is not a multiple of the substep; allowed: a multiple of 10 ms");
  for (const double duration : {-1e-9, -1.0, 5.1e7, std::numeric_limits<double>::infinity(),
                                std::numeric_limits<double>::quiet_NaN()})
    EXPECT_EQ(said(none, none, duration).find("--duration "), 0u) << duration;
}

TEST(RunDivision, TellsTheTimeOfASubstepAndWhereALastSampleIsMissing) {
  const auto half = divided(std::nullopt, 120, 1).value();
  EXPECT_DOUBLE_EQ(half.time(0, 40), 0);
  EXPECT_DOUBLE_EQ(half.time(1, 40), 0.005);
  EXPECT_DOUBLE_EQ(half.time(200, 40), 1);
  EXPECT_EQ(cut_text(half, 40, 1),
            "warning: --duration 1 is no whole number of samples of 120 ms: the last is at 0.96 s");
  EXPECT_EQ(cut_text(divided(std::nullopt, std::nullopt, 1.01).value(), 40, 1.01),
            "warning: --duration 1.01 is no whole number of samples of 40 ms: the last is at 1 s");
  EXPECT_EQ(cut_text(divided(std::nullopt, std::nullopt, 1).value(), 40, 1), "");
  EXPECT_EQ(cut_text(divided(std::nullopt, 5, 0.035).value(), 40, 0.035), "");
  EXPECT_EQ(cut_text(divided(std::nullopt, std::nullopt, 0).value(), 40, 0), "");
}

TEST(ErrorPeaksOf, ReadingsAreTheLargestOfEachJointAndBeginAnewOnceShown) {
  ErrorPeaks peaks(2);
  physics::FrameState state;
  state.joints.resize(2);
  const auto take = [&](double first, double second, double first_angle, double second_angle) {
    state.joints[0].error = first;
    state.joints[1].error = second;
    state.joints[0].angle_error = first_angle;
    state.joints[1].angle_error = second_angle;
    peaks.take(state);
  };
  const auto expect = [&](double first, double second, double first_angle, double second_angle) {
    peaks.show(state);
    EXPECT_EQ(state.joints[0].error, first);
    EXPECT_EQ(state.joints[1].error, second);
    EXPECT_EQ(state.joints[0].angle_error, first_angle);
    EXPECT_EQ(state.joints[1].angle_error, second_angle);
  };
  take(1, 5, 0.5, 0.1);
  take(3, 2, 0.25, 0.75);
  expect(3, 5, 0.5, 0.75);
  take(0.5, 0, 0, 0.125);
  expect(0.5, 0, 0, 0.125);
}

}  // namespace
}  // namespace drawbar::tools
