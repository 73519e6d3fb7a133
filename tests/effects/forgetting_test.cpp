// What is forgotten where a machine is put elsewhere, a joint breaks or a body goes away: all impulses that
// its parts gave, nothing of where they are, and nothing at all of the machine beside it. Read from the
// fields of the saved state.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "tests/effects/observed.h"
#include "tests/support/motors.h"
#include "tests/support/world_builder.h"

namespace drawbar::test {
namespace {

using Fields =
    std::map<std::string, std::vector<std::byte>>;  // by name; several of one name follow each other

Fields fields_of(const World& world) {
  Fields fields;
  const std::vector<std::byte> bytes = saved(world);
  for (const StateField& field : world.state_fields(bytes)) {
    const auto from = bytes.begin() + static_cast<std::ptrdiff_t>(field.offset);
    std::vector<std::byte>& of = fields[field.name];
    of.insert(of.end(), from, from + static_cast<std::ptrdiff_t>(field.size));
  }
  return fields;
}

bool is_zero(const std::vector<std::byte>& bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](std::byte b) { return b == std::byte{0}; });
}

bool is_of(const std::string& name, const std::string& part) {
  return name.find(part) != std::string::npos;
}

/// A box on the ground with everything that remembers an impulse. Names begin with `name`.
void machine(WorldBuilder& b, const std::string& name, double y) {
  const auto body = [&](const char* part, double mass, const Vec3& at) {
    return b.body(name + part, mass, mass * 0.1 * Mat3::Identity(), at);
  };
  const auto named = [&](JointConfig& joint, const char* part) -> JointConfig& {
    joint.name = name + part;
    return joint;
  };
  const BodyId base = body(" base", 30, Vec3(0, y, 0.5));
  b.shape(base, Box{Vec3(0.5, 0.5, 0.5)});
  // Arms that hang out to the side: one on a motor in speed mode, whose bearing may break ...
  const BodyId arm = body(" arm", 1, Vec3(0.3, y, 1.2));
  named(b.joint(JointType::revolute, base, arm, Vec3(0, y, 1.2)), " elbow").break_force = 1e6;
  DriveConfig motor = re40(JointId{static_cast<std::uint32_t>(b.config.joints.size() - 1)});
  motor.name = name + " motor";
  motor.mode = DriveMode::speed;
  motor.gear.ratio = 20;
  motor.controller = {10, 0.5, 10, 4};
  motor.thermal = DriveThermalConfig{2, 20, 25, 155};
  b.config.drives.push_back(motor);
  // ... a weight pressed on its stop, with friction and a spring ...
  const BodyId weight = body(" weight", 2, Vec3(0, y + 0.4, 1.2));
  AxisConfig& slide =
      named(b.joint(JointType::prismatic, base, weight, Vec3(0, y + 0.4, 1.2), Vec3::UnitZ()), " slide")
          .axes[0];
  slide.limit = AxisLimit{0, 1, std::nullopt, 0, 0};
  slide.spring = AxisSpring{20, 1, 0.1, {}};
  // ... one held by dry friction that its own reaction makes ...
  const BodyId held = body(" held", 1, Vec3(0.3, y - 0.4, 1.2));
  named(b.joint(JointType::revolute, base, held, Vec3(0, y - 0.4, 1.2)), " held").axes[0].friction = {5, 0,
                                                                                                      0.01};
  // ... two discs on a gear, a bob on a cone's stop, and a point spring.
  for (const double x : {-0.2, -0.4}) {
    const BodyId disc = body(x < -0.3 ? " small" : " large", 1, Vec3(x, y, 1.5));
    AxisConfig& axle = named(b.joint(JointType::revolute, base, disc, Vec3(x, y, 1.5)),
                             x < -0.3 ? " small axle" : " large axle")
                           .axes[0];
    axle.spring = AxisSpring{x < -0.3 ? 3.0 : 0.0, 0.1, 0.4, {}};
  }
  CouplingConfig gear;
  gear.name = name + " gear";
  const auto joints = static_cast<std::uint32_t>(b.config.joints.size());
  gear.terms = {{JointId{joints - 2}, 0, 1}, {JointId{joints - 1}, 0, -2}};
  b.config.couplings.push_back(gear);
  const BodyId bob = body(" bob", 1, Vec3(0.2, y, 2));
  named(b.joint(JointType::spherical, base, bob, Vec3(0, y, 2), Vec3::UnitZ()), " neck").cone =
      ConeLimit{AxisLimit{0, 0.2, std::nullopt, 0, 0}, AxisLimit{-0.1, 0.1, std::nullopt, 0, 0}};
  SpringConfig strut;
  strut.name = name + " strut";
  strut.from = {base, Vec3(0.4, y, 1)};
  strut.to = {bob, Vec3(0.2, y, 2)};
  strut.law.stiffness = 30;
  strut.law.damping = 1;
  strut.law.rest = 0.5;
  b.config.springs.push_back(strut);
}

/// "here" and "there", after a second in which the motors turn their arms.
World two_machines() {
  WorldBuilder b;
  b.surface(0.6);
  b.ground();
  b.config.controls.push_back({"u", -1, 1, 0.05});
  machine(b, "here", 0);
  machine(b, "there", 20);
  World world = b.build();
  observed_after(world, 1);
  return world;
}

Effect effect_on(EffectType type, TargetKind kind, std::uint32_t target) {
  Effect effect;
  effect.id = EffectId{1};
  effect.type = type;
  effect.target = {kind, target};
  return effect;
}

// What each field is after the effect, of those that it `concerns`: 0, as before where it `stays`, or
// anything where it `changes`. All other fields of joints, drives, couplings, springs and bodies are as
// before. Of the kinds in `remembered` there was something to forget.
void expect_forgotten(const Effect& effect, const std::function<bool(const std::string&)>& concerns,
                      const std::set<std::string>& stays, const std::set<std::string>& changes,
                      const std::set<std::string>& remembered) {
  World world = two_machines();
  const Fields before = fields_of(world);
  ASSERT_TRUE(world.begin_effect(effect));
  const Fields after = fields_of(world);
  std::set<std::string> forgotten;
  for (const auto& [name, bytes] : before) {
    const bool counts = name.rfind("bodies", 0) == 0 || name.rfind("joints", 0) == 0 ||
                        name.rfind("drives", 0) == 0 || name.rfind("couplings", 0) == 0 ||
                        name.rfind("springs", 0) == 0;
    if (!counts) continue;
    const std::string field = name.substr(name.rfind('.') + 1);
    if (!concerns(name) || stays.count(field) > 0) {
      EXPECT_EQ(after.at(name), bytes) << name << " stays";
    } else if (changes.count(field) == 0) {
      EXPECT_TRUE(is_zero(after.at(name))) << name << " is forgotten";
      if (!is_zero(bytes)) forgotten.insert(name.substr(0, name.find('[')) + "." + field);
    }
  }
  for (const std::string& kind : remembered) EXPECT_EQ(forgotten.count(kind), 1u) << kind << " was nothing";
}

TEST(Forgetting, OfAMachineThatIsPutElsewhereIsOfAllThatItsJointsAndSpringsGave) {
  Effect place = effect_on(EffectType::place, TargetKind::body, 1);
  place.parameters = {3, -10, 0.5, 0, 0, 0.7};
  expect_forgotten(
      place, [](const std::string& name) { return is_of(name, "[here") && name.rfind("drives", 0) != 0; },
      {"broken", "position", "rest_shift", "offset", "smoothing"},
      {"center", "orientation", "rest_center", "rest_orientation"},
      {"bodies.velocity", "joints.cone_impulse", "joints.limit_impulse", "joints.friction_impulse",
       "joints.spring_impulse", "joints.held_bias", "joints.load", "joints.force_rate", "couplings.impulse",
       "springs.impulse"});
}

TEST(Forgetting, OfAMachineThatGoesAwayIsOfItsDrivesTooButForTheirHeat) {
  expect_forgotten(effect_on(EffectType::absent, TargetKind::body, 1),
                   [](const std::string& name) { return is_of(name, "[here"); },
                   {"broken", "position", "rest_shift", "offset", "smoothing", "center", "orientation",
                    "temperature", "enabled", "burned"},
                   {"rest_center", "rest_orientation"},
                   {"joints.spring_impulse", "joints.force", "couplings.force", "springs.smoothed_rate",
                    "drives.current", "drives.impulse", "drives.controller_integral", "drives.mode"});
}

TEST(Forgetting, OfAJointThatBreaksIsOfItAndItsDriveAlone) {
  expect_forgotten(
      effect_on(EffectType::breakage, TargetKind::joint, 0),
      [](const std::string& name) { return is_of(name, "[here elbow]") || is_of(name, "[here motor]"); },
      {"position", "rest_shift", "temperature", "enabled", "burned"}, {"broken"},
      {"joints.load", "joints.force_rate", "joints.mode", "drives.current", "drives.impulse",
       "drives.controller_integral", "drives.mode"});
}

TEST(Forgetting, OfAJointThatBreaksIsOfItsCouplingToo) {
  for (const std::uint32_t axle : {3u, 4u}) {
    expect_forgotten(effect_on(EffectType::breakage, TargetKind::joint, axle),
                     [axle](const std::string& name) {
                       return is_of(name, axle == 3 ? "[here large axle]" : "[here small axle]") ||
                              is_of(name, "[here gear]");
                     },
                     {"position", "rest_shift"}, {"broken"},
                     {"joints.spring_impulse", "couplings.impulse", "couplings.force"});
  }
}

}  // namespace
}  // namespace drawbar::test
