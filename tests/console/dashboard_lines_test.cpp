// The console's lines, one by one: what they say, and in which style.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "tools/console/dashboard.h"
#include "tools/text/cells.h"

namespace drawbar::tools {
namespace {

/// Wide enough that nothing is cut: its bars have 40 cells.
constexpr int kWide = 130;

std::string words_of(const Line& line) {
  std::string text;
  for (const Span& span : line) text += span.text;
  return text;
}

/// The line that has these words in it; the test fails where there is none, or more.
Line line_with(const ConsoleView& view, const std::string& words, int width = kWide) {
  std::vector<Line> found;
  for (const Line& line : dashboard(view, width, 40, ascii_glyphs()))
    if (words_of(line).find(words) != std::string::npos) found.push_back(line);
  EXPECT_EQ(found.size(), 1u) << words;
  return found.empty() ? Line{} : found[0];
}

/// Of the run of text that has these words in it.
Style style_of(const Line& line, const std::string& words) {
  for (const Span& span : line)
    if (span.text.find(words) != std::string::npos) return span.style;
  ADD_FAILURE() << words << " is not in " << words_of(line);
  return Style::plain;
}

TEST(DashboardLines, TheFirstSaysWhichSceneWhenAndWhetherItRuns) {
  struct Case {
    double silence;
    bool frozen, replay;
    double speed;
    const char* says;
    Style style;
  };
  const Case cases[] = {{0, false, false, 1, "RUNNING x1", Style::good},
                        {1, false, false, 0.5, "RUNNING x0.5", Style::good},
                        {0, false, true, 2, "REPLAY x2", Style::good},
                        {0, true, false, 1, "FROZEN", Style::warning},
                        {0, true, true, 1, "REPLAY FROZEN", Style::warning},
                        {1.01, true, true, 1, "NO FRAMES FOR 1 s", Style::alarm},
                        {12.4, false, false, 1, "NO FRAMES FOR 12 s", Style::alarm}};
  for (const Case& c : cases) {
    ConsoleView view;
    view.scene = "yard";
    view.timing.time = 15.044;
    view.timing.frame = 376;
    view.timing.branch = 2;
    view.timing.silence = c.silence;
    view.timing.frozen = c.frozen;
    view.timing.replay = c.replay;
    view.timing.speed = c.speed;
    const Line line = dashboard(view, kWide, 40, ascii_glyphs()).at(0);
    EXPECT_EQ(words_of(line), " drawbar  yard   15.04 s   frame 376   branch 2   " + std::string(c.says));
    EXPECT_EQ(style_of(line, c.says), c.style);
  }
}

TEST(DashboardLines, OfMotionHaveSpeedInBothUnitsAndAnglesWithTheirSigns) {
  ConsoleView view;
  view.body = "robot";
  view.speed = -1.25;
  view.heading_deg = 17.4;
  view.pitch_deg = 1;
  view.roll_deg = -0.6;
  EXPECT_EQ(words_of(dashboard(view, kWide, 40, ascii_glyphs()).at(2)),
            "   -1.25 m/s    -4.5 km/h   heading   17d   pitch  +1.0d   roll  -0.6d   robot");
}

TEST(DashboardLines, OfAControlHaveItsLeverWhatActsItsKeysAndWhoHoldsIt) {
  ConsoleView view;
  view.channels = {{"throttle", -1, 1, 0, 0.5, 0.4, 'w', 's', false, "", true},
                   {"winch", 0, 40, 10, 0, 12.5, 'r', 'f', false, "", false},
                   {"brake", 0, 1, 0, 0, 0, 0, 0, false, "an instructor far away", false}};
  const Line throttle = line_with(view, "throttle");
  EXPECT_EQ(words_of(throttle), " throttle            +0.50 " + std::string(20, '.') + std::string(10, '#') +
                                    std::string(10, '.') + " acts  +0.40  w + s -  you");
  EXPECT_EQ(style_of(throttle, "#"), Style::good);
  EXPECT_EQ(style_of(throttle, "you"), Style::good);
  const Line winch = line_with(view, "winch");
  EXPECT_EQ(words_of(winch), " winch               +0.00 " + std::string(10, '#') + std::string(30, '.') +
                                 " acts +12.50  r + f -  nobody");
  EXPECT_EQ(style_of(winch, "#"), Style::dim);
  EXPECT_EQ(style_of(winch, "nobody"), Style::warning);
  EXPECT_EQ(words_of(line_with(view, "brake")),
            " brake               +0.00 " + std::string(40, '.') + " acts  +0.00           an instructor ");
}

TEST(DashboardLines, OfAJointWarnFromNineTenthsOfTheWayAndSayWhereItsLimitIs) {
  struct Case {
    double position;
    Style style;
    const char* ends;
  };
  const Case cases[] = {{16.1, Style::good, "d"},
                        {16.2, Style::warning, "d"},
                        {17.81, Style::warning, "d"},
                        {17.83, Style::alarm, "d  at its limit"},
                        {-8.9, Style::good, "d"},
                        {-9, Style::warning, "d"},
                        {-9.91, Style::alarm, "d  at its limit"}};
  for (const Case& c : cases) {
    ConsoleView view;
    view.joints = {{"hitch", c.position, -10, 18, false, false}};
    const Line line = line_with(view, "hitch");
    EXPECT_EQ(style_of(line, "o"), c.style) << c.position;
    EXPECT_TRUE(words_of(line).ends_with(std::string(" -10 .. +18") + c.ends)) << words_of(line);
  }
  ConsoleView view;
  view.joints = {{"slide", 100, -500, 500, true, false}, {"pin", 18, -18, 18, false, true}};
  EXPECT_EQ(words_of(line_with(view, "slide")), " slide              +100.0 " + std::string(23, '.') + "o" +
                                                    std::string(16, '.') + " -500 .. +500mm");
  EXPECT_TRUE(words_of(line_with(view, "pin")).ends_with("d  BROKEN")) << "and no limit any more";
  EXPECT_EQ(style_of(line_with(view, "pin"), "BROKEN"), Style::alarm);
}

TEST(DashboardLines, TheMarkOfAJointGoesFromTheFirstCellToTheLast) {
  const std::pair<double, std::size_t> cases[] = {{-20, 0}, {-10, 0}, {0, 20}, {10, 39}, {20, 39}};
  for (const auto& [position, cell] : cases) {
    ConsoleView view;
    view.joints = {{"j", position, -10, 10, false, false}};
    std::string bar(40, '.');
    bar[cell] = 'o';
    EXPECT_NE(words_of(line_with(view, " j ")).find(" " + bar + " "), std::string::npos) << position;
  }
}

TEST(DashboardLines, OfAMotorHaveItsCurrentBesideItsLimitItsVoltageAndItsTemperature) {
  ConsoleView view;
  view.drives = {{"left", -20, 40.0, 4.4, 0}, {"right", 5.25, std::nullopt, -12.5, 85.4}};
  EXPECT_EQ(words_of(line_with(view, "left")),
            " left                -20.0 " + std::string(20, '#') + std::string(20, '.') + " 40 A    +4.4 V");
  EXPECT_EQ(words_of(line_with(view, "right")), " right                +5.2 A   -12.5 V  85 dC");
  const std::pair<double, Style> cases[] = {{35.9, Style::good},
                                            {-36, Style::warning},
                                            {39.5, Style::warning},
                                            {-39.6, Style::alarm},
                                            {40, Style::alarm}};
  for (const auto& [current, style] : cases) {
    view.drives = {{"left", current, 40.0, 0, 0}};
    EXPECT_EQ(style_of(line_with(view, "left"), "#"), style) << current;
  }
}

TEST(DashboardLines, OfTimeWarnOfMissesAndOfSlips) {
  ConsoleView view;
  view.timing.compute = 1.234;
  view.timing.lateness = 0.05;
  view.timing.substeps = 8;
  view.timing.clients = 3;
  for (const auto& [misses, slips] : {std::pair{0u, 0u}, std::pair{1u, 0u}, std::pair{0u, 2u}}) {
    view.timing.misses = misses;
    view.timing.slips = slips;
    const Line line = line_with(view, "frame computed");
    EXPECT_EQ(words_of(line), " frame computed in 1.23 ms, woke 0.05 ms late, 8 substeps   misses " +
                                  std::to_string(misses) + "  slips " + std::to_string(slips) +
                                  "   3 clients");
    EXPECT_EQ(style_of(line, "misses"), misses + slips > 0 ? Style::warning : Style::good);
  }
}

TEST(DashboardLines, OfPresenceCountWholeSecondsAndAlarmBelowTwo) {
  ConsoleView view;
  EXPECT_EQ(words_of(line_with(view, "levers")), " all levers neutral");
  view.at_neutral = false;
  const std::tuple<double, const char*, Style> cases[] = {
      {5.01, "6", Style::dim}, {5, "5", Style::dim}, {2, "2", Style::dim}, {1.99, "2", Style::alarm}};
  for (const auto& [left, says, style] : cases) {
    view.presence_left = left;
    const Line line = line_with(view, "levers stay");
    EXPECT_EQ(words_of(line),
              " levers stay; without any key they go to neutral in " + std::string(says) + " s");
    EXPECT_EQ(style_of(line, "levers"), style) << left;
  }
}

TEST(DashboardLines, EndWithTheKeysUnderARule) {
  const std::vector<Line> lines = dashboard({}, kMinWidth, kMinHeight, ascii_glyphs());
  ASSERT_EQ(lines.size(), 20u);
  EXPECT_EQ(words_of(lines[1]), std::string(kMinWidth, '-'));
  EXPECT_EQ(words_of(lines[18]), std::string(kMinWidth, '-'));
  EXPECT_TRUE(
      words_of(lines[19]).starts_with(" [space] all neutral  [c] take or give up control  [enter] I am here"))
      << words_of(lines[19]);
}

TEST(DashboardLines, ATerminalThatIsTooSmallIsTold) {
  const std::string narrow = words_of(dashboard({}, kMinWidth - 1, kMinHeight, ascii_glyphs()).at(0));
  EXPECT_EQ(narrow, "the console needs 72 x 20 cells; this terminal has 71 x 20");
  const auto low = dashboard({}, kMinWidth, kMinHeight - 1, ascii_glyphs());
  ASSERT_EQ(low.size(), 1u);
  EXPECT_EQ(words_of(low[0]), "the console needs 72 x 20 cells; this terminal has 72 x 19");
  EXPECT_EQ(style_of(low[0], "needs"), Style::alarm);
}

TEST(DashboardLines, WhatDoesNotFitIsCountedAndTheNewestEventsAreShown) {
  ConsoleView view;
  for (int i = 0; i < 3; ++i) view.channels.push_back({"channel" + std::to_string(i)});
  for (int i = 0; i < 20; ++i) view.joints.push_back({"joint" + std::to_string(i), 0, -1, 1, false, false});
  for (int i = 0; i < 20; ++i) view.drives.push_back({"drive" + std::to_string(i), 0, 1.0, 0, 0});
  for (int i = 0; i < 9; ++i) view.events.push_back("event" + std::to_string(i));
  for (const int height : {24, 30, 45}) {
    SCOPED_TRACE(height);
    std::vector<std::string> lines;
    for (const Line& line : dashboard(view, kWide, height, ascii_glyphs())) lines.push_back(words_of(line));
    ASSERT_EQ(lines.size(), static_cast<std::size_t>(height));
    const auto count = [&](const std::string& word) {
      return std::count_if(lines.begin(), lines.end(),
                           [&](const auto& line) { return line.starts_with(" " + word); });
    };
    EXPECT_EQ(count("channel"), 3);
    std::vector<long> more;
    for (const std::string& line : lines)
      if (line.starts_with("  and ")) more.push_back(std::stol(line.substr(6)));
    ASSERT_EQ(more.size(), 2u);
    EXPECT_EQ(count("joint") + more[0], 20);
    EXPECT_EQ(count("drive") + more[1], 20);
    EXPECT_GE(count("event"), 3) << "of more than three at least three";
    EXPECT_EQ(count("event8"), 1);
    EXPECT_EQ(count("event0"), 0);
  }
}

TEST(DashboardLines, HostileNamesAreCleanedWhereverTheyStand) {
  ConsoleView view;
  const std::string name = "a\x1b[2J";
  view.scene = view.body = name;
  view.channels = {{name, -1, 1, 0, 0, 0, 'w', 's', false, name, false}};
  view.joints = {{name, 0, -1, 1, false, false}};
  view.drives = {{name, 0, 1.0, 0, 0}};
  view.events = {name};
  int shown = 0;
  for (const Line& line : dashboard(view, kWide, 40, ascii_glyphs())) {
    EXPECT_EQ(words_of(line).find('\x1b'), std::string::npos) << words_of(line);
    for (const Span& span : line) shown += span.text.find("a?[2J") != std::string::npos ? 1 : 0;
  }
  EXPECT_EQ(shown, 7);
}

}  // namespace
}  // namespace drawbar::tools
