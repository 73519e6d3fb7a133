#include "tools/command/comparison_plot.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace drawbar::tools {
namespace {

constexpr double kWidth = 900, kPanelHeight = 220, kLeft = 80, kRight = 20, kGap = 50, kTop = 40;
constexpr double kLegendLine = 18;
constexpr std::array kColours{"#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e",
                              "#17becf", "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22"};

const char* colour(std::size_t i) {
  return kColours[i % kColours.size()];
}

std::string escaped(const std::string& text) {
  std::string out;
  for (char c : text) {
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else {
      out += c;
    }
  }
  return out;
}

struct Range {
  double low = 0, high = 1;
};

// Decades that hold every drawable value.
Range decades(const Panel& panel) {
  double low = 1e300, high = 0;
  for (const Curve& curve : panel.curves) {
    for (double v : curve.value) {
      if (!(v > 0) || !std::isfinite(v)) continue;
      low = std::min(low, v);
      high = std::max(high, v);
    }
  }
  if (!(high > 0)) return {-16, -15};
  Range range{std::floor(std::log10(low)), std::ceil(std::log10(high))};
  range.low = std::max(range.low, range.high - 18);
  if (range.high <= range.low) range.high = range.low + 1;
  return range;
}

void draw_panel(const Panel& panel, double top, double end, std::string& svg) {
  const Range range = decades(panel);
  const double width = kWidth - kLeft - kRight;
  const auto x = [&](double t) { return kLeft + width * t / end; };
  const auto y = [&](double v) {
    return top + kPanelHeight * (range.high - std::log10(v)) / (range.high - range.low);
  };
  svg +=
      fmt::format("<text x='{}' y='{}' font-weight='bold'>{}</text>\n", kLeft, top - 8, escaped(panel.title));
  const int stride = std::max(1, static_cast<int>((range.high - range.low) / 6));
  for (int d = static_cast<int>(range.low); d <= static_cast<int>(range.high); d += stride) {
    const double at = y(std::pow(10.0, d));
    svg += fmt::format(
        "<line x1='{}' x2='{}' y1='{:.1f}' y2='{:.1f}' stroke='#ddd'/>"
        "<text x='{}' y='{:.1f}' text-anchor='end'>1e{}</text>\n",
        kLeft, kLeft + width, at, at, kLeft - 6, at + 4, d);
  }
  for (int k = 0; k <= 5; ++k) {
    const double t = end * k / 5;
    svg += fmt::format("<text x='{:.1f}' y='{:.1f}' text-anchor='middle'>{:g} s</text>\n", x(t),
                       top + kPanelHeight + 16, t);
  }
  svg += fmt::format("<rect x='{}' y='{}' width='{}' height='{}' fill='none' stroke='#444'/>\n", kLeft, top,
                     width, kPanelHeight);
  for (std::size_t c = 0; c < panel.curves.size(); ++c) {
    const Curve& curve = panel.curves[c];
    std::string points;
    for (std::size_t i = 0; i < curve.value.size(); ++i) {
      const double v = curve.value[i];
      if (!(v > 0) || !std::isfinite(v)) continue;
      points += fmt::format("{:.1f},{:.1f} ", x(curve.time[i]), y(std::max(v, std::pow(10.0, range.low))));
    }
    svg += fmt::format("<polyline fill='none' stroke='{}' stroke-width='1.5' points='{}'/>\n", colour(c),
                       points);
  }
}

}  // namespace

std::string draw_svg(const std::string& title, const std::vector<Panel>& panels) {
  double end = 1e-9;
  std::size_t names = 0;
  for (const Panel& panel : panels) {
    names = std::max(names, panel.curves.size());
    for (const Curve& curve : panel.curves) {
      if (!curve.time.empty()) end = std::max(end, curve.time.back());
    }
  }
  const double legend = kTop + static_cast<double>(panels.size()) * (kPanelHeight + kGap);
  const double height = legend + kLegendLine * static_cast<double>(names) + 10;
  std::string svg = fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {} {}' font-family='sans-serif' font-size='12'>\n"
      "<rect width='100%' height='100%' fill='white'/>\n<text x='{}' y='16' font-size='15'>{}</text>\n",
      kWidth, height, kLeft, escaped(title));
  for (std::size_t p = 0; p < panels.size(); ++p) {
    draw_panel(panels[p], kTop + static_cast<double>(p) * (kPanelHeight + kGap), end, svg);
  }
  if (!panels.empty()) {
    for (std::size_t c = 0; c < panels[0].curves.size(); ++c) {
      const double at = legend + kLegendLine * static_cast<double>(c);
      svg += fmt::format(
          "<line x1='{}' x2='{}' y1='{}' y2='{}' stroke='{}' stroke-width='3'/><text x='{}' "
          "y='{}'>{}</text>\n",
          kLeft, kLeft + 30, at, at, colour(c), kLeft + 38, at + 4, escaped(panels[0].curves[c].name));
    }
  }
  return svg + "</svg>\n";
}

}  // namespace drawbar::tools
