#include "scenes/loader/controls_file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "scenes/loader/files/folder.h"
#include "scenes/loader/text/json.h"
#include "scenes/loader/text/number_text.h"

namespace drawbar::scenes {
namespace {

/// Frames are counted in doubles here; beyond this they would not be exact.
constexpr double kLatestTime = 1e9;

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blank = " \t\r";
  const std::size_t first = text.find_first_not_of(blank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

std::optional<double> number(std::string_view text) {
  double value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec != std::errc{} || result.ptr != text.data() + text.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

/// The three fields of a row, or nothing if there are not three.
std::optional<std::array<std::string_view, 3>> fields(std::string_view line) {
  const std::size_t first = line.find(',');
  const std::size_t last = line.rfind(',');
  if (first == std::string_view::npos || first == last) return std::nullopt;
  const std::string_view middle = line.substr(first + 1, last - first - 1);
  if (middle.find(',') != std::string_view::npos) return std::nullopt;
  return std::array{trimmed(line.substr(0, first)), trimmed(middle), trimmed(line.substr(last + 1))};
}

std::string control_names(std::span<const physics::ControlConfig> controls) {
  std::string names;
  for (const physics::ControlConfig& control : controls) names += (names.empty() ? "" : ", ") + control.name;
  return names.empty() ? "none, the scene has no controls" : names;
}

}  // namespace

std::span<const ControlRow> ControlsFile::at(std::uint64_t frame) const {
  const auto before = [](const ControlRow& row, std::uint64_t value) { return row.frame < value; };
  const auto begin = std::lower_bound(rows.begin(), rows.end(), frame, before);
  const auto end = std::find_if(begin, rows.end(), [&](const ControlRow& row) { return row.frame != frame; });
  return {begin, end};
}

std::uint64_t frame_at_or_after(double time, double period_ms) {
  const auto start = [&](double frame) { return frame * period_ms / 1000.0; };
  double frame = std::ceil(time * 1000.0 / period_ms);
  // The quotient may be off by a rounding either way; the frames' own start times decide.
  while (frame > 0 && start(frame - 1) >= time) --frame;
  while (start(frame) < time) ++frame;
  return static_cast<std::uint64_t>(frame);
}

Result<ControlsFile> parse_controls(std::string_view text, const std::string& name, double period_ms,
                                    std::span<const physics::ControlConfig> controls) {
  ControlsFile file;
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";  // which spreadsheets write
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  std::vector<std::uint8_t> warned(controls.size());
  double latest = 0;
  bool header_possible = true;
  for (std::size_t number_of_line = 1; !text.empty(); ++number_of_line) {
    const std::string_view whole = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(whole.size() + 1, text.size()));
    const std::string_view line = trimmed(whole);
    if (line.empty() || line.front() == '#') continue;
    const auto bad = [&](const std::string& what) {
      return fail(ErrorKind::wrong, name + ":" + std::to_string(number_of_line) + ": " + what);
    };
    const auto row = fields(line);
    if (!row) return bad("is not a row; allowed: time,name,value");
    const auto& [time_text, control_text, value_text] = *row;
    const bool header = time_text == "time" && control_text == "name" && value_text == "value";
    if (header && std::exchange(header_possible, false)) continue;
    header_possible = false;
    const auto time = number(time_text);
    const auto value = number(value_text);
    if (!time || *time < 0 || *time > kLatestTime) {
      return bad("time " + json::in_quotes(time_text.substr(0, 40)) + "; allowed: seconds, from 0 to 1e9");
    }
    if (*time < latest)
      return bad("time " + std::string(time_text) +
                 " is before the row above; allowed: rows in order of time");
    if (!value)
      return bad("value " + json::in_quotes(value_text.substr(0, 40)) + "; allowed: a finite number");
    const auto control = std::find_if(controls.begin(), controls.end(),
                                      [wanted = control_text](const auto& c) { return c.name == wanted; });
    if (control == controls.end()) {
      return bad("unknown control " + json::in_quotes(control_text.substr(0, 100)) +
                 "; allowed: " + control_names(controls));
    }
    const auto index = static_cast<std::size_t>(control - controls.begin());
    const bool within = *value >= control->lower && *value <= control->upper;
    if (!within && std::exchange(warned[index], std::uint8_t{1}) == 0) {
      file.warnings.push_back(name + ":" + std::to_string(number_of_line) + ": warning: " + control->name +
                              " is clamped to its range, " + number_text(control->lower) + " to " +
                              number_text(control->upper));
    }
    latest = *time;
    file.rows.push_back(
        {frame_at_or_after(*time, period_ms), static_cast<physics::ControlId>(index), *value});
  }
  return file;
}

Result<ControlsFile> load_controls(const std::filesystem::path& file, double period_ms,
                                   std::span<const physics::ControlConfig> controls) {
  const auto bytes = read_file(file, kMostFileBytes);
  if (!bytes) return fail(bytes.error().kind, file.string() + ": " + bytes.error().text);
  return parse_controls({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, file.string(),
                        period_ms, controls);
}

}  // namespace drawbar::scenes
