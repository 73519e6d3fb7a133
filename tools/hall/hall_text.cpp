#include "tools/hall/hall_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "scenes/exercise/outcomes.h"
#include "tools/text/cells.h"
#include "tools/text/json.h"

namespace drawbar::tools {
namespace {

const char* yes_or_no(bool value) {
  return value ? "yes" : "no";
}

std::string people_text(const StationView& view) {
  std::string text;
  for (const auto& [session, name] : view.people) {
    const bool drives = std::ranges::find(view.drivers, name) != view.drivers.end();
    text += fmt::format("{}{}{}", text.empty() ? "" : ", ", clean(name), drives ? " (drives)" : "");
  }
  return text.empty() ? "nobody" : text;
}

std::string work_text(const StationView& view) {
  if (view.exercise.empty()) return clean(view.scene);
  std::string text = clean(view.exercise);
  if (!view.trainee.empty()) text += ", " + clean(view.trainee);
  if (!view.score) return text;
  text += fmt::format(", attempt {}: {:.1f} points", view.score->attempt, view.score->points);
  if (!view.score->ended()) return text;
  text += fmt::format(", {}, {}", scenes::words_of(view.score->outcome).en,
                      view.score->passed ? "passed" : "not passed");
  return text;
}

std::string health_text(const StationView& view) {
  const char* state = view.replay ? "replay" : view.frozen ? "frozen" : "runs";
  return fmt::format("{} at {:.1f} s, {:.1f} of {:.0f} ms, {} late", state, view.time, view.compute * 1e3,
                     view.period * 1e3, view.misses);
}

std::string list_json(const auto& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ",") + json_string(name);
  return "[" + text + "]";
}

std::string score_json_of(const std::optional<StationScore>& score) {
  if (!score) return "null";
  const scenes::OutcomeWords words = scenes::words_of(score->outcome);
  return fmt::format(
      R"({{"attempt":{},"points":{},"passed":{},"ended":{},"outcome":"{}","how":{{"en":"{}","ru":"{}"}}}})",
      score->attempt, json_number(score->points), score->passed, score->ended(),
      exercise::EnumNameOutcome(score->outcome), words.en, words.ru);
}

std::string station_json(const Hall& hall, const HallStation& station, const StationView& view) {
  std::vector<std::string> people;
  for (const auto& [session, name] : view.people) people.push_back(name);
  return fmt::format(
      R"({{"name":{},"port":{},"web_port":{},"host":{},"records":{},"tls":{},"reached":{},"why_not":{},"scene":{},"exercise":{},)"
      R"("trainee":{},"score":{},"people":{},"drivers":{},"time":{},"frozen":{},"replay":{},"compute_ms":{},)"
      R"("period_ms":{},"late_frames":{}}})",
      json_string(station.name), station.port, station.web_port, json_string(hall.host()),
      station.records_sessions, station.speaks_tls, view.reached, json_string(view.why_not),
      json_string(view.scene), json_string(view.exercise), json_string(view.trainee),
      score_json_of(view.score), list_json(people), list_json(view.drivers), json_number(view.time),
      view.frozen, view.replay, json_number(view.compute * 1e3), json_number(view.period * 1e3), view.misses);
}

}  // namespace

std::string hall_text(const Hall& hall, std::span<const StationView> views) {
  std::string text = fmt::format("hall {}\n{}{}{}{}{}{}{}\n", clean(hall.name), padded("station", 16),
                                 padded("port", 8), padded("records", 9), padded("TLS", 5), padded("who", 32),
                                 padded("exercise or scene", 48), "frames");
  for (std::size_t i = 0; i < views.size(); ++i) {
    const HallStation& station = hall.stations[i];
    const StationView& view = views[i];
    text += padded(station.name, 16) + padded(std::to_string(station.port), 8) +
            padded(yes_or_no(station.records_sessions), 9) + padded(yes_or_no(station.speaks_tls), 5);
    text += view.reached
                ? padded(people_text(view), 31) + " " + padded(work_text(view), 47) + " " + health_text(view)
                : "not reached: " + clean(view.why_not);
    text += "\n";
  }
  return text;
}

std::string hall_json(const Hall& hall, std::span<const StationView> views) {
  std::string stations;
  for (std::size_t i = 0; i < views.size(); ++i)
    stations += (i == 0 ? "" : ",") + station_json(hall, hall.stations[i], views[i]);
  return fmt::format(R"({{"hall":{},"stations":[{}]}})", json_string(hall.name), stations);
}

}  // namespace drawbar::tools
