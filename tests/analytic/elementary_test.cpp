// Our elementary functions against the C library's (itself within 1 ulp).
#include "physics/math/elementary.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace drawbar::physics {
namespace {

double ulps(double value, double reference) {
  const double unit = std::nextafter(std::fabs(reference), INFINITY) - std::fabs(reference);
  return std::fabs(value - reference) / unit;
}

TEST(Elementary, SineAndCosineWithinTwoUlp) {
  std::mt19937_64 random(1);
  for (double range : {0.1, 1.0, 4.0, 100.0, 1e6}) {
    std::uniform_real_distribution<double> pick(-range, range);
    double worst = 0;
    for (int i = 0; i < 200000; ++i) {
      const double x = pick(random);
      const SinCos sc = sin_cos(x);
      worst = std::max({worst, ulps(sc.sin, std::sin(x)), ulps(sc.cos, std::cos(x))});
    }
    EXPECT_LE(worst, 2.0) << "range " << range;
  }
}

TEST(Elementary, ArcTangentWithinTwoUlpInAllQuadrants) {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> pick(-1, 1);
  double worst = 0;
  for (int i = 0; i < 500000; ++i) {
    const double y = pick(random), x = pick(random);
    worst = std::max(worst, ulps(arc_tangent(y, x), std::atan2(y, x)));
  }
  EXPECT_LE(worst, 2.0);
  EXPECT_EQ(arc_tangent(0, 0), 0);
  EXPECT_DOUBLE_EQ(arc_tangent(0, -1), kPi);
  EXPECT_DOUBLE_EQ(arc_tangent(1, 0), kPi / 2);
}

TEST(Elementary, LogarithmWithinTwoUlp) {
  std::mt19937_64 random(4);
  std::uniform_real_distribution<double> near(0.5, 2), wide(-700, 700);
  double worst = 0;
  for (int i = 0; i < 50000; ++i) {
    for (const double x : {near(random), std::exp(wide(random))}) {
      worst = std::max(worst, ulps(logarithm(x), std::log(x)));
    }
  }
  EXPECT_LE(worst, 2.0);
  EXPECT_EQ(logarithm(1), 0);
}

TEST(Elementary, ArcSineAndExponential) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> unit(-1, 1), wide(-700, 700);
  double worst_asin = 0, worst_exp = 0;
  for (int i = 0; i < 200000; ++i) {
    const double s = unit(random), x = wide(random);
    worst_asin = std::max(worst_asin, ulps(arc_sine(s), std::asin(s)));
    worst_exp = std::max(worst_exp, ulps(exponential(x), std::exp(x)));
  }
  EXPECT_LE(worst_asin, 3.0);  // one more for the root
  EXPECT_LE(worst_exp, 2.0);
}

}  // namespace
}  // namespace drawbar::physics
