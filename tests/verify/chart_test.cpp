// Charts of reports: what is drawn where, and what is not.
#include "tools/assessment/svg_chart.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "tests/support/occurrences.h"

namespace drawbar::tools {
namespace {

using tests::occurrences;

TEST(Charts, TextIsNoMarkup) {
  EXPECT_EQ(html_text("a<b>&'\"c"), "a&lt;b&gt;&amp;&#39;&quot;c");
}

TEST(Charts, ALineGoesFromEdgeToEdgeAndAMarginFromTopAndBottom) {
  const std::vector<double> x{0, 5, 10}, y{0, 100, 50};
  const ChartLine line{"speed & more", x, y};
  const std::string svg = line_chart("km/h", std::span(&line, 1));
  // 860 x 220, with 70 at the left, 10 at the right and the top, 30 below; 5 % above and below the values.
  EXPECT_NE(svg.find("viewBox='0 0 860 220'"), std::string::npos) << svg;
  EXPECT_NE(svg.find("d='M70.0 181.8L460.0 18.2L850.0 100.0'"), std::string::npos) << svg;
  EXPECT_NE(svg.find("<text x=4 y=20.0>km/h</text>"), std::string::npos) << svg;
  EXPECT_NE(svg.find("speed &amp; more"), std::string::npos) << svg;
  EXPECT_EQ(svg.find("stroke-dasharray"), std::string::npos);
  // Ticks by 20 up, by 1 along.
  for (const char* tick : {">0</text>", ">20</text>", ">100</text>", ">9</text>"})
    EXPECT_NE(svg.find(tick), std::string::npos) << tick << svg;
  EXPECT_EQ(occurrences(svg, "text-anchor=end"), 6u);
  EXPECT_EQ(occurrences(svg, "text-anchor=middle"), 11u);
}

TEST(Charts, BandsLieWithinTheTimesAndAreWideEnoughToSee) {
  const std::vector<double> x{0, 10}, y{0, 1};
  const ChartLine line{"a", x, y, true};
  const ChartBand bands[] = {{-5, 5}, {9, 20}, {5, 5}};
  const std::string svg = line_chart("m", std::span(&line, 1), bands);
  EXPECT_NE(svg.find("<rect class=b x=70.0 y=10.0 width=390.0 height=180.0 />"), std::string::npos) << svg;
  EXPECT_NE(svg.find("<rect class=b x=772.0 y=10.0 width=78.0 height=180.0 />"), std::string::npos) << svg;
  EXPECT_NE(svg.find("<rect class=b x=460.0 y=10.0 width=2.0 height=180.0 />"), std::string::npos) << svg;
  EXPECT_NE(svg.find("stroke-dasharray"), std::string::npos);
}

TEST(Charts, OfNothingOrOfOneInstantAreNone) {
  const std::vector<double> none, one{3}, same{3, 3}, two{1, 2}, nan{NAN, NAN};
  const auto chart = [](const std::vector<double>& x, const std::vector<double>& y) {
    const ChartLine line{"a", x, y};
    return line_chart("m", std::span(&line, 1));
  };
  EXPECT_EQ(chart(none, none), "");
  EXPECT_EQ(chart(one, one), "");
  EXPECT_EQ(chart(same, two), "");
  EXPECT_EQ(chart(two, nan), "");
  EXPECT_NE(chart(two, same), "") << "a level line has a height";
  EXPECT_EQ(map_chart({}), "");
}

TEST(Charts, ThinLongLinesAndPassOverWhatIsNoNumber) {
  std::vector<double> x, y;
  for (int k = 0; k < 8000; ++k) {
    x.push_back(k);
    y.push_back(k % 7 == 0 ? INFINITY : std::sin(k));
  }
  const ChartLine line{"a", x, y};
  const std::string svg = line_chart("m", std::span(&line, 1));
  const std::size_t points = occurrences(svg, "L") + 1;
  EXPECT_GT(points, 500u);
  EXPECT_LE(points, 800u);
  EXPECT_EQ(svg.find("inf"), std::string::npos);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
}

TEST(Charts, NameTwelveLinesAndCountTheRest) {
  const std::vector<double> x{0, 1};
  const auto legend = [&](std::size_t count) {
    std::vector<ChartLine> lines(count, ChartLine{"one", x, x});
    return line_chart("m", lines);
  };
  EXPECT_EQ(occurrences(legend(12), "one</span>"), 12u);
  EXPECT_EQ(legend(12).find("<span>+"), std::string::npos);
  EXPECT_EQ(occurrences(legend(15), "one</span>"), 12u);
  EXPECT_NE(legend(15).find("<span>+3</span>"), std::string::npos);
  EXPECT_EQ(occurrences(legend(8), "<path fill=none stroke=#0072b2"), 2u) << "the eighth begins anew";
}

TEST(Charts, OfAWayHaveOneScaleForBothAxes) {
  for (const double high : {1.0, 10.0, 100.0}) {
    const std::vector<double> x{0, 10, 10}, y{0, 0, high};
    const ChartLine line{"way", x, y};
    const std::string svg = map_chart(std::span(&line, 1));
    const std::size_t at = svg.find(" d='M", svg.find("fill=none"));
    double x0 = 0, y0 = 0, x1 = 0, y1 = 0, x2 = 0, y2 = 0;
    ASSERT_EQ(std::sscanf(svg.c_str() + at, " d='M%lf %lfL%lf %lfL%lf %lf'", &x0, &y0, &x1, &y1, &x2, &y2), 6)
        << svg;
    EXPECT_NEAR(y0, y1, 1e-9);
    EXPECT_NEAR((y1 - y2) / high, (x1 - x0) / 10, 0.11 / std::min(high, 10.0)) << high;
    double height = 0;
    ASSERT_EQ(std::sscanf(svg.c_str() + svg.find("viewBox"), "viewBox='0 0 860 %lf'", &height), 1);
    EXPECT_LE(height, 600);
    EXPECT_GE(height, 100);
  }
}

}  // namespace
}  // namespace drawbar::tools
