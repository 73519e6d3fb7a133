// Which attempts a report sets side by side.
#include <gtest/gtest.h>

#include <string>

#include "tools/assessment/attempt_review.h"

namespace drawbar::tools {
namespace {

/// Two trainees take turns at two exercises in one recording.
RecordingReview shared_recording() {
  RecordingReview review;
  const auto attempt = [&](const std::string& exercise, const std::string& trainee) {
    review.attempts.emplace_back();
    review.attempts.back().score.attempt.exercise = exercise;
    review.attempts.back().score.attempt.trainee = trainee;
  };
  attempt("lift", "anna");  // 0
  attempt("lift", "boris");
  attempt("park", "anna");  // 2
  attempt("lift", "anna");
  attempt("lift", "boris");  // 4
  attempt("lift", "anna");
  attempt("park", "boris");  // 6
  return review;
}

TEST(EarlierAttempt, IsTheLastOfTheSameTraineeAtTheSameExercise) {
  const RecordingReview review = shared_recording();
  EXPECT_EQ(earlier_attempt(review, 3), &review.attempts[0]);
  EXPECT_EQ(earlier_attempt(review, 4), &review.attempts[1]);
  EXPECT_EQ(earlier_attempt(review, 5), &review.attempts[3]) << "the last of several";
}

TEST(EarlierAttempt, IsNoneForAFirstOne) {
  const RecordingReview review = shared_recording();
  for (const std::size_t first : {0u, 1u, 2u, 6u})
    EXPECT_EQ(earlier_attempt(review, first), nullptr) << first;
}

TEST(AttemptAt, IsTheLastOneAtAnExerciseWhoeverMadeIt) {
  const RecordingReview review = shared_recording();
  EXPECT_EQ(attempt_at(review, "lift"), &review.attempts[5]);
  EXPECT_EQ(attempt_at(review, "park"), &review.attempts[6]);
  EXPECT_EQ(attempt_at(review, "dig"), nullptr);
}

}  // namespace
}  // namespace drawbar::tools
