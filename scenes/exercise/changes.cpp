#include "scenes/exercise/changes.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "physics/math/elementary.h"
#include "scenes/loader/convert/convert.h"
#include "scenes/loader/convert/joint_axes.h"
#include "scenes/loader/text/json.h"

namespace drawbar::scenes {
namespace {

using physics::Vec3;

using BodyNames = std::set<std::string, std::less<>>;

template <class Table>
void replace_or_add(const std::vector<std::unique_ptr<Table>>& from, std::vector<std::unique_ptr<Table>>& to,
                    const auto& is_same) {
  for (const auto& item : from) {
    const auto place = std::ranges::find_if(to, [&](const auto& other) { return is_same(*item, *other); });
    if (place == to.end()) {
      to.push_back(std::make_unique<Table>(*item));
    } else {
      *place = std::make_unique<Table>(*item);
    }
  }
}

template <class Table>
void add_all(const std::vector<std::unique_ptr<Table>>& from, std::vector<std::unique_ptr<Table>>& to) {
  for (const auto& item : from) to.push_back(std::make_unique<Table>(*item));
}

scene::BodyT* body_called(scene::SceneT& scene, std::string_view name) {
  const auto found = std::ranges::find_if(scene.bodies, [&](const auto& body) { return body->name == name; });
  return found == scene.bodies.end() ? nullptr : found->get();
}

/// The body of this name that moves; nothing, and an error at `path`, without one.
scene::BodyT* moving_body(scene::SceneT& scene, const std::string& name, const std::string& path,
                          Diagnostics& errors) {
  scene::BodyT* body = body_called(scene, name);
  if (body == nullptr || !is_free(*body)) {
    errors.add(path, (body == nullptr ? "no body is called " : "nothing moves ") + json::in_quotes(name) +
                         "; allowed: the name of a body that moves");
    return nullptr;
  }
  return body;
}

/// The bodies that move and that joints connect with `first`.
BodyNames machine_of(scene::SceneT& scene, const std::string& first) {
  BodyNames machine{first};
  const auto moves = [&](const std::string& name) {
    const scene::BodyT* body = body_called(scene, name);
    return body != nullptr && is_free(*body);
  };
  for (bool grown = true; grown;) {
    grown = false;
    for (const auto& joint : scene.joints) {
      if (machine.contains(joint->parent) == machine.contains(joint->child)) continue;
      for (const std::string& end : {joint->parent, joint->child})
        grown = (moves(end) && machine.insert(end).second) || grown;
    }
  }
  return machine;
}

/// A turn about the vertical through a point, then a move.
class Displacement {
 public:
  Displacement(double turn_deg, const Vec3& about, const Vec3& move)
      : turn_(quaternion_of_angles({0, 0, turn_deg})), about_(about), move_(move) {}

  void point(std::unique_ptr<scene::Vec3>& p) const {
    if (p) *p = to_schema(Vec3(about_ + turn_ * (to_vec3(*p) - about_) + move_));
  }
  void direction(std::unique_ptr<scene::Vec3>& d) const {
    if (d) *d = to_schema(Vec3(turn_ * to_vec3(*d)));
  }
  void orientation(std::unique_ptr<scene::Quaternion>& q) const {
    if (q) *q = to_schema(physics::Quat(turn_ * to_quat(*q)));
  }

 private:
  physics::Quat turn_;
  Vec3 about_;
  Vec3 move_;
};

void displace_joint(const Displacement& by, scene::JointT& joint) {
  // Without axes the frame is the world's; from now on it is no longer.
  const int described = JointAxes(joint.type).described();
  if (!joint.axis && described > 0) {
    joint.axis = std::make_unique<scene::Vec3>(1, 0, 0);
    if (described == 2) joint.axis2 = std::make_unique<scene::Vec3>(0, 1, 0);
  }
  by.point(joint.position);
  by.point(joint.child_position);
  by.direction(joint.axis);
  by.direction(joint.axis2);
  if (!joint.guide) return;
  for (const auto& link : joint.guide->links) {
    by.point(link->from);
    by.point(link->to);
  }
}

void place(const exercise::PlacementT& placement, const std::string& path, scene::SceneT& scene,
           Diagnostics& errors) {
  const scene::BodyT* body = moving_body(scene, placement.machine, member(path, "machine"), errors);
  if (body == nullptr) return;
  const BodyNames machine = machine_of(scene, placement.machine);
  const Displacement by(placement.turn_deg,
                        placement.about ? to_vec3(*placement.about) : vec3_or_zero(body->position),
                        vec3_or_zero(placement.move));
  for (const auto& each : scene.bodies) {
    if (!machine.contains(each->name)) continue;
    by.point(each->position);
    by.orientation(each->orientation);
    by.direction(each->linear_velocity);
    by.direction(each->angular_velocity);
  }
  if (scene.camera && machine.contains(scene.camera->follow)) {
    by.point(scene.camera->position);
    by.point(scene.camera->target);
  }
  std::set<std::string, std::less<>> joints;
  for (const auto& joint : scene.joints) {
    if (!machine.contains(joint->parent) && !machine.contains(joint->child)) continue;
    joints.insert(joint->name);
    displace_joint(by, *joint);
  }
  for (const auto& spring : scene.springs) {
    for (const auto* end : {&spring->from, &spring->to}) {
      if (*end && machine.contains((*end)->body)) by.point((*end)->position);
    }
  }
  for (const auto& track : scene.tracks) {
    if (!joints.contains(track->sprocket)) continue;
    for (const auto& wheel : track->wheels) by.point(wheel->position);
  }
}

void load(const exercise::PayloadT& payload, const std::string& path, scene::SceneT& scene,
          Diagnostics& errors) {
  scene::BodyT* body = moving_body(scene, payload.body, member(path, "body"), errors);
  if (body == nullptr || !payload.mass || !body->mass) return;
  const double ratio = *payload.mass / *body->mass;
  body->mass = *payload.mass;
  if (!body->inertia) return;
  const scene::Inertia& i = *body->inertia;
  *body->inertia = scene::Inertia(ratio * i.ixx(), ratio * i.iyy(), ratio * i.izz(), ratio * i.ixy(),
                                  ratio * i.ixz(), ratio * i.iyz());
}

}  // namespace

void apply_changes(const exercise::ChangesT& changes, const std::string& path, scene::SceneT& scene,
                   Diagnostics& errors) {
  replace_or_add(changes.materials, scene.materials,
                 [](const scene::MaterialT& a, const scene::MaterialT& b) { return a.name == b.name; });
  replace_or_add(changes.material_pairs, scene.material_pairs,
                 [](const scene::MaterialPairT& a, const scene::MaterialPairT& b) {
                   return std::ranges::is_permutation(a.materials, b.materials);
                 });
  for (std::size_t i = 0; i < changes.places.size(); ++i)
    place(*changes.places[i], element(member(path, "places"), i), scene, errors);
  for (std::size_t i = 0; i < changes.payloads.size(); ++i)
    load(*changes.payloads[i], element(member(path, "payloads"), i), scene, errors);
  add_all(changes.bodies, scene.bodies);
  add_all(changes.joints, scene.joints);
}

}  // namespace drawbar::scenes
