#include "scenes/quantities/catalogue.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>

#include "physics/math/elementary.h"

namespace drawbar::scenes {
namespace {

using physics::FrameState;
using physics::Vec3;
using physics::WorldConfig;

constexpr std::array<const char*, 3> kVectorSuffixes{".x", ".y", ".z"};
constexpr double kPi = std::numbers::pi;
constexpr double kAny = std::numeric_limits<double>::infinity();
constexpr Bounds kNotNegative{0, kAny};
constexpr Bounds kFlag{0, 1};

template <class VectorOf>
void add_vector(QuantityList& to, const std::string& name, const std::array<const char*, 3>& parts,
                const char* unit, const VectorOf& vector) {
  for (int k = 0; k < 3; ++k) {
    to.add({name + parts[static_cast<std::size_t>(k)], unit, {}, [vector, k](const FrameState& s) {
              return vector(s)[k];
            }});
  }
}

void add_bodies(const WorldConfig& config, QuantityList& to) {
  for (std::size_t i = 0; i < config.bodies.size(); ++i) {
    const std::string& name = config.bodies[i].name;
    add_vector(to, name, kVectorSuffixes, "m", [i](const FrameState& s) { return s.bodies[i].position; });
    to.add({name + ".qw", "", {-1, 1}, [i](const FrameState& s) { return s.bodies[i].orientation.w(); }});
    add_vector(to, name, {".qx", ".qy", ".qz"}, "", [i](const FrameState& s) {
      const physics::Quat& q = s.bodies[i].orientation;
      return Vec3(q.x(), q.y(), q.z());
    });
    add_vector(to, name, {".vx", ".vy", ".vz"}, "m/s",
               [i](const FrameState& s) { return s.bodies[i].linear_velocity; });
    add_vector(to, name, {".wx", ".wy", ".wz"}, "rad/s",
               [i](const FrameState& s) { return s.bodies[i].angular_velocity; });
  }
}

/// A hard limit; one that gives way can be passed.
Bounds axis_bounds(const physics::JointConfig& joint, std::size_t axis) {
  const auto& limit = joint.axes[axis].limit;
  if (!limit || limit->stiffness) return {};
  constexpr double kPassed = 1e-3;  // m or rad: what a stop may be overrun by until it is corrected
  return {limit->lower - kPassed, limit->upper + kPassed};
}

void add_joints(const WorldConfig& config, QuantityList& to) {
  for (std::size_t i = 0; i < config.joints.size(); ++i) {
    const physics::JointConfig& joint = config.joints[i];
    const std::string& name = joint.name;
    const int axes = physics::free_axis_count(joint.type);
    for (int axis = 0; axis < axes; ++axis) {
      const auto k = static_cast<std::size_t>(axis);
      to.add({name + ".position[" + std::to_string(axis) + "]",
              physics::axis_slides(joint.type, axis) ? "m" : "rad", axis_bounds(joint, k),
              [i, k](const FrameState& s) { return s.joints[i].position[k]; }});
    }
    for (int axis = 0; axis < axes; ++axis) {
      const auto k = static_cast<std::size_t>(axis);
      to.add({name + ".velocity[" + std::to_string(axis) + "]",
              physics::axis_slides(joint.type, axis) ? "m/s" : "rad/s",
              {},
              [i, k](const FrameState& s) { return s.joints[i].velocity[k]; }});
    }
    to.add({name + ".error", "m", kNotNegative, [i](const FrameState& s) { return s.joints[i].error; }});
    to.add({name + ".angle_error", "rad", kNotNegative,
            [i](const FrameState& s) { return s.joints[i].angle_error; }});
  }
}

void add_drives(const WorldConfig& config, QuantityList& to) {
  for (std::size_t i = 0; i < config.drives.size(); ++i) {
    const physics::DriveConfig& drive = config.drives[i];
    const std::string& name = drive.name;
    const bool slides = physics::axis_slides(config.joints[physics::index_of(drive.joint)].type,
                                             static_cast<int>(drive.axis));
    to.add({name + ".current", "A", {}, [i](const FrameState& s) { return s.drives[i].current; }});
    to.add({name + ".voltage", "V", {}, [i](const FrameState& s) { return s.drives[i].voltage; }});
    to.add({name + ".torque", slides ? "N" : "N m", {}, [i](const FrameState& s) {
              return s.drives[i].torque;
            }});
  }
}

void add_energy(const WorldConfig&, QuantityList& to) {
  to.add({"energy.kinetic", "J", kNotNegative, [](const FrameState& s) { return s.energy.kinetic; }});
  to.add({"energy.potential", "J", {}, [](const FrameState& s) { return s.energy.potential; }});
}

void add_wheels(const WorldConfig& config, QuantityList& to) {
  for (std::size_t i = 0; i < config.wheels.size(); ++i) {
    const std::string& name = config.wheels[i].name;
    to.add({name + ".load", "N", kNotNegative, [i](const FrameState& s) { return s.wheels[i].load; }});
    to.add({name + ".longitudinal_force", "N", {}, [i](const FrameState& s) {
              return s.wheels[i].longitudinal_force;
            }});
    to.add(
        {name + ".lateral_force", "N", {}, [i](const FrameState& s) { return s.wheels[i].lateral_force; }});
    to.add({name + ".slip", "", {}, [i](const FrameState& s) { return s.wheels[i].slip; }});
    to.add({name + ".slip_angle", "rad", {-kPi, kPi}, [i](const FrameState& s) {
              return s.wheels[i].slip_angle;
            }});
  }
}

void add_controls(const WorldConfig& config, QuantityList& to) {
  for (std::size_t i = 0; i < config.controls.size(); ++i) {
    const physics::ControlConfig& control = config.controls[i];
    to.add({control.name + ".value", "", {control.lower, control.upper}, [i](const FrameState& s) {
              return s.controls[i];
            }});
  }
}

void add_temperatures(const WorldConfig& config, QuantityList& to) {
  for (std::size_t i = 0; i < config.drives.size(); ++i) {
    if (!config.drives[i].thermal) continue;
    to.add({config.drives[i].name + ".temperature", "deg C", {}, [i](const FrameState& s) {
              return s.drives[i].temperature;
            }});
  }
}

/// Angle (rad) about the vertical of the body's x axis from the world's, -pi to pi.
double heading(const physics::Quat& q) {
  return physics::arc_tangent(2 * (q.w() * q.z() + q.x() * q.y()), 1 - 2 * (q.y() * q.y() + q.z() * q.z()));
}

/// Angle (rad) between the body's z axis and the world's.
double tilt(const physics::Quat& q) {
  const double up = 1 - 2 * (q.x() * q.x() + q.y() * q.y());
  const double across = 2 * std::sqrt((q.w() * q.w() + q.z() * q.z()) * (q.x() * q.x() + q.y() * q.y()));
  return physics::arc_tangent(across, up);
}

void add_motion(const WorldConfig& config, QuantityList& to) {
  for (std::size_t i = 0; i < config.bodies.size(); ++i) {
    const std::string& name = config.bodies[i].name;
    to.add({name + ".speed", "m/s", kNotNegative,
            [i](const FrameState& s) { return std::sqrt(s.bodies[i].linear_velocity.squaredNorm()); }});
    to.add({name + ".heading", "rad", {-kPi, kPi}, [i](const FrameState& s) {
              return heading(s.bodies[i].orientation);
            }});
    to.add({name + ".tilt", "rad", {0, kPi}, [i](const FrameState& s) {
              return tilt(s.bodies[i].orientation);
            }});
  }
}

void add_powers(const WorldConfig& config, QuantityList& to) {
  for (std::size_t i = 0; i < config.drives.size(); ++i) {
    to.add({config.drives[i].name + ".power", "W", {}, [i](const FrameState& s) {
              return s.drives[i].voltage * s.drives[i].current;
            }});
  }
}

void add_breakage(const WorldConfig& config, QuantityList& to) {
  for (std::size_t i = 0; i < config.joints.size(); ++i) {
    if (!config.joints[i].break_force && !config.joints[i].break_torque) continue;
    to.add({config.joints[i].name + ".broken", "", kFlag,
            [i](const FrameState& s) { return s.joints[i].broken ? 1.0 : 0.0; }});
  }
}

void add_reactions(const WorldConfig& config, QuantityList& to) {
  for (std::size_t i = 0; i < config.joints.size(); ++i) {
    add_vector(to, config.joints[i].name + ".reaction", kVectorSuffixes, "N",
               [i](const FrameState& s) { return s.joints[i].reaction; });
    add_vector(to, config.joints[i].name + ".reaction_torque", kVectorSuffixes, "N m",
               [i](const FrameState& s) { return s.joints[i].reaction_torque; });
  }
}

void add_couplings(const WorldConfig& config, QuantityList& to) {
  for (std::size_t i = 0; i < config.couplings.size(); ++i) {
    const physics::CouplingConfig& coupling = config.couplings[i];
    const physics::JointConfig& first = config.joints[physics::index_of(coupling.terms[0].joint)];
    to.add({coupling.name + ".force",
            physics::axis_slides(first.type, coupling.terms[0].axis) ? "N" : "N m",
            {},
            [i](const FrameState& s) { return s.couplings[i].force; }});
  }
}

void add_brakes(const WorldConfig& config, QuantityList& to) {
  for (std::size_t i = 0; i < config.brakes.size(); ++i) {
    const physics::BrakeConfig& brake = config.brakes[i];
    const bool slides = physics::axis_slides(config.joints[physics::index_of(brake.joint)].type, brake.axis);
    to.add({brake.name + ".torque", slides ? "N" : "N m", kNotNegative,
            [i](const FrameState& s) { return s.brakes[i].torque; }});
  }
}

void add_steerings(const WorldConfig& config, QuantityList& to) {
  for (std::size_t i = 0; i < config.steerings.size(); ++i) {
    to.add({config.steerings[i].name + ".angle", "rad", {-kPi, kPi}, [i](const FrameState& s) {
              return s.steerings[i].angle;
            }});
  }
}

void add_hitches(const WorldConfig& config, QuantityList& to) {
  for (std::size_t i = 0; i < config.hitches.size(); ++i) {
    to.add({config.hitches[i].name + ".closed", "", kFlag,
            [i](const FrameState& s) { return s.hitches[i].closed ? 1.0 : 0.0; }});
  }
}

/// Sum of the forces on body `on`, of all that touches it or of `of` alone.
Vec3 contact_force(const FrameState& state, std::uint32_t on, std::optional<std::uint32_t> of) {
  Vec3 sum = Vec3::Zero();
  for (const physics::ContactReading& contact : state.contacts) {
    if (contact.body_b == on && (!of || contact.body_a == *of)) sum += contact.force;
    if (contact.body_a == on && (!of || contact.body_b == *of)) sum -= contact.force;
  }
  return sum;
}

void add_contacts(const WorldConfig& config, QuantityList& to) {
  for (std::uint32_t i = 0; i < config.bodies.size(); ++i) {
    if (config.bodies[i].shapes.empty()) continue;
    add_vector(to, config.bodies[i].name + ".contact", kVectorSuffixes, "N",
               [i](const FrameState& s) { return contact_force(s, i, std::nullopt); });
  }
}

constexpr std::array<QuantityGroup, 16> kGroups{{
    {"bodies", true, add_bodies},
    {"joints", true, add_joints},
    {"drives", true, add_drives},
    {"energy", true, add_energy},
    {"wheels", true, add_wheels},
    {"controls", true, add_controls},
    {"temperatures", true, add_temperatures},
    {"motion", true, add_motion},
    {"powers", true, add_powers},
    {"breakage", true, add_breakage},
    {"reactions", false, add_reactions},
    {"contacts", false, add_contacts},
    {"couplings", false, add_couplings},
    {"brakes", false, add_brakes},
    {"steerings", false, add_steerings},
    {"hitches", false, add_hitches},
}};

std::vector<Quantity> all_quantities(const WorldConfig& config) {
  QuantityList all;
  for (const QuantityGroup& group : kGroups) group.add(config, all);
  return all.take();
}

}  // namespace

std::span<const QuantityGroup> quantity_groups() {
  return kGroups;
}

std::optional<std::uint32_t> body_named(const WorldConfig& config, std::string_view name) {
  const auto found = std::ranges::find(config.bodies, name, &physics::BodyConfig::name);
  if (found == config.bodies.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - config.bodies.begin());
}

bool add_contact_pair(const WorldConfig& config, std::string_view pair, QuantityList& to) {
  // A name may itself have a plus.
  for (std::size_t at = pair.find('+'); at != std::string_view::npos; at = pair.find('+', at + 1)) {
    const auto first = body_named(config, pair.substr(0, at));
    const auto second = body_named(config, pair.substr(at + 1));
    if (!first || !second || *first == *second) continue;
    add_vector(to, std::string(pair) + ".force", kVectorSuffixes, "N",
               [first, second](const FrameState& s) { return contact_force(s, *second, *first); });
    return true;
  }
  return false;
}

std::optional<Quantity> find_quantity(const WorldConfig& config, std::string_view name) {
  for (Quantity& quantity : all_quantities(config)) {
    if (quantity.name == name) return std::move(quantity);
  }
  constexpr std::string_view kForce = ".force.";
  const std::size_t end = name.rfind(kForce);
  QuantityList pair;
  if (end == std::string_view::npos || !add_contact_pair(config, name.substr(0, end), pair))
    return std::nullopt;
  for (Quantity& quantity : pair.take()) {
    if (quantity.name == name) return std::move(quantity);
  }
  return std::nullopt;
}

std::string quantities_like(const WorldConfig& config, std::string_view name) {
  const std::string_view owner = name.substr(0, name.find('.'));
  constexpr std::size_t kMost = 24;
  std::string like, any;
  std::size_t listed = 0;
  for (const Quantity& quantity : all_quantities(config)) {
    const std::string_view known = quantity.name;
    if (known.substr(0, known.rfind('.')) == owner && listed++ < kMost)
      like += (like.empty() ? "" : ", ") + quantity.name;
  }
  if (!like.empty()) return like;
  for (const QuantityGroup& group : kGroups) any += (any.empty() ? "" : ", ") + std::string(group.name);
  return "a column that simulate --columns can show (groups " + any + "), or BODY+BODY.force.x";
}

}  // namespace drawbar::scenes
