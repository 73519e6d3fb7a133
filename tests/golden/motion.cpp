#include "physics/model/state.h"
#include "tests/golden/driven_lever.h"
#include "tests/golden/faults.h"
#include "tests/golden/fractions.h"
#include "tests/golden/mechanisms.h"
#include "tests/support/four_bars.h"
#include "tests/support/motors.h"
#include "tests/support/world_builder.h"

namespace drawbar::golden {
namespace {

using namespace drawbar::test;

// Rods of 1 m from `from` along x, the last one heavier.
void level_chain(WorldBuilder& b, const Vec3& from, int links, double end_mass, double turn = 0) {
  BodyId parent = kWorldBody;
  for (int k = 0; k < links; ++k) {
    const double mass = k + 1 == links ? end_mass : 1;
    const BodyId link =
        b.body("link", mass, diagonal(1e-3, 1.0 / 12, 1.0 / 12) * mass, from + Vec3(k + 0.5, 0, 0));
    b.joint(JointType::revolute, parent, link, from + Vec3(k, 0, 0), Vec3(0, 1, turn * k));
    parent = link;
  }
}

// Three links, the last a rod; the last joint's parent is the link further out.
void tree(WorldBuilder& b, int number, std::optional<JointType> root, JointType second, JointType third) {
  const double more = 1 + 0.1 * number;
  const Vec3 at(0, 3.0 * number, 0);
  const BodyId first = b.body("a", more, more * diagonal(0.02, 0.03, 0.04), at + Vec3(0.5 * more, 0, 0));
  b.config.bodies.back().linear_velocity = Vec3(0.1, 0.2 * more, -0.1);
  if (root) b.joint(*root, kWorldBody, first, at, Vec3(0.2, 1, 0.1 * more));
  const BodyId middle = b.body("b", 2, diagonal(0.1, 0.1, 0.1 * more), at + Vec3(1.4 * more, 0, 0.1));
  b.config.bodies.back().angular_velocity = Vec3(0.3, 2 - more, 0.5);
  b.joint(second, first, middle, at + Vec3(more, 0, 0), Vec3(0.1, 1, -0.3));
  const BodyId rod = b.body("c", 0.5 * more, diagonal(0.001, 0.1, 0.1), at + Vec3(2 * more, 0, 0.2));
  b.joint(third, rod, middle, at + Vec3(1.7 * more, 0, 0.1), Vec3(0, 1, 0.2));
}

// A tree of masses over eight decades with limits met at speed, some of its ends joined to loops.
void whipping_tree(WorldBuilder& b, std::uint32_t seed) {
  Fractions random(seed);
  constexpr int kBodies = 8;
  constexpr double kDecades[] = {1e-4, 1e-3, 1e-2, 0.1, 1, 10, 100, 1e3, 1e4};
  constexpr JointType kTypes[] = {JointType::revolute,  JointType::prismatic, JointType::spherical,
                                  JointType::universal, JointType::revolute,  JointType::cylindrical};
  const auto first = static_cast<std::uint32_t>(b.config.bodies.size());
  // One draw a statement: C++ leaves open in which order a call's arguments are computed.
  for (std::uint32_t i = 0; i < kBodies; ++i) {
    const double part = random.between(0.3, 3);
    const double mass = part * kDecades[random.below(9)];
    const double size = random.between(0.1, 0.6);
    const Vec3 half = size * random.vector(0.05, 1);
    const Vec3 s = half.cwiseProduct(half) * mass / 3;
    const Vec3 at = 1.5 * random.vector(-1, 1);
    const Quat turned = quaternion_exponential(random.vector(-2, 2));
    const BodyId body =
        b.body("body", mass, diagonal(s.y() + s.z(), s.z() + s.x(), s.x() + s.y()), at, turned);
    b.config.bodies.back().linear_velocity = random.vector(-2, 2);
    b.config.bodies.back().angular_velocity = random.vector(-10, 10);
    const BodyId parent = i == 0 ? kWorldBody : BodyId{first + random.below(i)};
    const JointType type = kTypes[random.below(6)];
    const Vec3 anchor = at + 0.3 * random.vector(-1, 1);
    JointConfig& joint = b.joint(type, parent, body, anchor, random.vector(-1, 1));
    for (int k = 0; k < free_axis_count(type); ++k) {
      if (random.below(5) >= 2) continue;
      AxisLimit& limit = joint.axes[static_cast<std::size_t>(k)].limit.emplace();
      limit.lower = -random.between(0, 0.8);
      limit.upper = random.between(0, 0.8);
      if (random.below(2) == 0) limit.stiffness = 3e3 * kDecades[random.below(9)];
    }
    // The second Cardan angle ends at a quarter turn.
    if (type == JointType::spherical && !joint.axes[1].limit) {
      joint.axes[1].limit = AxisLimit{-1.2, 1.2, std::nullopt, 0, 0};
    }
  }
  const BodyId near{first + random.below(4)};
  const BodyId far{first + 4 + random.below(4)};
  b.joint(JointType::revolute, near, far, b.config.bodies[index_of(far)].position, random.vector(-1, 1));
}

}  // namespace

Course closed_loops() {
  WorldBuilder b = four_bars(2);
  const Vec3 corners[] = {{0, 4, 0}, {0, 4, 1}, {1, 4, 1.5}, {2, 4, 1.5}, {3, 4, 1}, {3, 4, 0}};
  BodyId above = kWorldBody;
  for (int k = 0; k < 5; ++k) {
    const BodyId link =
        b.body("link", 1 + 0.2 * k, diagonal(0.05, 0.1, 0.1), 0.5 * (corners[k] + corners[k + 1]));
    JointConfig& joint = b.joint(JointType::revolute, above, link, corners[k]);
    if (k == 2) joint.axes[0].friction = {0.3, 0.1, 0};
    above = link;
  }
  // The joint that closes the loop has friction, damping, a spring and a stop, too.
  AxisConfig& last = b.joint(JointType::revolute, kWorldBody, above, corners[5]).axes[0];
  last.friction = {0.5, 0.2, 0};
  last.limit = AxisLimit{-0.2, 0.2, std::nullopt, 0, 0};
  last.spring = AxisSpring{5, 0.1, 0.1, {}};
  Course course{b.config, 60};
  course.config.substeps = 20;
  // A four-bar is past its singular position.
  course.reaches = [](const FrameState& state) { return std::fabs(state.joints[0].position[0]) > 1.6; };
  return course;
}

Course heavy_end() {
  WorldBuilder b;
  level_chain(b, Vec3::Zero(), 6, 50);
  level_chain(b, Vec3(0, 3, 0), 9, 5, 0.05);
  Course course{b.config, 40};
  course.reaches = [](const FrameState& state) { return state.bodies[5].linear_velocity.z() < -5; };
  return course;
}

namespace {

Course whips(std::initializer_list<std::uint32_t> seeds) {
  WorldBuilder b;
  for (const std::uint32_t seed : seeds) whipping_tree(b, seed);
  Course course{b.config, 50};
  course.reaches = [](const FrameState& state) { return state.statistics.unconverged_substeps > 0; };
  return course;
}

}  // namespace

Course position_recovery() {
  return whips({42, 132, 242});
}

Course energy_bound() {
  return whips({137});
}

Course joint_types() {
  using enum JointType;
  WorldBuilder b;
  const JointType types[] = {revolute, prismatic, cylindrical, universal, spherical, planar, fixed};
  for (int k = 0; k < 7; ++k) tree(b, k, types[k], types[(k + 1) % 7], types[(k + 3) % 7]);
  tree(b, 7, std::nullopt, revolute, universal);
  // A wheel carrier on a guide.
  const BodyId carrier = b.body("carrier", 5, diagonal(0.1, 0.1, 0.1), Vec3(0, -3, 0));
  JointConfig& guide = b.joint(guided, kWorldBody, carrier, Vec3(0, -3, 0), Vec3::UnitZ());
  guide.guide = {
      {-0.2, 0.01, -0.03, -0.02, -0.05, 0.01}, {0, 0, 0, 0, 0, 0}, {0.2, -0.02, -0.02, 0.03, 0.06, 0}};
  guide.axes[0].spring = AxisSpring{2000, 30, 0, {}};
  Course course{b.config, 30};
  course.reaches = [](const FrameState& state) { return state.joints.back().position[0] < -0.02; };
  return course;
}

Course equal_trees() {
  using enum JointType;
  WorldBuilder b;
  for (int i = 0; i < 9; ++i) tree(b, i, spherical, revolute, universal);
  b.config.bodies[4].angular_velocity = Vec3(0, 30, 0);
  return {b.config, 30};
}

Course gyroscopes() {
  WorldBuilder b;
  const BodyId outer = b.body("outer", 0.5, diagonal(2e-3, 2e-3, 3e-3), Vec3::Zero());
  const BodyId inner = b.body("inner", 0.3, diagonal(1e-3, 1e-3, 1e-3), Vec3(0, 0.01, 0));
  const BodyId rotor = b.body("rotor", 1, diagonal(1e-3, 2e-3, 1e-3), Vec3::Zero());
  b.config.bodies[index_of(rotor)].angular_velocity = Vec3(0, 100, 0);
  b.joint(JointType::revolute, kWorldBody, outer, Vec3::Zero(), Vec3::UnitZ());
  b.joint(JointType::revolute, outer, inner, Vec3::Zero(), Vec3::UnitX());
  b.joint(JointType::revolute, inner, rotor, Vec3::Zero(), Vec3::UnitY());
  const Quat tilt = quaternion_exponential(Vec3(0, 1, 0));
  const Vec3 up = tilt * Vec3::UnitZ();
  const BodyId top = b.body("top", 1, diagonal(0.001, 0.001, 0.0015), Vec3(3, 0, 0) + 0.1 * up, tilt);
  b.config.bodies.back().angular_velocity = 300 * up;
  b.joint(JointType::spherical, kWorldBody, top, Vec3(3, 0, 0));
  const BodyId flywheel = b.body("flywheel", 1, diagonal(1e-3, 2e-3, 1e-3), Vec3(6.01, 0, 0));
  b.config.bodies.back().angular_velocity = Vec3(0, 1000, 0);
  b.config.bodies.back().linear_velocity = Vec3(0, 0, -10);
  b.joint(JointType::revolute, kWorldBody, flywheel, Vec3(6, 0, 0));
  b.body("wing nut", 1, diagonal(1, 2, 3), Vec3(9, 0, 0));
  b.config.bodies.back().angular_velocity = Vec3(0.01, 12, 0);
  Course course{b.config, 40};
  course.reaches = [](const FrameState& state) { return state.statistics.split_substeps > 0; };
  return course;
}

namespace {

/// Another number of substeps in every few frames.
int changing_substeps(std::uint64_t frame) {
  constexpr int kCounts[] = {8, 4, 40, 5, 1, 20, 3};
  return kCounts[frame / 3 % std::size(kCounts)];
}

}  // namespace

Course changed_substep() {
  WorldBuilder b;
  b.surface(0.6, 0.2);
  b.ground();
  b.config.controls.push_back({"throttle", -1, 1, 0.7});
  level_chain(b, Vec3(0, 0, 5), 4, 3);
  b.shape(b.body("box", 3, diagonal(0.1, 0.1, 0.1), Vec3(0, 3, 0.3)), Box{Vec3(0.3, 0.2, 0.1)});
  const BodyId base = b.body("base", 20, diagonal(2, 2, 2), Vec3(3, 3, 0.5));
  b.shape(base, Box{Vec3(0.5, 0.5, 0.5)});
  const BodyId arm = b.body("arm", 1, diagonal(0.1, 0.1, 0.1), Vec3(3.2, 3, 1.2));
  AxisConfig& axis = b.joint(JointType::revolute, base, arm, Vec3(3, 3, 1.2), Vec3(0, 0.2, 1)).axes[0];
  axis.friction.coulomb = 0.05;
  axis.spring = AxisSpring{3, 0.1, 0, {}};
  DriveConfig drive = re40(JointId{4});
  drive.current_limit = 10;
  drive.gear = {20, 0.8, std::nullopt, false};
  b.config.drives.push_back(drive);
  Course course{b.config, 50};
  course.substeps = changing_substeps;
  return course;
}

Course with_changing_substeps(Course course) {
  course.substeps = changing_substeps;
  course.reaches = {};
  return course;
}

Course diverging() {
  WorldBuilder b;
  level_chain(b, Vec3(0, 0, 5), 3, 1);
  b.ground();
  b.shape(b.body("ball", 1, diagonal(0.1, 0.1, 0.1), Vec3(3, 0, 0.5)), Sphere{0.5});
  // Falls faster than anything may in the first frame.
  b.body("meteor", 1, diagonal(0.1, 0.1, 0.1), Vec3(3, 0, 1e6));
  b.config.bodies.back().linear_velocity = Vec3(0, 0, -0.999999 * kFastest);
  Course course{b.config, 10};
  course.reaches = [](const FrameState& state) { return state.statistics.recoveries > 0; };
  return course;
}

Course diverging_machine() {
  WorldBuilder b;
  for (int k = 0; k < 3; ++k) driven_lever(b, k, k == 2 ? DriveMode::position : DriveMode::speed);
  b.config.drives[0].thermal = DriveThermalConfig{2, 20, 25, 155};
  schedule(b, EffectType::play, {TargetKind::joint, 2, 0}, {0.05}, {0.2});
  schedule(b, EffectType::breakage, {TargetKind::joint, 3, 0}, {}, {0.3});
  CouplingConfig coupling;
  coupling.name = "bar";
  coupling.terms = {{JointId{0}, 0, 1}, {JointId{1}, 0, -1}};
  coupling.elastic = CouplingConfig::Elastic{5, 0.1};
  b.config.couplings.push_back(coupling);
  level_chain(b, Vec3(0, 5, 0), 3, 4, 0.1);
  SpringConfig coil;
  coil.name = "coil";
  coil.from.position = Vec3(0, 9, 2);
  coil.to = {b.body("hung", 1, diagonal(0.1, 0.1, 0.1), Vec3(0, 9, 0.8)), Vec3(0, 9, 1)};
  coil.law = AxisSpring{200, 1, 0.9, {}};
  b.config.springs.push_back(coil);
  const BodyId meteor = b.body("meteor", 1, diagonal(0.1, 0.1, 0.1), Vec3(30, 0, 0));
  schedule(b, EffectType::impulse, {TargetKind::body, static_cast<std::uint32_t>(meteor), 0},
           {0, 0, -2 * kFastest}, {0.8});
  Course course{b.config, 40};
  course.act = [](World& world, std::uint64_t frame) {
    for (std::uint32_t c = 0; c < 3 && frame == 3; ++c) world.set_control(ControlId{c}, 0.4);
  };
  course.saves = {10, 20, 22};
  course.reaches = [](const FrameState& state) { return state.statistics.recoveries == 1; };
  return course;
}

Course pendulum(Formulation formulation) {
  WorldBuilder b;
  b.formulation(formulation);
  level_chain(b, Vec3::Zero(), 2, 2);
  const BodyId bob = b.body("bob", 1, diagonal(0.02, 0.02, 0.01), Vec3(0.5, 3, 0));
  b.config.bodies.back().angular_velocity = Vec3(0, 2, 0);
  JointConfig& pivot = b.joint(JointType::revolute, kWorldBody, bob, Vec3(0, 3, 0));
  pivot.axes[0].spring = AxisSpring{4, 0.1, 0.2, {}};
  return {b.config, 25};
}

}  // namespace drawbar::golden
