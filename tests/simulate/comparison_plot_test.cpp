// The drawing of a comparison, to the letter: decades up, seconds along, and what cannot be drawn.
#include "tools/command/comparison_plot.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "tests/support/occurrences.h"

namespace drawbar::tools {
namespace {

using tests::occurrences;

TEST(ComparisonDrawing, HasAPanelOfWholeDecadesForEachFigureAndTheNamesBelow) {
  const std::vector<Panel> panels{
      {"first", {{"one & two", {0, 1, 2}, {0.02, 0, 50}}, {"late", {1, 2}, {1, NAN}}}},
      {"none", {{"one", {0}, {0}}}}};
  const auto decade = [](const char* y, const char* text_y, const char* power) {
    return std::string("<line x1='80' x2='880' y1='") + y + "' y2='" + y +
           "' stroke='#ddd'/><text x='74' y='" + text_y + "' text-anchor='end'>1e" + power + "</text>\n";
  };
  const auto seconds = [](const std::string& y) {
    std::string text;
    const char* const marks[][2] = {{"80.0", "0"},    {"240.0", "0.4"}, {"400.0", "0.8"},
                                    {"560.0", "1.2"}, {"720.0", "1.6"}, {"880.0", "2"}};
    for (const auto& [x, mark] : marks) {
      text += "<text x='" + std::string(x) + "' y='" + y + "' text-anchor='middle'>" + mark + " s</text>\n";
    }
    return text;
  };
  const auto frame = [](const char* y) {
    return std::string("<rect x='80' y='") + y + "' width='800' height='220' fill='none' stroke='#444'/>\n";
  };
  const auto curve = [](const char* colour, const char* points) {
    return std::string("<polyline fill='none' stroke='") + colour + "' stroke-width='1.5' points='" + points +
           "'/>\n";
  };
  const auto name = [](const char* y, const char* colour, const char* text_y, const char* text) {
    return std::string("<line x1='80' x2='110' y1='") + y + "' y2='" + y + "' stroke='" + colour +
           "' stroke-width='3'/><text x='118' y='" + text_y + "'>" + text + "</text>\n";
  };
  // From 0.01 to 100 on 220: 55 for a decade. log10(0.02) = -1.699, log10(50) = 1.699.
  EXPECT_EQ(draw_svg("A & B < C", panels),
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 900 626' font-family='sans-serif' "
            "font-size='12'>\n<rect width='100%' height='100%' fill='white'/>\n<text x='80' y='16' "
            "font-size='15'>A &amp; B &lt; C</text>\n"
            "<text x='80' y='32' font-weight='bold'>first</text>\n" +
                decade("260.0", "264.0", "-2") + decade("205.0", "209.0", "-1") +
                decade("150.0", "154.0", "0") + decade("95.0", "99.0", "1") + decade("40.0", "44.0", "2") +
                seconds("276.0") + frame("40") + curve("#1f77b4", "80.0,243.4 880.0,56.6 ") +
                curve("#d62728", "480.0,150.0 ") + "<text x='80' y='302' font-weight='bold'>none</text>\n" +
                decade("530.0", "534.0", "-16") + decade("310.0", "314.0", "-15") + seconds("546.0") +
                frame("310") + curve("#1f77b4", "") + name("580", "#1f77b4", "584", "one &amp; two") +
                name("598", "#d62728", "602", "late") + "</svg>\n");
}

TEST(ComparisonDrawing, ShowsAtMostEighteenDecadesAndAtLeastOne) {
  const std::string wide = draw_svg("t", {{"p", {{"c", {0, 1}, {1e-30, 1}}}}});
  for (const char* power : {">1e-18<", ">1e-15<", ">1e-12<", ">1e-9<", ">1e-6<", ">1e-3<", ">1e0<"})
    EXPECT_EQ(occurrences(wide, power), 1u) << power;
  EXPECT_EQ(occurrences(wide, "text-anchor='end'"), 7u) << "every third";
  EXPECT_EQ(occurrences(wide, "points='80.0,260.0 880.0,40.0 '"), 1u)
      << "what is below lies on the lower edge";
  const std::string one = draw_svg("t", {{"p", {{"c", {0, 1}, {10, 10}}}}});
  EXPECT_EQ(occurrences(one, "text-anchor='end'"), 2u);
  EXPECT_EQ(occurrences(one, "points='80.0,260.0 880.0,260.0 '"), 1u);
  EXPECT_EQ(occurrences(one, ">1e1<") + occurrences(one, ">1e2<"), 2u);
}

TEST(ComparisonDrawing, GoesToTheLatestTimeOfAllCurvesInTenColoursThatBeginAnew) {
  std::vector<Panel> panels(2);
  for (int k = 0; k < 11; ++k) panels[0].curves.push_back({"c", {0, 1}, {1, 10}});
  panels[1].curves.push_back({"c", {0, 4}, {1, 10}});
  const std::string svg = draw_svg("t", panels);
  EXPECT_EQ(occurrences(svg, ">4 s<"), 2u) << "both panels";
  EXPECT_EQ(occurrences(svg, "80.0,260.0 280.0,40.0 "), 11u);
  EXPECT_EQ(occurrences(svg, "<polyline fill='none' stroke='#1f77b4'"), 3u);
  EXPECT_EQ(occurrences(svg, "<polyline fill='none' stroke='#bcbd22'"), 1u);
  EXPECT_EQ(occurrences(svg, "viewBox='0 0 900 788'"), 1u) << "eleven names";
}

}  // namespace
}  // namespace drawbar::tools
