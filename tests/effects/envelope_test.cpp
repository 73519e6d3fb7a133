// How strong an effect is while it comes, stays and goes, against the areas under its line.
#include "physics/effect/envelope.h"

#include <gtest/gtest.h>

#include <utility>

namespace drawbar::test {
namespace {

using namespace physics;

Effect envelope(double ramp, double duration) {
  Effect effect;
  effect.strength = 0.8;
  effect.ramp = ramp;
  effect.duration = duration;
  return effect;
}

TEST(Envelope, RisesEvenlyOverItsRampStaysAndIsGoneAfterItsDuration) {
  const Effect effect = envelope(2, 5);
  for (const auto& [age, strength] :
       {std::pair(0.0, 0.0), {0.5, 0.2}, {1.0, 0.4}, {2.0, 0.8}, {4.0, 0.8}, {5.0, 0.8}, {5.001, 0.0}}) {
    EXPECT_NEAR(strength_at(effect, age), strength, 1e-15) << age;
  }
  EXPECT_EQ(strength_at(envelope(0, 0), 0), 0.8);
  EXPECT_EQ(strength_at(envelope(0, 0), 1e6), 0.8) << "until it is cleared";
}

TEST(Envelope, HasTheMeanOfTheAreaUnderItsLine) {
  const struct {
    double ramp, duration, from, to, mean;
  } pieces[] = {{2, 5, 0, 2, 0.4}, {2, 5, 1, 3, 0.7},   {2, 5, 3, 5, 0.8},  {2, 5, 4, 6, 0.4},
                {2, 5, 6, 7, 0},   {2, 5, -1, 1, 0.1},  {2, 0, 4, 60, 0.8}, {0, 0, 0, 1, 0.8},
                {0, 5, 4, 8, 0.2}, {2, 5, 0, 10, 0.32}, {4, 2, 0, 2, 0.2},  {4, 2, 1, 3, 0.15},
                {2, 2, 0, 4, 0.2}};
  for (const auto& p : pieces) {
    EXPECT_NEAR(mean_strength(envelope(p.ramp, p.duration), p.from, p.to), p.mean, 1e-15)
        << p.ramp << ' ' << p.duration << ' ' << p.from;
  }
}

// Ages are multiples of a period: what is missing of the duration by rounding is not another frame.
TEST(Envelope, EndsWithItsDurationAndNotAFrameLater) {
  EXPECT_FALSE(has_ended(envelope(2, 5), 4.96));
  EXPECT_TRUE(has_ended(envelope(2, 5), 5 - 1e-12));
  EXPECT_TRUE(has_ended(envelope(2, 5), 5));
  EXPECT_TRUE(has_ended(envelope(2, 5), 6));
  EXPECT_FALSE(has_ended(envelope(2, 0), 1e6));
  EXPECT_FALSE(has_ended(envelope(2, 0), 0));
}

TEST(Envelope, ChangesAsLongAsItRisesOrWillEnd) {
  EXPECT_TRUE(still_changes(envelope(2, 0), 1.96));
  EXPECT_FALSE(still_changes(envelope(2, 0), 2));
  EXPECT_FALSE(still_changes(envelope(0, 0), 0));
  EXPECT_TRUE(still_changes(envelope(0, 5), 0));
  EXPECT_TRUE(still_changes(envelope(2, 5), 3));
}

}  // namespace
}  // namespace drawbar::test
