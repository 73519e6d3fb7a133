#include "tools/study/scatter_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tools/assessment/svg_chart.h"

namespace drawbar::tools {
namespace {

constexpr double kPanelWidth = 440, kPanelHeight = 300, kPadLeft = 80, kPadRight = 20, kPadTop = 20,
                 kPadBottom = 50;
constexpr double kTitle = 30;
constexpr std::size_t kPanelsInRow = 2;
constexpr int kTicks = 4;

/// From the least value to the largest, with a margin on either side.
struct Axis {
  double least = 0, most = 1, margin = 0.05;

  static Axis of(std::span<const double> values) {
    Axis axis{INFINITY, -INFINITY, 0};
    for (const double value : values) {
      if (!std::isfinite(value)) continue;
      axis.least = std::min(axis.least, value);
      axis.most = std::max(axis.most, value);
    }
    if (!(axis.least <= axis.most)) return {};
    const double visible = std::max(1e-9, 1e-6 * std::max(std::fabs(axis.least), std::fabs(axis.most)));
    axis.margin = std::max(0.05 * (axis.most - axis.least), visible);
    return axis;
  }
  double share(double value) const { return (value - least + margin) / (most - least + 2 * margin); }
  double tick(int i) const { return least + (most - least) * i / kTicks; }
};

void draw_scatter(const ScatterPanel& panel, const std::string& name, std::span<const double> y, double left,
                  double top, std::string& svg) {
  const double width = kPanelWidth - kPadLeft - kPadRight, height = kPanelHeight - kPadTop - kPadBottom;
  const double x0 = left + kPadLeft, y0 = top + kPadTop;
  const Axis across = Axis::of(panel.x), up = Axis::of(y);
  svg += fmt::format("<rect x='{}' y='{}' width='{}' height='{}' fill='none' stroke='#444'/>\n", x0, y0,
                     width, height);
  for (int i = 0; i <= kTicks; ++i) {
    const double at_x = x0 + width * across.share(across.tick(i)),
                 at_y = y0 + height * (1 - up.share(up.tick(i)));
    svg += fmt::format("<path d='M{:.1f} {:.1f}v{:.1f}M{:.1f} {:.1f}h{:.1f}' stroke='#ddd'/>", at_x, y0,
                       height, x0, at_y, width);
    svg += fmt::format(
        "<text x='{:.1f}' y='{:.1f}' text-anchor='middle'>{:.4g}</text><text x='{:.1f}' y='{:.1f}' "
        "text-anchor='end'>{:.4g}</text>\n",
        at_x, y0 + height + 16, across.tick(i), x0 - 6, at_y + 4, up.tick(i));
  }
  svg += fmt::format("<text x='{:.1f}' y='{:.1f}' text-anchor='middle'>{}</text>\n", x0 + width / 2,
                     y0 + height + 36, html_text(panel.name));
  svg +=
      fmt::format("<text transform='translate({:.1f} {:.1f}) rotate(-90)' text-anchor='middle'>{}</text>\n",
                  left + 14, y0 + height / 2, html_text(name));
  svg += "<g fill='#0072b2' fill-opacity='0.5'>\n";
  for (std::size_t i = 0; i < std::min(panel.x.size(), y.size()); ++i) {
    if (!std::isfinite(panel.x[i]) || !std::isfinite(y[i])) continue;
    svg += fmt::format("<circle cx='{:.1f}' cy='{:.1f}' r='2.5'/>", x0 + width * across.share(panel.x[i]),
                       y0 + height * (1 - up.share(y[i])));
  }
  svg += "\n</g>\n";
}

}  // namespace

std::string scatter_svg(const std::string& title, const std::string& name, std::span<const double> y,
                        const std::vector<ScatterPanel>& panels) {
  const std::size_t columns = std::clamp<std::size_t>(panels.size(), 1, kPanelsInRow);
  const std::size_t rows = (panels.size() + columns - 1) / columns;
  std::string svg = fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {} {}' font-family='sans-serif' font-size='12'>\n"
      "<rect width='100%' height='100%' fill='white'/>\n<text x='{}' y='20' font-size='15'>{}</text>\n",
      kPanelWidth * static_cast<double>(columns), kTitle + kPanelHeight * static_cast<double>(rows), kPadLeft,
      html_text(title));
  for (std::size_t i = 0; i < panels.size(); ++i) {
    draw_scatter(panels[i], name, y, kPanelWidth * static_cast<double>(i % columns),
                 kTitle + kPanelHeight * static_cast<double>(i / columns), svg);
  }
  return svg + "</svg>\n";
}

}  // namespace drawbar::tools
