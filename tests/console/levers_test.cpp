#include "tools/console/levers.h"

#include <gtest/gtest.h>

namespace drawbar::tools {
namespace {

constexpr std::size_t kThrottle = 0;
constexpr std::size_t kSteer = 1;

Levers two_levers() {
  return Levers({{-1, 1, 0, false}, {-1, 1, 0, true}}, 0);
}

/// A key held from `begin` to `end` as a terminal tells it: one press, 0.5 s of nothing, then 30 per second.
void hold(Levers& levers, std::size_t channel, int direction, double begin, double end) {
  levers.press(channel, direction, begin);
  for (double t = begin + 0.5; t < end; t += 1.0 / 30) {
    levers.press(channel, direction, t);
  }
  levers.advance(end);
}

TEST(Levers, ANotchPerPressStays) {
  Levers levers = two_levers();
  levers.press(kThrottle, 1, 1.0);
  levers.press(kThrottle, 1, 2.0);
  levers.press(kThrottle, 1, 3.0);
  levers.advance(7);
  EXPECT_NEAR(levers.value(kThrottle), 0.3, 1e-12);
}

TEST(Levers, AHeldKeyReachesTheEndAndStopsThere) {
  Levers levers = two_levers();
  hold(levers, kThrottle, 1, 1.0, 4.0);
  EXPECT_EQ(levers.value(kThrottle), 1);
}

TEST(Levers, SteeringHoldsWhileTheKeyIsHeldAndSpringsBackAfterwards) {
  Levers levers = two_levers();
  levers.press(kSteer, 1, 1.0);
  levers.advance(1.45);  // before the first repeat
  EXPECT_NEAR(levers.value(kSteer), 0.25, 1e-12);
  hold(levers, kSteer, 1, 1.0, 3.0);
  EXPECT_EQ(levers.value(kSteer), 1);
  levers.advance(4.0);
  EXPECT_EQ(levers.value(kSteer), 0);
}

TEST(Levers, SteeringIsNotDisturbedByTheThrottle) {
  Levers levers = two_levers();
  hold(levers, kThrottle, 1, 1.0, 3.0);
  hold(levers, kSteer, -1, 3.0, 5.0);
  EXPECT_EQ(levers.value(kThrottle), 1);
  EXPECT_EQ(levers.value(kSteer), -1);
}

TEST(Levers, ReversingStopsAtNeutralUntilPressedAnew) {
  Levers levers = two_levers();
  hold(levers, kThrottle, 1, 1.0, 3.0);
  hold(levers, kThrottle, -1, 3.5, 8.0);
  EXPECT_EQ(levers.value(kThrottle), 0);
  levers.press(kThrottle, -1, 9.0);
  EXPECT_NEAR(levers.value(kThrottle), -0.1, 1e-12);
  hold(levers, kThrottle, -1, 10.0, 13.0);
  EXPECT_EQ(levers.value(kThrottle), -1) << "held anew it goes on to the other end";
}

TEST(Levers, WithoutAnyKeyEverythingGoesToNeutral) {
  Levers levers = two_levers();
  levers.press(kThrottle, 1, 1.0);
  levers.touch(5.0);
  levers.advance(5.0 + Levers::kPresence - 0.01);
  EXPECT_NEAR(levers.value(kThrottle), 0.1, 1e-12);
  levers.advance(5.0 + Levers::kPresence);
  EXPECT_TRUE(levers.at_neutral());
}

TEST(Levers, AKeyHeldThroughAllNeutralDoesNotMoveTheLeverAgain) {
  Levers levers = two_levers();
  hold(levers, kThrottle, 1, 1.0, 3.0);
  levers.all_neutral();
  levers.press(kThrottle, 1, 3.02);
  levers.press(kThrottle, 1, 3.05);
  EXPECT_EQ(levers.value(kThrottle), 0);
  hold(levers, kThrottle, 1, 5.0, 8.0);
  EXPECT_EQ(levers.value(kThrottle), 1) << "pressed anew and held it does";
}

TEST(Levers, NotchesUpAndDownComeBackToNeutralExactly) {
  Levers levers = two_levers();
  for (int i = 0; i < 7; ++i) levers.press(kThrottle, 1, 1 + i);
  for (int i = 0; i < 7; ++i) levers.press(kThrottle, -1, 10 + i);
  EXPECT_TRUE(levers.at_neutral());
}

TEST(Levers, RangeAndNeutralAreTheScenes) {
  Levers levers({{0, 40, 10, false}}, 0);
  EXPECT_EQ(levers.value(0), 10);
  hold(levers, 0, -1, 1, 4);
  EXPECT_EQ(levers.value(0), 0);
}

TEST(Keys, ThrottleAndSteeringWhereverTheyStand) {
  const auto keys = assign_keys({"Steering", "winch", "throttle"});
  EXPECT_EQ(keys[0].raise, 'a');
  EXPECT_TRUE(keys[0].springs_back);
  EXPECT_EQ(keys[1].raise, 'r');
  EXPECT_EQ(keys[2].raise, 'w');
}

TEST(Keys, ManyChannelsGetPairsUntilThereAreNoneLeft) {
  const auto keys = assign_keys(std::vector<std::string>(9, "axis"));
  EXPECT_EQ(keys[0].raise, 'w');
  EXPECT_EQ(keys[6].raise, 'o');
  EXPECT_EQ(keys[7].raise, 0);
}

TEST(Levers, AKeyThatRepeatsMovesSteadilyByTheTimeBetweenButNoQuickerThanEveryFifthOfASecond) {
  struct Case {
    std::size_t lever;
    double notch, rate;  ///< of the reach, of the reach per second
  };
  for (const Case& c : {Case{kThrottle, 0.1, 0.8}, Case{kSteer, 0.25, 1.6}}) {
    Levers levers = two_levers();
    levers.press(c.lever, -1, 1.0);
    EXPECT_NEAR(levers.value(c.lever), -c.notch, 1e-12);
    levers.press(c.lever, -1, 1.5);  // the first repeat, half a second later
    EXPECT_NEAR(levers.value(c.lever), -c.notch - 0.2 * c.rate, 1e-12);
    levers.press(c.lever, -1, 1.55);
    EXPECT_NEAR(levers.value(c.lever), -c.notch - 0.25 * c.rate, 1e-12);
    levers.press(c.lever, -1, 1.7);
    EXPECT_NEAR(levers.value(c.lever), -c.notch - 0.4 * c.rate, 1e-12);
  }
}

TEST(Levers, APressAfterSixTenthsOfASecondAndBehindARepeatAfterTwoIsANotchAgain) {
  const auto throttle = [](std::initializer_list<double> presses) {
    Levers levers = two_levers();
    for (const double time : presses) levers.press(kThrottle, 1, time);
    return levers.value(kThrottle);
  };
  EXPECT_NEAR(throttle({1, 1.59}), 0.1 + 0.2 * 0.8, 1e-12);
  EXPECT_NEAR(throttle({1, 1.61}), 0.2, 1e-12);
  EXPECT_NEAR(throttle({1, 1.5, 1.69}), 0.1 + 0.2 * 0.8 + 0.19 * 0.8, 1e-12);
  EXPECT_NEAR(throttle({1, 1.5, 1.71}), 0.1 + 0.2 * 0.8 + 0.1, 1e-12);
}

TEST(Levers, TheOtherKeyIsNoRepeatHoweverQuickItComes) {
  Levers levers = two_levers();
  levers.press(kThrottle, 1, 1);
  levers.press(kThrottle, 1, 2);
  levers.press(kThrottle, -1, 2.1);
  EXPECT_NEAR(levers.value(kThrottle), 0.1, 1e-12);
}

TEST(Levers, ASpringGoesBackThreeReachesASecondOnceItsKeyIsLetGo) {
  Levers levers = two_levers();
  levers.press(kSteer, -1, 1.0);
  levers.press(kSteer, -1, 1.5);
  levers.press(kSteer, -1, 1.6);
  EXPECT_NEAR(levers.value(kSteer), -0.25 - 0.3 * 1.6, 1e-12);
  levers.advance(1.8);  // the next repeat may still come
  EXPECT_NEAR(levers.value(kSteer), -0.73, 1e-12);
  levers.advance(1.9);
  EXPECT_NEAR(levers.value(kSteer), -0.43, 1e-12);
  levers.advance(2.0);
  EXPECT_NEAR(levers.value(kSteer), -0.13, 1e-12);
  levers.advance(2.1);
  EXPECT_EQ(levers.value(kSteer), 0);
}

TEST(Levers, ASteeringKeyPressedOnceHoldsUntilItsFirstRepeatIsDue) {
  Levers levers = two_levers();
  levers.press(kSteer, 1, 1.0);
  levers.advance(1.6);
  EXPECT_NEAR(levers.value(kSteer), 0.25, 1e-12);
  levers.advance(1.65);
  EXPECT_NEAR(levers.value(kSteer), 0.1, 1e-12);
}

TEST(Levers, SteeringToTheOtherSideBeginsAtNeutral) {
  Levers levers = two_levers();
  hold(levers, kSteer, 1, 1.0, 3.0);
  levers.press(kSteer, -1, 3.05);
  EXPECT_NEAR(levers.value(kSteer), -0.25, 1e-12);
}

TEST(Levers, TheirNotchIsATenthOfTheLongerWayFromNeutral) {
  for (const Levers::Channel& channel :
       {Levers::Channel{0, 40, 10, false}, Levers::Channel{-20, 20, 10, false}}) {
    Levers levers({channel}, 0);
    levers.press(0, 1, 1);
    EXPECT_NEAR(levers.value(0), 13, 1e-12);
    levers.press(0, -1, 2);
    levers.press(0, -1, 3);
    EXPECT_NEAR(levers.value(0), 7, 1e-12);
  }
}

TEST(Levers, CountDownFromTheLastKeyAndFromTheirBegin) {
  Levers levers({{-1, 1, 0, false}}, 10);
  EXPECT_NEAR(levers.presence_left(12), 4, 1e-12);
  EXPECT_EQ(levers.presence_left(17), 0);
  levers.press(0, 1, 13);
  EXPECT_FALSE(levers.at_neutral());
  EXPECT_NEAR(levers.presence_left(14), 5, 1e-12);
  levers.touch(15);
  EXPECT_NEAR(levers.presence_left(15), 6, 1e-12);
  EXPECT_NEAR(levers.value(0), 0.1, 1e-12) << "a key that moves nothing moves nothing";
}

TEST(Levers, OneGoesToNeutralAndTheOthersStay) {
  Levers levers = two_levers();
  levers.press(kThrottle, 1, 1);
  levers.press(kSteer, 1, 1);
  levers.to_neutral(kSteer);
  EXPECT_EQ(levers.value(kSteer), 0);
  EXPECT_NEAR(levers.value(kThrottle), 0.1, 1e-12);
}

TEST(Keys, ArePairsOfUpAndDownInTheirOrder) {
  const auto pairs = [](const std::vector<std::string>& names) {
    std::string out;
    for (const KeyPair& keys : assign_keys(names)) {
      out += keys.raise;
      out += keys.lower;
      out += keys.springs_back ? "~ " : " ";
    }
    return out;
  };
  EXPECT_EQ(pairs({"a", "b", "c", "d", "e", "f", "g"}), "ws rf tg yh uj ik ol ");
  EXPECT_EQ(pairs({"boom", "THROTTLE left", "Power Steering", "bucket"}), "rf ws ad~ tg ");
  EXPECT_EQ(pairs({"steer_front", "steer_rear"}), "ad~ ws ") << "the first of two";
  EXPECT_EQ(pairs({"throttle", "throttle"}), "ws rf ");
  EXPECT_EQ(pairs({}), "");
}

}  // namespace
}  // namespace drawbar::tools
