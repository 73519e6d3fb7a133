// A report of attempts: what each says, beside which others, in both languages, and as JSON.
#include <gtest/gtest.h>

#include <string>

#include "tests/support/occurrences.h"
#include "tools/assessment/report_html.h"

namespace drawbar::tools {
namespace {

using tests::occurrences;

AttemptReview attempt(std::uint32_t number, double points, double lost) {
  AttemptReview review;
  review.recording = "monday.mcap";
  scenes::Score& score = review.score;
  score.attempt = {};
  score.attempt.exercise = "slalom";
  score.attempt.scene = "yard";
  score.attempt.branch = number + 4;
  score.attempt.attempt = number;
  score.attempt.trainee = "anna <a>";
  score.attempt.build = "r7";
  score.outcome = exercise::Outcome::completed;
  score.time = 12.345;
  score.score = points;
  score.passed = points >= 60;
  scenes::CriterionScore hits;
  hits.name = "hits";
  hits.figure = 3;
  hits.unit = "N s";
  hits.lost = lost;
  hits.moments = {{1, 2.5}, {4, 4}};
  score.criteria = {hits};
  review.pass_mark = 60;
  review.title.en = "The slalom";
  review.title.ru = "Слалом";
  review.briefing.en = "Drive & turn.";
  review.criteria.resize(1);
  review.criteria[0].en = "Collisions";
  review.criteria[0].ru = "Удары";
  review.body = "robot";
  review.times = {0, 1, 2};
  review.x = {0, 1, 2};
  review.y = {0, 0, 1};
  review.speed = {"robot.speed", "m/s", {0, 1, 1}};
  return review;
}

RecordingReview of(std::vector<AttemptReview> attempts) {
  return {"monday.mcap", std::move(attempts), {}};
}

std::string both(const std::string& en, const std::string& ru) {
  return "<span class=en>" + en + "</span><span class=ru lang=ru>" + ru + "</span>";
}

TEST(ReportPage, OfOneAttemptSaysWhatItCameToAndHasNoTableOfAttempts) {
  AttemptReview one = attempt(2, 71.54, 28.46);
  one.score.attempt.variant = "wet";
  const std::string page = report_html(of({one}), nullptr);
  for (const std::string& part :
       {"<p class='big good'>71.5 / 100 — " + both("passed", "зачтено") + "</p>",
        "<p>" + both("Drive &amp; turn.", "Drive &amp; turn.") + "</p>",
        both("Outcome", "Итог") + "</th><td>" + both("completed", "выполнено") + ", 12.35 s",
        both("Pass mark", "Проходной балл") + "</th><td>60<", std::string("<td>slalom, yard<"),
        both("Variant", "Вариант") + "</th><td>wet<",
        both("Attempt, branch", "Попытка, ветвь") + "</th><td>2, 6<",
        both("Trainee", "Обучаемый") + "</th><td>anna &lt;a&gt;<",
        both("Recording", "Запись") + "</th><td>monday.mcap<", both("Build", "Сборка") + "</th><td>r7<",
        std::string("<section id=branch-6>"), "<h1>" + both("The slalom", "Слалом") + "</h1>",
        std::string("<title>The slalom</title>"),
        "<tr><td>" + both("Collisions", "Удары") +
            "</td><td class=n>3 N s</td><td class='n bad'>28.5</td><td>1.00–2.50, 4.00</td></tr>"})
    EXPECT_EQ(occurrences(page, part), 1u) << part << "\nin\n" << page;
  for (const char* other : {"Attempts<", "Reference", "Timeline", "Levers", "Currents", "What was judged"})
    EXPECT_EQ(occurrences(page, other), 0u) << other;
}

TEST(ReportPage, LeavesOutATraineeAndAVariantThatThereAreNot) {
  AttemptReview one = attempt(1, 59.9, 0);
  one.score.attempt.trainee.clear();
  const std::string page = report_html(of({one}), nullptr);
  EXPECT_EQ(occurrences(page, "Trainee"), 0u);
  EXPECT_EQ(occurrences(page, "Variant"), 0u);
  EXPECT_EQ(occurrences(page, "<p class='big bad'>59.9 / 100 — " + both("not passed", "не зачтено")), 1u);
  EXPECT_EQ(occurrences(page, "<td class='n good'>0.0</td>"), 1u) << "a criterion that cost nothing";
}

TEST(ReportPage, SetsAnAttemptBesideTheOneBeforeAndBesideTheReference) {
  AttemptReview first = attempt(1, 43, 57), second = attempt(2, 71.5, 28.5);
  AttemptReview model = attempt(9, 99, 1);
  model.score.criteria[0].figure = 0.125;
  const RecordingReview reference = of({model});
  const std::string page = report_html(of({first, second}), &reference);
  EXPECT_EQ(occurrences(page, "<th class=n>" + both("Attempt 1", "Попытка 1") + "</th>"), 1u) << page;
  EXPECT_EQ(occurrences(page, "<th class=n>" + both("Reference", "Эталон") + "</th>"), 2u);
  EXPECT_EQ(occurrences(page, "<td class=n>3 N s (57.0)</td><td class=n>0.125 N s (1.0)</td></tr>"), 1u);
  // The sum of each.
  EXPECT_EQ(occurrences(page, both("Score", "Балл") +
                                  "</th><td></td><th class=n>71.5</th><td></td><th class=n>43.0</th>"
                                  "<th class=n>99.0</th></tr>"),
            1u)
      << page;
  EXPECT_EQ(occurrences(page, "stroke-dasharray"), 4u) << "path and speed of each, beside the reference's";
}

TEST(ReportPage, ListsAllAttemptsWithWhatTheyGainedOnTheOneBefore) {
  AttemptReview first = attempt(1, 43, 57), second = attempt(2, 71.5, 28.5), third = attempt(3, 70, 30);
  second.score.attempt.variant = "wet";
  const std::string page = report_html(of({first, second, third}), nullptr);
  const auto row = [](const char* branch, const char* number, const char* variant, const char* mood,
                      const char* points, const std::string& result, const char* gained) {
    return std::string("<tr><td class=n><a href='#branch-") + branch + "'>" + number + "</a></td><td>" +
           both("The slalom", "Слалом") + variant + "</td><td>anna &lt;a&gt;</td><td>" +
           both("completed", "выполнено") + "</td><td class=n>12.35</td><td class='n " + mood + "'>" +
           points + "</td><td>" + result + "</td><td class=n>" + gained + "</td></tr>";
  };
  const std::string passed = both("passed", "зачтено"), failed = both("not passed", "не зачтено");
  for (const std::string& line : {row("5", "1", "", "bad", "43.0", failed, ""),
                                  row("6", "2", " (wet)", "good", "71.5", passed, "+28.5"),
                                  row("7", "3", "", "good", "70.0", passed, "-1.5")})
    EXPECT_EQ(occurrences(page, line), 1u) << line << "\nin\n" << page;
}

TEST(ReportPage, HasTheTimelineAndAChartForEachUnit) {
  AttemptReview one = attempt(1, 100, 0);
  one.score.criteria[0].moments.clear();
  one.events = {{0.5, "a <hit>", "удар"}, {1.25, "the end", ""}};
  one.levers = {{"throttle.value", "", {0, 1, 1}}};
  one.currents = {{"left.current", "A", {0, 1, 2}}, {"right.current", "A", {0, 2, 1}}};
  one.judged = {{"hitch.angle", "deg", {0, 1, 2}}, {"gap", "m", {3, 2, 1}}};
  const std::string page = report_html(of({one}), nullptr);
  EXPECT_EQ(occurrences(page, "<td class=n>0.50 s</td><td>" + both("a &lt;hit&gt;", "удар") + "</td>"), 1u)
      << page;
  EXPECT_EQ(occurrences(page, "<td class=n>1.25 s</td><td>" + both("the end", "the end") + "</td>"), 1u);
  // Path, speed, levers, two of what was judged, one of both currents.
  EXPECT_EQ(occurrences(page, "<svg "), 6u);
  EXPECT_EQ(occurrences(page, "class=b"), 0u) << "nothing cost points";
  for (const char* head : {"Timeline", "Levers", "What was judged, and hitch angles", "Currents"})
    EXPECT_EQ(occurrences(page, std::string("<h3><span class=en>") + head), 1u) << head;
  one.score.criteria[0].moments = {{1, 1.5}};
  EXPECT_EQ(occurrences(report_html(of({one}), nullptr), "class=b"), 5u) << "in every chart over time";
}

TEST(ReportJson, HasTheLastAttemptAllAttemptsAndTheReference) {
  AttemptReview first = attempt(1, 43, 57), second = attempt(2, 71.5, 28.5);
  first.score.criteria.clear();
  second.score.criteria.clear();
  second.events = {{0.5, "a \"hit\"", "удар"}};
  const auto json_of = [](AttemptReview& review, const std::string& gained, const std::string& events) {
    std::string score = scenes::score_json(review.score);
    score.pop_back();
    return "{\"recording\": \"monday.mcap\", \"outcome\": \"completed\", \"time\": 12.345, \"score\": " +
           score + ", \"gained\": " + gained + ", \"events\": [" + events + "]}";
  };
  const std::string one = json_of(first, "null", "");
  const std::string two = json_of(second, "28.5", R"({"time": 0.5, "text": "a \"hit\"", "text_ru": "удар"})");
  EXPECT_EQ(report_json(of({first, second}), nullptr),
            "{\"attempt\": " + two + ", \"attempts\": [" + one + ", " + two + "]}\n");
  const RecordingReview reference = of({first});
  EXPECT_TRUE(report_json(of({first, second}), &reference).ends_with(", \"reference\": " + one + "}\n"));
  AttemptReview elsewhere = first;
  elsewhere.score.attempt.exercise = "park";
  const RecordingReview other = of({elsewhere});
  EXPECT_TRUE(report_json(of({first, second}), &other).ends_with("], \"reference\": null}\n"));
}

}  // namespace
}  // namespace drawbar::tools
