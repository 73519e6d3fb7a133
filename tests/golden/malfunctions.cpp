#include <algorithm>

#include "tests/golden/driven_lever.h"
#include "tests/golden/faults.h"
#include "tests/golden/mechanisms.h"

namespace drawbar::golden {
namespace {

using namespace drawbar::test;

// Every control goes to and fro, each at its own time.
void sway_controls(World& world, std::uint64_t frame) {
  constexpr double kCommands[] = {0.5, 0.8, 0, -0.6, 0, 0.3};
  if (frame % 8 != 0) return;
  for (std::uint32_t c = 0; c < world.config().controls.size(); ++c) {
    world.set_control(ControlId{c}, kCommands[(frame / 8 + c) % std::size(kCommands)]);
  }
}

}  // namespace

Course faulty_motors() {
  WorldBuilder b;
  // The malfunction begins while it turns, grows, and all but one are over before the end.
  const auto lever = [&b](DriveMode mode, EffectType type, const Envelope& envelope) -> DriveConfig& {
    const auto number = static_cast<std::uint32_t>(b.config.drives.size());
    schedule(b, type, {TargetKind::drive, number, 0}, {}, envelope);
    return driven_lever(b, number, mode);
  };
  lever(DriveMode::voltage, EffectType::open_winding, {0.5, 0.6, 0});
  lever(DriveMode::voltage, EffectType::torque_loss, {0.5, 1.2, 0.4, 0.6});
  lever(DriveMode::current, EffectType::phase_loss, {0.5, 1.2, 0.4, 0.8});
  lever(DriveMode::speed, EffectType::phase_loss, {0.3, 0, 0, 1}).current_limit = 4;
  lever(DriveMode::speed, EffectType::short_circuit, {0.7, 0.5, 0});
  lever(DriveMode::voltage, EffectType::supply_sag, {0.3, 1.2, 0.5, 0.7});
  lever(DriveMode::voltage, EffectType::brake_fade, {0.4, 1.4, 1, 0.9}).brake_torque = 4;
  lever(DriveMode::voltage, EffectType::brake_lock, {0.4, 0.8, 0.2, 0.4}).brake_torque = 4;
  lever(DriveMode::position, EffectType::burnout, {1.1});
  for (const DriveMode mode : {DriveMode::position, DriveMode::speed, DriveMode::voltage}) {
    const auto number = static_cast<std::uint32_t>(b.config.drives.size());
    driven_lever(b, number, mode).brake_torque = mode == DriveMode::voltage ? 4 : 0;
    schedule(b, EffectType::play, {TargetKind::joint, number, 0}, {0.06}, {0.3, 1.3, 0.4, 0.8});
    if (mode == DriveMode::speed)
      schedule(b, EffectType::play, {TargetKind::joint, number, 0}, {0.03}, {0.6, 0, 0, 1});
  }
  Course course{b.config, 75};
  course.act = sway_controls;
  // One has burned, and another's winding is whole again.
  course.reaches = [](const FrameState& state) {
    return !state.drives[8].enabled && state.drives[0].enabled && state.time > 1.2;
  };
  return course;
}

Course faulty_channels() {
  WorldBuilder b;
  constexpr EffectType kAll[] = {EffectType::dead,  EffectType::stuck, EffectType::bias,
                                 EffectType::noise, EffectType::delay, EffectType::intermittent};
  const auto begin = [&b](EffectType type, const EffectTarget& target, double size,
                          const Envelope& envelope) {
    if (type == EffectType::dead || type == EffectType::stuck) schedule(b, type, target, {}, envelope);
    if (type == EffectType::bias) schedule(b, type, target, {size}, envelope);
    if (type == EffectType::noise) schedule(b, type, target, {size, 7}, envelope);
    if (type == EffectType::delay) schedule(b, type, target, {0.13}, envelope);
    if (type == EffectType::intermittent) schedule(b, type, target, {0.1, 0.4, 3}, envelope);
  };
  for (const EffectType type : kAll) {
    const auto sensed = [&](DriveMode mode, TargetKind kind, double size) {
      const auto number = static_cast<std::uint32_t>(b.config.drives.size());
      driven_lever(b, number, mode);
      begin(type, {kind, number, 0}, size, {0.44, 1.2, 0.3, 0.9});
    };
    sensed(DriveMode::voltage, TargetKind::control, 0.3);
    sensed(DriveMode::position, TargetKind::joint_position, 0.1);
    sensed(DriveMode::speed, TargetKind::joint_velocity, 0.5);
    sensed(DriveMode::current, TargetKind::drive_reading, 2);
  }
  // Two of one channel, the second acting on what the first shows; one of no drive's concern.
  const auto both = static_cast<std::uint32_t>(b.config.drives.size());
  driven_lever(b, both, DriveMode::position);
  begin(EffectType::bias, {TargetKind::joint_position, both, 0}, 0.2, {0.3, 0, 0, 0.5});
  begin(EffectType::delay, {TargetKind::joint_position, both, 0}, 0, {0.5, 0.7, 0, 0.5});
  begin(EffectType::noise, {TargetKind::gyroscope, 0, 4}, 0.1, {0.2});
  begin(EffectType::delay, {TargetKind::drive_reading, both, 1}, 0, {0.2});
  Course course{b.config, 75};
  course.act = sway_controls;
  course.reaches = [](const FrameState& state) { return state.faulted.size() == 27; };
  return course;
}

Course faulty_parts() {
  WorldBuilder b;
  b.config.material_count = 2;
  b.config.material_names = {"ice"};
  b.config.surface_pairs.assign(4, {0.6, 0, 0.002, 0.01, 0.7});
  b.ground(Vec3(0.3, 0, 1).normalized());
  b.config.controls.push_back({"brake", 0, 1, 0.4});
  const auto swinging = [&b](double y) -> JointConfig& {
    const Vec3 at(0, y, 6);
    const BodyId arm = b.body("arm", 1, diagonal(0.01, 0.05, 0.05), at + Vec3(0.4, 0, 0));
    return b.joint(JointType::revolute, kWorldBody, arm, at);
  };
  const auto last = [&b](TargetKind kind) {
    const std::size_t count = kind == TargetKind::joint    ? b.config.joints.size()
                              : kind == TargetKind::spring ? b.config.springs.size()
                              : kind == TargetKind::brake  ? b.config.brakes.size()
                                                           : b.config.bodies.size();
    return EffectTarget{kind, static_cast<std::uint32_t>(count - 1), 0};
  };
  swinging(0);
  schedule(b, EffectType::jam, last(TargetKind::joint), {3}, {0.3, 0.9, 0.3, 0.8});
  swinging(1);
  schedule(b, EffectType::breakage, last(TargetKind::joint), {}, {0.5});
  swinging(2).axes[0].limit = AxisLimit{-0.4, 0.6, std::nullopt, 0, 0.3};
  schedule(b, EffectType::play, last(TargetKind::joint), {0.2}, {0.5, 1.2, 0.3, 0.5});
  for (const EffectType type : {EffectType::spring_loss, EffectType::damper_loss}) {
    const double y = type == EffectType::spring_loss ? 3 : 5;
    const std::vector<std::array<double, 2>> forces = {{-0.5, -9}, {0, 0}, {0.5, 4}};
    swinging(y).axes[0].spring = AxisSpring{6, 0.4, 0.1, {}, {{-1, -0.5}, {0, 0}, {1, 0.2}}};
    schedule(b, type, last(TargetKind::joint), {}, {0.4, 1, 0.3, 0.7});
    SpringConfig coil;
    coil.name = "coil";
    coil.from.position = Vec3(0, y + 1, 5);
    const BodyId hung = b.body("hung", 1, diagonal(0.01, 0.01, 0.01), Vec3(0, y + 1, 4));
    coil.to = {hung, Vec3(0, y + 1, 4)};
    coil.law = AxisSpring{20, 1, 0.9, forces, {{-1, -2}, {0, 0}, {1, 1}}};
    b.config.springs.push_back(coil);
    schedule(b, type, last(TargetKind::spring), {}, {0.4, 1, 0.3, 0.7});
  }
  for (const EffectType type : {EffectType::brake_fade, EffectType::brake_lock}) {
    swinging(type == EffectType::brake_fade ? 7 : 8);
    const auto joint = static_cast<std::uint32_t>(b.config.joints.size() - 1);
    b.config.brakes.push_back({"brake", JointId{joint}, 0, {{ControlId{0}, 1}}, 3});
    schedule(b, type, last(TargetKind::brake), {}, {0.4, 1, 0.3, 0.8});
  }
  for (std::uint32_t material = 0; material < 2; ++material) {
    const Vec3 at(2, 2.0 * material, -0.39);
    const BodyId crate =
        b.body("crate", 5, diagonal(0.2, 0.2, 0.3), at, Quat::FromTwoVectors(Vec3::UnitZ(), Vec3(0.3, 0, 1)));
    b.shape(crate, Box{Vec3(0.3, 0.3, 0.2)});
    b.config.bodies.back().shapes[0].material = MaterialId{material};
  }
  schedule(b, EffectType::friction, {TargetKind::material, 1, 0}, {0.1}, {0.4, 0.8, 0.2, 0.9});
  // Pushed in their own axes and in the world's, beside their centres of mass.
  for (const double in_body_axes : {0.0, 1.0}) {
    const BodyId body = b.body("pushed", 2, diagonal(0.1, 0.2, 0.3), Vec3(-5, 3 * in_body_axes, 9));
    b.config.bodies.back().mass_properties.center_of_mass = Vec3(0.05, 0.02, -0.1);
    b.config.bodies.back().angular_velocity = Vec3(0.2, 1, 0.3);
    const EffectTarget target{TargetKind::body, static_cast<std::uint32_t>(body), 0};
    schedule(b, EffectType::force, target, {3, -2, 5, 0.1, 0.2, 0.3, in_body_axes}, {0.2, 0.9, 0.3, 0.9});
    schedule(b, EffectType::torque, target, {0.2, 0.1, -0.3, in_body_axes}, {0.3, 0, 0.5, 0.7});
    schedule(b, EffectType::impulse, target, {1, 0.5, 2, 0.1, 0, 0.2, in_body_axes}, {0.62, 0, 0, 0.8});
  }
  Course course{b.config, 75};
  course.reaches = [](const FrameState& state) {
    // The crate on ice slides while the other lies.
    return state.joints[1].broken && state.bodies[11].linear_velocity.norm() > 0.1 &&
           state.bodies[10].linear_velocity.norm() < 0.01;
  };
  return course;
}

}  // namespace drawbar::golden
