#include "server/web/station_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "scenes/loader/text/json.h"

namespace drawbar::server {
namespace {

using scenes::json::in_quotes;

const char* role_word(control::Role role) {
  switch (role) {
    case control::Role::Instructor:
      return "instructor";
    case control::Role::Operator:
      return "operator";
    default:
      return "viewer";
  }
}

std::string as_json(const Hub& hub, const Session& session) {
  std::vector<std::string> holds;
  for (const std::uint32_t channel : hub.held_by(session.id))
    holds.push_back(in_quotes(hub.scene().world.controls[channel].name));
  return fmt::format(R"({{"session": {}, "name": {}, "role": "{}", "away": {}, "holds": [{}]}})", session.id,
                     in_quotes(session.name), role_word(session.role), session.connection == nullptr,
                     fmt::join(holds, ", "));
}

}  // namespace

std::string station_json(const Hub& hub, const std::string& station) {
  std::string text =
      fmt::format(R"({{"station": {}, "scene": {}, )", in_quotes(station), in_quotes(hub.scene().name));
  if (const auto score = hub.score()) {
    text += fmt::format(
        R"("exercise": {}, "variant": {}, "trainee": {}, "attempt": {}, "outcome": "{}", "time": {}, "score": {}, "passed": {}, )",
        in_quotes(score->attempt.exercise), in_quotes(score->attempt.variant),
        in_quotes(score->attempt.trainee), score->attempt.attempt, exercise::EnumNameOutcome(score->outcome),
        score->time, score->score, score->passed);
  }
  std::vector<std::string> sessions;
  for (const auto& [id, session] : hub.sessions()) sessions.push_back(as_json(hub, session));
  return text + fmt::format(R"("sessions": [{}]}})", fmt::join(sessions, ", "));
}

}  // namespace drawbar::server
