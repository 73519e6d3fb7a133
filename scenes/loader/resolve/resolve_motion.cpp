// A scene that begins in motion: bodies go with what they hang on, wheels roll, and shafts turn as their
// gears say.
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "scenes/loader/convert/convert.h"
#include "scenes/loader/convert/joints.h"
#include "scenes/loader/convert/tyres.h"
#include "scenes/loader/resolve/resolve.h"

namespace drawbar::scenes {
namespace {

/// Sine of the smallest angle between an axle and the vertical at which its wheel rolls.
constexpr double kStanding = 0.3;

using physics::Vec3;

class RollingStart {
 public:
  RollingStart(scene::SceneT& scene, Diagnostics& errors) : scene_(scene), errors_(errors) {
    for (const auto& body : scene.bodies) bodies_.emplace(body->name, body.get());
    for (const auto& joint : scene.joints) joints_.emplace(joint->name, joint.get());
  }

  void carry_along() {
    for (bool more = true; more;) {
      more = false;
      for (const auto& joint : scene_.joints) {
        scene::BodyT* parent = body(joint->parent);
        scene::BodyT* child = body(joint->child);
        if (parent == nullptr || child == nullptr || !is_free(*child)) continue;
        if (!moves(*parent) || moves(*child)) continue;
        child->linear_velocity =
            std::make_unique<scene::Vec3>(to_schema(velocity_at(*parent, vec3_or_zero(child->position))));
        child->angular_velocity =
            std::make_unique<scene::Vec3>(to_schema(vec3_or_zero(parent->angular_velocity)));
        carried_.insert(child->name);
        more = true;
      }
    }
  }

  void roll() {
    const Vec3 gravity = scene_.gravity ? to_vec3(*scene_.gravity) : Vec3(0, 0, -1);
    const double pull = std::sqrt(gravity.squaredNorm());
    const Vec3 up = pull > 0 ? Vec3(-gravity / pull) : Vec3(Vec3::UnitZ());
    for (std::size_t i = 0; i < scene_.wheels.size(); ++i) {
      const scene::WheelT& wheel = *scene_.wheels[i];
      const scene::JointT* joint = joint_of(wheel.joint);
      const scene::BodyT* child = joint != nullptr ? body(joint->child) : nullptr;
      if (child == nullptr || !moves(*child)) continue;
      const auto radius = rolling_radius(*child, wheel);
      if (!radius) {
        errors_.add(
            member(element("wheels", i), "joint"),
            "the wheel has no round shape, by which start_rolling could spin it; allowed: a cylinder, "
            "capsule or sphere on body " +
                child->name);
        continue;
      }
      const Vec3 forward = axis_of(*joint).cross(up);
      const double length = std::sqrt(forward.squaredNorm());
      if (length < kStanding) continue;
      const Vec3 over = velocity_at(*child, vec3_or_zero(joint->position));
      spin(*joint, forward.dot(over) / (length * *radius));
    }
  }

  // What gears and differentials ask of the one joint among theirs that nothing turns yet.
  void turn_shafts() {
    for (bool more = true; more;) {
      more = false;
      for (const auto& coupling : scene_.couplings) {
        if (coupling->type == scene::CouplingType::anti_roll_bar) continue;
        const auto coefficients = coupling_coefficients(*coupling);
        std::optional<std::size_t> open;
        double sum = 0;
        std::size_t known = 0;
        const std::size_t count = std::min(coupling->joints.size(), coefficients.size());
        for (std::size_t k = 0; k < count; ++k) {
          const auto rate = rates_.find(coupling->joints[k]);
          if (rate == rates_.end()) {
            open = k;
          } else {
            sum += coefficients[k] * rate->second;
            ++known;
          }
        }
        if (!open || known == 0 || known + 1 != count || coefficients[*open] == 0) continue;
        const scene::JointT* joint = joint_of(coupling->joints[*open]);
        if (joint == nullptr || joint->type != scene::JointType::revolute) continue;
        spin(*joint, -sum / coefficients[*open]);
        more = true;
      }
    }
  }

 private:
  scene::BodyT* body(const std::string& name) const {
    const auto found = bodies_.find(name);
    return found != bodies_.end() ? found->second : nullptr;
  }
  const scene::JointT* joint_of(const std::string& name) const {
    const auto found = joints_.find(name);
    return found != joints_.end() ? found->second : nullptr;
  }
  static bool moves(const scene::BodyT& body) { return body.linear_velocity || body.angular_velocity; }
  static Vec3 velocity_at(const scene::BodyT& body, const Vec3& point) {
    const Vec3 arm = point - vec3_or_zero(body.position);
    return vec3_or_zero(body.linear_velocity) + vec3_or_zero(body.angular_velocity).cross(arm);
  }
  static Vec3 axis_of(const scene::JointT& joint) {
    const Vec3 axis = joint.axis ? to_vec3(*joint.axis) : Vec3(Vec3::UnitX());
    const double length = std::sqrt(axis.squaredNorm());
    return length > 0 ? Vec3(axis / length) : axis;
  }

  std::optional<double> rolling_radius(const scene::BodyT& body, const scene::WheelT& wheel) const {
    for (const auto& shape : body.shapes) {
      if (!shape->radius || shape->sensor) continue;
      return *shape->radius - rolling_sag(wheel);
    }
    return std::nullopt;
  }
  // Of the effective rolling radius under the nominal load, m.
  double rolling_sag(const scene::WheelT& wheel) const {
    for (const auto& tyre : scene_.tyres) {
      if (tyre->name != wheel.tyre) continue;
      const double load = nominal_load(*tyre);
      const double stiffness = tyre->vertical_stiffness.value_or(0);
      return stiffness > 0 ? rolling_deflection(*tyre) * load / stiffness : 0.0;
    }
    return 0;
  }

  // A velocity that the scene gives stays.
  void spin(const scene::JointT& joint, double rate) {
    rates_[joint.name] = rate;
    scene::BodyT* child = body(joint.child);
    if (child == nullptr || !is_free(*child)) return;
    if (child->angular_velocity && carried_.count(child->name) == 0) return;
    const Vec3 turned = vec3_or_zero(child->angular_velocity) + rate * axis_of(joint);
    child->angular_velocity = std::make_unique<scene::Vec3>(to_schema(turned));
  }

  scene::SceneT& scene_;
  Diagnostics& errors_;
  std::map<std::string, scene::BodyT*, std::less<>> bodies_;
  std::map<std::string, const scene::JointT*, std::less<>> joints_;
  std::set<std::string, std::less<>> carried_;        // bodies whose velocity is not the author's
  std::map<std::string, double, std::less<>> rates_;  // of joints that turn about their axis, rad/s
};

}  // namespace

void start_rolling(scene::SceneT& scene, Diagnostics& errors) {
  if (!scene.start_rolling) return;
  RollingStart start(scene, errors);
  start.carry_along();
  start.roll();
  start.turn_shafts();
  scene.start_rolling = false;
}

}  // namespace drawbar::scenes
