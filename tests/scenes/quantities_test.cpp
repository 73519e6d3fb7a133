// Every quantity that has a name: its unit, what it can be, and which reading it shows.
#include "scenes/quantities/catalogue.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace drawbar::scenes {
namespace {

using physics::FrameState;
using physics::JointId;
using physics::Vec3;
using physics::WorldConfig;

constexpr double kOpenEnd = std::numeric_limits<double>::infinity();
constexpr double kHalfTurn = 3.14159265358979323846;

// One of each, every axis that slides beside one that turns.
WorldConfig one_of_each() {
  WorldConfig config;
  config.bodies.resize(2);
  config.bodies[0].name = "a";
  config.bodies[1].name = "b+c";
  config.bodies[0].shapes.emplace_back();
  config.joints.resize(2);
  config.joints[0].name = "turns";
  config.joints[0].type = physics::JointType::revolute;
  config.joints[0].axes[0].limit = physics::AxisLimit{-1, 2, std::nullopt, 0, 0};
  config.joints[0].break_force = 5;
  config.joints[1].name = "slides";
  config.joints[1].type = physics::JointType::cylindrical;
  config.joints[1].axes[0].limit = physics::AxisLimit{-3, 4, 100.0, 0, 0};
  for (const std::uint32_t j : {0u, 1u}) {
    const std::string of = config.joints[j].name;
    config.drives.emplace_back().name = of + "_drive";
    config.drives.back().joint = JointId{j};
    config.brakes.emplace_back().name = of + "_brake";
    config.brakes.back().joint = JointId{j};
    config.couplings.emplace_back().name = of + "_coupling";
    config.couplings.back().terms = {{JointId{j}, 0, 1}, {JointId{1 - j}, 0, 1}};
  }
  config.drives[1].thermal = physics::DriveThermalConfig{};
  config.wheels.emplace_back().name = "wheel";
  config.steerings.emplace_back().name = "steering";
  config.hitches.emplace_back().name = "hitch";
  config.controls.push_back({"lever", -2, 3, 0});
  return config;
}

FrameState reading() {
  FrameState s;
  s.bodies.resize(2);
  s.bodies[0].position = Vec3(1, 2, 3);
  // A quarter turn about z after 60 degrees about x.
  const double h = std::sqrt(0.5), c = std::cos(kHalfTurn / 6), i = std::sin(kHalfTurn / 6);
  s.bodies[0].orientation = physics::Quat(h, 0, 0, h) * physics::Quat(c, i, 0, 0);
  s.bodies[0].linear_velocity = Vec3(2, 3, 6);
  s.bodies[0].angular_velocity = Vec3(7, 8, 9);
  s.joints.resize(2);
  s.joints[0].position[0] = 10;
  s.joints[0].velocity[0] = 11;
  s.joints[0].error = 12;
  s.joints[0].angle_error = 13;
  s.joints[0].broken = true;
  s.joints[0].reaction = Vec3(14, 15, 16);
  s.joints[0].reaction_torque = Vec3(17, 18, 19);
  s.joints[1].position = {20, 21, 0};
  s.joints[1].velocity = {22, 23, 0};
  s.drives = {{24, 25, 26, 0, true}, {27, 28, 29, 30, true}};
  s.wheels = {{31, 32, 33, 34, 35}};
  s.couplings = {{36}, {37}};
  s.brakes = {{38}, {39}};
  s.steerings = {{40}};
  s.hitches = {{true}};
  s.controls = {41};
  s.energy = {42, 43};
  s.contacts = {{0, 1, Vec3::Zero(), Vec3(1, 2, 4)}, {1, 0, Vec3::Zero(), Vec3(10, 20, 40)}};
  return s;
}

struct Shown {
  const char* name;
  const char* unit;
  double least;
  double most;
  double value;
};

TEST(Quantities, ShowEachReadingInItsUnitWithinItsBounds) {
  const double inf = kOpenEnd;
  const Shown all[] = {
      {"a.x", "m", -inf, inf, 1},
      {"a.z", "m", -inf, inf, 3},
      {"a.qw", "", -1, 1, std::sqrt(0.5) * std::cos(kHalfTurn / 6)},
      {"a.qz", "", -inf, inf, std::sqrt(0.5) * std::cos(kHalfTurn / 6)},
      {"a.vy", "m/s", -inf, inf, 3},
      {"a.wz", "rad/s", -inf, inf, 9},
      {"turns.position[0]", "rad", -1.001, 2.001, 10},
      {"turns.velocity[0]", "rad/s", -inf, inf, 11},
      {"turns.error", "m", 0, inf, 12},
      {"turns.angle_error", "rad", 0, inf, 13},
      {"slides.position[0]", "m", -inf, inf, 20},  // its stop gives way
      {"slides.position[1]", "rad", -inf, inf, 21},
      {"slides.velocity[0]", "m/s", -inf, inf, 22},
      {"slides.velocity[1]", "rad/s", -inf, inf, 23},
      {"turns_drive.current", "A", -inf, inf, 24},
      {"turns_drive.voltage", "V", -inf, inf, 25},
      {"turns_drive.torque", "N m", -inf, inf, 26},
      {"slides_drive.torque", "N", -inf, inf, 29},
      {"slides_drive.temperature", "deg C", -inf, inf, 30},
      {"turns_drive.power", "W", -inf, inf, 24 * 25},
      {"wheel.load", "N", 0, inf, 31},
      {"wheel.longitudinal_force", "N", -inf, inf, 32},
      {"wheel.lateral_force", "N", -inf, inf, 33},
      {"wheel.slip", "", -inf, inf, 34},
      {"wheel.slip_angle", "rad", -kHalfTurn, kHalfTurn, 35},
      {"turns_coupling.force", "N m", -inf, inf, 36},
      {"slides_coupling.force", "N", -inf, inf, 37},
      {"turns_brake.torque", "N m", 0, inf, 38},
      {"slides_brake.torque", "N", 0, inf, 39},
      {"steering.angle", "rad", -kHalfTurn, kHalfTurn, 40},
      {"hitch.closed", "", 0, 1, 1},
      {"lever.value", "", -2, 3, 41},
      {"energy.kinetic", "J", 0, inf, 42},
      {"energy.potential", "J", -inf, inf, 43},
      {"a.speed", "m/s", 0, inf, 7},
      {"a.heading", "rad", -kHalfTurn, kHalfTurn, kHalfTurn / 2},
      {"a.tilt", "rad", 0, kHalfTurn, kHalfTurn / 3},
      {"turns.broken", "", 0, 1, 1},
      {"turns.reaction.y", "N", -inf, inf, 15},
      {"turns.reaction_torque.z", "N m", -inf, inf, 19},
      // On the first of two that touch the force is the other way.
      {"a.contact.x", "N", -inf, inf, 10 - 1},
      {"a+b+c.force.y", "N", -inf, inf, 2 - 20},
      {"b+c+a.force.z", "N", -inf, inf, 40 - 4},
  };
  const WorldConfig config = one_of_each();
  const FrameState state = reading();
  for (const Shown& wanted : all) {
    const auto quantity = find_quantity(config, wanted.name);
    ASSERT_TRUE(quantity.has_value()) << wanted.name;
    EXPECT_EQ(quantity->unit, wanted.unit) << wanted.name;
    if (std::isinf(wanted.least)) {
      EXPECT_EQ(quantity->bounds.least, wanted.least) << wanted.name;
    } else {
      EXPECT_NEAR(quantity->bounds.least, wanted.least, 1e-12) << wanted.name;
    }
    if (std::isinf(wanted.most)) {
      EXPECT_EQ(quantity->bounds.most, wanted.most) << wanted.name;
    } else {
      EXPECT_NEAR(quantity->bounds.most, wanted.most, 1e-12) << wanted.name;
    }
    EXPECT_NEAR(quantity->value(state), wanted.value, 1e-12) << wanted.name;
  }
}

TEST(Quantities, ThatASceneDoesNotHaveAreNotFound) {
  const WorldConfig config = one_of_each();
  for (const char* name :
       {"slides.broken", "turns_drive.temperature", "b+c.contact.x", "turns.position[1]",
        "slides.position[2]", "a+a.force.x", "a+d.force.x", "a+b+c.force.w", "a", "a.", "", "a.x "}) {
    EXPECT_FALSE(find_quantity(config, name).has_value()) << name;
  }
}

TEST(Quantities, AreListedOnceInTheOrderOfTheirGroupsAndSaidWhichAreRecorded) {
  std::string recorded, computed;
  QuantityList all;
  for (const QuantityGroup& group : quantity_groups()) {
    (group.recorded ? recorded : computed) += std::string(group.name) + ' ';
    group.add(one_of_each(), all);
    group.add(one_of_each(), all);
  }
  EXPECT_EQ(recorded, "bodies joints drives energy wheels controls temperatures motion powers breakage ");
  EXPECT_EQ(computed, "reactions contacts couplings brakes steerings hitches ");
  const std::vector<Quantity> list = all.take();
  EXPECT_EQ(list.front().name, "a.x");
  EXPECT_EQ(list.back().name, "hitch.closed");
  // Two bodies of 13, three axes, errors of two joints, two drives, energies, a wheel, a control, a
  // temperature, three of motion a body, two powers, one that breaks; six reactions a joint, one body's
  // contact, then one each.
  EXPECT_EQ(list.size(), 26u + 6 + 4 + 6 + 2 + 5 + 1 + 1 + 6 + 2 + 1 + 12 + 3 + 2 + 2 + 1 + 1);
}

TEST(Quantities, LikeAMisspeltOneAreThoseOfItsOwner) {
  const WorldConfig config = one_of_each();
  EXPECT_EQ(quantities_like(config, "wheel.lod"),
            "wheel.load, wheel.longitudinal_force, wheel.lateral_force, wheel.slip, wheel.slip_angle");
  EXPECT_EQ(quantities_like(config, "nobody.x"),
            "a column that simulate --columns can show (groups bodies, joints, drives, energy, wheels, "
            "controls, temperatures, "
            "motion, powers, breakage, reactions, contacts, couplings, brakes, steerings, hitches), or "
            "BODY+BODY.force.x");
}

}  // namespace
}  // namespace drawbar::scenes
