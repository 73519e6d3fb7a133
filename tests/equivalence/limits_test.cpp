// What a formulation cannot treat is refused by name before any step.
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "physics/formulations/limits.h"
#include "physics/formulations/registry.h"
#include "physics/formulations/shared/touching_pair.h"
#include "tests/equivalence/referees.h"

namespace drawbar::test {
namespace {

// Two bodies without shapes, each hinged to the world: every formulation treats them.
WorldBuilder two_hinges() {
  WorldBuilder b;
  for (const char* name : {"one", "two"}) {
    const BodyId body = b.body(name, 1, Mat3::Identity(), Vec3::UnitX());
    b.joint(JointType::revolute, kWorldBody, body, Vec3::Zero());
  }
  return b;
}

void couple(WorldBuilder& b) {
  CouplingConfig gear;
  gear.name = "gear";
  gear.terms = {{JointId{0}, 0, 1}, {JointId{1}, 0, -1}};
  b.config.couplings.push_back(gear);
}

struct Refusal {
  const char* thing;
  std::function<void(WorldBuilder&)> add;
  const char* text;     ///< after "formulation NAME cannot treat "
  const char* penalty;  ///< what the penalty method says, nullptr if it treats it
  bool hamiltonian;     ///< whether that treats it, as the trees do not
};

const std::vector<Refusal>& refusals() {
  static const std::vector<Refusal> list{
      {"rope", [](WorldBuilder& b) { b.joint(JointType::rope, BodyId{0}, BodyId{1}, Vec3::Zero()); },
       "joint 'joint2' (rope)", "joint 'joint2' (rope)", false},
      {"distance", [](WorldBuilder& b) { b.joint(JointType::distance, BodyId{0}, BodyId{1}, Vec3::Zero()); },
       "joint 'joint2' (distance)", nullptr, false},
      {"guided joint",
       [](WorldBuilder& b) {
         b.config.joints[1].type = JointType::guided;
         b.config.joints[1].guide = {GuidePoint{}, GuidePoint{1, 0, 0, 0, 0, 0}};
       },
       "joint 'joint1' (guided by a curve)", nullptr, false},
      {"cone", [](WorldBuilder& b) { b.config.joints[1].cone = ConeLimit{}; },
       "joint 'joint1' (swing and twist limits)", "joint 'joint1' (swing and twist limits)", false},
      {"break force", [](WorldBuilder& b) { b.config.joints[1].break_force = 100; },
       "joint 'joint1' (break force or torque)", "joint 'joint1' (break force or torque)", false},
      {"reaction friction", [](WorldBuilder& b) { b.config.joints[0].axes[0].friction.reaction_arm = 0.1; },
       "joint 'joint0' (friction from the joint's reaction)",
       "joint 'joint0' (friction from the joint's reaction)", false},
      {"loop", [](WorldBuilder& b) { b.joint(JointType::fixed, BodyId{0}, BodyId{1}, Vec3::Zero()); },
       "joint 'joint2', which closes a loop", nullptr, true},
      {"contacts",
       [](WorldBuilder& b) {
         b.shape(BodyId{0}, Sphere{0.1});
         b.shape(BodyId{1}, Sphere{0.1});
       },
       "contacts: bodies 'one' and 'two' can touch", "contacts: bodies 'one' and 'two' can touch", true},
      {"coupling on an axis that is no coordinate",
       [](WorldBuilder& b) {
         couple(b);
         b.config.joints[1].type = JointType::spherical;
       },
       "coupling 'gear' on joint 'joint1', whose axes are not coordinates; allowed: axes of revolute, "
       "prismatic, cylindrical and universal joints",
       "coupling 'gear'", false},
      {"elastic coupling",
       [](WorldBuilder& b) {
         couple(b);
         b.config.couplings[0].elastic = CouplingConfig::Elastic{100, 1};
       },
       "coupling 'gear' (elastic or with a lock)", "coupling 'gear'", false},
      {"lock",
       [](WorldBuilder& b) {
         couple(b);
         b.config.couplings[0].lock = CouplingConfig::Lock{10, {}};
       },
       "coupling 'gear' (elastic or with a lock)", "coupling 'gear'", false},
  };
  return list;
}

std::optional<std::string> refusal(WorldBuilder& b, Formulation formulation) {
  return unsupported(b.formulation(formulation).config);
}

TEST(Limits, NameTheJointCouplingOrPairThatAFormulationCannotTreat) {
  for (const Refusal& r : refusals()) {
    WorldBuilder b = two_hinges();
    r.add(b);
    const auto expect = [&](Formulation formulation, const char* text) {
      const std::string name(formulation_name(formulation));
      const std::string wanted = text == nullptr ? "" : "formulation " + name + " cannot treat " + text;
      EXPECT_EQ(refusal(b, formulation).value_or(""), wanted) << r.thing << ", " << name;
    };
    for (Formulation formulation : kTrees) expect(formulation, r.text);
    expect(Formulation::hamiltonian, r.hamiltonian ? nullptr : r.text);
    expect(Formulation::penalty, r.penalty);
    expect(Formulation::sequential_impulses, nullptr);
  }
}

TEST(Limits, LetGearsAndBodiesOfGroupsThatPassThroughEachOtherBe) {
  WorldBuilder b = two_hinges();
  couple(b);
  b.shape(BodyId{0}, Sphere{0.1});
  b.shape(BodyId{1}, Sphere{0.1});
  EXPECT_TRUE(touching_pair(b.config));
  // One side's will is enough, as in the collision world.
  b.config.bodies[1].groups = 2;
  b.config.bodies[0].collides_with = ~2u;
  EXPECT_FALSE(touching_pair(b.config));
  for (Formulation formulation : kTrees) EXPECT_FALSE(refusal(b, formulation));
}

// What only the default solver knows, and, but for motions and armatures, its plain sibling.
TEST(Limits, NameThePartsOfVehiclesThatAFormulationCannotTreat) {
  SurfacePair soft, sticky;
  soft.stiffness = 1e4;
  sticky.friction = 0.4;
  sticky.static_friction = 0.5;
  const auto hinge = [](WorldBuilder& b) -> AxisConfig& { return b.config.joints[1].axes[0]; };
  const std::vector<std::array<double, 2>> damper{{-1, -1}, {0, 0}, {1, 1}};
  const auto coil = [](WorldBuilder& b) -> SpringConfig& {
    b.config.springs.emplace_back().name = "coil";
    b.config.springs.back().to.body = BodyId{0};
    return b.config.springs.back();
  };
  const struct {
    std::function<void(WorldBuilder&)> add;
    const char* text;
  } parts[] = {
      {[](WorldBuilder& b) { b.config.wheels.emplace_back().name = "w"; }, "wheel 'w'"},
      {[](WorldBuilder& b) { b.config.brakes.emplace_back().name = "b"; }, "brake 'b'"},
      {[](WorldBuilder& b) { b.config.steerings.emplace_back().name = "s"; }, "steering 's'"},
      {[](WorldBuilder& b) { b.config.hitches.emplace_back().name = "h"; }, "hitch 'h'"},
      {[&](WorldBuilder& b) { coil(b).stop = AxisLimit{}; }, "spring 'coil' (with stops or a damper table)"},
      {[&](WorldBuilder& b) { coil(b).law.damper_table = damper; },
       "spring 'coil' (with stops or a damper table)"},
      {[&](WorldBuilder& b) {
         hinge(b).spring = AxisSpring{1, 0, 0, {}, damper};
       },
       "damper table of joint 'joint1'"},
      {[](WorldBuilder& b) {
         b.shape(BodyId{1}, Sphere{0.1});
         b.config.bodies[1].shapes[0].belt = BeltConfig{};
       },
       "the belt on body 'two'"},
      {[&](WorldBuilder& b) { b.config.surface_pairs[0] = soft; }, "surfaces that give way"},
      {[&](WorldBuilder& b) { b.config.surface_pairs[0] = sticky; },
       "static friction above sliding friction"},
  };
  for (const auto& part : parts) {
    for (const Formulation formulation : {Formulation::penalty, Formulation::composite_body,
                                          Formulation::hamiltonian, Formulation::sequential_impulses_plain}) {
      WorldBuilder b = two_hinges();
      part.add(b);
      const std::string name(formulation_name(formulation));
      EXPECT_EQ(refusal(b, formulation).value_or(""), "formulation " + name + " cannot treat " + part.text);
    }
    WorldBuilder b = two_hinges();
    part.add(b);
    EXPECT_FALSE(beyond(kNoLimits, b.config)) << part.text;
  }
}

// Of the list above the plain solver refuses what belongs to vehicles alone.
TEST(Limits, OfThePlainSolverAreThoseOfVehicles) {
  for (const Refusal& r : refusals()) {
    WorldBuilder b = two_hinges();
    r.add(b);
    const std::string text = r.text;
    const bool of_vehicles = text.find("elastic or with a lock") != std::string::npos;
    EXPECT_EQ(refusal(b, Formulation::sequential_impulses_plain).value_or(""),
              of_vehicles ? "formulation sequential_impulses_plain cannot treat " + text : "")
        << r.thing;
  }
}

TEST(Limits, KnowRotorsOnAnyAxisOfAJoint) {
  const struct {
    Formulation formulation;
    bool treats;
  } all[] = {{Formulation::sequential_impulses, true},
             {Formulation::sequential_impulses_plain, false},
             {Formulation::penalty, false},
             {Formulation::composite_body, true},
             {Formulation::articulated_body, true},
             {Formulation::lagrange_multipliers, false},
             {Formulation::inverse_iterative, true},
             {Formulation::direct_iterative, true},
             {Formulation::hamiltonian, false}};
  for (const auto& [formulation, treats] : all) {
    WorldBuilder b = two_hinges();
    b.config.joints[1].type = JointType::universal;
    b.config.joints[1].axes[1].armature = 0.1;
    EXPECT_EQ(refusal(b, formulation).has_value(), !treats) << formulation_name(formulation);
    if (!treats) {
      EXPECT_NE(refusal(b, formulation)->find("joint 'joint1' (armature)"), std::string::npos);
    }
  }
}

TEST(Limits, NameABreakTorqueAndFrictionOnASecondAxisToo) {
  WorldBuilder torque = two_hinges(), friction = two_hinges();
  torque.config.joints[1].break_torque = 10;
  EXPECT_EQ(refusal(torque, Formulation::composite_body).value_or(""),
            "formulation composite_body cannot treat joint 'joint1' (break force or torque)");
  friction.config.joints[1].type = JointType::universal;
  friction.config.joints[1].axes[1].friction.reaction_arm = 0.1;
  EXPECT_EQ(refusal(friction, Formulation::composite_body).value_or(""),
            "formulation composite_body cannot treat joint 'joint1' (friction from the joint's reaction)");
}

// A triangle of hinges: one of them closes the loop, and there a rotor does not act.
TEST(Limits, AskForOneJointOfALoopThatIsNeitherDrivenNorHasARotor) {
  const auto triangle = [](const std::vector<int>& with_rotor, const std::vector<int>& driven) {
    WorldBuilder b = two_hinges();
    b.joint(JointType::revolute, BodyId{0}, BodyId{1}, Vec3::UnitX());
    for (const int joint : with_rotor)
      b.config.joints[static_cast<std::size_t>(joint)].axes[0].armature = 0.1;
    for (const int joint : driven) {
      DriveConfig drive;
      drive.name = "motor" + std::to_string(joint);
      drive.joint = JointId{static_cast<std::uint32_t>(joint)};
      b.config.drives.push_back(drive);
    }
    return refusal(b, Formulation::sequential_impulses).value_or("");
  };
  for (const auto& [one, other] : {std::pair(0, 1), {0, 2}, {1, 2}}) {
    EXPECT_EQ(triangle({one, other}, {}), "");
    EXPECT_EQ(triangle({one}, {other}), "");
    EXPECT_EQ(triangle({}, {one, other}), "");
  }
  const std::string rotors = triangle({0, 1, 2}, {});
  EXPECT_TRUE(rotors.starts_with("formulation sequential_impulses cannot treat the armature of joint joint"))
      << rotors;
  EXPECT_TRUE(
      rotors.ends_with(", because every joint of a closed loop through it is driven or has an "
                       "armature; allowed: one joint of each loop without"))
      << rotors;
  EXPECT_NE(triangle({0}, {1, 2}), "");
  EXPECT_NE(triangle({0, 1}, {2}), "");
}

TEST(Limits, LetPartsOfNoEffectBe) {
  WorldBuilder b = two_hinges();
  b.config.springs.emplace_back().to.body = BodyId{0};
  b.config.joints[1].axes[0].spring = AxisSpring{1, 1, 0, {}};
  b.config.surface_pairs[0].friction = b.config.surface_pairs[0].static_friction = 0.5;
  EXPECT_EQ(refusal(b, Formulation::composite_body).value_or(""), "");
  EXPECT_EQ(refusal(b, Formulation::sequential_impulses_plain).value_or(""), "");
}

// Then no formulation is more than first order in time there.
TEST(Limits, SayWhichForcesSwitch) {
  const auto switches = [](const std::function<void(WorldBuilder&)>& add) {
    WorldBuilder b = two_hinges();
    add(b);
    return has_switching_forces(b.config);
  };
  EXPECT_FALSE(switches([](WorldBuilder&) {}));
  EXPECT_FALSE(switches([](WorldBuilder& b) { b.config.joints[0].axes[0].friction.viscous = 1; }));
  EXPECT_TRUE(switches([](WorldBuilder& b) { b.config.joints[0].axes[0].friction.coulomb = 1; }));
  EXPECT_TRUE(switches([](WorldBuilder& b) { b.config.joints[1].axes[0].friction.reaction_arm = 1; }));
  EXPECT_TRUE(switches([](WorldBuilder& b) { b.config.joints[1].axes[0].limit = AxisLimit{}; }));
  EXPECT_FALSE(switches([](WorldBuilder& b) {
    b.config.joints[1].axes[0].limit = AxisLimit{-1, 1, 100.0, 0, 0};
  }));
  EXPECT_TRUE(switches([](WorldBuilder& b) { b.config.drives.emplace_back(); }));
  EXPECT_TRUE(switches([](WorldBuilder& b) {
    b.shape(BodyId{0}, Sphere{0.1});
    b.shape(BodyId{1}, Sphere{0.1});
  }));
}

}  // namespace
}  // namespace drawbar::test
