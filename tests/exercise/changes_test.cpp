// What an exercise changes in its scene, part by part.
#include "scenes/exercise/changes.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace drawbar::scenes::testing {
namespace {

using scene::Vec3;

std::unique_ptr<Vec3> at(double x, double y, double z) {
  return std::make_unique<Vec3>(x, y, z);
}

scene::BodyT& add_body(scene::SceneT& scene, const char* name, double x, double y, double z) {
  scene::BodyT& body = *scene.bodies.emplace_back(std::make_unique<scene::BodyT>());
  body.name = name;
  body.mass = 2;
  body.position = at(x, y, z);
  return body;
}

scene::JointT& add_joint(scene::SceneT& scene, const char* name, scene::JointType type, const char* parent,
                         const char* child) {
  scene::JointT& joint = *scene.joints.emplace_back(std::make_unique<scene::JointT>());
  joint.name = name;
  joint.type = type;
  joint.parent = parent;
  joint.child = child;
  return joint;
}

std::string changed(const exercise::ChangesT& changes, scene::SceneT& scene) {
  Diagnostics errors("e.json");
  apply_changes(changes, "changes", scene, errors);
  return errors.empty() ? "" : errors.error().text;
}

/// A quarter turn to the left about (1, 0, 0), then 10 m along x and 5 up: (x, y, z) comes to
/// (11 - y, x - 1, z + 5).
exercise::ChangesT quarter_turn(const char* machine) {
  exercise::ChangesT changes;
  exercise::PlacementT& placement = *changes.places.emplace_back(std::make_unique<exercise::PlacementT>());
  placement.machine = machine;
  placement.turn_deg = 90;
  placement.about = at(1, 0, 0);
  placement.move = at(10, 0, 5);
  return changes;
}

void expect_at(const std::unique_ptr<Vec3>& found, double x, double y, double z, const char* what) {
  ASSERT_NE(found, nullptr) << what;
  EXPECT_NEAR(found->x(), x, 1e-12) << what;
  EXPECT_NEAR(found->y(), y, 1e-12) << what;
  EXPECT_NEAR(found->z(), z, 1e-12) << what;
}

TEST(Changes, APlacedMachineTakesItsJointsSpringsGuidesAndTracksWithItAndNothingElse) {
  scene::SceneT scene;
  add_body(scene, "wheel", 4, 3, 2);  // before what it hangs on
  add_body(scene, "hull", 1, 2, 3);
  add_body(scene, "other", 7, 8, 9);
  add_body(scene, "post", 6, 0, 0).static_ = true;
  scene::JointT& axle = add_joint(scene, "axle", scene::JointType::revolute, "hull", "wheel");
  axle.position = at(4, 3, 1);
  axle.axis = at(0, 2, 1);
  axle.axis2 = at(3, 0, 4);
  axle.guide = std::make_unique<scene::GuideT>();
  scene::LinkT& link = *axle.guide->links.emplace_back(std::make_unique<scene::LinkT>());
  link.from = at(2, 0, 0);
  link.to = at(0, 2, 0);
  add_joint(scene, "rope", scene::JointType::rope, "hull", "post").child_position = at(6, 0, 1);
  scene::JointT& alone = add_joint(scene, "alone", scene::JointType::revolute, "post", "other");
  alone.position = at(7, 7, 7);
  scene::SpringT& coil = *scene.springs.emplace_back(std::make_unique<scene::SpringT>());
  coil.from = std::make_unique<scene::SpringEndT>();
  coil.from->body = "other";
  coil.from->position = at(7, 8, 10);
  coil.to = std::make_unique<scene::SpringEndT>();
  coil.to->body = "wheel";
  coil.to->position = at(4, 3, 3);
  for (const char* sprocket : {"axle", "alone"}) {
    scene::TrackT& track = *scene.tracks.emplace_back(std::make_unique<scene::TrackT>());
    track.sprocket = sprocket;
    track.wheels.emplace_back(std::make_unique<scene::TrackWheelT>())->position = at(5, 1, 0);
  }

  EXPECT_EQ(changed(quarter_turn("hull"), scene), "");
  expect_at(scene.bodies[0]->position, 8, 3, 7, "wheel");
  expect_at(scene.bodies[1]->position, 9, 0, 8, "hull");
  expect_at(scene.bodies[2]->position, 7, 8, 9, "other");
  expect_at(scene.bodies[3]->position, 6, 0, 0, "post");
  expect_at(scene.joints[0]->position, 8, 3, 6, "axle");
  expect_at(scene.joints[0]->axis, -2, 0, 1, "axle, its axis");
  expect_at(scene.joints[0]->axis2, 0, 3, 4, "axle, its second axis");
  expect_at(link.from, 11, 1, 5, "link, from");
  expect_at(link.to, 9, -1, 5, "link, to");
  expect_at(scene.joints[1]->child_position, 11, 5, 6, "rope");
  EXPECT_EQ(scene.joints[1]->axis, nullptr) << "a rope has no axis";
  expect_at(scene.joints[2]->position, 7, 7, 7, "alone");
  EXPECT_EQ(scene.joints[2]->axis, nullptr) << "of another machine";
  expect_at(coil.from->position, 7, 8, 10, "coil, from");
  expect_at(coil.to->position, 8, 3, 8, "coil, to");
  expect_at(scene.tracks[0]->wheels[0]->position, 10, 4, 5, "track");
  expect_at(scene.tracks[1]->wheels[0]->position, 5, 1, 0, "another's track");
}

TEST(Changes, APayloadTakesEveryMomentOfInertiaInTheRatioOfTheMasses) {
  scene::SceneT scene;
  add_body(scene, "crate", 0, 0, 0).inertia = std::make_unique<scene::Inertia>(1, 2, 3, 0.1, 0.2, 0.3);
  add_body(scene, "ball", 0, 0, 0).inertia = std::make_unique<scene::Inertia>(1, 1, 1, 0, 0, 0);
  exercise::ChangesT changes;
  exercise::PayloadT& payload = *changes.payloads.emplace_back(std::make_unique<exercise::PayloadT>());
  payload.body = "crate";
  payload.mass = 5;
  EXPECT_EQ(changed(changes, scene), "");
  EXPECT_EQ(*scene.bodies[0]->mass, 5);
  const scene::Inertia& inertia = *scene.bodies[0]->inertia;
  EXPECT_DOUBLE_EQ(inertia.ixx(), 2.5);
  EXPECT_DOUBLE_EQ(inertia.iyy(), 5);
  EXPECT_DOUBLE_EQ(inertia.izz(), 7.5);
  EXPECT_DOUBLE_EQ(inertia.ixy(), 0.25);
  EXPECT_DOUBLE_EQ(inertia.ixz(), 0.5);
  EXPECT_DOUBLE_EQ(inertia.iyz(), 0.75);
  EXPECT_EQ(*scene.bodies[1]->mass, 2) << "another's";
}

TEST(Changes, AMaterialOrPairThatIsThereIsReplacedInItsPlaceAndAnotherAdded) {
  const auto material = [](const char* name, double friction) {
    auto made = std::make_unique<scene::MaterialT>();
    made->name = name;
    made->friction = friction;
    return made;
  };
  const auto pair = [](const char* one, const char* other, double friction) {
    auto made = std::make_unique<scene::MaterialPairT>();
    made->materials = {one, other};
    made->friction = friction;
    return made;
  };
  scene::SceneT scene;
  scene.materials.push_back(material("rubber", 0.9));
  scene.materials.push_back(material("ice", 0.1));
  scene.material_pairs.push_back(pair("rubber", "rubber", 0.7));
  scene.material_pairs.push_back(pair("rubber", "ice", 0.2));
  exercise::ChangesT changes;
  changes.materials.push_back(material("rubber", 0.4));
  changes.materials.push_back(material("mud", 0.3));
  changes.material_pairs.push_back(pair("ice", "rubber", 0.05));
  changes.material_pairs.push_back(pair("ice", "ice", 0.03));
  EXPECT_EQ(changed(changes, scene), "");
  std::string left;
  for (const auto& each : scene.materials) left += each->name + " " + std::to_string(each->friction) + "\n";
  for (const auto& each : scene.material_pairs)
    left += each->materials[0] + " " + each->materials[1] + " " + std::to_string(*each->friction) + "\n";
  EXPECT_EQ(left,
            "rubber 0.400000\nice 0.100000\nmud 0.300000\n"
            "rubber rubber 0.700000\nice rubber 0.050000\nice ice 0.030000\n");
}

TEST(Changes, OfWhatDoesNotMoveOrIsNotThereAreRefusedWithTheirPlace) {
  scene::SceneT scene;
  add_body(scene, "post", 0, 0, 0).static_ = true;
  add_body(scene, "ball", 0, 0, 0);
  exercise::ChangesT changes = quarter_turn("ball");
  changes.places.push_back(std::make_unique<exercise::PlacementT>(*changes.places[0]));
  changes.places[1]->machine = "post";
  EXPECT_EQ(
      changed(changes, scene),
      "e.json: changes.places[1].machine: nothing moves \"post\"; allowed: the name of a body that moves");
  changes.places[1]->machine = "cat";
  EXPECT_EQ(
      changed(changes, scene),
      "e.json: changes.places[1].machine: no body is called \"cat\"; allowed: the name of a body that moves");
}

}  // namespace
}  // namespace drawbar::scenes::testing
