// Surfaces that run: belts on shapes, and tracks.
#include "scenes/loader/convert/convert.h"
#include "scenes/loader/convert/joints.h"
#include "scenes/loader/convert/tracks.h"
#include "scenes/loader/schema/schema_check.h"
#include "scenes/loader/validate/validate.h"

namespace drawbar::scenes {
namespace {

/// The revolute joint of this name; nothing, and an error at `path`, if it is not one.
const scene::JointT* revolute(const scene::SceneT& scene, const std::string& joint, const std::string& path,
                              const Names& names, Diagnostics& errors) {
  const auto index = names.joint(joint);
  if (!index) {
    errors.add(path, names.no_such_joint(joint));
    return nullptr;
  }
  if (!errors.clean(element("joints", *index))) return nullptr;
  if (scene.joints[*index]->type == scene::JointType::revolute) return scene.joints[*index].get();
  errors.add(path, "joint " + joint + " is " + scene::EnumNameJointType(scene.joints[*index]->type) +
                       "; allowed: a revolute joint");
  return nullptr;
}

void check_belt(const scene::SceneT& scene, const scene::BeltT& belt, const std::string& path,
                const Names& names, Diagnostics& errors) {
  if (!(vec3_or_zero(belt.axis).squaredNorm() >= kSmallestLength * kSmallestLength)) {
    errors.add(member(path, "axis"), "has no length; allowed: any vector of length above 0");
  }
  if (!belt.joint.empty()) revolute(scene, belt.joint, member(path, "joint"), names, errors);
  if (belt.joint.empty() == belt.radius.has_value()) {
    errors.add(path, belt.joint.empty() ? "radius given without joint; allowed: both or neither"
                                        : "joint given without radius; allowed: both or neither");
  }
}

const char* describe(physics::BeltError error) {
  switch (error) {
    case physics::BeltError::none:
      break;
    case physics::BeltError::too_few_wheels:
      return "has no wheel besides the sprocket; allowed: at least one";
    case physics::BeltError::wheel_in_wheel:
      return "two neighbours lie one inside the other; allowed: wheels that a belt passes from one to the "
             "next";
    case physics::BeltError::not_round:
      return "no taut belt lies on all of them in this order; allowed: the order round the belt after the "
             "sprocket, each touching the belt from inside";
  }
  return "";
}

void check_track(const scene::SceneT& scene, const scene::TrackT& track, const std::string& path,
                 const Names& names, Diagnostics& errors) {
  if (!track.material.empty() && !names.material(track.material)) {
    errors.add(member(path, "material"), names.no_such_material(track.material));
  }
  check_color(track.color, member(path, "color"), errors);
  const scene::JointT* sprocket = revolute(scene, track.sprocket, member(path, "sprocket"), names, errors);
  if (sprocket == nullptr || !errors.clean(path)) return;
  const auto check_carrier = [&](const std::string& body, const std::string& at) {
    if (!names.body(body)) {
      errors.add(
          at, body == kWorldName ? "world cannot carry a belt; allowed: a body" : names.no_such_body(body));
    } else if (body == sprocket->child) {
      errors.add(at, "the sprocket itself turns with the belt; allowed: a body that carries the wheel");
    }
  };
  check_carrier(sprocket->parent, member(path, "sprocket"));
  for (std::size_t i = 0; i < track.wheels.size(); ++i) {
    if (track.wheels[i]->body.empty()) continue;
    check_carrier(track.wheels[i]->body, member(element(member(path, "wheels"), i), "body"));
  }
  if (!errors.clean(path)) return;
  const physics::BeltPath belt =
      physics::track_path(track_config(track, scene, names), joint_config(*sprocket, names));
  if (belt.error != physics::BeltError::none) errors.add(member(path, "wheels"), describe(belt.error));
}

}  // namespace

void validate_belts(const scene::SceneT& scene, const Names& names, Diagnostics& errors) {
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    for (std::size_t i = 0; i < scene.bodies[b]->shapes.size(); ++i) {
      const std::string path = element(member(element("bodies", b), "shapes"), i);
      const scene::ShapeT& shape = *scene.bodies[b]->shapes[i];
      if (shape.belt && errors.clean(path))
        check_belt(scene, *shape.belt, member(path, "belt"), names, errors);
    }
  }
}

void validate_tracks(const scene::SceneT& scene, const Names& names, Diagnostics& errors) {
  for (std::size_t i = 0; i < scene.tracks.size(); ++i) {
    const std::string path = element("tracks", i);
    if (errors.clean(path)) check_track(scene, *scene.tracks[i], path, names, errors);
  }
}

}  // namespace drawbar::scenes
