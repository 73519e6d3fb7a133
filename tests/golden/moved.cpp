#include "tests/golden/last.h"
#include "tests/golden/mechanisms.h"
#include "tests/support/motors.h"
#include "tests/support/world_builder.h"

namespace drawbar::golden {
namespace {

using namespace drawbar::test;

BodyId deck(WorldBuilder& b, const Vec3& at, const MotionConfig& motion) {
  BodyConfig body;
  body.name = "deck";
  body.is_static = true;
  body.position = at;
  body.motion = motion;
  b.config.bodies.push_back(body);
  const BodyId id = last_body(b);
  b.shape(id, Box{Vec3(1.5, 1.5, 0.1)});
  return id;
}

BodyId crate(WorldBuilder& b, const Vec3& at) {
  const BodyId body = b.body("crate", 5, 5.0 / 3 * diagonal(0.13, 0.13, 0.18), at);
  b.shape(body, Box{Vec3(0.3, 0.3, 0.2)});
  return body;
}

AxisMotion by(const Vec3& axis, bool turns, const Vec3& center, std::variant<AxisTable, AxisFollower> law) {
  AxisMotion motion;
  motion.axis = axis;
  motion.turns = turns;
  motion.center = center;
  motion.by = std::move(law);
  return motion;
}

}  // namespace

Course moved_bodies() {
  WorldBuilder b;
  b.surface(0.45, 0.2);
  b.config.controls.push_back({"lift", -1, 1, -1});
  const auto heading = [](double angle) { return quaternion_exponential(Vec3(0, 0, angle)); };
  PathMotion bend;
  bend.points = {{0, Vec3(0, 0, 0), heading(0), {}, {}},
                 {1, Vec3(1, 0.2, 0.1), heading(0.4), {}, {}},
                 {2, Vec3(0, 0, 0), heading(0), {}, {}}};
  bend.repeats = true;
  const BodyId ferry = deck(b, Vec3::Zero(), bend);
  for (const double x : {-0.7, 0.0, 0.7}) crate(b, Vec3(x, 0, 0.3));
  const BodyId bob = b.body("bob", 2, diagonal(0.02, 0.03, 0.04), Vec3(0.5, 1, -1));
  b.joint(JointType::universal, ferry, bob, Vec3(0, 1, -0.5), Vec3::UnitX()).axes[0].friction.viscous = 0.02;
  // Held by a servo whose encoder is wrong for a while.
  b.config.joints.back().axes[1].limit = AxisLimit{-1, 1, std::nullopt, 0, 0};
  DriveConfig servo = re40(JointId{0});
  servo.axis = 1;
  servo.mode = DriveMode::position;
  servo.controller = {6, 2, 20, 5};
  servo.gear = {43, 0.8, std::nullopt, false};
  b.config.drives.push_back(servo);
  Effect encoder;
  encoder.id = EffectId{0xC0000001};
  encoder.type = EffectType::bias;
  encoder.target = {TargetKind::joint_position, 0, 1};
  encoder.parameters = {0.3};
  encoder.duration = 1.3;
  b.config.effects.push_back({encoder, 0.3});
  SpringConfig coil;
  coil.name = "coil";
  coil.from = {ferry, Vec3(0, -1, -0.2)};
  coil.to = {b.body("hung", 3, diagonal(0.02, 0.03, 0.04), Vec3(0.1, -1, -1.2)), Vec3(0.1, -1, -1)};
  coil.law.stiffness = 200;
  coil.law.damping = 2;
  coil.law.rest = 0.7;
  b.config.springs.push_back(coil);
  AxisFollower lift;
  lift.upper = 1.5;
  lift.speed = 2;
  lift.acceleration = 3;
  deck(b, Vec3(5, 0, 0), by(Vec3::UnitZ(), false, Vec3::Zero(), lift));
  crate(b, Vec3(5, 0, 0.3));
  AxisTable round;
  round.points = {{0, 0, {}}, {1, 0.2, {}}, {2.5, 4, 4.0}};
  deck(b, Vec3(10, 0, 0), by(Vec3::UnitZ(), true, Vec3(10, 0, 0), round));
  crate(b, Vec3(10.9, 0, 0.3));
  const BodyId outside = deck(b, Vec3(15, 0, 0), OutsideMotion{});
  crate(b, Vec3(15, 0, 0.3));
  const BodyId sail = b.body("sail", 1, diagonal(0.1, 0.2, 0.3), Vec3(20, 0, 3));
  b.config.bodies[index_of(sail)].drag_area = 1.5;
  b.config.bodies[index_of(sail)].drag_center = Vec3(0.1, 0, 0.2);
  Effect push;
  push.id = EffectId{0xC0000002};
  push.type = EffectType::force;
  push.target = {TargetKind::body, static_cast<std::uint32_t>(sail)};
  push.parameters = {0, 0, 12};
  push.duration = 1.6;
  b.config.effects.push_back({push, 0});
  Effect wind;
  wind.id = EffectId{0xC0000000};
  wind.type = EffectType::wind;
  wind.parameters = {6, 8, 0.5, 4, 0.6, 3};
  wind.ramp = 0.5;
  b.config.effects.push_back({wind, 0.3});

  Course course{b.config, 75};
  course.act = [outside](World& world, std::uint64_t frame) {
    if (frame == 10) world.set_control(ControlId{0}, 0.5);
    if (frame == 50) world.set_control(ControlId{0}, -0.2);
    if (frame != 20 && frame != 30) return;
    Effect move;
    move.id = EffectId{1};
    move.type = EffectType::move;
    move.target = {TargetKind::body, static_cast<std::uint32_t>(outside)};
    move.parameters = {15.5, frame == 20 ? 0.3 : -0.3, 0.4, 0, 0, 0.7, 0.8};
    (void)world.begin_effect(move);
  };
  // The turntable has thrown its crate off the place where it stood.
  course.reaches = [](const FrameState& state) {
    const BodyReading& table = state.bodies[8];
    const Vec3 seen = table.orientation.conjugate() * (state.bodies[9].position - table.position);
    return seen.x() * seen.x() + seen.y() * seen.y() > 1;
  };
  return course;
}

Course absent_bodies() {
  WorldBuilder b;
  b.surface(0.5, 0.1);
  b.ground();
  const auto absent = [](BodyId body, std::uint32_t id) {
    Effect effect;
    effect.id = EffectId{id};
    effect.type = EffectType::absent;
    effect.target = {TargetKind::body, static_cast<std::uint32_t>(body)};
    return effect;
  };
  // Not there until 0.6 s, when a crate has slid onto its place.
  const BodyId barrier = deck(b, Vec3(1.2, 0, 0), OutsideMotion{});
  const BodyId slides = crate(b, Vec3(0, 0, 0.2));
  b.config.bodies[index_of(slides)].linear_velocity = Vec3(1.5, 0.2, 0);
  Effect until = absent(barrier, 0xC0000000);
  until.duration = 0.6;
  b.config.effects.push_back({until, 0});
  // A tower that loses its foot and gets it back beneath what fell.
  const BodyId foot = crate(b, Vec3(-5, 0, 0.2));
  crate(b, Vec3(-5, 0.1, 0.6));
  crate(b, Vec3(-5, 0, 1.0));
  // A driven machine that comes back elsewhere.
  b.config.controls.push_back({"throttle", -1, 1, 0.3});
  const BodyId hull = crate(b, Vec3(0, 6, 0.5));
  const BodyId arm = b.body("arm", 1, diagonal(0.02, 0.03, 0.04), Vec3(0.5, 6, 0.8));
  b.shape(arm, Sphere{0.1});
  b.joint(JointType::revolute, hull, arm, Vec3(0.2, 6, 0.8));
  DriveConfig motor = re40(JointId{0});
  motor.gear = {43, 0.8, std::nullopt, false};
  b.config.drives.push_back(motor);

  Course course{b.config, 75};
  course.act = [=](World& world, std::uint64_t frame) {
    if (frame == 20) (void)world.begin_effect(absent(foot, 1));
    if (frame == 45) (void)world.clear_effect(EffectId{1});
    if (frame == 10) (void)world.begin_effect(absent(arm, 2));
    if (frame == 30) {
      Effect place = absent(hull, 3);
      place.type = EffectType::place;
      place.parameters = {2, 6, 1, 0.1, 0, 0.4};
      (void)world.begin_effect(place);
    }
    if (frame == 33) (void)world.clear_effect(EffectId{2});
  };
  course.saves = {12, 25, 31, 50};
  // The crate has been lifted by what came back, and the tower has lost its foot.
  course.reaches = [=](const FrameState& state) {
    return !state.bodies[index_of(barrier)].absent && state.bodies[index_of(foot)].absent &&
           state.bodies[index_of(slides)].position.z() > 0.25;
  };
  return course;
}

Course pushed_arm() {
  WorldBuilder b(0);
  b.surface(0.3);
  const BodyId hull = b.body("hull", 2, diagonal(0.05, 0.05, 0.05), Vec3::Zero());
  const BodyId arm = b.body("arm", 1, diagonal(0.02, 0.02, 0.02), Vec3(0.5, 0, 0));
  b.shape(arm, Sphere{0.1});
  b.config.bodies.back().angular_velocity = Vec3(0, -1, 0);
  b.config.bodies.back().linear_velocity = Vec3(0, 0, 0.4);
  JointConfig& joint = b.joint(JointType::revolute, hull, arm, Vec3(0.1, 0, 0));
  joint.axes[0].friction.viscous = 2;
  joint.axes[0].armature = 0.1;
  b.config.controls.push_back({"brake", 0, 1, 0});
  b.config.brakes.push_back({"brake", JointId{0}, 0, {{ControlId{0}, 1}}, 100});
  const BodyId block = b.body("block", 3, diagonal(0.1, 0.1, 0.1), Vec3(0.6, 0, 0.25));
  b.shape(block, Sphere{0.2});
  Effect until;
  until.id = EffectId{0xC0000000};
  until.type = EffectType::absent;
  until.target = {TargetKind::body, static_cast<std::uint32_t>(block)};
  until.duration = 0.8;
  b.config.effects.push_back({until, 0});

  Course course{b.config, 50};
  course.act = [](World& world, std::uint64_t frame) {
    if (frame == 15) world.set_control(ControlId{0}, 1);
  };
  // Held while displacements part it and the block, in a world that has not seen the arm swing.
  course.saves = {18, 21, 25};
  course.reaches = [=](const FrameState& state) {
    return state.bodies[index_of(block)].position.z() < 0.245;
  };
  return course;
}

}  // namespace drawbar::golden
