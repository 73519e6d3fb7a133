#include "tools/assessment/report_html.h"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "scenes/exercise/outcomes.h"
#include "scenes/loader/text/json.h"
#include "scenes/loader/text/number_text.h"
#include "tools/assessment/svg_chart.h"

namespace drawbar::tools {
namespace {

constexpr std::string_view kStyle = R"(
body{font:15px/1.45 system-ui,sans-serif;color:#1c1e21;background:#fff;max-width:900px;margin:1.5em auto;padding:0 1em}
h1{font-size:1.5em;margin:.2em 0}h2{font-size:1.15em;margin:1.6em 0 .4em;border-bottom:1px solid #c8ccd0}
table{border-collapse:collapse;width:100%}td,th{padding:.3em .5em;border-bottom:1px solid #dfe2e6;text-align:left;vertical-align:top}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
svg{width:100%;height:auto;display:block}svg text{font:11px sans-serif;fill:#4a4f55}
.g{stroke:#e3e6e9;stroke-width:1;fill:none}.b{fill:#d55e00;opacity:.15}.legend{font-size:.85em;margin:.1em 0 1em}
.good{color:#00674c}.bad{color:#a83c00}.big{font-size:1.6em;font-weight:600}
.ru{display:none}#ru:checked~main .ru{display:inline}#ru:checked~main .en{display:none}
h3{font-size:1.02em;margin:1.2em 0 .3em}section{border-top:2px solid #1c1e21;margin-top:2em}
@media print{.switch,input{display:none}section{break-before:page;border:0}h2,h3,svg{break-after:avoid}svg,tr{break-inside:avoid}}
)";

std::string both(std::string_view en, std::string_view ru) {
  return fmt::format("<span class=en>{}</span><span class=ru lang=ru>{}</span>", html_text(en),
                     html_text(ru.empty() ? en : ru));
}
std::string both(const exercise::TextT& text) {
  return both(text.en, text.ru);
}
std::string heading(std::string_view en, std::string_view ru) {
  return "<h3>" + both(en, ru) + "</h3>\n";
}

std::string outcome_text(exercise::Outcome outcome) {
  const scenes::OutcomeWords words = scenes::words_of(outcome);
  return both(words.en, words.ru);
}

std::string row(const std::string& name, const std::string& value) {
  return "<tr><th>" + name + "</th><td>" + value + "</td></tr>\n";
}

std::string verdict(const AttemptReview& review) {
  return review.score.passed ? both("passed", "зачтено") : both("not passed", "не зачтено");
}

std::string summary(const AttemptReview& review) {
  const scenes::AttemptIdentity& attempt = review.score.attempt;
  std::string out = fmt::format("<p class='big {}'>{:.1f} / 100 — {}</p>\n<p>{}</p>\n<table>\n",
                                review.score.passed ? "good" : "bad", review.score.score, verdict(review),
                                both(review.briefing));
  out += row(both("Outcome", "Итог"),
             outcome_text(review.score.outcome) + fmt::format(", {:.2f} s", review.score.time));
  out += row(both("Pass mark", "Проходной балл"), fmt::format("{:.0f}", review.pass_mark));
  out +=
      row(both("Exercise, scene", "Упражнение, сцена"), html_text(attempt.exercise + ", " + attempt.scene));
  if (!attempt.variant.empty()) out += row(both("Variant", "Вариант"), html_text(attempt.variant));
  out +=
      row(both("Attempt, branch", "Попытка, ветвь"), fmt::format("{}, {}", attempt.attempt, attempt.branch));
  if (!attempt.trainee.empty()) out += row(both("Trainee", "Обучаемый"), html_text(attempt.trainee));
  out += row(both("Recording", "Запись"), html_text(review.recording));
  out += row(both("Build", "Сборка"), html_text(attempt.build));
  return out + "</table>\n";
}

std::string moments_text(const scenes::CriterionScore& criterion) {
  std::string out;
  for (const auto& [begin, end] : criterion.moments) {
    out += out.empty() ? "" : ", ";
    out += begin == end ? fmt::format("{:.2f}", begin) : fmt::format("{:.2f}–{:.2f}", begin, end);
  }
  return out;
}

const scenes::CriterionScore* same_criterion(const AttemptReview* reference, const std::string& name) {
  if (reference == nullptr) return nullptr;
  const auto& all = reference->score.criteria;
  const auto found = std::ranges::find(all, name, &scenes::CriterionScore::name);
  return found == all.end() ? nullptr : &*found;
}

/// An attempt to compare with, and what its column is called.
struct Compared {
  const AttemptReview* review;
  std::string title;
};

std::string other_figure(const AttemptReview& other, const std::string& criterion) {
  const auto* same = same_criterion(&other, criterion);
  if (same == nullptr) return "<td></td>";
  return fmt::format("<td class=n>{:.4g} {} ({:.1f})</td>", same->figure, html_text(same->unit), same->lost);
}

std::string score_table(const AttemptReview& review, const std::vector<Compared>& others) {
  std::string out = heading("Score", "Оценка");
  out += "<table><tr><th>" + both("Criterion", "Критерий") + "</th><th class=n>" +
         both("Figure", "Показатель") + "</th><th class=n>" + both("Points lost", "Снято баллов") +
         "</th><th>" + both("When (s)", "Когда (с)") + "</th>";
  for (const Compared& other : others) out += "<th class=n>" + other.title + "</th>";
  out += "</tr>\n";
  for (std::size_t i = 0; i < review.score.criteria.size(); ++i) {
    const scenes::CriterionScore& criterion = review.score.criteria[i];
    out += fmt::format("<tr><td>{}</td><td class=n>{:.4g} {}</td><td class='n {}'>{:.1f}</td><td>{}</td>",
                       both(review.criteria[i]), criterion.figure, html_text(criterion.unit),
                       criterion.lost > 0 ? "bad" : "good", criterion.lost, moments_text(criterion));
    for (const Compared& other : others) out += other_figure(*other.review, criterion.name);
    out += "</tr>\n";
  }
  if (!others.empty()) {
    out += fmt::format("<tr><th>{}</th><td></td><th class=n>{:.1f}</th><td></td>", both("Score", "Балл"),
                       review.score.score);
    for (const Compared& other : others)
      out += fmt::format("<th class=n>{:.1f}</th>", other.review->score.score);
    out += "</tr>\n";
  }
  return out + "</table>\n";
}

std::string timeline(const AttemptReview& review) {
  if (review.events.empty()) return "";
  std::string out = heading("Timeline", "Ход упражнения") + "<table>\n";
  for (const ReviewEvent& event : review.events)
    out += fmt::format("<tr><td class=n>{:.2f} s</td><td>{}</td></tr>\n", event.time,
                       both(event.text, event.text_ru));
  return out + "</table>\n";
}

std::vector<ChartBand> lost_moments(const AttemptReview& review) {
  std::vector<ChartBand> bands;
  for (const scenes::CriterionScore& criterion : review.score.criteria) {
    for (const auto& [begin, end] : criterion.moments) bands.push_back({begin, end});
  }
  return bands;
}

ChartLine line_of(const ReviewCurve& curve, std::span<const double> times, bool dashed) {
  return {curve.name, times, curve.values, dashed};
}

/// The curves of one unit together, with the reference's of the same names.
std::string charts(const std::vector<ReviewCurve>& curves, const AttemptReview& review,
                   const std::vector<ReviewCurve>* other, const AttemptReview* reference) {
  std::vector<std::string> units;
  for (const ReviewCurve& curve : curves) {
    if (std::ranges::find(units, curve.unit) == units.end()) units.push_back(curve.unit);
  }
  const std::vector<ChartBand> bands = lost_moments(review);
  std::string out;
  for (const std::string& unit : units) {
    std::vector<ChartLine> lines;
    for (const ReviewCurve& curve : curves) {
      if (curve.unit != unit) continue;
      lines.push_back(line_of(curve, review.times, false));
      if (other == nullptr) continue;
      const auto same = std::ranges::find(*other, curve.name, &ReviewCurve::name);
      if (same != other->end()) lines.push_back(line_of(*same, reference->times, true));
    }
    out += line_chart(unit, lines, bands);
  }
  return out;
}

std::string plots(const AttemptReview& review, const AttemptReview* reference) {
  const auto of = [reference](auto member) { return reference != nullptr ? &(reference->*member) : nullptr; };
  std::vector<ChartLine> ways{{review.body, review.x, review.y, false}};
  if (reference != nullptr) ways.push_back({reference->body, reference->x, reference->y, true});
  const std::vector<ReviewCurve> speed{review.speed};
  std::vector<ReviewCurve> other_speed;
  if (reference != nullptr) other_speed.push_back(reference->speed);
  std::string out = heading("Path over the map (m)", "Путь на карте (м)") + map_chart(ways);
  out += heading("Speed", "Скорость") +
         charts(speed, review, reference != nullptr ? &other_speed : nullptr, reference);
  if (!review.levers.empty())
    out += heading("Levers", "Рычаги") + charts(review.levers, review, of(&AttemptReview::levers), reference);
  if (!review.judged.empty()) {
    out += heading("What was judged, and hitch angles", "Оценённые величины и углы сцепки") +
           charts(review.judged, review, of(&AttemptReview::judged), reference);
  }
  if (!review.currents.empty())
    out += heading("Currents", "Токи") +
           charts(review.currents, review, of(&AttemptReview::currents), reference);
  return out;
}

std::string events_json(const AttemptReview& review) {
  std::string out;
  for (const ReviewEvent& event : review.events) {
    out += fmt::format("{}{{\"time\": {}, \"text\": {}, \"text_ru\": {}}}", out.empty() ? "" : ", ",
                       scenes::number_text(event.time), scenes::json::in_quotes(event.text),
                       scenes::json::in_quotes(event.text_ru));
  }
  return "[" + out + "]";
}

std::string review_json(const AttemptReview& review, const AttemptReview* earlier) {
  std::string score = scenes::score_json(review.score);
  score.pop_back();  // the line's end
  return fmt::format(
      "{{\"recording\": {}, \"outcome\": {}, \"time\": {}, \"score\": {}, \"gained\": {}, \"events\": {}}}",
      scenes::json::in_quotes(review.recording),
      scenes::json::in_quotes(exercise::EnumNameOutcome(review.score.outcome)),
      scenes::number_text(review.score.time), score,
      earlier == nullptr ? "null" : scenes::number_text(review.score.score - earlier->score.score),
      events_json(review));
}

/// All attempts of the recording, each with what it gained on the same trainee's attempt before.
std::string attempts_table(const RecordingReview& review) {
  std::string out = "<h2>" + both("Attempts", "Попытки") + "</h2>\n<table><tr>";
  const auto head = [&out](const char* kind, const char* en, const char* ru) {
    out += fmt::format("<th{}>{}</th>", kind, both(en, ru));
  };
  head(" class=n", "Attempt", "Попытка");
  head("", "Exercise", "Упражнение");
  head("", "Trainee", "Обучаемый");
  head("", "Outcome", "Итог");
  head(" class=n", "Time (s)", "Время (с)");
  head(" class=n", "Score", "Балл");
  head("", "Result", "Результат");
  head(" class=n", "Against the one before", "К предыдущей");
  out += "</tr>\n";
  for (std::size_t i = 0; i < review.attempts.size(); ++i) {
    const AttemptReview& attempt = review.attempts[i];
    const scenes::AttemptIdentity& identity = attempt.score.attempt;
    const AttemptReview* earlier = earlier_attempt(review, i);
    out += fmt::format(
        "<tr><td class=n><a href='#branch-{}'>{}</a></td><td>{}{}</td><td>{}</td><td>{}</td><td "
        "class=n>{:.2f}</td>"
        "<td class='n {}'>{:.1f}</td><td>{}</td><td class=n>{}</td></tr>\n",
        identity.branch, identity.attempt, both(attempt.title),
        identity.variant.empty() ? "" : " (" + html_text(identity.variant) + ")", html_text(identity.trainee),
        outcome_text(attempt.score.outcome), attempt.score.time, attempt.score.passed ? "good" : "bad",
        attempt.score.score, verdict(attempt),
        earlier == nullptr ? "" : fmt::format("{:+.1f}", attempt.score.score - earlier->score.score));
  }
  return out + "</table>\n";
}

std::string section(const RecordingReview& review, std::size_t place, const RecordingReview* reference) {
  const AttemptReview& attempt = review.attempts[place];
  const AttemptReview* earlier = earlier_attempt(review, place);
  const AttemptReview* model =
      reference == nullptr ? nullptr : attempt_at(*reference, attempt.score.attempt.exercise);
  std::vector<Compared> others;
  if (earlier != nullptr) {
    const std::uint32_t number = earlier->score.attempt.attempt;
    others.push_back({earlier, both(fmt::format("Attempt {}", number), fmt::format("Попытка {}", number))});
  }
  if (model != nullptr) others.push_back({model, both("Reference", "Эталон")});
  std::string out = fmt::format("<section id=branch-{}>\n<h2>{}: {}</h2>\n", attempt.score.attempt.branch,
                                both(fmt::format("Attempt {}", attempt.score.attempt.attempt),
                                     fmt::format("Попытка {}", attempt.score.attempt.attempt)),
                                both(attempt.title));
  out += summary(attempt) + score_table(attempt, others) + timeline(attempt) +
         plots(attempt, model != nullptr ? model : earlier);
  return out + "</section>\n";
}

std::string attempt_json(const RecordingReview& review, std::size_t place) {
  return review_json(review.attempts[place], earlier_attempt(review, place));
}

}  // namespace

std::string report_html(const RecordingReview& review, const RecordingReview* reference) {
  const AttemptReview& last = review.attempts.back();
  std::string out = fmt::format(
      "<!doctype html>\n<html lang=en><meta charset=utf-8><meta name=viewport "
      "content='width=device-width'>\n<title>{}</title>\n"
      "<style>{}</style>\n<body>\n<input type=radio name=lang id=en checked><label class=switch "
      "for=en>English</label> "
      "<input type=radio name=lang id=ru><label class=switch for=ru "
      "lang=ru>Русский</label>\n<main>\n<h1>{}</h1>\n",
      html_text(last.title.en), kStyle, both(last.title));
  if (review.attempts.size() > 1) out += attempts_table(review);
  for (std::size_t i = 0; i < review.attempts.size(); ++i) out += section(review, i, reference);
  return out + "</main>\n</body></html>\n";
}

std::string report_json(const RecordingReview& review, const RecordingReview* reference) {
  std::string attempts;
  for (std::size_t i = 0; i < review.attempts.size(); ++i)
    attempts += (i == 0 ? "" : ", ") + attempt_json(review, i);
  std::string out = "{\"attempt\": " + attempt_json(review, review.attempts.size() - 1) +
                    ", \"attempts\": [" + attempts + "]";
  if (reference != nullptr) {
    const AttemptReview* model = attempt_at(*reference, review.attempts.back().score.attempt.exercise);
    out += ", \"reference\": " + (model == nullptr ? "null" : review_json(*model, nullptr));
  }
  return out + "}\n";
}

}  // namespace drawbar::tools
