// `drawbar new`: every first scene is good as it stands and with other values of its parameters, stands still
// until somebody moves a lever, and then does what the lever says.
#include <algorithm>
#include <cmath>
#include <map>

#include "physics/world/world.h"
#include "scenes/loader/loader.h"
#include "tests/simulate/command_line.h"

namespace drawbar {
namespace {

constexpr double kDegree = 3.14159265358979323846 / 180;

/// A first scene, as the program writes it, at work.
class Machine {
 public:
  explicit Machine(scenes::LoadedScene scene)
      : scene_(std::move(scene)), world_(scene_.world), state_(world_.make_frame_state()) {
    world_.observe(state_);
  }

  void set(const std::string& control, double value) {
    for (std::uint32_t i = 0; i < scene_.world.controls.size(); ++i) {
      if (scene_.world.controls[i].name == control) return world_.set_control(physics::ControlId{i}, value);
    }
    FAIL() << control;
  }

  void run(double seconds) {
    for (int k = 0; k < static_cast<int>(std::lround(seconds / scene_.world.period)); ++k) {
      world_.step_frame(world_.config().substeps);
      world_.observe(state_);
      for (std::size_t b = 0; b < state_.bodies.size(); ++b) {
        ASSERT_TRUE(state_.bodies[b].position.allFinite()) << scene_.world.bodies[b].name;
        ASSERT_GT(state_.bodies[b].position.z(), -0.02) << scene_.world.bodies[b].name << " is in the ground";
      }
      for (std::size_t j = 0; j < state_.joints.size(); ++j)
        ASSERT_LT(state_.joints[j].error, 1e-3) << scene_.world.joints[j].name << " comes apart";
    }
    EXPECT_EQ(state_.statistics.recoveries, 0u);
  }

  const physics::BodyReading& body(const std::string& name) const {
    return state_.bodies[place(scene_.world.bodies, name)];
  }
  /// Coordinate of a joint's first axis, rad or m.
  double joint(const std::string& name) const {
    return state_.joints[place(scene_.world.joints, name)].position[0];
  }
  /// Farthest that any body is from where it began, m.
  double farthest_moved() const {
    double farthest = 0;
    for (std::size_t b = 0; b < state_.bodies.size(); ++b)
      farthest = std::max(farthest, (state_.bodies[b].position - scene_.world.bodies[b].position).norm());
    return farthest;
  }
  bool touches(const std::string& name) const {
    const std::size_t body = place(scene_.world.bodies, name);
    return std::any_of(state_.contacts.begin(), state_.contacts.end(),
                       [&](const auto& contact) { return contact.body_a == body || contact.body_b == body; });
  }

 private:
  template <class Things>
  static std::size_t place(const Things& things, const std::string& name) {
    const auto found =
        std::find_if(things.begin(), things.end(), [&](const auto& thing) { return thing.name == name; });
    EXPECT_NE(found, things.end()) << name;
    return static_cast<std::size_t>(found - things.begin());
  }

  scenes::LoadedScene scene_;
  physics::World world_;
  physics::FrameState state_;
};

class New : public CommandLine {
 protected:
  Machine made(const std::string& kind, const scenes::ParameterValues& parameters = {}) {
    const Ran ran = run("new " + kind + " --force --output " + kind + ".json");
    EXPECT_EQ(ran.code, 0) << ran.error;
    auto scene = scenes::load_file(folder_ / (kind + ".json"), {.parameters = parameters});
    EXPECT_TRUE(scene.has_value()) << (scene ? "" : scene.error().text);
    EXPECT_TRUE(!scene || scene->warnings.empty()) << scene->warnings[0];
    return Machine(scene ? std::move(*scene) : scenes::LoadedScene{});
  }
};

TEST_F(New, WritesWhereItIsAskedAndOverwritesNothing) {
  const Ran shown = run("new arm");
  EXPECT_EQ(shown.code, 0);
  EXPECT_TRUE(shown.out.starts_with("// A first arm")) << shown.out;
  EXPECT_EQ(run("new arm --output -").out, shown.out);
  EXPECT_EQ(run("new arm --output my.json").code, 0);
  EXPECT_EQ(read("my.json"), shown.out);
  expect({{"new crane --output my.json", 3, "my.json: exists; allowed: another name, or --force"},
          {"new crane --output my.json --force", 0, ""},
          {"new crane --output no/my.json", 3, "cannot write"},
          {"new boat", 2, "vehicle"}});
  EXPECT_TRUE(read("my.json").starts_with("// A first crane"));
  EXPECT_TRUE(run("new schema").out.starts_with("{\"$schema\""));
}

TEST_F(New, ScenesAreGoodAndExplainedByCheck) {
  for (const std::string kind : {"vehicle", "arm", "crane"}) {
    SCOPED_TRACE(kind);
    made(kind);
    const Ran checked = run("check " + kind + ".json");
    EXPECT_EQ(checked.code, 0);
    EXPECT_EQ(checked.error, "");
    EXPECT_NE(checked.out.find(kind + ".json: good"), std::string::npos);
    EXPECT_NE(checked.out.find("\" is "), std::string::npos) << "an expression's value";
  }
}

TEST_F(New, MachinesStandStillWhateverTheirParameters) {
  const std::multimap<std::string, scenes::ParameterValues> kinds{
      {"vehicle", {}},
      {"vehicle", {{"mass", 2500}, {"wheelbase", 3.2}, {"track", 1.9}, {"radius", 0.45}}},
      {"vehicle", {{"mass", 400}, {"bounce", 2.5}}},
      {"arm", {}},
      {"arm", {{"upper", 0.7}, {"fore", 0.3}, {"payload", 8}}},
      {"crane", {}},
      {"crane", {{"load", 2000}, {"jib", 9}, {"height", 9}, {"radius", 5}}}};
  for (const auto& [kind, parameters] : kinds) {
    SCOPED_TRACE(kind + (parameters.empty() ? "" : " with " + parameters.begin()->first));
    Machine machine = made(kind, parameters);
    machine.run(10);
    EXPECT_LT(machine.farthest_moved(), 0.005);
  }
}

TEST_F(New, VehicleDrivesSteersAndBrakes) {
  Machine machine = made("vehicle");
  const auto heading = [&] {
    const physics::Vec3 forwards = machine.body("chassis").orientation * physics::Vec3::UnitX();
    return std::atan2(forwards.y(), forwards.x());
  };
  machine.set("throttle", 0.5);
  machine.run(5);  // over the bump
  EXPECT_GT(machine.body("chassis").position.x(), 21);
  EXPECT_NEAR(machine.body("chassis").linear_velocity.x(), 0.5 * 15, 0.3);
  EXPECT_NEAR(machine.body("chassis").position.y(), 0, 0.02);
  machine.set("steer", 0.5);
  machine.run(1.5);
  const double left = heading();
  EXPECT_GT(left, 20 * kDegree);
  machine.set("steer", -0.5);
  machine.run(1.5);
  EXPECT_LT(heading(), left - 10 * kDegree);
  machine.set("throttle", 0);
  machine.set("brake", 1);
  machine.run(3);
  EXPECT_LT(machine.body("chassis").linear_velocity.norm(), 0.01);
}

TEST_F(New, ArmFollowsItsAngles) {
  Machine machine = made("arm");
  const double angles[][3] = {{60, 20, -30}, {-90, -60, 60}, {30, 70, -40}};
  for (const auto& angle : angles) {
    machine.set("turn_angle", angle[0]);
    machine.set("shoulder_angle", angle[1]);
    machine.set("elbow_angle", angle[2]);
    machine.run(5);
    EXPECT_NEAR(machine.joint("turn") / kDegree, angle[0], 0.5);
    EXPECT_NEAR(machine.joint("shoulder") / kDegree, angle[1], 0.5);
    EXPECT_NEAR(machine.joint("elbow") / kDegree, angle[2], 0.5);
  }
}

TEST_F(New, CraneLiftsSlewsTravelsAndSetsDown) {
  Machine machine = made("crane");
  machine.set("hoist", 1);
  machine.run(2);
  machine.set("hoist", 0);
  machine.run(1);
  const double hoisted = machine.joint("winch");
  EXPECT_NEAR(hoisted, 0.4 * 2, 0.1);
  EXPECT_NEAR(machine.body("crate").position.z(), 0.5 + hoisted, 0.01);
  EXPECT_FALSE(machine.touches("crate"));
  machine.set("slew", 1);
  machine.set("travel", 1);
  machine.run(3);
  machine.set("slew", 0);
  machine.set("travel", 0);
  machine.run(1);
  EXPECT_GT(machine.joint("slewing"), 6 * kDegree * 2);
  EXPECT_GT(machine.joint("rail"), 1);
  EXPECT_NEAR(machine.joint("winch"), hoisted, 0.001) << "the hoist holds";
  machine.set("hoist", -1);
  machine.run(3);
  EXPECT_NEAR(machine.body("crate").position.z(), 0.5, 0.02);
  EXPECT_TRUE(machine.touches("crate"));
}

}  // namespace
}  // namespace drawbar
