#include "tools/console/dashboard.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tools/text/cells.h"

namespace drawbar::tools {

namespace {

constexpr int kLabelWidth = 18;
constexpr double kNearLimit = 0.9;  // of the way to a limit, a current or a silence: shown as a warning

/// A scale of `width` cells from lower to upper, filled from `from` to `to`.
std::string bar(double from, double to, double lower, double upper, int width, const Glyphs& glyphs) {
  const auto cell = [&](double value) {
    const double share = upper > lower ? (value - lower) / (upper - lower) : 0.5;
    return static_cast<int>(std::lround(std::clamp(share, 0.0, 1.0) * width));
  };
  const int begin = std::min(cell(from), cell(to));
  const int end = std::max(cell(from), cell(to));
  std::string text;
  for (int i = 0; i < width; ++i) {
    text += i >= begin && i < end ? glyphs.full : glyphs.empty;
  }
  return text;
}

/// The same with one mark at `value`.
std::string needle(double value, double lower, double upper, int width, const Glyphs& glyphs) {
  const double share = upper > lower ? (value - lower) / (upper - lower) : 0.5;
  const int at = static_cast<int>(std::lround(std::clamp(share, 0.0, 1.0) * (width - 1)));
  std::string text;
  for (int i = 0; i < width; ++i) {
    text += i == at ? glyphs.mark : glyphs.empty;
  }
  return text;
}

std::string name_cell(const std::string& name) {
  return " " + padded(clean(name), kLabelWidth) + " ";
}

Line heading(const std::string& text) {
  return {{text, Style::title}};
}

Line status_line(const ConsoleView& view) {
  const TimingView& t = view.timing;
  Line line{{fmt::format(" drawbar  {}", clipped(clean(view.scene), 28)), Style::title},
            {fmt::format("   {:.2f} s   frame {}   branch {}   ", t.time, t.frame, t.branch), Style::plain}};
  if (t.silence > 1) {
    line.push_back({fmt::format("NO FRAMES FOR {:.0f} s", t.silence), Style::alarm});
  } else if (t.frozen) {
    line.push_back({t.replay ? "REPLAY FROZEN" : "FROZEN", Style::warning});
  } else {
    line.push_back({fmt::format("{} x{:g}", t.replay ? "REPLAY" : "RUNNING", t.speed), Style::good});
  }
  return line;
}

Line motion_line(const ConsoleView& view, const Glyphs& glyphs) {
  return {{fmt::format(" {:>7.2f} m/s  {:>6.1f} km/h", view.speed, view.speed * 3.6), Style::title},
          {fmt::format("   heading {:>4.0f}{}   pitch {:>+5.1f}{}   roll {:>+5.1f}{}   ", view.heading_deg,
                       glyphs.degree, view.pitch_deg, glyphs.degree, view.roll_deg, glyphs.degree),
           Style::plain},
          {clipped(clean(view.body), 16), Style::dim}};
}

std::string keys_of(const ChannelView& channel) {
  if (channel.raise_key == 0) {
    return "       ";
  }
  return fmt::format("{} + {} -", channel.raise_key, channel.lower_key);
}

Line channel_line(const ChannelView& channel, int bar_width, const Glyphs& glyphs) {
  Line line{{name_cell(channel.name), Style::plain},
            {fmt::format("{:>+6.2f} ", channel.wanted), Style::plain},
            {bar(channel.neutral, channel.wanted, channel.lower, channel.upper, bar_width, glyphs),
             channel.mine ? Style::good : Style::dim},
            {fmt::format(" acts {:>+6.2f}  ", channel.applied), Style::plain},
            {keys_of(channel) + "  ", Style::title}};
  if (channel.mine) {
    line.push_back({"you", Style::good});
  } else if (channel.holder.empty()) {
    line.push_back({"nobody", Style::warning});
  } else {
    line.push_back({clipped(clean(channel.holder), 14), Style::warning});
  }
  return line;
}

Line joint_line(const JointAxisView& joint, int bar_width, const Glyphs& glyphs) {
  const double reach = joint.position >= 0 ? joint.upper : -joint.lower;
  const bool at_limit = std::abs(joint.position) >= 0.99 * reach;
  const bool near_limit = std::abs(joint.position) >= kNearLimit * reach;
  const Style style = at_limit ? Style::alarm : near_limit ? Style::warning : Style::good;
  const std::string unit = joint.slides ? "mm" : glyphs.degree;
  Line line{{name_cell(joint.name), Style::plain},
            {fmt::format("{:>+6.1f} ", joint.position), style},
            {needle(joint.position, joint.lower, joint.upper, bar_width, glyphs), style},
            {fmt::format(" {:+g} .. {:+g}{}", joint.lower, joint.upper, unit), Style::dim}};
  if (joint.broken) {
    line.push_back({"  BROKEN", Style::alarm});
  } else if (at_limit) {
    line.push_back({"  at its limit", Style::alarm});
  }
  return line;
}

Line drive_line(const DriveView& drive, int bar_width, const Glyphs& glyphs) {
  const double share = drive.limit ? std::abs(drive.current) / *drive.limit : 0;
  const Style style = share >= 0.99 ? Style::alarm : share >= kNearLimit ? Style::warning : Style::good;
  Line line{{name_cell(drive.name), Style::plain}, {fmt::format("{:>+6.1f} ", drive.current), style}};
  if (drive.limit) {
    line.push_back({bar(0, std::abs(drive.current), 0, *drive.limit, bar_width, glyphs), style});
    line.push_back({fmt::format(" {:g} A  {:>+6.1f} V", *drive.limit, drive.voltage), Style::dim});
  } else {
    line.push_back({fmt::format("A  {:>+6.1f} V", drive.voltage), Style::dim});
  }
  if (drive.temperature > 0) {
    line.push_back({fmt::format("  {:.0f} {}C", drive.temperature, glyphs.degree), Style::dim});
  }
  return line;
}

Line timing_line(const TimingView& t) {
  return {{fmt::format(" frame computed in {:.2f} ms, woke {:.2f} ms late, {} substeps   ", t.compute,
                       t.lateness, t.substeps),
           Style::plain},
          {fmt::format("misses {}  slips {}", t.misses, t.slips),
           t.misses + t.slips > 0 ? Style::warning : Style::good},
          {fmt::format("   {} clients", t.clients), Style::dim}};
}

Line presence_line(const ConsoleView& view) {
  if (view.at_neutral) {
    return {{" all levers neutral", Style::dim}};
  }
  const Style style = view.presence_left < 2 ? Style::alarm : Style::dim;
  return {{fmt::format(" levers stay; without any key they go to neutral in {:.0f} s",
                       std::ceil(view.presence_left)),
           style}};
}

Line help_line() {
  return {{" [space]", Style::title}, {" all neutral  ", Style::dim},
          {"[c]", Style::title},      {" take or give up control  ", Style::dim},
          {"[enter]", Style::title},  {" I am here  ", Style::dim},
          {"[q]", Style::title},      {" quit", Style::dim}};
}

/// Appends as many items as fit in `room` lines under a heading; the last line counts the rest.
template <class Item, class Draw>
void section(std::vector<Line>& lines, const char* title, const std::vector<Item>& items, int room,
             Draw draw) {
  if (items.empty() || room < 2) {
    return;
  }
  lines.push_back(heading(title));
  const int count = static_cast<int>(items.size());
  const int shown = count <= room - 1 ? count : room - 2;
  for (int i = 0; i < shown; ++i) {
    lines.push_back(draw(items[static_cast<std::size_t>(i)]));
  }
  if (shown < count) {
    lines.push_back({{fmt::format("  and {} more", count - shown), Style::dim}});
  }
}

Line fitted(const Line& line, int width) {
  Line out;
  int room = width;
  for (const Span& span : line) {
    const std::string text = clipped(span.text, room);
    room -= cell_count(text);
    out.push_back({text, span.style});
  }
  return out;
}

}  // namespace

Glyphs unicode_glyphs() {
  return {"█", "·", "◆", "─", "°"};
}
Glyphs ascii_glyphs() {
  return {"#", ".", "o", "-", "d"};
}

std::vector<Line> dashboard(const ConsoleView& view, int width, int height, const Glyphs& glyphs) {
  if (width < kMinWidth || height < kMinHeight) {
    return {fitted({{fmt::format("the console needs {} x {} cells; this terminal has {} x {}", kMinWidth,
                                 kMinHeight, width, height),
                     Style::alarm}},
                   width)};
  }
  const int bar_width = std::clamp(width - 58, 12, 40);
  std::string rule;
  for (int i = 0; i < width; ++i) {
    rule += glyphs.rule;
  }
  std::vector<Line> lines{status_line(view), {{rule, Style::dim}}, motion_line(view, glyphs)};
  // Below: two lines of timing and presence, the rule, the help. What remains is shared, needs first.
  const int footer = 4;
  const auto room = [&] { return height - footer - static_cast<int>(lines.size()); };
  const int events = std::min<int>(3, static_cast<int>(view.events.size()));
  section(lines, "CONTROLS", view.channels, room() - 6,
          [&](const ChannelView& c) { return channel_line(c, bar_width, glyphs); });
  section(lines, "JOINTS AGAINST THEIR LIMITS", view.joints, std::max(5, room() / 2),
          [&](const JointAxisView& j) { return joint_line(j, bar_width, glyphs); });
  section(lines, "MOTOR CURRENTS (A)", view.drives, room() - (events > 0 ? events + 1 : 0),
          [&](const DriveView& d) { return drive_line(d, bar_width, glyphs); });
  const int events_shown = std::min<int>(static_cast<int>(view.events.size()), room() - 1);
  if (events_shown > 0) {
    lines.push_back(heading("EVENTS"));
    for (auto event = view.events.end() - events_shown; event != view.events.end(); ++event) {
      lines.push_back({{" " + clean(*event), Style::plain}});
    }
  }
  while (room() > 0) {
    lines.emplace_back();
  }
  lines.push_back(timing_line(view.timing));
  lines.push_back(presence_line(view));
  lines.push_back({{rule, Style::dim}});
  lines.push_back(help_line());
  for (Line& line : lines) {
    line = fitted(line, width);
  }
  return lines;
}

}  // namespace drawbar::tools
