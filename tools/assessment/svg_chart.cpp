#include "tools/assessment/svg_chart.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace drawbar::tools {
namespace {

// Distinct for the colour-blind (Okabe and Ito).
constexpr std::array kLineColours{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                  "#e69f00", "#56b4e9", "#000000"};
constexpr double kChartWidth = 860, kChartLeft = 70, kChartRight = 10, kChartTop = 10, kChartBottom = 30;
constexpr std::size_t kMostPoints = 800;
constexpr std::size_t kMostNamed = 12;

struct Extent {
  double low = 0, high = 0;
  bool empty = true;

  void take(double value) {
    if (!std::isfinite(value)) return;
    low = empty ? value : std::min(low, value);
    high = empty ? value : std::max(high, value);
    empty = false;
  }
  void widen() {
    const double largest = std::max(std::fabs(low), std::fabs(high));
    // A line that stays the same lies in the middle, between numbers that people read.
    const bool is_constant = high - low <= 1e-9 * largest;
    const double margin = is_constant ? (largest > 0 ? 0.5 * largest : 1) : 0.05 * (high - low);
    low -= margin;
    high += margin;
  }
};

Extent extent_of(std::span<const ChartLine> lines, std::span<const double> ChartLine::*axis) {
  Extent extent;
  for (const ChartLine& line : lines) {
    for (const double value : line.*axis) extent.take(value);
  }
  return extent;
}

/// From values to places in the picture.
struct Frame {
  Extent x, y;
  double width, height;

  double px(double v) const {
    return kChartLeft + (v - x.low) / (x.high - x.low) * (width - kChartLeft - kChartRight);
  }
  double py(double v) const {
    return height - kChartBottom - (v - y.low) / (y.high - y.low) * (height - kChartTop - kChartBottom);
  }
};

/// 1, 2 or 5 times a power of ten, for about `count` ticks.
double tick_step(const Extent& extent, double count) {
  const double raw = (extent.high - extent.low) / count;
  const double power = std::pow(10.0, std::floor(std::log10(raw)));
  const double lead = raw / power;
  return power * (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10);
}

void add_axes(const Frame& frame, std::string_view unit, std::string& svg) {
  const auto tick_text = [](double v, double step) {
    return fmt::format("{:.6g}", std::fabs(v) < step * 1e-6 ? 0 : v);
  };
  const double step_y = tick_step(frame.y, 5), step_x = tick_step(frame.x, 8);
  for (double v = std::ceil(frame.y.low / step_y) * step_y; v <= frame.y.high; v += step_y) {
    svg += fmt::format(
        "<path class=g d='M{:.1f} {:.1f}H{:.1f}'/><text x={:.1f} y={:.1f} text-anchor=end>{}</text>",
        kChartLeft, frame.py(v), frame.width - kChartRight, kChartLeft - 5, frame.py(v) + 4,
        tick_text(v, step_y));
  }
  for (double v = std::ceil(frame.x.low / step_x) * step_x; v <= frame.x.high; v += step_x) {
    svg += fmt::format(
        "<path class=g d='M{:.1f} {:.1f}V{:.1f}'/><text x={:.1f} y={:.1f} text-anchor=middle>{}</text>",
        frame.px(v), kChartTop, frame.height - kChartBottom, frame.px(v), frame.height - kChartBottom + 16,
        tick_text(v, step_x));
  }
  svg += fmt::format("<text x=4 y={:.1f}>{}</text>", kChartTop + 10, html_text(unit));
}

void add_lines(const Frame& frame, std::span<const ChartLine> lines, std::string& svg) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const ChartLine& line = lines[i];
    const std::size_t count = std::min(line.x.size(), line.y.size());
    const std::size_t stride = count / kMostPoints + 1;
    std::string path;
    for (std::size_t k = 0; k < count; k += stride) {
      if (!std::isfinite(line.y[k])) continue;
      path +=
          fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", frame.px(line.x[k]), frame.py(line.y[k]));
    }
    svg += fmt::format("<path fill=none stroke={} stroke-width=1.6{} d='{}'/>",
                       kLineColours[i % kLineColours.size()],
                       line.dashed ? " stroke-dasharray='6 4' opacity=0.7" : "", path);
  }
}

std::string finished(const Frame& frame, const std::string& body, std::span<const ChartLine> lines) {
  std::string legend;
  for (std::size_t i = 0; i < std::min(lines.size(), kMostNamed); ++i) {
    legend += fmt::format("<span style='color:{}'>{} {}</span> ", kLineColours[i % kLineColours.size()],
                          lines[i].dashed ? "&#9476;" : "&#9473;", html_text(lines[i].name));
  }
  if (lines.size() > kMostNamed) legend += fmt::format("<span>+{}</span>", lines.size() - kMostNamed);
  return fmt::format("<svg viewBox='0 0 {:.0f} {:.0f}' role=img>{}</svg><p class=legend>{}</p>\n",
                     frame.width, frame.height, body, legend);
}

}  // namespace

std::string html_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '\'':
        out += "&#39;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string line_chart(std::string_view unit, std::span<const ChartLine> lines,
                       std::span<const ChartBand> bands) {
  Frame frame{extent_of(lines, &ChartLine::x), extent_of(lines, &ChartLine::y), kChartWidth, 220};
  if (frame.x.empty || frame.y.empty || !(frame.x.high > frame.x.low)) return "";
  frame.y.widen();
  std::string svg;
  for (const ChartBand& band : bands) {
    const double begin = frame.px(std::max(band.begin, frame.x.low)),
                 end = frame.px(std::min(band.end, frame.x.high));
    svg += fmt::format("<rect class=b x={:.1f} y={:.1f} width={:.1f} height={:.1f} />", begin, kChartTop,
                       std::max(end - begin, 2.0), frame.height - kChartTop - kChartBottom);
  }
  add_axes(frame, unit, svg);
  add_lines(frame, lines, svg);
  return finished(frame, svg, lines);
}

std::string map_chart(std::span<const ChartLine> lines) {
  Frame frame{extent_of(lines, &ChartLine::x), extent_of(lines, &ChartLine::y), kChartWidth, 0};
  if (frame.x.empty || frame.y.empty) return "";
  frame.x.widen();
  frame.y.widen();
  // The same scale for both; not higher than a screen.
  constexpr double kHighest = 600;
  const double across = kChartWidth - kChartLeft - kChartRight;
  const double scale = std::min(across / (frame.x.high - frame.x.low),
                                (kHighest - kChartTop - kChartBottom) / (frame.y.high - frame.y.low));
  frame.x.high = frame.x.low + across / scale;
  frame.height = std::max(scale * (frame.y.high - frame.y.low), 60.0) + kChartTop + kChartBottom;
  frame.y.high = frame.y.low + (frame.height - kChartTop - kChartBottom) / scale;
  std::string svg;
  add_axes(frame, "m", svg);
  add_lines(frame, lines, svg);
  return finished(frame, svg, lines);
}

}  // namespace drawbar::tools
