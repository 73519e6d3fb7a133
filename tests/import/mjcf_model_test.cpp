// What each figure of an MJCF file becomes, what is told of it, and what of later versions is left out.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <set>

#include "tests/import/import_fixture.h"
#include "tools/import/mjcf_text.h"

namespace drawbar::import {
namespace {

using tests::ImportTest;
using tests::named;

class MjcfModel : public ImportTest {
 protected:
  void SetUp() override {
    ImportTest::SetUp();
    if (!tests::reads(tests::own_model("pendulum.xml"))) GTEST_SKIP() << "built without MuJoCo";
  }
  Model of(const std::string& text) {
    return model(
        options(write("m.xml", "<mujoco model=\"m\"><compiler angle=\"radian\" autolimits=\"true\"/>\n" +
                                   text + "</mujoco>")));
  }
  /// Bodies "h" (a hinge from -1 to 1), "s" (a slide) and "f" (free) under these actuators.
  Model with_actuators(const std::string& actuators, const std::string& tendons = "") {
    return of(
        "<worldbody><body name=\"bh\"><joint name=\"h\" axis=\"0 1 0\" range=\"-1 1\"/><geom size=\"0.1\"/>"
        "<site name=\"spot\"/></body>"
        "<body name=\"bs\" pos=\"1 0 0\"><joint name=\"s\" type=\"slide\"/><geom size=\"0.1\"/></body>"
        "<body name=\"bf\" pos=\"2 0 0\"><joint name=\"f\" type=\"free\"/><geom "
        "size=\"0.1\"/></body></worldbody>\n" +
        tendons + "<actuator>\n" + actuators + "</actuator>");
  }
};

TEST_F(MjcfModel, ABodyHasItsPlaceInertiaAndShapes) {
  const Model read =
      of(R"(<option gravity="1 2 -3"/><asset><material name="sky" rgba="0.2 0.4 1 1"/></asset><worldbody>
<geom name="floor" type="plane" size="1 1 0.1" pos="0 0 -1"/>
<body name="a" pos="1 2 3" euler="0 0 1.5707963267948966"><freejoint/>
<inertial pos="0.1 0.2 0.3" mass="4" diaginertia="1 2 2.5" euler="0 0 1.5707963267948966"/>
<geom type="box" size="0.1 0.2 0.3" pos="0.5 0 0" euler="1.5707963267948966 0 0" material="sky"/>
<geom type="sphere" size="0.4" rgba="1 0 0 1"/>
<geom type="capsule" size="0.5 0.6"/>
<geom type="cylinder" size="0.7 0.8"/>
<geom type="ellipsoid" size="0.1 0.2 0.3"/></body></worldbody>)");
  EXPECT_EQ(read.name, "m");
  EXPECT_EQ(read.gravity, Vec3(1, 2, -3));
  EXPECT_TRUE(read.larger_friction);
  const Link& ground = named(read.links, "ground");
  EXPECT_TRUE(ground.is_static);
  ASSERT_EQ(ground.shapes.size(), 1u);
  EXPECT_EQ(ground.shapes[0].geometry.form, Form::plane);
  EXPECT_EQ(ground.shapes[0].pose.position.z(), -1);
  const Link& a = named(read.links, "a");
  EXPECT_EQ(a.place.line, 4);
  EXPECT_FALSE(a.is_static);
  EXPECT_LT((a.pose.position - Vec3(1, 2, 3)).norm(), 1e-12);
  EXPECT_LT((a.pose.orientation * Vec3::UnitX() - Vec3::UnitY()).norm(), 1e-12);
  EXPECT_EQ(a.inertial->mass, 4);
  EXPECT_LT((a.inertial->center - Vec3(0.1, 0.2, 0.3)).norm(), 1e-12);
  EXPECT_LT((a.inertial->inertia - Mat3(Vec3(2, 1, 2.5).asDiagonal())).norm(), 1e-9) << a.inertial->inertia;
  ASSERT_EQ(a.shapes.size(), 5u);
  EXPECT_EQ(a.shapes[0].geometry.size, Vec3(0.2, 0.4, 0.6));
  EXPECT_LT((a.shapes[0].pose.position - Vec3(0.5, 0, 0)).norm(), 1e-12);
  EXPECT_LT((a.shapes[0].pose.orientation * Vec3::UnitY() - Vec3::UnitZ()).norm(), 1e-12);
  EXPECT_EQ(a.shapes[0].color, "#3366ff") << "the material's";
  EXPECT_EQ(a.shapes[1].geometry.radius, 0.4);
  EXPECT_EQ(a.shapes[1].color, "#ff0000");
  EXPECT_EQ(a.shapes[2].geometry.form, Form::capsule);
  EXPECT_EQ(a.shapes[2].geometry.radius, 0.5);
  EXPECT_EQ(a.shapes[2].geometry.length, 1.2);
  EXPECT_EQ(a.shapes[3].geometry.form, Form::cylinder);
  EXPECT_EQ(a.shapes[3].geometry.radius, 0.7);
  EXPECT_EQ(a.shapes[3].geometry.length, 1.6);
  Eigen::AlignedBox3d box;
  for (const Vec3& v : a.shapes[4].geometry.meshes.at(0).mesh.vertices) box.extend(v);
  EXPECT_LT((box.sizes() - Vec3(0.2, 0.4, 0.6)).norm(), 1e-12);
}

TEST_F(MjcfModel, ASurfaceRubsInAsManyWaysAsItsContactHasDimensions) {
  const std::pair<int, Surface> cases[] = {
      {1, {0, 0, 0, 0}}, {3, {0.5, 0, 0, 0}}, {4, {0.5, 0, 0.02, 0}}, {6, {0.5, 0.003, 0.02, 0}}};
  for (const auto& [dimensions, surface] : cases) {
    const Model read =
        of("<worldbody><body name=\"a\"><freejoint/><geom size=\"1\" friction=\"0.5 0.02 0.003\" condim=\"" +
           std::to_string(dimensions) + "\"/></body></worldbody>");
    EXPECT_EQ(named(read.links, "a").shapes.at(0).surface, surface) << dimensions;
  }
}

TEST_F(MjcfModel, AGeomTouchesByEitherMaskAndIsSeenInTheFirstThreeGroupsUnlessItIsTransparent) {
  struct Case {
    const char* attributes;
    bool touches, seen;
  };
  const Case cases[] = {{"", true, true},
                        {"contype=\"0\"", true, true},
                        {"conaffinity=\"0\"", true, true},
                        {"contype=\"0\" conaffinity=\"0\"", false, true},
                        {"group=\"2\"", true, true},
                        {"group=\"3\"", true, false},
                        {"rgba=\"1 1 1 0\"", true, false},
                        {"rgba=\"1 1 1 0.01\"", true, true},
                        {"group=\"3\" contype=\"0\" conaffinity=\"0\"", false, false}};
  for (const Case& c : cases) {
    SCOPED_TRACE(c.attributes);
    const Model read = of(
        "<worldbody><body name=\"a\"><freejoint/><inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"1 1 1\"/>"
        "<geom size=\"1\" " +
        std::string(c.attributes) + "/></body></worldbody>");
    const std::vector<Shape>& shapes = named(read.links, "a").shapes;
    ASSERT_EQ(shapes.size(), c.touches || c.seen ? 1u : 0u);
    if (shapes.empty()) continue;
    EXPECT_EQ(shapes[0].touches, c.touches);
    EXPECT_EQ(shapes[0].seen, c.seen);
  }
}

TEST_F(MjcfModel, JointsHaveTheirPlaceAxisAndFiguresInTheWorld) {
  const Model read =
      of(R"(<worldbody><body name="a" pos="1 2 3" euler="0 0 1.5707963267948966"><geom size="0.1"/>
<joint name="turn" pos="0.5 0 0" axis="3 0 4" range="-0.5 0.75" damping="0.1" frictionloss="0.2" armature="0.3" stiffness="4" springref="0.25"/>
<body name="b" pos="1 0 0"><geom size="0.1"/>
<joint name="slide" type="slide" axis="1 0 0" range="-0.1 0.4" ref="0.2" stiffness="5" springref="0.3" damping="0.6"/>
<body name="c" pos="1 0 0"><geom size="0.1"/><joint name="socket" type="ball" range="0 0.5" damping="0.7" frictionloss="0.8"/></body></body></body></worldbody>)");
  const Joint& turn = named(read.joints, "turn");
  EXPECT_EQ(turn.kind, JointKind::turning);
  EXPECT_EQ(turn.place.line, 3);
  EXPECT_LT((turn.position - Vec3(1, 2.5, 3)).norm(), 1e-12);
  EXPECT_LT((turn.axes.at(0).direction - Vec3(0, 0.6, 0.8)).norm(), 1e-12);
  EXPECT_EQ(turn.axes[0].limits->lower, -0.5);
  EXPECT_EQ(turn.axes[0].limits->upper, 0.75);
  EXPECT_EQ(turn.axes[0].damping, 0.1);
  EXPECT_EQ(turn.axes[0].friction, 0.2);
  EXPECT_EQ(turn.axes[0].armature, 0.3);
  EXPECT_EQ(turn.axes[0].stiffness, 4);
  EXPECT_EQ(turn.axes[0].rest, 0.25);
  const Joint& slide = named(read.joints, "slide");
  EXPECT_EQ(slide.kind, JointKind::sliding);
  EXPECT_TRUE(slide.axes.at(0).slides);
  EXPECT_NEAR(slide.axes[0].limits->lower, -0.3, 1e-12) << "from where it begins, at 0.2 m";
  EXPECT_NEAR(slide.axes[0].limits->upper, 0.2, 1e-12);
  EXPECT_NEAR(slide.axes[0].rest, 0.1, 1e-12);
  EXPECT_EQ(slide.axes[0].damping, 0.6);
  const Joint& socket = named(read.joints, "socket");
  EXPECT_EQ(socket.kind, JointKind::ball);
  ASSERT_TRUE(socket.swing.has_value());
  EXPECT_EQ(*socket.swing, 0.5);
  ASSERT_EQ(socket.axes.size(), 3u);
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 axes[] = {Vec3::UnitY(), -Vec3::UnitX(), Vec3::UnitZ()};
    EXPECT_LT((socket.axes[k].direction - axes[k]).norm(), 1e-12) << k;
    EXPECT_EQ(socket.axes[k].damping, 0.7);
    EXPECT_EQ(socket.axes[k].friction, 0.8);
  }
  EXPECT_EQ(read.links[slide.parent].name, "a");
  EXPECT_EQ(read.links[slide.child].name, "b");
}

TEST_F(MjcfModel, SeveralJointsOfABodyLeadOverBodiesThatWeighAMillionth) {
  const Model read = of(
      R"(<worldbody><body name="a" pos="0 0 1"><geom size="0.1" mass="3"/><joint name="x" type="slide" axis="1 0 0"/>
<joint name="y" type="slide" axis="0 1 0"/><joint name="z" axis="0 0 1"/></body></worldbody>)");
  ASSERT_EQ(read.joints.size(), 3u);
  std::string way = read.links[read.joints[0].parent].name;
  for (std::size_t k = 0; k < 3; ++k) {
    const Joint& joint = read.joints[k];
    EXPECT_EQ(joint.name, std::string(1, static_cast<char>('x' + static_cast<int>(k))));
    way += " " + read.links[joint.child].name;
    EXPECT_EQ(joint.parent, k == 0 ? joint.parent : read.joints[k - 1].child);
  }
  EXPECT_EQ(way, "world a_between1 a_between2 a");
  for (const char* name : {"a_between1", "a_between2"}) {
    const Link& between = named(read.links, name);
    EXPECT_NEAR(between.inertial->mass, 3e-6, 1e-15);
    EXPECT_NEAR(between.inertial->inertia(1, 1), 1e-6 * named(read.links, "a").inertial->inertia(1, 1),
                1e-15);
    EXPECT_EQ(between.pose.position, Vec3(0, 0, 1));
    EXPECT_TRUE(between.shapes.empty());
  }
}

TEST_F(MjcfModel, ABodyWithoutAJointIsWeldedToWhatMovesAndStandsOnWhatStands) {
  const Model read = of(R"(<worldbody><body name="post"><geom size="0.1"/></body>
<body name="arm" pos="0 0 1"><joint name="j"/><geom size="0.1"/><body name="tool" pos="0 1 0"><geom size="0.1"/></body></body></worldbody>)");
  EXPECT_TRUE(named(read.links, "post").is_static);
  ASSERT_EQ(read.joints.size(), 2u);
  const Joint& weld = named(read.joints, "tool_weld");
  EXPECT_EQ(weld.kind, JointKind::fixed);
  EXPECT_EQ(read.links[weld.parent].name, "arm");
  EXPECT_EQ(weld.position, Vec3(0, 1, 1));
}

TEST_F(MjcfModel, WhatIsMovedFromOutsideStandsStillAndThatIsTold) {
  const Model read = of(R"(<worldbody><body name="hand" mocap="true"><geom size="0.1"/></body>
<body name="arm"><joint name="j"/><geom size="0.1"/></body></worldbody>)");
  EXPECT_TRUE(named(read.links, "hand").is_static);
  EXPECT_FALSE(named(read.links, "arm").is_static);
  EXPECT_EQ(warnings_,
            std::vector<std::string>{folder_.string() +
                                     "/m.xml:2: body hand is moved from outside (mocap): it stands still"});
}

TEST_F(MjcfModel, AFreeBodyResistsNothingWhateverItsJointSaysAndThatIsTold) {
  const auto told = [&](const std::string& figures) {
    const Model read = of("<worldbody>\n<body name=\"a\"><joint name=\"f\" type=\"free\" " + figures +
                          "/><geom size=\"0.1\"/></body></worldbody>");
    EXPECT_TRUE(read.joints.empty());
    EXPECT_FALSE(named(read.links, "a").is_static);
    return warnings_with(
        "m.xml:3: damping, friction, armature or stiffness of free joint f is left out: a free body has "
        "none");
  };
  EXPECT_EQ(told(""), 0);
  for (const char* figure : {"damping", "frictionloss", "armature", "stiffness"})
    EXPECT_EQ(told(std::string(figure) + "=\"0.5\""), 1) << figure;
}

TEST_F(MjcfModel, ABallJointHasNoSpringAndNoSwingUnlessItIsLimited) {
  const Model read = of(R"(<worldbody>
<body name="a"><joint name="socket" type="ball" stiffness="3" damping="0.5" armature="0.25"/><geom size="0.1"/></body></worldbody>)");
  const Joint& socket = named(read.joints, "socket");
  EXPECT_FALSE(socket.swing.has_value());
  ASSERT_EQ(socket.axes.size(), 3u);
  for (const Axis& axis : socket.axes) {
    EXPECT_EQ(axis.stiffness, 0);
    EXPECT_EQ(axis.damping, 0.5);
    EXPECT_EQ(axis.armature, 0.25);
    EXPECT_FALSE(axis.limits.has_value());
  }
  EXPECT_EQ(warnings_with("m.xml:3: joint socket: the spring of a ball joint is left out"), 1);
  EXPECT_EQ(warnings_.size(), 1u);
}

TEST_F(MjcfModel, WhatStandsBetweenTwoJointsIsWhereItsBodyIsAndPassesThroughItsNeighbours) {
  const Model read = of(R"(<worldbody><body name="base"><joint name="j"/><geom size="0.1"/>
<body name="a" pos="0 0 1" euler="0 0 1.5707963267948966"><inertial pos="0.1 0.2 0.3" mass="3" diaginertia="1 2 2.5"/>
<geom size="0.1"/><joint name="x" type="slide" axis="1 0 0"/><joint name="y" type="slide" axis="0 1 0"/></body></body></worldbody>)");
  const Link& between = named(read.links, "a_between1");
  EXPECT_NEAR(between.inertial->mass, 3e-6, 1e-15);
  EXPECT_EQ(between.inertial->center, Vec3(0.1, 0.2, 0.3));
  EXPECT_LT((between.inertial->inertia - Mat3(Vec3(1e-6, 2e-6, 2.5e-6).asDiagonal())).norm(), 1e-12);
  EXPECT_LT((between.pose.orientation * Vec3::UnitX() - Vec3::UnitY()).norm(), 1e-12);
  EXPECT_FALSE(between.is_static);
  EXPECT_EQ(between.place.line, named(read.links, "a").place.line);
  EXPECT_EQ(read.links[named(read.joints, "x").parent].name, "base");
  EXPECT_TRUE(tests::pass(read, named(read.links, "base"), named(read.links, "a")))
      << "neighbours, though a body of ours is between";
  EXPECT_EQ(warnings_with("body a has more than one joint: bodies with 1e-06 of its mass stand between them"),
            1);
}

TEST_F(MjcfModel, AMeshStandsWhereItsCornersAre) {
  const Model read = of(R"(<asset><mesh name="m" vertex="0 0 0 1 0 0 0 2 0 0 0 3"/></asset>
<worldbody><body name="a"><freejoint/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>
<geom type="mesh" mesh="m" pos="10 0 0" euler="0 0 1.5707963267948966"/></body></worldbody>)");
  const Shape& shape = named(read.links, "a").shapes.at(0);
  EXPECT_EQ(shape.geometry.form, Form::mesh);
  const Mesh& mesh = shape.geometry.meshes.at(0).mesh;
  EXPECT_EQ(mesh.triangles.size(), 4u);
  for (const Vec3& corner : {Vec3(10, 0, 0), Vec3(10, 1, 0), Vec3(8, 0, 0), Vec3(10, 0, 3)}) {
    EXPECT_EQ(std::ranges::count_if(mesh.vertices,
                                    [&](const Vec3& v) { return (shape.pose * v - corner).norm() < 1e-5; }),
              1)
        << corner.transpose();
  }
  double volume = 0;
  for (const auto& t : mesh.triangles)
    volume += mesh.vertices[t[0]].dot(mesh.vertices[t[1]].cross(mesh.vertices[t[2]])) / 6;
  EXPECT_NEAR(volume, 1, 1e-5) << "seen from outside";
}

TEST_F(MjcfModel, WhatHasNoNameIsCalledByItsKindAndNumberAndAJointByItsBody) {
  const Model read = of(R"(<worldbody><body><joint/><geom size="0.1"/></body>
<body name="arm"><joint axis="0 1 0"/><geom size="0.1"/></body><body><geom size="0.1"/></body></worldbody>)");
  std::string names;
  for (const Link& link : read.links) names += link.name + " ";
  for (const Joint& joint : read.joints) names += joint.name + " ";
  EXPECT_EQ(names, "world body1 arm body3 body1_joint arm_joint ");
  EXPECT_EQ(named(read.joints, "arm_joint").place.line, 3) << "that of its body";
}

TEST_F(MjcfModel, AnEqualityThatIsNotActiveIsLeftOutAndThatIsTold) {
  const Model read = of(R"(<worldbody><body name="a"><joint name="ja"/><geom size="0.1"/></body>
<body name="b"><joint name="jb"/><geom size="0.1"/></body></worldbody><equality>
<connect name="pin" body1="a" body2="b" anchor="0 0 0" active="false"/>
<joint name="line" joint1="jb" joint2="ja" polycoef="0 2 0 0 0" active="false"/></equality>)");
  EXPECT_EQ(read.joints.size(), 2u);
  EXPECT_TRUE(read.couplings.empty());
  EXPECT_EQ(warnings_with("m.xml:4: equality pin is not active and is left out"), 1);
  EXPECT_EQ(warnings_with("m.xml:5: equality line is not active and is left out"), 1);
}

// --- actuators ---

TEST_F(MjcfModel, ActuatorsAreDrivesOfTheirForceSpeedAndSign) {
  struct Case {
    const char* actuator;
    DriveMode mode;
    double force, speed, gain, lower;
    bool springs_back;
  };
  const Case cases[] = {
      {R"(<motor name="u" joint="s" gear="5" ctrlrange="-1 2"/>)", DriveMode::force, 10, 0, 1, -1, true},
      {R"(<motor name="u" joint="s" gear="5" ctrlrange="-3 2"/>)", DriveMode::force, 15, 0, 1, -1, true},
      {R"(<motor name="u" joint="s" gear="-5" ctrlrange="0 1"/>)", DriveMode::force, 5, 0, -1, 0, true},
      {R"(<motor name="u" joint="s" gear="2" ctrlrange="-9 9" forcerange="-3 4"/>)", DriveMode::force, 8, 0,
       1, -1, true},
      {R"(<motor name="u" joint="s" gear="2" ctrlrange="-1 1" forcerange="-3 4"/>)", DriveMode::force, 2, 0,
       1, -1, true},
      {R"(<motor name="u" joint="s" gear="2" forcerange="-6 4"/>)", DriveMode::force, 12, 0, 1, -1, true},
      {R"(<motor name="u" joint="s"/>)", DriveMode::force, 0, 0, 1, -1, true},
      {R"(<general name="u" joint="s" gainprm="-3" ctrlrange="-1 1"/>)", DriveMode::force, 3, 0, -1, -1,
       true},
      {R"(<position name="u" joint="h" kp="20" gear="2" forcerange="-8 8"/>)", DriveMode::position, 16, 0, 1,
       -1, false},
      {R"(<velocity name="u" joint="s" kv="5" gear="4" ctrlrange="-2 3"/>)", DriveMode::speed, 0, 0.75, 1, -1,
       true},
      {R"(<velocity name="u" joint="s" kv="5" gear="-4" ctrlrange="0 3"/>)", DriveMode::speed, 0, 0.75, 1, -1,
       true},
      {R"(<general name="u" joint="h" biastype="affine" gainprm="10" biasprm="0 -10 0"/>)",
       DriveMode::position, 0, 0, 1, -1, false},
      {R"(<general name="u" joint="h" biastype="affine" gainprm="5" biasprm="0 0 -5"/>)", DriveMode::speed, 0,
       0, 1, -1, true},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.actuator);
    const Model read = with_actuators(c.actuator);
    ASSERT_EQ(read.drives.size(), 1u);
    const Drive& drive = read.drives[0];
    EXPECT_EQ(drive.mode, c.mode);
    EXPECT_NEAR(drive.force, c.force, 1e-12);
    EXPECT_NEAR(drive.speed, c.speed, 1e-12);
    ASSERT_EQ(drive.inputs.size(), 1u);
    EXPECT_EQ(drive.inputs[0].gain, c.gain);
    EXPECT_EQ(drive.inputs[0].control, "u_command");
    EXPECT_EQ(drive.name, read.joints[drive.joint].name + "_motor");
    EXPECT_EQ(drive.place.line, 4);
    ASSERT_EQ(read.controls.size(), 1u);
    EXPECT_EQ(read.controls[0].lower, c.lower);
    EXPECT_EQ(read.controls[0].springs_back, c.springs_back);
  }
}

TEST_F(MjcfModel, ForcesOnOneJointAddUpAndEachLeverHasItsPart) {
  const Model read = with_actuators(R"(<motor name="u" joint="s" gear="6" ctrlrange="-1 1"/>
<motor name="v" joint="s" gear="-2" ctrlrange="-1 1"/><motor name="w" joint="s" gear="8" ctrlrange="-1 1"/>)");
  ASSERT_EQ(read.drives.size(), 1u);
  EXPECT_EQ(read.drives[0].force, 16);
  const auto& inputs = read.drives[0].inputs;
  ASSERT_EQ(inputs.size(), 3u);
  EXPECT_NEAR(inputs[0].gain, 6.0 / 16, 1e-12);
  EXPECT_NEAR(inputs[1].gain, -2.0 / 16, 1e-12);
  EXPECT_NEAR(inputs[2].gain, 8.0 / 16, 1e-12);
  EXPECT_EQ(inputs[2].control, "w_command");
  EXPECT_EQ(read.controls.size(), 3u);
}

TEST_F(MjcfModel, AFixedTendonDrivesEachOfItsJointsByItsFactor) {
  const Model read = with_actuators(
      R"(<motor name="u" tendon="t" gear="2" ctrlrange="-3 3"/>)",
      R"(<tendon><fixed name="t"><joint joint="s" coef="1.5"/><joint joint="h" coef="-0.5"/></fixed></tendon>)");
  ASSERT_EQ(read.drives.size(), 2u);
  const Drive& slide = named(read.drives, "s_motor");
  EXPECT_EQ(slide.force, 9);
  EXPECT_EQ(slide.inputs.at(0).gain, 1);
  const Drive& hinge = named(read.drives, "h_motor");
  EXPECT_EQ(hinge.force, 3);
  EXPECT_EQ(hinge.inputs.at(0).gain, -1);
  EXPECT_EQ(hinge.inputs[0].control, "u_command");
  EXPECT_EQ(read.controls.size(), 1u);
}

TEST_F(MjcfModel, ActuatorsWithoutCounterpartAreLeftOutWithTheirReason) {
  const std::pair<const char*, const char*> cases[] = {
      {R"(<motor name="u" joint="f"/>)", "it acts on no joint with one axis"},
      {R"(<general name="u" joint="s" dyntype="integrator"/>)", "its own dynamics have no counterpart"},
      {R"(<position name="u" joint="s"/>)",
       "a position drive spans its joint's limits, and the joint has none"},
      {R"(<motor name="u" joint="s" gear="0"/>)", "it acts on no joint with one axis"},
  };
  for (const auto& [actuator, why] : cases) {
    SCOPED_TRACE(actuator);
    const Model read = with_actuators(actuator);
    EXPECT_TRUE(read.drives.empty());
    EXPECT_TRUE(read.controls.empty());
    EXPECT_EQ(warnings_with("m.xml:4: actuator u is left out: " + std::string(why)), 1);
  }
  // A force on a joint with a servo, and one of no known size beside another.
  EXPECT_EQ(with_actuators(R"(<motor name="u" joint="s"/><motor name="v" joint="s" ctrlrange="-1 1"/>)")
                .controls.size(),
            1u);
  EXPECT_EQ(warnings_with("actuator v is left out: a joint of a scene has one drive"), 1);
}

TEST_F(MjcfModel, ATendonThatPullsOrStopsIsToldAndOneThatOnlyLeadsIsNot) {
  for (const char* own : {"stiffness=\"3\"", "damping=\"3\"", "frictionloss=\"3\"", "range=\"-1 1\"", ""}) {
    with_actuators("", "<tendon><fixed name=\"t\" " + std::string(own) +
                           "><joint joint=\"s\" coef=\"1\"/></fixed></tendon>");
    EXPECT_EQ(warnings_with("tendon t: its stiffness, damping, friction or limits are left out"),
              *own != 0 ? 1 : 0)
        << own;
  }
}

// --- equalities, groups, ground ---

TEST_F(MjcfModel, EqualitiesHoldBodiesWhereTheyAreAndJointsByTheirLine) {
  const Model read = of(R"(<worldbody>
<body name="a" pos="1 0 0" euler="0 0 1.5707963267948966"><joint name="ja"/><geom size="0.1"/></body>
<body name="b" pos="2 0 0"><joint name="jb"/><geom size="0.1"/></body></worldbody><equality>
<connect name="pin" body1="a" body2="b" anchor="0.5 0.25 0"/>
<connect name="nail" body1="b" anchor="0 0 1"/>
<weld name="bond" body1="b" body2="a"/>
<joint name="line" joint1="jb" joint2="ja" polycoef="0.25 -2 0 0 0"/>
<joint name="still" joint1="ja" polycoef="0.1 0 0 0 0"/>
<joint name="square" joint1="jb" joint2="ja" polycoef="0 1 0.5 0 0"/>
<joint name="cube" joint1="jb" joint2="ja" polycoef="0 1 0 0.5 0"/>
<joint name="fourth" joint1="jb" joint2="ja" polycoef="0 1 0 0 0.5"/>
<joint name="flat" joint1="jb" joint2="ja" polycoef="1 0 0 0 0"/></equality>)");
  const Joint& pin = named(read.joints, "pin");
  EXPECT_EQ(pin.kind, JointKind::ball);
  EXPECT_TRUE(pin.axes.empty());
  EXPECT_EQ(read.links[pin.parent].name, "b");
  EXPECT_EQ(read.links[pin.child].name, "a");
  EXPECT_LT((pin.position - Vec3(1 - 0.25, 0.5, 0)).norm(), 1e-12) << pin.position.transpose();
  EXPECT_EQ(read.links[named(read.joints, "nail").parent].name, "world");
  EXPECT_LT((named(read.joints, "nail").position - Vec3(2, 0, 1)).norm(), 1e-12);
  const Joint& bond = named(read.joints, "bond");
  EXPECT_EQ(bond.kind, JointKind::fixed);
  EXPECT_EQ(read.links[bond.parent].name, "a");
  EXPECT_LT((bond.position - Vec3(2, 0, 0)).norm(), 1e-12);
  ASSERT_EQ(read.couplings.size(), 1u);
  EXPECT_EQ(read.couplings[0].name, "line");
  EXPECT_EQ(read.joints[read.couplings[0].first].name, "jb");
  EXPECT_EQ(read.joints[read.couplings[0].second].name, "ja");
  EXPECT_EQ(read.couplings[0].ratio, -2);
  EXPECT_EQ(read.couplings[0].offset, 0.25);
  for (const char* name : {"still", "square", "cube", "fourth", "flat"})
    EXPECT_EQ(
        warnings_with("equality " + std::string(name) + " is left out: couplings of a scene are linear"), 1)
        << name;
}

TEST_F(MjcfModel, BodiesPassThroughEachOtherByTheirMasksAndWhereTheyAreExcluded) {
  std::string bodies;
  const std::pair<const char*, const char*> masks[] = {{"a", "contype=\"1\" conaffinity=\"1\""},
                                                       {"b", "contype=\"2\" conaffinity=\"0\""},
                                                       {"c", "contype=\"0\" conaffinity=\"2\""},
                                                       {"d", "contype=\"1\" conaffinity=\"1\""}};
  for (const auto& [name, mask] : masks)
    bodies += "<body name=\"" + std::string(name) + "\"><freejoint/><geom size=\"1\" " + mask + "/></body>";
  const Model read =
      of("<worldbody>" + bodies + "</worldbody><contact><exclude body1=\"d\" body2=\"a\"/></contact>");
  const auto pass = [&](const char* a, const char* b) {
    return tests::pass(read, named(read.links, a), named(read.links, b));
  };
  EXPECT_TRUE(pass("a", "b"));
  EXPECT_TRUE(pass("a", "c"));
  EXPECT_FALSE(pass("b", "c")) << "one's type is the other's affinity";
  EXPECT_TRUE(pass("a", "d")) << "excluded";
  EXPECT_TRUE(pass("d", "b"));
}

TEST_F(MjcfModel, AHeightFieldIsInterpolatedToOneSpacingInBothDirections) {
  const std::int32_t size[] = {3, 3};
  const float heights[] = {0, 0, 0, 2, 4, 8, 0, 0, 4};
  std::string bytes(sizeof size + sizeof heights, 0);
  std::memcpy(bytes.data(), size, sizeof size);
  std::memcpy(bytes.data() + sizeof size, heights, sizeof heights);
  write("hill.bin", bytes);
  const Model read = of(R"(<asset><hfield name="hill" file="hill.bin" size="1 2 0.5 0.1"/></asset>
<worldbody><geom name="g" type="hfield" hfield="hill" pos="0 0 3"/></worldbody>)");
  ASSERT_EQ(read.links.at(0).shapes.size(), 1u);
  EXPECT_EQ(read.links[0].shapes[0].pose.position.z(), 3);
  const Grid& grid = *read.links[0].shapes[0].geometry.grid;
  EXPECT_EQ(grid.columns, 3u);
  EXPECT_EQ(grid.rows, 5u);
  EXPECT_EQ(grid.spacing, 1);
  // Half a metre at the highest; a row half way between two is their mean.
  const std::vector<double> wanted{0,   0,      0,     0.0625, 0.125, 0.25, 0.125, 0.25,
                                   0.5, 0.0625, 0.125, 0.375,  0,     0,    0.25};
  ASSERT_EQ(grid.heights.size(), wanted.size());
  for (std::size_t k = 0; k < wanted.size(); ++k) EXPECT_NEAR(grid.heights[k], wanted[k], 1e-7) << k;
  EXPECT_EQ(warnings_with("m.xml:3: a height field of 3 x 3 samples is interpolated to 3 x 5"), 1);
  of(R"(<asset><hfield name="hill" file="hill.bin" size="2 2 0.5 0.1"/></asset>
<worldbody><geom name="g" type="hfield" hfield="hill"/></worldbody>)");
  EXPECT_TRUE(warnings_.empty()) << warnings_.front();
}

// --- the text ---

Warnings warnings_of(XmlFile& file, const std::filesystem::path& beside = "m.xml") {
  Warnings warnings;
  FilesBeside files({}, beside);
  check_mjcf(file, files, warnings);
  return warnings;
}

TEST(MjcfText, WhatIsOnlySeenOrMeasuredIsTakenOutWhateverItHolds) {
  auto file =
      parse_xml(R"(<mujoco><option integrator="RK9" solver="x" cone="y" jacobian="z" gravity="0 0 -1"/>
<size njmax="1"/><visual><later/></visual><statistic/><custom/><keyframe><key/></keyframe><sensor><x/></sensor>
<worldbody><light/><camera/><body name="b"><light/><camera/><geom/></body></worldbody></mujoco>)",
                "m.xml");
  ASSERT_TRUE(file);
  warnings_of(*file);
  const std::string text = file->text();
  for (const char* gone : {"size", "visual", "later", "statistic", "custom", "keyframe", "sensor", "light",
                           "camera", "integrator", "solver", "cone", "jacobian"})
    EXPECT_EQ(text.find(gone), std::string::npos) << gone << "\n" << text;
  EXPECT_NE(text.find("gravity"), std::string::npos);
  EXPECT_NE(text.find("<geom"), std::string::npos);
}

TEST(MjcfText, TexturesGoAndTheirMaterialsKeepTheirColours) {
  auto file = parse_xml(
      "<mujoco><asset><texture name=\"t\"/><texture name=\"u\"/><material name=\"m\" texture=\"t\" rgba=\"1 "
      "0 0 1\"/></asset></mujoco>",
      "m.xml");
  EXPECT_EQ(warnings_of(*file).lines(),
            std::vector<std::string>{"m.xml:1: <texture> is left out: colours are taken (2 times)"});
  EXPECT_EQ(file->text().find("texture"), std::string::npos) << file->text();
  EXPECT_NE(file->text().find("rgba"), std::string::npos);
}

class MjcfFiles : public ImportTest {};

TEST_F(MjcfFiles, AreLookedForInTheFolderOfTheCompilerAndWhatIsMadeOfMissingOnesGoes) {
  for (const std::string folder :
       {"", "meshdir=\"parts\"", "assetdir=\"parts\"", "assetdir=\"x\" meshdir=\"parts\""}) {
    SCOPED_TRACE(folder);
    std::filesystem::create_directories(folder_ / "parts");
    write((folder.empty() ? "" : "parts/") + std::string("there.stl"), "solid");
    auto file = parse_xml("<mujoco><compiler " + folder + R"(/><asset>
<mesh file="there.stl"/>
<mesh file="gone.stl"/>
<mesh name="called" file="lost.stl"/>
<hfield name="hill" file="gone.png"/>
<mesh name="made" vertex="0 0 0"/></asset><worldbody>
<geom name="g1" mesh="there"/><geom name="g2" mesh="gone"/><geom name="g3" mesh="called"/>
<geom name="g4" hfield="hill"/><geom name="g5" mesh="made"/><geom name="g6" type="box"/></worldbody></mujoco>)",
                          "m.xml");
    ASSERT_TRUE(file);
    const Warnings warnings = warnings_of(*file, folder_ / "m.xml");
    EXPECT_EQ(warnings.lines(),
              (std::vector<std::string>{
                  "m.xml:3: mesh file gone.stl is not there; what is made of it is left out",
                  "m.xml:4: mesh file lost.stl is not there; what is made of it is left out",
                  "m.xml:5: hfield file gone.png is not there; what is made of it is left out"}));
    std::string kept;
    for_each_element(file->root(), [&](tinyxml2::XMLElement& element) {
      if (std::string_view(element.Name()) == "geom") kept += std::string(attribute(element, "name")) + " ";
    });
    EXPECT_EQ(kept, "g1 g5 g6 ");
  }
}

TEST(MjcfText, PlacesAreOfEveryNamedElementAndAFreeJointIsAJoint) {
  auto file = parse_xml(
      "<mujoco><worldbody>\n<body name=\"b\">\n<freejoint name=\"f\"/>\n<geom "
      "name=\"b\"/></body></worldbody></mujoco>",
      "m.xml");
  Warnings warnings;
  FilesBeside files({}, "m.xml");
  const MjcfPlaces places = check_mjcf(*file, files, warnings);
  std::string told;
  for (const auto& [name, place] : places) told += name + ":" + std::to_string(place.line) + " ";
  EXPECT_EQ(told, "body b:2 geom b:4 joint f:3 ");
}

TEST(MjcfText, TheLineOfAnErrorIsTheNumberAfterTheLastWordLine) {
  EXPECT_EQ(line_of_error("Error: Object name = x, id = 3, line = 14, column = -1"), 14);
  EXPECT_EQ(line_of_error("XML Error: Element 'a', line 12, column 7"), 12);
  EXPECT_EQ(line_of_error("line 3: inner, line 45"), 45);
  EXPECT_EQ(line_of_error("no number in this line "), 0);
  EXPECT_EQ(line_of_error(""), 0);
}

struct Refused {
  const char* text;   ///< of the file
  const char* error;  ///< MuJoCo's
  const char* says;   ///< the warning; empty: it cannot be dropped
  const char* left;   ///< what is in the text afterwards
};

TEST(MjcfText, WordsOfLaterVersionsAreDroppedUnlessTheyPlaceSomething) {
  const Refused cases[] = {
      {"<mujoco>\n<geom name=\"g\" shellinertia=\"true\"/></mujoco>",
       "XML Error: Schema violation: unrecognized attribute: 'shellinertia' Element 'geom', line 2, column 1",
       "m.xml:2: attribute shellinertia of <geom> is left out: this MuJoCo does not know it",
       "<geom name=\"g\"/>"},
      {"<mujoco>\n<geom pos=\"0 0 0\"/></mujoco>",
       "XML Error: Schema violation: unrecognized attribute: 'pos' Element 'geom', line 2, column 1", "",
       "pos="},
      {"<mujoco>\n<geom size=\"1\"/></mujoco>",
       "XML Error: Schema violation: unrecognized attribute: 'size' Element 'geom', line 2, column 1", "",
       "size="},
      {"<mujoco>\n<later a=\"1\"><x/></later><geom/></mujoco>",
       "XML Error: Schema violation: unrecognized element Element 'later', line 2, column 1",
       "m.xml:2: <later> is left out: this MuJoCo does not know it", "<geom/>"},
      {"<mujoco>\n<frame><body/></frame></mujoco>",
       "XML Error: Schema violation: unrecognized element Element 'frame', line 2, column 1", "", "<frame>"},
      {"<mujoco>\n<later><body/></later></mujoco>",
       "XML Error: Schema violation: unrecognized element Element 'later', line 2, column 1", "", "<later>"},
      {"<mujoco>\n<geom/></mujoco>", "Error: repeated name 'g' in geom", "", "<geom/>"},
      {"<mujoco>\n<geom/></mujoco>",
       "XML Error: Schema violation: unrecognized element Element 'geom', line 3, column 1", "", "<geom/>"},
  };
  for (const Refused& c : cases) {
    SCOPED_TRACE(c.error);
    auto file = parse_xml(c.text, "m.xml");
    Warnings warnings;
    EXPECT_EQ(drop_refused_word(*file, c.error, warnings), *c.says != 0);
    EXPECT_EQ(warnings.lines(), *c.says == 0 ? std::vector<std::string>{} : std::vector<std::string>{c.says});
    EXPECT_NE(file->text().find(c.left), std::string::npos) << file->text();
  }
}

TEST(MjcfText, AWordIsDroppedFromAllElementsOfItsLineAndFromNoOtherLine) {
  auto file =
      parse_xml("<mujoco>\n<geom a=\"1\"/><site a=\"1\"/><geom a=\"2\"/>\n<geom a=\"3\"/></mujoco>", "m.xml");
  Warnings warnings;
  EXPECT_TRUE(drop_refused_word(
      *file, "XML Error: Schema violation: unrecognized attribute: 'a' Element 'geom', line 2, column 1",
      warnings));
  EXPECT_EQ(file->text(), "<mujoco>\n<geom/><site a=\"1\"/><geom/>\n<geom a=\"3\"/></mujoco>");
}

TEST(MjcfText, RangesLimitWhereTheFileDoesNotSayOtherwiseAndThatIsToldOnce) {
  for (const char* compiler : {"", "<compiler angle=\"radian\"/>"}) {
    auto file = parse_xml("<mujoco>" + std::string(compiler) + "<worldbody/></mujoco>", "m.xml");
    Warnings warnings;
    const char* error =
        "Error: joint has `range` but not `limited`. set the autolimits=\"true\" compiler option";
    EXPECT_TRUE(drop_refused_word(*file, error, warnings));
    EXPECT_EQ(warnings.lines(),
              std::vector<std::string>{
                  "m.xml: a range without limited=\"true\" limits, as in MuJoCo since version 3"});
    EXPECT_EQ(attribute(*file->root().FirstChildElement("compiler"), "autolimits"), "true");
    EXPECT_FALSE(drop_refused_word(*file, error, warnings)) << "it would be asked for ever";
  }
}

TEST(MjcfText, NoWordOfALaterVersionIsDroppedThatPlacesSomethingOrHoldsABody) {
  const auto dropped = [](const std::string& text, const std::string& error) {
    auto file = parse_xml(text, "m.xml");
    Warnings warnings;
    const bool done = drop_refused_word(*file, error, warnings);
    EXPECT_EQ(warnings.lines().size(), done ? 1u : 0u);
    EXPECT_EQ(file->text() == text, !done) << file->text();
    return done;
  };
  for (const std::string word : {"pos", "quat", "euler", "size", "mass", "type", "childclass", "fromto",
                                 "rgba", "shellinertia", "poss"}) {
    EXPECT_EQ(dropped("<mujoco>\n<geom " + word + "=\"1\"/></mujoco>",
                      "XML Error: Schema violation: unrecognized attribute: '" + word +
                          "' Element 'geom', line 2, column 1"),
              word == "rgba" || word == "shellinertia" || word == "poss")
        << word;
  }
  for (const std::string word : {"body", "frame", "replicate", "attach", "model", "include", "worldbody",
                                 "composite", "flex", "bodies"}) {
    const bool harmless = word == "flex" || word == "bodies";
    const std::string error = "XML Error: Schema violation: unrecognized element Element '";
    EXPECT_EQ(dropped("<mujoco>\n<" + word + "/></mujoco>", error + word + "', line 2, column 1"), harmless)
        << word;
    EXPECT_EQ(dropped("<mujoco>\n<later><x><" + word + "/></x></later></mujoco>",
                      error + "later', line 2, column 1"),
              harmless)
        << word;
  }
}

}  // namespace
}  // namespace drawbar::import
