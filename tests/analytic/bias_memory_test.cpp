// What a joint expects of the next substep by the last ones.
#include "physics/model/bias_memory.h"

#include <gtest/gtest.h>

namespace drawbar::physics {
namespace {

double parabola(double t) {
  return 2 - 3 * t + 0.5 * t * t;
}

BackwardDifferencesOf<double> parabola_until(double end, double substep) {
  BackwardDifferencesOf<double> differences;
  for (double t = end - 3 * substep; t <= end; t += substep)
    remember(substep * parabola(t), substep, false, differences);
  return differences;
}

TEST(BiasMemory, ForeseesAParabolaWhateverTheSubstep) {
  for (const double substep : {1.0, 0.25, 0.015625}) {
    const BackwardDifferencesOf<double> differences = parabola_until(7, substep);
    EXPECT_NEAR(extrapolate(differences, substep), substep * parabola(7 + substep), 1e-12) << substep;
  }
}

TEST(BiasMemory, OfVectorsIsThatOfTheirComponents) {
  BackwardDifferencesOf<Vec3> differences;
  for (const double t : {0.0, 1.0, 2.0}) remember(Vec3(parabola(t), t, 1), 1, false, differences);
  EXPECT_NEAR((extrapolate(differences, 1) - Vec3(parabola(3), 3, 1)).norm(), 0, 1e-12);
}

TEST(BiasMemory, DropsThePastAtAJumpAndOnlyThere) {
  BackwardDifferencesOf<double> jumped = parabola_until(7, 1);
  remember(parabola(8) + 100, 1, true, jumped);
  EXPECT_EQ(extrapolate(jumped, 1), parabola(8) + 100);

  BackwardDifferencesOf<double> smooth = parabola_until(7, 1);
  remember(parabola(8) + 0.1, 1, true, smooth);
  EXPECT_NEAR(extrapolate(smooth, 1), parabola(9) + 0.3, 1e-12);
}

TEST(BiasMemory, FindsACourseAgainAfterAJump) {
  BackwardDifferencesOf<double> differences = parabola_until(7, 1);
  remember(parabola(8) + 100, 1, true, differences);
  for (const double t : {9.0, 10.0, 11.0}) remember(parabola(t) + 100, 1, true, differences);
  EXPECT_NEAR(extrapolate(differences, 1), parabola(12) + 100, 1e-12);
}

}  // namespace
}  // namespace drawbar::physics
