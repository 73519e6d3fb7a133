// A score as one line of JSON, to the byte: simulate --score, drawbar score and the course records give it.
#include <gtest/gtest.h>

#include "scenes/exercise/score.h"

namespace drawbar::scenes {
namespace {

TEST(ScoreJson, HasEveryCriterionWithItsMomentsAndNumbersThatReadBack) {
  Score score;
  score.attempt = {"slalom", "car", 2, 3, "an\"na", "0.2.0", "wet"};
  score.outcome = exercise::Outcome::completed;
  score.time = 61.25;
  score.score = 92.5;
  score.passed = true;
  score.criteria = {{"too fast", 0.1 + 0.2, "s", 5, {{1, 1.5}, {2, 2.25}}},
                    {"cones", 1, "", 2.5, {{4, 4}}},
                    {"jerk", 0, "m/s3", 0, {}}};
  EXPECT_EQ(
      score_json(score),
      R"({"exercise": "slalom", "scene": "car", "branch": 2, "attempt": 3, "trainee": "an\"na", )"
      R"("build": "0.2.0", "variant": "wet", "outcome": "completed", "time": 61.25, "score": 92.5, "passed": true, "criteria": [)"
      R"({"name": "too fast", "figure": 0.30000000000000004, "unit": "s", "lost": 5, )"
      R"("moments": [[1, 1.5], [2, 2.25]]}, )"
      R"({"name": "cones", "figure": 1, "unit": "", "lost": 2.5, "moments": [[4, 4]]}, )"
      R"({"name": "jerk", "figure": 0, "unit": "m/s3", "lost": 0, "moments": []}]})"
      "\n");
}

}  // namespace
}  // namespace drawbar::scenes
