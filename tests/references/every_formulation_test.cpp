// Every formulation on every reference problem (REFERENCES R1, R2, R3, R5): the answer at its order of
// accuracy, or the refusal that names what it cannot treat.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>

#include "physics/formulations/registry.h"
#include "tests/references/smooth_cases.h"
#include "tests/references/switching_cases.h"

namespace drawbar::test {
namespace {

/// Orders are measured at finite substeps.
constexpr double kOrderSlack = 0.25;
/// Penalty stiffnesses times its square and dampings times itself.
constexpr double kStiffer = 4;

const Treatment& treatment(const Case& c, Formulation formulation) {
  switch (formulation) {
    case Formulation::sequential_impulses:
      return c.solver;
    case Formulation::sequential_impulses_plain:
      return c.plain;
    case Formulation::penalty:
      return c.penalty;
    case Formulation::hamiltonian:
      return c.hamiltonian;
    case Formulation::composite_body:
    case Formulation::articulated_body:
    case Formulation::lagrange_multipliers:
    case Formulation::inverse_iterative:
    case Formulation::direct_iterative:
      return c.trees;
  }
  throw std::logic_error("a formulation of which the cases do not say how it treats them");
}

/// What is read with `refinement` substeps for each of the treatment's.
std::vector<double> measured(const Case& c, Formulation formulation, double substep_ms, int refinement,
                             double stiffer = 1) {
  constexpr double kLongestFrame = 0.04;
  WorldBuilder b = c.make();
  b.formulation(formulation);
  PenaltyConfig& penalty = b.config.penalty;
  penalty.scale_by_inertia = true;
  penalty.stiffness *= stiffer * stiffer;
  penalty.turn_stiffness *= stiffer * stiffer;
  penalty.damping *= stiffer;
  penalty.turn_damping *= stiffer;
  const int frames = static_cast<int>(std::ceil(c.time / kLongestFrame));
  b.config.period = c.time / frames;
  const int substeps = static_cast<int>(std::ceil(b.config.period * 1000 / substep_ms)) * refinement;
  World world = b.build();
  return c.measure(run(world, frames, substeps));
}

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(sum);
}

void check(const Case& c, Formulation formulation) {
  const Treatment& t = treatment(c, formulation);
  WorldBuilder b = c.make();
  const std::string refusal = unsupported(b.formulation(formulation).config).value_or("");
  if (t.kind == Treatment::Kind::refused) {
    EXPECT_EQ(refusal,
              "formulation " + std::string(formulation_name(formulation)) + " cannot treat " + t.words);
    return;
  }
  ASSERT_EQ(refusal, "");
  const std::vector<double> coarse = measured(c, formulation, t.substep_ms, 1);
  const std::vector<double> fine = measured(c, formulation, t.substep_ms, 2);
  const double error = distance(coarse, c.answer), finer = distance(fine, c.answer);
  switch (t.kind) {
    case Treatment::Kind::converges:
      EXPECT_GE(std::log2(error / finer), t.order - kOrderSlack) << error << ", " << finer;
      EXPECT_LT(finer, t.figure);
      break;
    case Treatment::Kind::exact:
      EXPECT_LT(std::max(error, finer), t.figure);
      break;
    case Treatment::Kind::within:
      EXPECT_LT(error, t.figure * t.substep_ms / 1000);
      EXPECT_LT(finer, t.figure * t.substep_ms / 2000);
      break;
    case Treatment::Kind::gives: {
      const std::vector<double> finest = measured(c, formulation, t.substep_ms, 4);
      EXPECT_GE(std::log2(distance(coarse, fine) / distance(fine, finest)), t.order - kOrderSlack);
      EXPECT_LT(distance(measured(c, formulation, t.substep_ms, 4, kStiffer), c.answer), t.figure) << finer;
      break;
    }
    case Treatment::Kind::departs:
      EXPECT_GT(finer, t.figure);
      break;
    case Treatment::Kind::refused:
      break;
  }
}

void check_all(const std::vector<Case>& cases, const std::string& formulation) {
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    check(c, *find_formulation(formulation));
  }
}

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  std::istringstream list(formulation_names());
  for (std::string name; list >> name;) {
    name.erase(std::remove(name.begin(), name.end(), ','), name.end());
    names.push_back(name);
  }
  return names;
}

class EveryFormulation : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryFormulation, MeetsSmoothReferencesAtItsOrder) {
  check_all(smooth_cases(), GetParam());
}

TEST_P(EveryFormulation, MeetsReferencesWithSwitchingForces) {
  check_all(switching_cases(), GetParam());
}

INSTANTIATE_TEST_SUITE_P(References, EveryFormulation, ::testing::ValuesIn(all_names()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace drawbar::test
