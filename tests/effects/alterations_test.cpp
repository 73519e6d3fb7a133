// What effects write into the configuration that a frame is computed from, number by number: what they say
// and nothing else, in the frames of their strength, and gone once they are over.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "tests/support/motors.h"
#include "tests/vehicle/test_car.h"

namespace drawbar::test {
namespace {

using Numbers = std::map<std::string, double>;

void add_spring_numbers(const std::string& of, const AxisSpring& spring, Numbers& out) {
  out[of + ".stiffness"] = spring.stiffness;
  out[of + ".damping"] = spring.damping;
  out[of + ".rest"] = spring.rest;
  for (std::size_t i = 0; i < spring.table.size(); ++i) {
    out[of + ".deflection" + std::to_string(i)] = spring.table[i][0];
    out[of + ".force" + std::to_string(i)] = spring.table[i][1];
  }
  for (std::size_t i = 0; i < spring.damper_table.size(); ++i) {
    out[of + ".rate" + std::to_string(i)] = spring.damper_table[i][0];
    out[of + ".drag" + std::to_string(i)] = spring.damper_table[i][1];
  }
}

/// Every number of a configuration that an effect can write.
Numbers alterable(const WorldConfig& config) {
  Numbers out;
  for (std::size_t d = 0; d < config.drives.size(); ++d) {
    const DriveConfig& drive = config.drives[d];
    const std::string of = "drive" + std::to_string(d);
    out[of + ".mode"] = static_cast<double>(drive.mode);
    out[of + ".supply"] = drive.supply_voltage;
    out[of + ".resistance"] = drive.resistance;
    out[of + ".constant"] = drive.torque_constant;
    out[of + ".limit"] = drive.current_limit;
    out[of + ".brake"] = drive.brake_torque;
    out[of + ".open"] = drive.open_winding ? 1 : 0;
    out[of + ".locked"] = drive.brake_locked;
    out[of + ".play"] = drive.play;
    out[of + ".remembers"] = static_cast<double>(drive.play_effect);
  }
  for (std::size_t b = 0; b < config.brakes.size(); ++b) {
    const std::string of = "brake" + std::to_string(b);
    out[of + ".torque"] = config.brakes[b].torque;
    out[of + ".locked"] = config.brakes[b].locked;
  }
  for (std::size_t s = 0; s < config.springs.size(); ++s)
    add_spring_numbers("spring" + std::to_string(s), config.springs[s].law, out);
  for (std::size_t w = 0; w < config.wheels.size(); ++w) {
    const TyreConfig& tyre = config.wheels[w].tyre;
    const std::string of = "tyre" + std::to_string(w);
    out[of + ".vertical"] = tyre.vertical_stiffness;
    out[of + ".longitudinal"] = tyre.longitudinal_stiffness;
    out[of + ".lateral"] = tyre.lateral_stiffness;
    out[of + ".rolling"] = tyre.rolling_resistance;
    out[of + ".damping"] = tyre.vertical_damping;
    out[of + ".load"] = tyre.nominal_load;
  }
  for (std::size_t j = 0; j < config.joints.size(); ++j) {
    const std::string joint = "joint" + std::to_string(j);
    out[joint + ".belts off"] = config.joints[j].belts_off ? 1 : 0;
    for (std::size_t k = 0; k < kMaxFreeAxes; ++k) {
      const AxisConfig& axis = config.joints[j].axes[k];
      const std::string of = joint + ".axis" + std::to_string(k);
      out[of + ".coulomb"] = axis.friction.coulomb;
      out[of + ".viscous"] = axis.friction.viscous;
      if (axis.spring) add_spring_numbers(of, *axis.spring, out);
      if (!axis.limit) continue;
      out[of + ".lower"] = axis.limit->lower;
      out[of + ".upper"] = axis.limit->upper;
    }
  }
  for (std::size_t h = 0; h < config.hitches.size(); ++h)
    out["hitch" + std::to_string(h)] = config.hitches[h].forced_open ? 1 : 0;
  for (std::size_t p = 0; p < config.surface_pairs.size(); ++p) {
    const SurfacePair& pair = config.surface_pairs[p];
    const std::string of = "surface" + std::to_string(p);
    out[of + ".friction"] = pair.friction;
    out[of + ".static"] = pair.static_friction;
    out[of + ".rolling"] = pair.rolling_friction;
    out[of + ".spinning"] = pair.spinning_friction;
    out[of + ".restitution"] = pair.restitution;
  }
  return out;
}

AxisSpring tabled(double stiffness) {
  return {stiffness, 3, 0.1, {{-1, -20}, {0, 0}, {1, 30}}, {{-1, -5}, {0, 0}, {1, 7}}};
}

/// Two of everything that an effect can alter, and three materials.
WorldConfig two_of_everything() {
  TyreConfig tyre = car_tyre();
  tyre.rolling_resistance = 0.01;
  RigidCar car(0.9, tyre);
  VehicleBuilder& b = car.b;
  for (const std::size_t axle : {2u, 3u}) {
    DriveConfig motor = wheel_motor(car.axles[axle]);
    motor.brake_torque = 6;
    b.config.drives.push_back(motor);
  }
  const ControlId couple = b.control("couple");
  for (const double x : {-3.0, -6.0}) {
    const BodyId sledge = b.body("sledge", 60, diagonal(5, 20, 20), Vec3(x, 0, 0.6));
    b.joint(JointType::cylindrical, BodyId{0}, sledge, Vec3(x, 0, 0.6));
    JointConfig& joint = b.config.joints.back();
    for (AxisConfig& axis : joint.axes) {
      axis.friction = {0.5, 0.2, 0};
      axis.limit = AxisLimit{-0.5, 0.75, std::nullopt, 0, 0};
      axis.spring = tabled(40);
    }
    b.config.hitches.push_back(
        {"hitch", JointId{static_cast<std::uint32_t>(b.config.joints.size() - 1)}, couple, 0.1});
    SpringConfig spring;
    spring.from = {BodyId{0}, Vec3(x, 0, 1.6)};
    spring.to = {sledge, Vec3(x, 0, 0.6)};
    spring.law = tabled(200);
    b.config.springs.push_back(spring);
  }
  b.config.material_count = 3;
  b.config.surface_pairs.assign(9, SurfacePair{});
  for (std::size_t one = 0; one < 3; ++one) {
    for (std::size_t other = 0; other < 3; ++other) {
      const double part = 1 + static_cast<double>(one + other);
      b.config.surface_pairs[3 * one + other] = {0.2 * part,  0.1, 0.01 * part, 0.02 * part,
                                                 0.25 * part, 0,   0,           {}};
    }
  }
  return b.config;
}

constexpr std::uint32_t kHitchJoint = 5;  // the second hitch's, after four axles

Effect altering(EffectType type, TargetKind kind, std::uint32_t target, double strength = 1,
                double parameter = 0) {
  Effect effect;
  effect.id = EffectId{1};
  effect.type = type;
  effect.target = {kind, target};
  effect.strength = strength;
  effect.parameters[0] = parameter;
  return effect;
}

/// In the frame that begins now.
Numbers in_next_frame(World& world) {
  world.begin_frame(4);
  Numbers numbers = alterable(world.config());
  for (int substep = 0; substep < 4; ++substep) world.substep();
  return numbers;
}

struct Alteration {
  const char* what;
  Effect effect;
  /// Numbers whose names begin so become so many times what they were ...
  Numbers times;
  /// ... or this.
  Numbers set;
};

std::vector<Alteration> alterations() {
  using Type = EffectType;
  using Kind = TargetKind;
  return {
      {"open winding", altering(Type::open_winding, Kind::drive, 1), {}, {{"drive1.open", 1}}},
      {"torque loss", altering(Type::torque_loss, Kind::drive, 1, 0.25), {{"drive1.constant", 0.75}}, {}},
      {"phase loss",
       altering(Type::phase_loss, Kind::drive, 1, 0.5),
       {{"drive1.resistance", 1.5}, {"drive1.limit", 0.75}},
       {}},
      {"short circuit",
       altering(Type::short_circuit, Kind::drive, 1),
       {},
       {{"drive1.mode", 0}, {"drive1.supply", 0}, {"drive1.limit", 1e12}}},
      {"supply sag", altering(Type::supply_sag, Kind::drive, 1, 0.2), {{"drive1.supply", 0.8}}, {}},
      {"drive's fade", altering(Type::brake_fade, Kind::drive, 1, 0.3), {{"drive1.brake", 0.7}}, {}},
      {"drive's lock", altering(Type::brake_lock, Kind::drive, 1, 0.3), {}, {{"drive1.locked", 0.3}}},
      {"fade", altering(Type::brake_fade, Kind::brake, 2, 0.4), {{"brake2.torque", 0.6}}, {}},
      {"lock", altering(Type::brake_lock, Kind::brake, 2, 0.4), {}, {{"brake2.locked", 0.4}}},
      {"jam",
       altering(Type::jam, Kind::joint, kHitchJoint, 0.5, 8),
       {},
       {{"joint5.axis0.coulomb", 4.5}, {"joint5.axis1.coulomb", 4.5}, {"joint5.axis2.coulomb", 4.5}}},
      {"track off", altering(Type::track_off, Kind::joint, kHitchJoint), {}, {{"joint5.belts off", 1}}},
      {"spring loss",
       altering(Type::spring_loss, Kind::spring, 1, 0.25),
       {{"spring1.stiffness", 0.75}, {"spring1.force", 0.75}},
       {}},
      {"damper loss",
       altering(Type::damper_loss, Kind::spring, 1, 0.25),
       {{"spring1.damping", 0.75}, {"spring1.drag", 0.75}},
       {}},
      {"joint's spring loss",
       altering(Type::spring_loss, Kind::joint, kHitchJoint, 0.25),
       {{"joint5.axis0.stiffness", 0.75},
        {"joint5.axis1.stiffness", 0.75},
        {"joint5.axis2.stiffness", 0.75},
        {"joint5.axis0.force", 0.75},
        {"joint5.axis1.force", 0.75},
        {"joint5.axis2.force", 0.75}},
       {}},
      {"joint's damper loss",
       altering(Type::damper_loss, Kind::joint, kHitchJoint, 0.25),
       {{"joint5.axis0.damping", 0.75},
        {"joint5.axis1.damping", 0.75},
        {"joint5.axis2.damping", 0.75},
        {"joint5.axis0.drag", 0.75},
        {"joint5.axis1.drag", 0.75},
        {"joint5.axis2.drag", 0.75}},
       {}},
      // The carcass alone carries 0.15 and drags 0.3 of it, and resists ten times as much.
      {"puncture",
       altering(Type::puncture, Kind::wheel, 3),
       {{"tyre3.vertical", 0.15}, {"tyre3.longitudinal", 0.3}, {"tyre3.lateral", 0.3}, {"tyre3.rolling", 10}},
       {}},
      {"half a puncture",
       altering(Type::puncture, Kind::wheel, 3, 0.5),
       {{"tyre3.vertical", 0.575},
        {"tyre3.longitudinal", 0.65},
        {"tyre3.lateral", 0.65},
        {"tyre3.rolling", 5.5}},
       {}},
      {"uncouple", altering(Type::uncouple, Kind::hitch, 1), {}, {{"hitch1", 1}}},
      // With itself and either way round with the others.
      {"ice",
       altering(Type::friction, Kind::material, 1, 0.5, 0.2),
       {{"surface1.friction", 0.6}, {"surface1.static", 0.6},   {"surface1.rolling", 0.6},
        {"surface1.spinning", 0.6}, {"surface3.friction", 0.6}, {"surface3.static", 0.6},
        {"surface3.rolling", 0.6},  {"surface3.spinning", 0.6}, {"surface4.friction", 0.6},
        {"surface4.static", 0.6},   {"surface4.rolling", 0.6},  {"surface4.spinning", 0.6},
        {"surface5.friction", 0.6}, {"surface5.static", 0.6},   {"surface5.rolling", 0.6},
        {"surface5.spinning", 0.6}, {"surface7.friction", 0.6}, {"surface7.static", 0.6},
        {"surface7.rolling", 0.6},  {"surface7.spinning", 0.6}},
       {}},
      {"play of a drive's gear",
       altering(Type::play, Kind::joint, 3, 0.5, 0.04),
       {},
       {{"drive1.play", 0.02}}},
      {"worn stops",
       altering(Type::play, Kind::joint, kHitchJoint, 0.5, 0.04),
       {},
       {{"joint5.axis0.lower", -0.52},
        {"joint5.axis0.upper", 0.77},
        {"joint5.axis1.lower", -0.52},
        {"joint5.axis1.upper", 0.77},
        {"joint5.axis2.lower", -0.52},
        {"joint5.axis2.upper", 0.77}}},
  };
}

void expect_numbers(const Numbers& found, const Numbers& healthy, const Alteration& of) {
  for (const auto& [name, value] : healthy) {
    double expected = value;
    for (const auto& [begin, factor] : of.times) {
      if (name.rfind(begin, 0) == 0) expected = value * factor;
    }
    if (const auto set = of.set.find(name); set != of.set.end()) expected = set->second;
    EXPECT_NEAR(found.at(name), expected, 1e-12 * std::fabs(expected)) << of.what << ": " << name;
  }
}

TEST(Alterations, AreWhatEachEffectSaysAndNothingElseAndGoneWithIt) {
  World world(two_of_everything());
  const Numbers healthy = in_next_frame(world);
  for (const Alteration& of : alterations()) {
    ASSERT_TRUE(world.begin_effect(of.effect)) << of.what;
    expect_numbers(in_next_frame(world), healthy, of);
    expect_numbers(in_next_frame(world), healthy, of);  // and not twice
    ASSERT_TRUE(world.clear_effect(EffectId{1})) << of.what;
    EXPECT_EQ(in_next_frame(world), healthy) << of.what;
  }
}

// The mean strength of the frame, which lasts as long as it says.
TEST(Alterations, FollowTheStrengthOfTheirFrame) {
  World world(two_of_everything());
  const Numbers healthy = in_next_frame(world);
  Effect sag = altering(EffectType::supply_sag, TargetKind::drive, 0, 0.8);
  sag.ramp = 4 * world.config().period;
  sag.duration = 6.5 * world.config().period;
  ASSERT_TRUE(world.begin_effect(sag));
  for (const double mean : {0.125, 0.375, 0.625, 0.875, 1.0, 1.0, 0.5}) {
    EXPECT_NEAR(in_next_frame(world).at("drive0.supply"), 24 * (1 - 0.8 * mean), 1e-9) << mean;
  }
  EXPECT_EQ(in_next_frame(world), healthy);
  EXPECT_TRUE(world.effects().empty());
}

// Losses take their parts one after the other, frictions and plays add up, and of locks the stronger holds.
TEST(Alterations, OfOnePartActTogether) {
  World world(two_of_everything());
  const Numbers healthy = in_next_frame(world);
  std::uint32_t id = 0;
  const auto begin = [&](Effect effect) {
    effect.id = EffectId{++id};
    ASSERT_TRUE(world.begin_effect(effect));
  };
  begin(altering(EffectType::supply_sag, TargetKind::drive, 0, 0.5));
  begin(altering(EffectType::supply_sag, TargetKind::drive, 0, 0.2));
  begin(altering(EffectType::brake_lock, TargetKind::brake, 1, 0.6));
  begin(altering(EffectType::brake_lock, TargetKind::brake, 1, 0.3));
  begin(altering(EffectType::brake_lock, TargetKind::drive, 1, 0.2));
  begin(altering(EffectType::brake_lock, TargetKind::drive, 1, 0.7));
  begin(altering(EffectType::jam, TargetKind::joint, kHitchJoint, 1, 2));
  begin(altering(EffectType::jam, TargetKind::joint, kHitchJoint, 1, 3));
  begin(altering(EffectType::play, TargetKind::joint, 3, 0, 0.04));  // of no strength: it remembers nothing
  begin(altering(EffectType::play, TargetKind::joint, 3, 1, 0.01));
  begin(altering(EffectType::play, TargetKind::joint, 3, 1, 0.02));
  const Numbers expected{{"drive0.supply", 9.6},        {"brake1.locked", 0.6},
                         {"drive1.locked", 0.7},        {"joint5.axis0.coulomb", 5.5},
                         {"joint5.axis1.coulomb", 5.5}, {"joint5.axis2.coulomb", 5.5},
                         {"drive1.play", 0.03},         {"drive1.remembers", 9}};
  expect_numbers(in_next_frame(world), healthy, {"all", {}, {}, expected});
  world.clear_effects();
  EXPECT_EQ(in_next_frame(world), healthy);
}

}  // namespace
}  // namespace drawbar::test
