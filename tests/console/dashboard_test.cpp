#include "tools/console/dashboard.h"

#include <gtest/gtest.h>

#include "tools/text/cells.h"

namespace drawbar::tools {
namespace {

ConsoleView full_view() {
  ConsoleView view;
  view.scene = "krt100_trolley";
  view.body = "chassis";
  view.speed = 1.25;
  view.channels = {{"throttle", -1, 1, 0, 0.4, 0.4, 'w', 's', false, "", true},
                   {"steer", -1, 1, 0, -0.2, 0, 'a', 'd', true, "page", false}};
  view.joints = {{"hitch 1", 17.9, -18, 18}, {"hitch 2", -3, -15, 15}, {"hitch 3", 0, -18, 18}};
  for (const char* name : {"front_left", "front_right", "rear_left", "rear_right"}) {
    view.drives.push_back({name, 12, 40.0, 20});
  }
  view.events = {"one", "two", "three", "four"};
  return view;
}

std::string text_of(const std::vector<Line>& lines) {
  std::string text;
  for (const Line& line : lines) {
    for (const Span& span : line) text += span.text;
    text += '\n';
  }
  return text;
}

int width_of(const Line& line) {
  int width = 0;
  for (const Span& span : line) width += cell_count(span.text);
  return width;
}

TEST(Dashboard, ShowsWhatAnOperatorNeeds) {
  const std::string text = text_of(dashboard(full_view(), 100, 30, unicode_glyphs()));
  for (const char* part : {"krt100_trolley", "1.25 m/s", "4.5 km/h", "throttle", "+0.40", "you", "page",
                           "at its limit", "-18 .. +18", "front_left", "misses", "[q]", "four"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
}

TEST(Dashboard, BarsGrowFromNeutralTowardsTheirValue) {
  ConsoleView view;
  view.channels = {{"right", -1, 1, 0, 1}, {"left", -1, 1, 0, -1}, {"off", -1, 1, 0, 0}};
  const auto lines = dashboard(view, kMinWidth, kMinHeight, ascii_glyphs());  // bars of 14 cells
  const std::string text = text_of(lines);
  EXPECT_NE(text.find(".......#######"), std::string::npos) << text;
  EXPECT_NE(text.find("#######......."), std::string::npos) << text;
  EXPECT_NE(text.find(".............."), std::string::npos) << text;
}

TEST(Dashboard, FitsEveryTerminal) {
  ConsoleView view = full_view();
  for (int i = 0; i < 60; ++i) view.drives.push_back({"drive", 1, 40.0});
  for (int i = 0; i < 60; ++i) view.joints.push_back({"joint", 1, -2, 2});
  for (int i = 0; i < 12; ++i) view.channels.push_back(view.channels[0]);
  for (const int width : {1, 40, kMinWidth, 80, 200}) {
    for (const int height : {1, 10, kMinHeight, 24, 25, 60}) {
      const auto lines = dashboard(view, width, height, unicode_glyphs());
      EXPECT_LE(lines.size(), static_cast<std::size_t>(height));
      for (const Line& line : lines) EXPECT_LE(width_of(line), width);
    }
  }
}

TEST(Dashboard, UsesEveryLineOfTheTerminal) {
  EXPECT_EQ(dashboard(full_view(), 80, 24, ascii_glyphs()).size(), 24u);
  EXPECT_EQ(dashboard(ConsoleView{}, 80, 24, ascii_glyphs()).size(), 24u);
}

TEST(Dashboard, AsciiGlyphsAreAscii) {
  const std::string text = text_of(dashboard(full_view(), 100, 30, ascii_glyphs()));
  for (const char c : text) EXPECT_GE(c, 0);
}

TEST(Cells, HostileNamesCannotSteerTheTerminal) {
  EXPECT_EQ(clean("a\x1b[31mb\x07"), "a?[31mb?");
  EXPECT_EQ(clean("\xC2\x9B"
                  "31m"),
            "?31m");  // the one-character form of ESC [
  EXPECT_EQ(clean("bad \xFF\xC3"), "bad ??");
  EXPECT_EQ(clean("Тягач 1"), "Тягач 1");
}

TEST(Cells, CountsAndCutsCharactersNotBytes) {
  EXPECT_EQ(cell_count("Тягач"), 5);
  EXPECT_EQ(clipped("Тягач", 3), "Тяг");
  EXPECT_EQ(padded("Тяг", 5), "Тяг  ");
}

}  // namespace
}  // namespace drawbar::tools
