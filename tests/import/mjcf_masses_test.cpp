// The masses of five public MJCF models beside those computed by hand from the sizes and densities in their
// files: MuJoCo reads MJCF for drawbar, so that it is no witness.
#include <cmath>
#include <map>
#include <numbers>

#include "tests/import/import_fixture.h"

namespace drawbar::tests {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kDensity = 1000;  // kg/m^3, of a geom that names neither density nor mass

double sphere(double radius) {
  return kDensity * 4 / 3 * kPi * radius * radius * radius;
}
double cylinder(double radius, double length) {
  return kDensity * kPi * radius * radius * length;
}
/// `length`: between the centres of its ends.
double capsule(double radius, double length) {
  return cylinder(radius, length) + sphere(radius);
}

class MjcfMasses : public ImportTest {
 protected:
  /// `model` below shared/models/mjcf has exactly these bodies with mass; bodies that drawbar puts between
  /// two joints have a millionth of one.
  void expect(const std::string& model, const std::map<std::string, double>& by_hand) {
    SCOPED_TRACE(model);
    const std::filesystem::path folder = shared_models();
    if (folder.empty()) GTEST_SKIP() << "no public models beside the checkout";
    if (!reads(own_model("pendulum.xml"))) GTEST_SKIP() << "built without MuJoCo";
    const scenes::LoadedScene scene = imported(options(folder / "mjcf" / model));
    std::size_t found = 0;
    for (const physics::BodyConfig& body : scene.world.bodies) {
      if (body.is_static || body.name.find("_between") != std::string::npos) continue;
      const auto expected = by_hand.find(body.name);
      ASSERT_NE(expected, by_hand.end()) << body.name;
      EXPECT_NEAR(body.mass_properties.mass, expected->second, 1e-12 * expected->second) << body.name;
      ++found;
    }
    EXPECT_EQ(found, by_hand.size());
  }
};

TEST_F(MjcfMasses, SliderCrankIsThreeRodsWithPins) {
  const double pin = cylinder(0.006, 0.05);
  expect("slider_crank/slider_crank.xml", {{"body1", pin + capsule(0.01, 0.2)},
                                           {"body2", pin + capsule(0.01, 0.15)},
                                           {"body3", pin + capsule(0.01, 0.15)}});
}

TEST_F(MjcfMasses, ArmIsTwoCapsulesWhoseJointsWeighNothing) {
  expect("tendon_arm/arm26.xml", {{"body1", capsule(0.045, 0.5)}, {"body2", capsule(0.035, 0.5)}});
}

TEST_F(MjcfMasses, FridgeDoorHasItsGivenMassesAndAHingeOfItsDensity) {
  expect("adhesion/fridge_door.xml", {{"door", cylinder(0.007, 0.74) + 1.5 + 0.05}, {"handle", 0.1}});
}

TEST_F(MjcfMasses, CubeIsTwentySixCubeletsOfOneMass) {
  std::map<std::string, double> cubelets;
  for (const char* name : {"pX",       "nX",       "pY",       "nY",       "pZ",       "nZ",       "pX_pY",
                           "nY_pX",    "pX_pZ",    "nZ_pX",    "nX_pY",    "nX_nY",    "nX_pZ",    "nX_nZ",
                           "pY_pZ",    "nZ_pY",    "nY_pZ",    "nY_nZ",    "pX_pY_pZ", "nZ_pX_pY", "nY_pX_pZ",
                           "nY_nZ_pX", "nX_pY_pZ", "nX_nZ_pY", "nX_nY_pZ", "nX_nY_nZ"}) {
    cubelets[name] = 0.00253704;
  }
  expect("cube/cube_3x3x3.xml", cubelets);
}

TEST_F(MjcfMasses, HumanoidIsCapsulesAndBalls) {
  const double thigh = capsule(0.06, std::hypot(0.01, 0.34));
  const double shin = capsule(0.049, 0.3);
  const double foot = 2 * capsule(0.027, std::hypot(0.21, 0.02));
  const double upper_arm = capsule(0.04, 0.16 * std::sqrt(3.0));
  const double lower_arm = capsule(0.031, 0.16 * std::sqrt(3.0));
  const double hand = sphere(0.04);
  expect("humanoid/humanoid.xml", {{"torso", capsule(0.07, 0.14) + capsule(0.06, 0.12)},
                                   {"head", sphere(0.09)},
                                   {"waist_lower", capsule(0.06, 0.12)},
                                   {"pelvis", capsule(0.09, 0.14)},
                                   {"thigh_right", thigh},
                                   {"thigh_left", thigh},
                                   {"shin_right", shin},
                                   {"shin_left", shin},
                                   {"foot_right", foot},
                                   {"foot_left", foot},
                                   {"upper_arm_right", upper_arm},
                                   {"upper_arm_left", upper_arm},
                                   {"lower_arm_right", lower_arm},
                                   {"lower_arm_left", lower_arm},
                                   {"hand_right", hand},
                                   {"hand_left", hand}});
}

}  // namespace
}  // namespace drawbar::tests
