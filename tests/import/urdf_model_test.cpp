// What each figure of a URDF file becomes, what is mended, and what is refused.
#include <cmath>
#include <numbers>

#include "tests/import/import_fixture.h"
#include "tools/import/urdf_text.h"

namespace drawbar::import {
namespace {

using tests::ImportTest;
using tests::kUnitInertial;
using tests::named;

class UrdfModel : public ImportTest {
 protected:
  void SetUp() override {
    ImportTest::SetUp();
    if (!tests::reads(tests::own_model("arm.urdf"))) GTEST_SKIP() << "built without urdfdom";
  }
  /// Links "world", "a", "b" and "c"; joints `text`, and fixed ones for the links that hang on none.
  Model with_joints(const std::string& text) {
    std::string links = "<link name=\"world\"/>";
    std::string joints = text;
    for (const std::string name : {"a", "b", "c"}) {
      links += "<link name=\"" + name + "\">" + kUnitInertial + "</link>";
      if (text.find("child link=\"" + name + "\"") == std::string::npos)
        joints += joint("holds_" + name, "fixed", name, "");
    }
    return model(options(write("joints.urdf", "<robot name=\"r\">" + links + "\n" + joints + "</robot>")));
  }
  static std::string joint(const std::string& name, const std::string& type, const std::string& child,
                           const std::string& members, const std::string& parent = "world") {
    return "<joint name=\"" + name + "\" type=\"" + type + "\"><parent link=\"" + parent +
           "\"/><child link=\"" + child + "\"/>" + members + "</joint>\n";
  }
};

TEST_F(UrdfModel, EveryFigureOfALinkIsWhereItBelongs) {
  const Model read = model(options(write("link.urdf", R"(<robot name="all">
<material name="sky"><color rgba="0.2 0.4 1 1"/></material>
<link name="a"><inertial><origin xyz="1 2 3" rpy="0 0 1.5707963267948966"/><mass value="4"/>
<inertia ixx="1" ixy="0.1" ixz="0.2" iyy="2" iyz="0.3" izz="2.5"/></inertial>
<collision><origin xyz="0.1 0.2 0.3" rpy="1.5707963267948966 0 0"/><geometry><box size="0.5 0.6 0.7"/></geometry></collision>
<collision><geometry><cylinder radius="0.8" length="0.9"/></geometry></collision>
<collision><geometry><sphere radius="1.1"/></geometry></collision>
<visual><origin xyz="3 2 1"/><geometry><sphere radius="1.2"/></geometry><material name="sky"/></visual>
<contact><lateral_friction value="0.25"/><rolling_friction value="0.01"/><spinning_friction value="0.02"/><restitution value="0.3"/></contact>
</link></robot>)")));
  EXPECT_EQ(read.name, "all");
  ASSERT_EQ(read.links.size(), 1u);
  const Link& link = read.links[0];
  EXPECT_EQ(link.place.line, 3);
  ASSERT_TRUE(link.inertial.has_value());
  EXPECT_EQ(link.inertial->mass, 4);
  EXPECT_EQ(link.inertial->center, Vec3(1, 2, 3));
  Mat3 inertia;
  inertia << 2, -0.1, -0.3, -0.1, 1, 0.2, -0.3, 0.2, 2.5;  // turned a quarter about z
  EXPECT_LT((link.inertial->inertia - inertia).norm(), 1e-12) << link.inertial->inertia;
  ASSERT_EQ(link.shapes.size(), 4u);
  EXPECT_EQ(link.shapes[0].geometry.form, Form::box);
  EXPECT_EQ(link.shapes[0].geometry.size, Vec3(0.5, 0.6, 0.7));
  EXPECT_EQ(link.shapes[0].pose.position, Vec3(0.1, 0.2, 0.3));
  EXPECT_LT((link.shapes[0].pose.orientation * Vec3::UnitY() - Vec3::UnitZ()).norm(), 1e-12);
  EXPECT_EQ(link.shapes[1].geometry.form, Form::cylinder);
  EXPECT_EQ(link.shapes[1].geometry.radius, 0.8);
  EXPECT_EQ(link.shapes[1].geometry.length, 0.9);
  EXPECT_EQ(link.shapes[2].geometry.form, Form::sphere);
  EXPECT_EQ(link.shapes[2].geometry.radius, 1.1);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_TRUE(link.shapes[k].touches);
    EXPECT_FALSE(link.shapes[k].seen);
    EXPECT_EQ(link.shapes[k].surface, (Surface{0.25, 0.01, 0.02, 0.3}));
  }
  EXPECT_EQ(link.shapes[3].geometry.radius, 1.2);
  EXPECT_EQ(link.shapes[3].pose.position, Vec3(3, 2, 1));
  EXPECT_EQ(link.shapes[3].color, "#3366ff");
  EXPECT_FALSE(link.shapes[3].touches);
  EXPECT_TRUE(link.shapes[3].seen);
}

TEST_F(UrdfModel, SurfacesAreThoseOfContactsOrOfGazeboAndNoneBouncesBackHigher) {
  std::string links;
  const std::pair<const char*, const char*> contacts[] = {
      {"a", "<contact><lateral_friction>0.5</lateral_friction><restitution value=\"1.5\"/></contact>"},
      {"b", "<contact><rolling_friction value=\"0.1\"/></contact>"},
      {"c", ""},
      {"d", ""}};
  for (const auto& [name, contact] : contacts)
    links += "<link name=\"" + std::string(name) +
             "\"><collision><geometry><sphere radius=\"1\"/></geometry></collision>" + contact + "</link>";
  for (const char* child : {"b", "c", "d"})
    links += joint(std::string("to_") + child, "fixed", child, "", "a");
  const Model read = model(options(write(
      "s.urdf", "<robot name=\"r\">" + links + "<gazebo reference=\"c\"><mu1>0.7</mu1></gazebo></robot>")));
  const auto surface = [&](const std::string& name) { return named(read.links, name).shapes.at(0).surface; };
  EXPECT_EQ(surface("a"), (Surface{0.5, 0, 0, 1}));
  EXPECT_EQ(surface("b"), (Surface{1, 0.1, 0, 0}));
  EXPECT_EQ(surface("c"), (Surface{0.7, 0, 0, 0}));
  EXPECT_EQ(surface("d"), (Surface{1, 0, 0, 0}));
}

TEST_F(UrdfModel, JointsHaveTheirPlaceAxisAndFiguresInTheWorld) {
  const Model read = with_joints(
      joint("turn", "revolute", "a",
            "<origin xyz=\"1 2 3\" rpy=\"0 0 1.5707963267948966\"/><axis xyz=\"3 0 4\"/>"
            "<limit lower=\"-0.5\" upper=\"0.75\" effort=\"5\" velocity=\"6\"/>"
            "<dynamics damping=\"0.1\" friction=\"0.2\"/>") +
      joint("slide", "prismatic", "b",
            "<origin xyz=\"1 0 0\"/><axis xyz=\"1 0 0\"/><limit lower=\"-2\" upper=\"3\" effort=\"0\" "
            "velocity=\"0\"/>",
            "a"));
  const Joint& turn = named(read.joints, "turn");
  EXPECT_EQ(turn.kind, JointKind::turning);
  EXPECT_EQ(read.links[turn.parent].name, "world");
  EXPECT_EQ(read.links[turn.child].name, "a");
  EXPECT_EQ(turn.position, Vec3(1, 2, 3));
  EXPECT_EQ(turn.place.line, 2);
  ASSERT_EQ(turn.axes.size(), 1u);
  EXPECT_LT((turn.axes[0].direction - Vec3(0, 0.6, 0.8)).norm(), 1e-12);
  EXPECT_EQ(turn.axes[0].limits->lower, -0.5);
  EXPECT_EQ(turn.axes[0].limits->upper, 0.75);
  EXPECT_EQ(turn.axes[0].damping, 0.1);
  EXPECT_EQ(turn.axes[0].friction, 0.2);
  EXPECT_FALSE(turn.axes[0].slides);
  const Joint& slide = named(read.joints, "slide");
  EXPECT_EQ(slide.kind, JointKind::sliding);
  EXPECT_TRUE(slide.axes[0].slides);
  EXPECT_LT((slide.position - Vec3(1, 3, 3)).norm(), 1e-12) << "a metre along the turned x";
  EXPECT_LT((slide.axes[0].direction - Vec3::UnitY()).norm(), 1e-12);
  EXPECT_EQ(slide.place.line, 3);
  EXPECT_LT((read.links[slide.child].pose.position - slide.position).norm(), 1e-12);
}

TEST_F(UrdfModel, LimitsThatAreNoneAreLeftOutAndThoseOfAContinuousJointAreTakenAndTold) {
  struct Case {
    const char* type;
    const char* lower;
    const char* upper;
    bool limited;
    const char* says;
  };
  const Case cases[] = {
      {"revolute", "1", "-1", false, "joint j: limits [1, -1] are left out: lower is not below upper"},
      {"revolute", "1", "1", false, "joint j: limits [1, 1] are left out: lower is not below upper"},
      {"revolute", "1", "1.5", true, ""},
      {"prismatic", "2", "1", false, "joint j: limits [2, 1] are left out: lower is not below upper"},
      {"continuous", "-1", "1", true, "joint j is continuous, yet has limits: they are taken"},
      {"continuous", "0", "0", false, ""},
      {"continuous", "1", "-1", false, ""}};
  for (const Case& c : cases) {
    const Model read = with_joints(joint("j", c.type, "a",
                                         "<axis xyz=\"1 0 0\"/><limit lower=\"" + std::string(c.lower) +
                                             "\" upper=\"" + c.upper + "\" effort=\"1\" velocity=\"1\"/>"));
    SCOPED_TRACE(std::string(c.type) + " " + c.lower + " " + c.upper);
    EXPECT_EQ(named(read.joints, "j").axes.at(0).limits.has_value(), c.limited);
    EXPECT_EQ(warnings_.size(), *c.says != 0 ? 1u : 0u);
    EXPECT_EQ(warnings_with(c.says), *c.says != 0 ? 1 : 0);
    // A drive to a position needs limits between which it is one.
    ASSERT_EQ(read.drives.size(), 1u);
    EXPECT_EQ(read.drives[0].mode, c.limited ? DriveMode::position : DriveMode::speed);
    EXPECT_EQ(read.controls[0].springs_back, !c.limited);
  }
}

TEST_F(UrdfModel, APlaneJointSlidesInItsPlaneAndTurnsAboutItsNormal) {
  const Model read = with_joints(
      joint("p", "planar", "a",
            "<axis xyz=\"0 3 4\"/><limit lower=\"-1\" upper=\"1\" effort=\"1\" velocity=\"1\"/><dynamics "
            "damping=\"0.5\" friction=\"0.25\"/>"));
  EXPECT_EQ(named(read.joints, "p").kind, JointKind::planar);
  const auto& axes = named(read.joints, "p").axes;
  ASSERT_EQ(axes.size(), 3u);
  EXPECT_LT((axes[2].direction - Vec3(0, 0.6, 0.8)).norm(), 1e-12);
  EXPECT_LT((axes[0].direction.cross(axes[1].direction) - axes[2].direction).norm(), 1e-12);
  for (const Axis& axis : axes) EXPECT_FALSE(axis.limits.has_value());
  EXPECT_TRUE(axes[0].slides && axes[1].slides && !axes[2].slides);
  EXPECT_EQ(axes[0].damping, 0.5);
  EXPECT_EQ(axes[1].friction, 0.25);
  EXPECT_EQ(axes[2].damping, 0);
}

TEST_F(UrdfModel, AMimicCouplesTwoDifferentJointsOfOneAxisByAFactorThatIsNotZero) {
  struct Case {
    const char* mimic;
    bool taken;
  };
  const Case cases[] = {{"joint=\"lead\" multiplier=\"-2\" offset=\"0.5\"", true},
                        {"joint=\"lead\" multiplier=\"0\"", false},
                        {"joint=\"own\"", false},
                        {"joint=\"fixed\"", false}};
  for (const Case& c : cases) {
    SCOPED_TRACE(c.mimic);
    const Model read = with_joints(
        joint("lead", "continuous", "a", "<axis xyz=\"1 0 0\"/>") +
        joint("own", "continuous", "b", "<axis xyz=\"1 0 0\"/><mimic " + std::string(c.mimic) + "/>") +
        joint("fixed", "fixed", "c", ""));
    ASSERT_EQ(read.couplings.size(), c.taken ? 1u : 0u);
    EXPECT_EQ(warnings_with("joint own: its <mimic>"), c.taken ? 0 : 1);
    ASSERT_EQ(read.drives.size(), c.taken ? 1u : 2u) << "what follows has no motor of its own";
    if (!c.taken) continue;
    EXPECT_EQ(read.joints[read.couplings[0].first].name, "own");
    EXPECT_EQ(read.joints[read.couplings[0].second].name, "lead");
    EXPECT_EQ(read.couplings[0].ratio, -2);
    EXPECT_EQ(read.couplings[0].offset, 0.5);
    EXPECT_EQ(read.drives[0].name, "lead_motor");
  }
}

TEST_F(UrdfModel, DrivenAreTheJointsOfTransmissionsElseThoseWithAnEffortElseAll) {
  const std::string axis = "<axis xyz=\"1 0 0\"/>";
  const auto driven = [&](const std::string& effort_of_b, const std::string& more) {
    const Model read = with_joints(
        joint("ja", "continuous", "a", axis) +
        joint("jb", "continuous", "b", axis + "<limit effort=\"" + effort_of_b + "\" velocity=\"3\"/>") +
        joint("jc", "prismatic", "c", axis + "<limit lower=\"0\" upper=\"1\" effort=\"0\" velocity=\"0\"/>") +
        more);
    std::string names;
    for (const Drive& drive : read.drives) {
      names += read.joints[drive.joint].name + " ";
      if (read.joints[drive.joint].name != "jb") continue;
      EXPECT_EQ(drive.force, std::stod(effort_of_b));
      EXPECT_EQ(drive.speed, 3);
      EXPECT_EQ(drive.inputs.at(0).control, "jb_command");
      EXPECT_EQ(drive.place.line, 3);
    }
    return names;
  };
  EXPECT_EQ(driven("7", ""), "jb ");
  EXPECT_EQ(driven("0", ""), "ja jb jc ");
  EXPECT_EQ(driven("7", "<transmission name=\"t\"><joint name=\"jc\"/></transmission>"), "jc ");
}

TEST_F(UrdfModel, TheRootStandsUnlessItIsFreeAndARootCalledWorldAlways) {
  for (const std::string root : {"base", "world"}) {
    for (const bool free : {true, false}) {
      SCOPED_TRACE(root + (free ? " free" : ""));
      ImportOptions with =
          options(write("root.urdf", "<robot name=\"r\"><link name=\"" + root + "\"/></robot>"));
      with.free_base = free;
      const Model read = model(with);
      EXPECT_EQ(read.links.at(0).is_static, root == "world" || !free);
      EXPECT_EQ(warnings_with("is fixed to the world; --base free lets it move"),
                root == "base" && !free ? 1 : 0);
    }
  }
}

TEST_F(UrdfModel, AFreeBaseHasTheGroundUnderTheLowestPointOfWhatTouches) {
  ImportOptions with = options(write(
      "g.urdf",
      "<robot name=\"r\"><link name=\"a\">" + kUnitInertial + R"(
<visual><origin xyz="0 0 -9"/><geometry><sphere radius="0.1"/></geometry></visual>
<collision><origin xyz="0 0 1"/><geometry><sphere radius="0.1"/></geometry></collision></link>
<link name="b">)" +
          kUnitInertial +
          R"(<collision><origin xyz="0 0.25 0"/><geometry><box size="1 0.5 2"/></geometry></collision></link>
<joint name="j" type="continuous"><parent link="a"/><child link="b"/><origin xyz="0 0 4" rpy="-1.5707963267948966 0 0"/><axis xyz="1 0 0"/></joint>
</robot>)"));
  with.free_base = true;
  const scenes::LoadedScene scene = imported(with);
  ASSERT_EQ(scene.world.bodies.size(), 3u);
  // y of the turned link points down; its box reaches half a metre along it, from 4 m. The ball is at 0.9 m.
  EXPECT_NEAR(scene.world.bodies[2].shapes.at(0).position.z(), 0.9, 1e-9);
  with.start = {{"j", std::numbers::pi}};
  write("g.urdf", [&] {
    std::ifstream in(folder_ / "g.urdf");
    std::string text{std::istreambuf_iterator<char>(in), {}};
    return text.replace(text.find("0 0 1\""), 6, "0 0 6\"");
  }());
  EXPECT_NEAR(imported(with).world.bodies[2].shapes.at(0).position.z(), 4, 1e-9) << "turned up";
  with.start.clear();
  EXPECT_NEAR(imported(with).world.bodies[2].shapes.at(0).position.z(), 3.5, 1e-9);
}

// --- the text ---

TEST(UrdfText, EveryFigureIsLookedAt) {
  struct Case {
    const char* element;
    const char* attribute;
    int count;
    bool may_be_negative;
  };
  const Case cases[] = {{"mass", "value", 1, false},
                        {"inertia", "ixx", 1, true},
                        {"inertia", "ixy", 1, true},
                        {"inertia", "ixz", 1, true},
                        {"inertia", "iyy", 1, true},
                        {"inertia", "iyz", 1, true},
                        {"inertia", "izz", 1, true},
                        {"origin", "xyz", 3, true},
                        {"origin", "rpy", 3, true},
                        {"box", "size", 3, true},
                        {"cylinder", "radius", 1, false},
                        {"cylinder", "length", 1, false},
                        {"sphere", "radius", 1, false},
                        {"mesh", "scale", 3, true},
                        {"color", "rgba", 4, true},
                        {"axis", "xyz", 3, true},
                        {"limit", "lower", 1, true},
                        {"limit", "upper", 1, true},
                        {"limit", "effort", 1, false},
                        {"limit", "velocity", 1, false},
                        {"dynamics", "damping", 1, false},
                        {"dynamics", "friction", 1, false},
                        {"mimic", "multiplier", 1, true},
                        {"mimic", "offset", 1, true},
                        {"lateral_friction", "value", 1, false},
                        {"rolling_friction", "value", 1, false},
                        {"spinning_friction", "value", 1, false},
                        {"restitution", "value", 1, false}};
  for (const Case& c : cases) {
    const std::string named = std::string("<") + c.element + " " + c.attribute + "=\"";
    const auto error = [&](const std::string& value) {
      auto file = parse_xml("<robot name=\"r\">\n" + named + value + "\"/></robot>", "r.urdf");
      Warnings warnings;
      const auto facts = check_urdf(*file, warnings);
      return facts ? std::string() : facts.error().text;
    };
    std::string good = "-1", zeros = "0";
    for (int k = 1; k < c.count; ++k) {
      good += " 2";
      zeros += " 0";
    }
    EXPECT_EQ(error(zeros), "");
    EXPECT_EQ(error(good),
              c.may_be_negative ? "" : "r.urdf:2: " + named + "-1\"> is negative; allowed: 0 or more");
    const std::string wanted = c.count == 1 ? "a number" : std::to_string(c.count) + " numbers";
    EXPECT_EQ(error(good + " 3"), "r.urdf:2: " + named + good + " 3\"> is not " + wanted);
    EXPECT_EQ(error("x"), "r.urdf:2: " + named + "x\"> is not " + wanted);
  }
}

TEST(UrdfText, FiguresThatAreLeftOutAreZeroAndCommasAreBlanksAndBothAreTold) {
  auto file = parse_xml(
      "<robot name=\"r\"><link name=\"a\"><inertial><origin xyz=\"1,2, 3\"/><mass value=\"1\"/>\n"
      "<inertia iyy=\"1\" iyz=\"0\"/></inertial></link>\n"
      "<joint name=\"j\" type=\"revolute\"><parent link=\"a\"/><child link=\"b\"/><limit "
      "lower=\"0\"/></joint></robot>",
      "r.urdf");
  ASSERT_TRUE(file);
  Warnings warnings;
  ASSERT_TRUE(check_urdf(*file, warnings));
  EXPECT_EQ(
      warnings.lines(),
      (std::vector<std::string>{
          "r.urdf:1: commas in xyz=\"1,2, 3\" are taken as blanks",
          "r.urdf:2: <inertia> without ixx: taken as 0", "r.urdf:2: <inertia> without ixy: taken as 0",
          "r.urdf:2: <inertia> without ixz: taken as 0", "r.urdf:2: <inertia> without izz: taken as 0",
          "r.urdf:3: <limit> without effort: taken as 0", "r.urdf:3: <limit> without velocity: taken as 0"}));
  EXPECT_NE(file->text().find("xyz=\"1 2  3\""), std::string::npos) << file->text();
}

/// Every element and attribute of URDF that becomes something.
constexpr const char* kWholeUrdf = R"(<robot name="r" version="1.0">
<material name="m"><color rgba="1 1 1 1"/></material>
<link name="a"><inertial><origin xyz="0 0 0" rpy="0 0 0"/><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
<visual name="v"><origin xyz="0 0 0" rpy="0 0 0"/><geometry><box size="1 1 1"/></geometry><material name="m"><color rgba="1 1 1 1"/></material></visual>
<collision name="c"><origin xyz="0 0 0"/><geometry><cylinder radius="1" length="1"/></geometry></collision>
<collision name="d"><geometry><sphere radius="1"/></geometry></collision>
<collision name="e"><geometry><mesh filename="f" scale="1 1 1"/></geometry></collision>
<contact><lateral_friction value="1"/><rolling_friction value="0"/><spinning_friction value="0"/><restitution value="0"/></contact></link>
<joint name="j" type="revolute"><origin xyz="0 0 0" rpy="0 0 0"/><parent link="a"/><child link="b"/><axis xyz="1 0 0"/>
<limit lower="0" upper="1" effort="1" velocity="1"/><dynamics damping="0" friction="0"/><mimic joint="k" multiplier="1" offset="0"/></joint>
<transmission name="t"><type>x</type><joint name="j"/><actuator/></transmission>
<gazebo reference="a"><mu1>1</mu1></gazebo></robot>)";

TEST(UrdfText, WhatIsReadIsNotWarnedOfAndEveryOtherWordIs) {
  auto file = parse_xml(kWholeUrdf, "r.urdf");
  ASSERT_TRUE(file);
  Warnings none;
  ASSERT_TRUE(check_urdf(*file, none));
  EXPECT_EQ(none.lines(), std::vector<std::string>{});
  std::set<std::string> expected;
  const std::set<std::string> unread{"type", "actuator",
                                     "mu1"};  // only named, or a figure of a simulator's own
  for_each_element(file->root(), [&](tinyxml2::XMLElement& element) {
    const std::string name = element.Name();
    if (unread.contains(name)) return;
    element.SetAttribute("strange", "1");
    element.SetAttribute("xmlns:x", "y");
    expected.insert("attribute strange of <" + name + "> has no counterpart in a scene and is left out");
    expected.insert("<odd> in <" + name + "> has no counterpart in a scene and is left out");
  });
  std::vector<tinyxml2::XMLElement*> all;
  for_each_element(file->root(), [&](tinyxml2::XMLElement& element) { all.push_back(&element); });
  for (tinyxml2::XMLElement* element : all)
    if (!unread.contains(element->Name())) element->InsertEndChild(file->document->NewElement("odd"));
  Warnings warnings;
  ASSERT_TRUE(check_urdf(*file, warnings));
  std::set<std::string> told;
  for (std::string line : warnings.lines()) {
    line = line.substr(line.find(' ') + 1);
    told.insert(line.substr(0, line.find(" (")));
  }
  EXPECT_EQ(told, expected);
}

}  // namespace
}  // namespace drawbar::import
