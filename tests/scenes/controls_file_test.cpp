// Controls files: which frame a row acts from, and what is refused.
#include "scenes/loader/controls_file.h"

#include <gtest/gtest.h>

namespace drawbar::scenes {
namespace {

const std::vector<physics::ControlConfig> kControls = {{"throttle", -1, 1, 0}, {"steer", -1, 1, 0}};

Result<ControlsFile> parse(std::string_view text) {
  return parse_controls(text, "drive.csv", 40, kControls);
}

TEST(ControlsFile, RowActsFromTheFirstFrameThatStartsAtOrAfterItsTime) {
  EXPECT_EQ(frame_at_or_after(0, 40), 0u);
  EXPECT_EQ(frame_at_or_after(1e-9, 40), 1u);
  EXPECT_EQ(frame_at_or_after(0.04, 40), 1u);
  EXPECT_EQ(frame_at_or_after(0.0401, 40), 2u);
  // Every frame's own start time, as a file writes it.
  for (std::uint64_t k = 0; k < 100000; ++k)
    ASSERT_EQ(frame_at_or_after(static_cast<double>(40 * k) / 1000, 40), k);
}

TEST(ControlsFile, RowsOfAFrameComeTogetherInTheirOrder) {
  const auto file = parse(
      "time,name,value\n# a comment\n0,throttle,0.5\n\n0.01,steer,-1\r\n0.04,steer,1\n0.04,steer,0.5\n");
  ASSERT_TRUE(file.has_value()) << file.error().text;
  EXPECT_EQ(file->at(0).size(), 1u);
  ASSERT_EQ(file->at(1).size(), 3u);
  EXPECT_EQ(file->at(1)[2].value, 0.5);
  EXPECT_EQ(file->at(1)[0].control, physics::ControlId{1});
  EXPECT_TRUE(file->at(2).empty());
}

TEST(ControlsFile, ValuesOutOfRangeAreAWarningForEachControl) {
  const auto file = parse("0,throttle,1\n1,throttle,5\n2,throttle,-7\n3,steer,1.5\n");
  ASSERT_TRUE(file.has_value()) << file.error().text;
  ASSERT_EQ(file->warnings.size(), 2u);
  EXPECT_EQ(file->warnings[0], "drive.csv:2: warning: throttle is clamped to its range, -1 to 1");
  EXPECT_EQ(file->warnings[1], "drive.csv:4: warning: steer is clamped to its range, -1 to 1");
  EXPECT_EQ(file->rows[1].value, 5);
}

TEST(ControlsFile, BadRowsNameTheirLine) {
  const struct {
    const char* text;
    const char* message;
  } cases[] = {
      {"0,throttle,0\n1,brake,1\n", "drive.csv:2: unknown control \"brake\"; allowed: throttle, steer"},
      {"1,throttle,0\n0.5,throttle,1\n", "drive.csv:2: time 0.5 is before"},
      {"0,throttle\n", "drive.csv:1: is not a row"},
      {"0,throttle,1,2\n", "drive.csv:1: is not a row"},
      {"0,throttle,fast\n", "drive.csv:1: value"},
      {"0,throttle,nan\n", "drive.csv:1: value"},
      {"0,throttle,1e999\n", "drive.csv:1: value"},
      {"-1,throttle,1\n", "drive.csv:1: time"},
      {"x,throttle,1\n", "drive.csv:1: time \"x\"; allowed: seconds, from 0 to 1e9"},
      {"1000000001,throttle,1\n", "drive.csv:1: time \"1000000001\"; allowed: seconds, from 0 to 1e9"},
      {"1s,throttle,1\n", "drive.csv:1: time \"1s\""},
      {"0,throttle,1\n\n# twice\n0,,1\n", "drive.csv:4: unknown control \"\"; allowed: throttle, steer"},
      {"0;throttle;1\n", "drive.csv:1: is not a row; allowed: time,name,value"},
      {"0,throttle,1\ntime,name,value\n", "drive.csv:2: time"},
  };
  for (const auto& c : cases) {
    const auto file = parse(c.text);
    ASSERT_FALSE(file.has_value()) << c.text;
    EXPECT_TRUE(file.error().text.starts_with(c.message)) << file.error().text;
    EXPECT_EQ(file.error().kind, ErrorKind::wrong);
  }
}

TEST(ControlsFile, ASpreadsheetsByteOrderMarkIsNoPartOfTheFirstRow) {
  EXPECT_EQ(parse("\xEF\xBB\xBFtime,name,value\n0,steer,1\n").value().rows.size(), 1u);
}

TEST(ControlsFile, BoundsOfTimeAndRangeAreTakenWithoutAWarning) {
  const auto file = parse(" 0 , throttle , -1 \n1e9,throttle,1\n1e9,steer,-1");
  ASSERT_TRUE(file.has_value()) << file.error().text;
  EXPECT_TRUE(file->warnings.empty());
  ASSERT_EQ(file->rows.size(), 3u);
  EXPECT_EQ(file->rows[1].frame, 25'000'000'000u);
  EXPECT_EQ(parse_controls("0,u,1\n", "drive.csv", 40, {}).error().text,
            "drive.csv:1: unknown control \"u\"; allowed: none, the scene has no controls");
}

TEST(ControlsFile, EmptyFileHasNoRows) {
  EXPECT_TRUE(parse("").value().rows.empty());
}

}  // namespace
}  // namespace drawbar::scenes
