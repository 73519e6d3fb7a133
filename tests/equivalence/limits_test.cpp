// What a formulation cannot treat is refused by name before any step.
#include <gtest/gtest.h>

#include <functional>

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

}  // namespace
}  // namespace drawbar::test
