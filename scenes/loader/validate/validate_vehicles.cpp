// Wheels, brakes, steerings and hitches.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include "scenes/loader/convert/convert.h"
#include "scenes/loader/validate/validate.h"

namespace drawbar::scenes {
namespace {

/// Steered wheels this near (m) have no track.
constexpr double kSmallestTrack = 1e-3;

const scene::BodyT* child_of(const scene::SceneT& scene, const scene::JointT& joint, const Names& names) {
  const auto body = names.body(joint.child);
  return body ? scene.bodies[*body].get() : nullptr;
}

void check_wheel(const scene::SceneT& scene, const scene::WheelT& wheel, const std::string& path,
                 const Names& names, std::map<std::string, std::string>& bodies, Diagnostics& errors) {
  if (!names.tyre(wheel.tyre)) errors.add(member(path, "tyre"), names.no_such_tyre(wheel.tyre));
  const auto joint = names.joint(wheel.joint);
  if (!joint) return errors.add(member(path, "joint"), names.no_such_joint(wheel.joint));
  const scene::JointT& axle = *scene.joints[*joint];
  const scene::BodyT* body = child_of(scene, axle, names);
  if (axle.type != scene::JointType::revolute) {
    return errors.add(member(path, "joint"), "joint " + wheel.joint + " is " +
                                                 scene::EnumNameJointType(axle.type) + "; allowed: revolute");
  }
  if (body == nullptr || body->static_ || body->shapes.empty()) {
    return errors.add(member(path, "joint"),
                      "the child of joint " + wheel.joint +
                          " is no moving body with a shape; allowed: a wheel that touches");
  }
  const auto [first, added] = bodies.emplace(axle.child, wheel.name);
  if (!added) {
    errors.add(member(path, "joint"),
               "wheel " + first->second + " is body " + axle.child + " too; allowed: one wheel per body");
  }
}

void check_antilock(const scene::SceneT& scene, const scene::BrakeT& brake, const std::string& path,
                    Diagnostics& errors) {
  if (!brake.antilock) return;
  const bool on_wheel = std::any_of(scene.wheels.begin(), scene.wheels.end(),
                                    [&](const auto& wheel) { return wheel->joint == brake.joint; });
  if (!on_wheel) {
    errors.add(member(path, "antilock"), "no wheel on a tyre turns on joint " + brake.joint +
                                             "; allowed: the joint of one of `wheels`");
  }
}

/// Static friction of what tyres stand on: none of it holds them.
void warn_of_static_friction(const scene::SceneT& scene, const Names& names, Diagnostics& errors) {
  std::set<std::string> of_wheels, of_ground;
  for (const auto& wheel : scene.wheels) {
    const auto joint = names.joint(wheel->joint);
    const scene::BodyT* body = joint ? child_of(scene, *scene.joints[*joint], names) : nullptr;
    if (body == nullptr) continue;
    for (const auto& shape : body->shapes) of_wheels.insert(shape->material);
  }
  if (of_wheels.empty()) return;
  for (const auto& body : scene.bodies) {
    if (!body->static_) continue;
    for (const auto& shape : body->shapes) {
      of_ground.insert(shape->material);
      of_ground.insert(shape->map_materials.begin(), shape->map_materials.end());
    }
  }
  const char* text =
      "acts on no tyre: the friction of tyres is the materials' `friction`, and falls with the speed of "
      "sliding "
      "by the tyre's `sliding_friction`";
  for (std::size_t i = 0; i < scene.materials.size(); ++i) {
    const scene::MaterialT& material = *scene.materials[i];
    const bool met = of_wheels.count(material.name) > 0 || of_ground.count(material.name) > 0;
    if (met && material.static_friction)
      errors.warn(member(element("materials", i), "static_friction"), text);
  }
  for (std::size_t i = 0; i < scene.material_pairs.size(); ++i) {
    const scene::MaterialPairT& pair = *scene.material_pairs[i];
    const bool met = pair.materials.size() == 2 &&
                     (of_wheels.count(pair.materials[0]) > 0 || of_wheels.count(pair.materials[1]) > 0);
    if (met && pair.static_friction)
      errors.warn(member(element("material_pairs", i), "static_friction"), text);
  }
}

void check_steering(const scene::SceneT& scene, const scene::SteeringT& steering, const std::string& path,
                    const Names& names, std::map<std::string, std::string>& steered, Diagnostics& errors) {
  check_inputs(steering.inputs, path, names, errors);
  const std::size_t count = steering.joints.size();
  if (count != 1 && count != 2) {
    return errors.add(member(path, "joints"), "has " + std::to_string(count) + " names; allowed: 1 or 2");
  }
  for (std::size_t k = 0; k < count; ++k) {
    const std::string joint_path = element(member(path, "joints"), k);
    const auto joint = names.joint(steering.joints[k]);
    if (!joint) {
      errors.add(joint_path, names.no_such_joint(steering.joints[k]));
      continue;
    }
    const scene::JointT& knuckle = *scene.joints[*joint];
    if (knuckle.type != scene::JointType::revolute || knuckle.spring.size() != 1) {
      errors.add(joint_path, "joint " + steering.joints[k] +
                                 " cannot be steered; allowed: a revolute joint with a spring, the linkage");
    }
    const auto [first, added] = steered.emplace(steering.joints[k], steering.name);
    if (!added) {
      errors.add(joint_path, "steering " + first->second + " turns it too; allowed: joints of its own");
    }
  }
  if (count != 2 || !errors.clean(member(path, "joints"))) return;
  const physics::Vec3 track = vec3_or_zero(scene.joints[*names.joint(steering.joints[0])]->position) -
                              vec3_or_zero(scene.joints[*names.joint(steering.joints[1])]->position);
  if (track.squaredNorm() < kSmallestTrack * kSmallestTrack) {
    errors.add(member(path, "joints"), "the two joints are at one place; allowed: a left and a right one");
  }
  // The inner wheel must not turn past a right angle.
  const double inner = 0.5 * std::sqrt(track.squaredNorm()) * std::tan(radians(*steering.angle_deg));
  if (!(inner < *steering.wheelbase)) {
    errors.add(member(path, "angle_deg"),
               "the wheels would roll about a point between them; allowed: a smaller angle");
  }
}

void check_hitch(const scene::SceneT& scene, const scene::HitchT& hitch, const std::string& path,
                 const Names& names, Diagnostics& errors) {
  if (!names.control(hitch.control))
    errors.add(member(path, "control"), names.no_such_control(hitch.control));
  const auto joint = names.joint(hitch.joint);
  if (!joint) return errors.add(member(path, "joint"), names.no_such_joint(hitch.joint));
  const scene::JointType type = scene.joints[*joint]->type;
  if (type != scene::JointType::revolute && type != scene::JointType::universal &&
      type != scene::JointType::spherical) {
    errors.add(member(path, "joint"), "joint " + hitch.joint + " is " + scene::EnumNameJointType(type) +
                                          "; allowed: revolute, universal, spherical");
  }
}

}  // namespace

void validate_vehicles(const scene::SceneT& scene, const Names& names, Diagnostics& errors) {
  std::map<std::string, std::string> bodies;
  for (std::size_t i = 0; i < scene.wheels.size(); ++i) {
    const std::string path = element("wheels", i);
    if (errors.clean(path)) check_wheel(scene, *scene.wheels[i], path, names, bodies, errors);
  }
  warn_of_static_friction(scene, names, errors);
  for (std::size_t i = 0; i < scene.brakes.size(); ++i) {
    const std::string path = element("brakes", i);
    if (!errors.clean(path)) continue;
    const scene::BrakeT& brake = *scene.brakes[i];
    check_inputs(brake.inputs, path, names, errors);
    check_axis(scene, brake.joint, brake.axis, path, names, errors);
    check_antilock(scene, brake, path, errors);
  }
  std::map<std::string, std::string> steered;
  for (std::size_t i = 0; i < scene.steerings.size(); ++i) {
    const std::string path = element("steerings", i);
    if (errors.clean(path)) check_steering(scene, *scene.steerings[i], path, names, steered, errors);
  }
  for (std::size_t i = 0; i < scene.hitches.size(); ++i) {
    const std::string path = element("hitches", i);
    if (errors.clean(path)) check_hitch(scene, *scene.hitches[i], path, names, errors);
  }
}

}  // namespace drawbar::scenes
