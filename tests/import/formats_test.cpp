// Each format's model as the scene that it gives.
#include <cmath>
#include <numbers>

#include "physics/world/world.h"
#include "tests/import/import_fixture.h"

namespace drawbar::tests {
namespace {

using UrdfImport = ImportTest;
using SdfImport = ImportTest;
using MjcfImport = ImportTest;
using GltfImport = ImportTest;

/// Ten seconds of the scene with every control at its upper end for the first half.
void expect_finite(const scenes::LoadedScene& scene) {
  physics::World world(scene.world);
  physics::FrameState state = world.make_frame_state();
  for (std::size_t c = 0; c < scene.world.controls.size(); ++c)
    world.set_control(physics::ControlId(static_cast<std::uint32_t>(c)),
                      scene.scene.controls[c]->range->upper());
  for (int frame = 0; frame < 250; ++frame) {
    if (frame == 125) {
      for (std::size_t c = 0; c < scene.world.controls.size(); ++c)
        world.set_control(physics::ControlId(static_cast<std::uint32_t>(c)),
                          scene.scene.controls[c]->neutral);
    }
    world.step_frame(8);
    world.observe(state);
    for (const physics::BodyReading& body : state.bodies)
      ASSERT_TRUE(body.position.allFinite()) << "frame " << frame;
  }
}

TEST_F(UrdfImport, ArmHasItsMassesLimitsCouplingAndAChannelForEachDrivenJoint) {
  if (!reads(own_model("arm.urdf"))) GTEST_SKIP() << "built without urdfdom";
  const scenes::LoadedScene scene = imported(options(own_model("arm.urdf")));
  ASSERT_EQ(scene.scene.bodies.size(), 5u);  // the frame "tool" has no mass
  EXPECT_EQ(warnings_with("link tool has no mass and is fixed to lower"), 1);
  ASSERT_EQ(scene.scene.joints.size(), 4u);
  EXPECT_NEAR(scene.world.joints[0].axes[0].limit->upper, 1.5, 1e-12);
  EXPECT_EQ(scene.world.joints[0].axes[0].friction.viscous, 3);
  EXPECT_EQ(scene.world.joints[0].axes[0].friction.coulomb, 0.5);
  EXPECT_FALSE(scene.world.joints[1].axes[0].limit);
  ASSERT_EQ(scene.scene.couplings.size(), 1u);
  EXPECT_EQ(*scene.scene.couplings[0]->ratio, -1);
  // It begins at the offset of its mimic.
  EXPECT_NEAR(scene.world.joints[3].axes[0].limit->upper, 0.025, 1e-12);
  ASSERT_EQ(scene.scene.controls.size(), 3u);
  EXPECT_EQ(scene.scene.controls[0]->name, "shoulder_command");
  expect_finite(scene);
}

TEST_F(UrdfImport, TheCameraSeesTheWholeModel) {
  if (!reads(own_model("arm.urdf"))) GTEST_SKIP() << "built without urdfdom";
  for (const double reach : {0.1, 8.0}) {
    const scenes::LoadedScene scene = imported(options(write(
        "mast.urdf",
        "<robot name=\"mast\"><link name=\"foot\">" + kUnitInertial + "</link><link name=\"top\">" +
            kUnitInertial +
            "</link><joint name=\"hinge\" type=\"continuous\"><parent link=\"foot\"/><child link=\"top\"/>"
            "<origin xyz=\"0 0 " +
            std::to_string(reach) + "\"/></joint></robot>")));
    ASSERT_TRUE(scene.scene.camera);
    const auto& eye = *scene.scene.camera->position;
    const auto& target = *scene.scene.camera->target;
    EXPECT_NEAR(target.z(), reach / 2, 1e-3);
    const double away = std::hypot(eye.x() - target.x(), eye.y() - target.y(), eye.z() - target.z());
    EXPECT_GT(away, reach) << "nearer, a usual field of view of 50 degrees shows less than all of it";
    EXPECT_LT(away, 3 * std::max(reach, 0.5)) << "farther, it is small";
  }
}

// Of a mesh without volume: such a link has no mass and is a frame.
TEST_F(UrdfImport, AFrameThatBecomesPartOfALinkKeepsItsShapesWhereTheyWere) {
  write("triangle.obj", "v 0 0 0\nv 0.1 0 0\nv 0 0.1 0\nf 1 2 3\n");
  const auto file = write(
      "finger.urdf", "<robot name=\"finger\"><link name=\"base\">" + kUnitInertial +
                         "</link><link name=\"arm\">" + kUnitInertial +
                         "</link><link name=\"tip\"><visual><geometry><mesh "
                         "filename=\"triangle.obj\"/></geometry></visual></link>"
                         "<joint name=\"j\" type=\"continuous\"><parent link=\"base\"/><child link=\"arm\"/>"
                         "<origin xyz=\"1 0 0\" rpy=\"0 0 1.5707963267948966\"/><axis xyz=\"0 0 1\"/></joint>"
                         "<joint name=\"f\" type=\"fixed\"><parent link=\"arm\"/><child link=\"tip\"/>"
                         "<origin xyz=\"0.5 0 0.2\"/></joint></robot>");
  if (!reads(file)) GTEST_SKIP() << "built without urdfdom";
  const scenes::LoadedScene scene = imported(options(file));
  const auto arm = std::ranges::find(scene.world.bodies, "arm", &physics::BodyConfig::name);
  ASSERT_NE(arm, scene.world.bodies.end());
  ASSERT_EQ(arm->shapes.size(), 1u);
  const physics::Vec3 tip = arm->position + arm->orientation * arm->shapes[0].position;
  EXPECT_LT((tip - physics::Vec3(1, 0.5, 0.2)).norm(), 1e-12) << tip.transpose();
}

TEST_F(UrdfImport, AnOutputWithoutAFolderMayHaveMeshesBesideIt) {
  const auto file = write(
      "ball.urdf", "<robot name=\"ball\"><link name=\"ball\">" + kUnitInertial +
                       "<visual><geometry><sphere radius=\"1\"/></geometry></visual>"
                       "<collision><geometry><box size=\"1 1 1\"/></geometry></collision></link></robot>");
  if (!reads(file)) GTEST_SKIP() << "built without urdfdom";
  import::ImportOptions with = options(file);
  with.output = "scene.json";
  with.free_base = true;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder_);
  imported(with);
  std::filesystem::current_path(before);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "scene.json"));
  EXPECT_FALSE(std::filesystem::is_empty(folder_ / "scene_files"));
  for (const auto& entry : std::filesystem::directory_iterator(folder_))
    EXPECT_FALSE(entry.path().filename().string().starts_with(".")) << entry.path();
}

TEST_F(UrdfImport, ABodyOfSeveralShapesIsSeenByOneFileAndTheOthersShowNothing) {
  const auto file =
      write("two.urdf",
            "<robot name=\"two\"><link name=\"two\">" + kUnitInertial +
                "<visual><geometry><sphere radius=\"1\"/></geometry></visual>"
                "<collision><geometry><box size=\"1 1 1\"/></geometry></collision>"
                "<collision><origin xyz=\"1 0 0\"/><geometry><box size=\"1 1 1\"/></geometry></collision>"
                "</link></robot>");
  if (!reads(file)) GTEST_SKIP() << "built without urdfdom";
  const scenes::LoadedScene scene = imported(options(file));
  if (!std::filesystem::exists(folder_ / "scene_files")) GTEST_SKIP() << "built without tinygltf";
  ASSERT_EQ(scene.scene.bodies.back()->shapes.size(), 2u);
  EXPECT_EQ(scene.scene.bodies.back()->shapes[0]->visual, "scene_files/two.glb");
  EXPECT_EQ(scene.scene.bodies.back()->shapes[1]->visual, "scene_files/nothing.glb");
  std::ifstream nothing(folder_ / "scene_files/nothing.glb", std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(nothing), {}};
  EXPECT_NE(text.find("\"scenes\":[{\"nodes\":[0]}]"), std::string::npos) << text;
  EXPECT_EQ(text.find("null"), std::string::npos) << text;
}

TEST_F(UrdfImport, ArmHoldsItsPoseUntilItIsCommandedAndThenReachesItsLimit) {
  if (!reads(own_model("arm.urdf"))) GTEST_SKIP() << "built without urdfdom";
  const scenes::LoadedScene scene = imported(options(own_model("arm.urdf")));
  physics::World world(scene.world);
  physics::FrameState state = world.make_frame_state();
  for (int frame = 0; frame < 100; ++frame) world.step_frame(8);
  world.observe(state);
  EXPECT_NEAR(state.joints[0].position[0], 0, 0.05);
  world.set_control(physics::ControlId(0), 1);
  for (int frame = 0; frame < 200; ++frame) world.step_frame(8);
  world.observe(state);
  EXPECT_NEAR(state.joints[0].position[0], 1.5, 0.05);
}

TEST_F(UrdfImport, NumbersThatAreNoneAndNegativeMassesAreRefusedWithTheirLine) {
  const auto with_mass = [](const std::string& mass) {
    return "<robot name=\"r\">\n<link name=\"a\">\n<inertial>\n<mass value=\"" + mass +
           "\"/>\n<inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" "
           "izz=\"1\"/></inertial></link></robot>";
  };
  if (!reads(write("r.urdf", with_mass("1")))) GTEST_SKIP() << "built without urdfdom";
  EXPECT_NE(refusal(write("r.urdf", with_mass("two"))).find("r.urdf:4: <mass value=\"two\"> is not a number"),
            std::string::npos);
  EXPECT_NE(refusal(write("r.urdf", with_mass("-2"))).find("r.urdf:4: <mass value=\"-2\"> is negative"),
            std::string::npos);
  EXPECT_NE(refusal(write("r.urdf", with_mass("nan"))).find("is not a number"), std::string::npos);
}

TEST_F(UrdfImport, AMeshThatIsNotThereAndAnElementWithoutCounterpartGiveOneWarningEachWithFileAndLine) {
  const auto file = write(
      "m.urdf",
      "<robot name=\"r\"><link name=\"world\"/>\n<link name=\"a\">" + kUnitInertial +
          "\n"
          "<collision><geometry><mesh filename=\"package://no/such.stl\"/></geometry></collision></link>\n"
          "<joint name=\"j\" type=\"continuous\"><parent link=\"world\"/><child link=\"a\"/><axis xyz=\"0 "
          "1 0\"/>\n"
          "<safety_controller k_velocity=\"1\"/></joint></robot>");
  if (!reads(file)) GTEST_SKIP() << "built without urdfdom";
  imported(options(file));
  EXPECT_EQ(warnings_with("m.urdf:3: mesh file package://no/such.stl is not there"), 1);
  EXPECT_EQ(warnings_with("m.urdf:5: <safety_controller> in <joint> has no counterpart"), 1);
}

TEST_F(UrdfImport, AnInertiaThatNoBodyHasIsMendedAndTheWarningSaysHow) {
  const auto file = write(
      "i.urdf",
      "<robot name=\"r\"><link name=\"world\"/><link name=\"a\"><inertial><mass value=\"1\"/>"
      "<inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"4\"/></inertial></link>"
      "<joint name=\"j\" type=\"continuous\"><parent link=\"world\"/><child link=\"a\"/><axis xyz=\"0 1 0\"/>"
      "</joint></robot>");
  if (!reads(file)) GTEST_SKIP() << "built without urdfdom";
  const scenes::LoadedScene scene = imported(options(file));
  EXPECT_EQ(warnings_with("no body has the principal moments 1, 1, 4 kg m^2; they become 2, 2, 4"), 1);
  EXPECT_NEAR(scene.world.bodies[0].mass_properties.inertia(0, 0), 2, 1e-12);
}

TEST_F(SdfImport, CartHasItsPosesAndMotorsForTheJointsThatItsPluginNames) {
  if (!reads(own_model("cart.sdf"))) GTEST_SKIP() << "built without libsdformat";
  const scenes::LoadedScene scene = imported(options(own_model("cart.sdf")));
  ASSERT_EQ(scene.scene.bodies.size(), 5u);
  EXPECT_EQ(scene.world.gravity.z(), -9.8);
  const physics::BodyConfig& left = scene.world.bodies[2];
  EXPECT_EQ(left.name, "cart/left");
  EXPECT_NEAR(left.position.x(), 1 - 0.1 * std::cos(0.5) - 0.2 * std::sin(0.5), 1e-12);
  EXPECT_NEAR(left.position.y(), 2 - 0.1 * std::sin(0.5) + 0.2 * std::cos(0.5), 1e-12);
  ASSERT_EQ(scene.scene.drives.size(), 2u);
  EXPECT_EQ(scene.scene.drives[0]->mode, scene::DriveMode::speed);
  EXPECT_EQ(warnings_with("plugin diff-drive is not run"), 1);
  expect_finite(scene);
}

TEST_F(MjcfImport, MassesAreThoseThatAreComputedByHand) {
  if (!reads(own_model("pendulum.xml"))) GTEST_SKIP() << "built without MuJoCo";
  const scenes::LoadedScene scene = imported(options(own_model("pendulum.xml")));
  const auto mass = [&](const std::string& name) {
    for (const physics::BodyConfig& body : scene.world.bodies)
      if (body.name == name) return body.mass_properties.mass;
    return 0.0;
  };
  const double rod = std::sqrt(0.1 * 0.1 + 0.4 * 0.4);
  const double pi = std::numbers::pi;
  EXPECT_NEAR(mass("swing"), 800 * pi * (0.02 * 0.02 * rod + 4.0 / 3 * 0.02 * 0.02 * 0.02), 1e-9);
  EXPECT_NEAR(mass("tip"), 1000 * 4.0 / 3 * pi * 0.06 * 0.06 * 0.06, 1e-9);
  EXPECT_NEAR(mass("weight"), 1000 * 8 * 0.03 * 0.04 * 0.05, 1e-9);
}

TEST_F(MjcfImport, AJointThatStartsAtItsRefHasLimitsAndSpringFromThere) {
  if (!reads(own_model("pendulum.xml"))) GTEST_SKIP() << "built without MuJoCo";
  const scenes::LoadedScene scene = imported(options(own_model("pendulum.xml")));
  const double degree = std::numbers::pi / 180;
  const auto knee = std::find_if(scene.world.joints.begin(), scene.world.joints.end(),
                                 [](const physics::JointConfig& j) { return j.name == "knee"; });
  ASSERT_NE(knee, scene.world.joints.end());
  EXPECT_NEAR(knee->axes[0].limit->lower, -90 * degree, 1e-12);
  EXPECT_NEAR(knee->axes[0].limit->upper, 90 * degree, 1e-12);
  EXPECT_NEAR(knee->axes[0].spring->rest, -10 * degree, 1e-12);
  ASSERT_EQ(scene.scene.drives.size(), 2u);
  EXPECT_EQ(scene.scene.drives[0]->mode, scene::DriveMode::current);
  EXPECT_EQ(scene.scene.drives[1]->mode, scene::DriveMode::position);
  expect_finite(scene);
}

TEST_F(MjcfImport, AMassThatComesFromAMeshIsToldOnce) {
  const auto file =
      write("mesh.xml", R"(<mujoco><asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset>
<worldbody>
<body name="stands"><geom type="mesh" mesh="m"/></body>
<body name="told"><freejoint/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/><geom type="mesh" mesh="m"/></body>
<body name="given"><freejoint/><geom type="mesh" mesh="m" mass="2"/></body>
<body name="guessed"><freejoint/><geom type="mesh" mesh="m"/>
<body name="on it"><geom type="mesh" mesh="m"/></body></body>
</worldbody></mujoco>)");
  if (!reads(file)) GTEST_SKIP() << "built without MuJoCo";
  imported(options(file));
  EXPECT_EQ(warnings_with("mesh m has no mass, nor its body an <inertial>"), 1);
  EXPECT_EQ(warnings_with("mesh.xml:6: mesh m has no mass"), 1);
  EXPECT_EQ(warnings_with("which may be too much (2 times)"), 1);
}

TEST_F(GltfImport, ANodeWithAMassIsABodyOfConvexPieces) {
  if (!reads(own_model("tetrahedron.gltf"))) GTEST_SKIP() << "built without tinygltf";
  const scenes::LoadedScene scene = imported(options(own_model("tetrahedron.gltf")));
  ASSERT_EQ(scene.scene.bodies.size(), 1u);
  EXPECT_EQ(scene.world.bodies[0].mass_properties.mass, 3);
  EXPECT_NEAR(scene.world.bodies[0].position.z(), 2, 1e-6);  // y is up in the file
  ASSERT_EQ(scene.scene.bodies[0]->shapes.size(), 1u);
  EXPECT_EQ(scene.scene.bodies[0]->shapes[0]->points.size(), 4u);
  EXPECT_EQ(scene.scene.bodies[0]->shapes[0]->color, "#ff0000");
}

}  // namespace
}  // namespace drawbar::tests
