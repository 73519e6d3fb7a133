// What each figure of an SDFormat file becomes, and what is told of it.
#include <cmath>
#include <numbers>

#include "tests/import/import_fixture.h"
#include "tools/import/sdf_text.h"

namespace drawbar::import {
namespace {

using tests::ImportTest;
using tests::named;

std::string inertial(const std::string& mass = "1") {
  return "<inertial><mass>" + mass +
         "</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial>";
}

class SdfModel : public ImportTest {
 protected:
  void SetUp() override {
    ImportTest::SetUp();
    if (!tests::reads(tests::own_model("cart.sdf"))) GTEST_SKIP() << "built without libsdformat";
  }
  Model of(const std::string& text, const std::string& version = "1.9") {
    return model(options(write("m.sdf", "<sdf version=\"" + version + "\">" + text + "</sdf>")));
  }
  /// Links "base" and "arm", a metre along x, with this joint between them.
  Model with_joint(const std::string& type, const std::string& members) {
    return of("<model name=\"m\"><link name=\"base\">" + inertial() +
              "</link><link name=\"arm\"><pose>1 0 0 0 0 0</pose>" + inertial("2") +
              "</link>\n<joint name=\"j\" type=\"" + type + "\"><parent>base</parent><child>arm</child>" +
              members + "</joint></model>");
  }
  /// The shapes of a link with these collisions and visuals, each in its element's place.
  std::vector<Shape> shapes(const std::string& text) {
    return of("<model name=\"m\"><link name=\"a\">" + inertial() + text + "</link></model>")
        .links.at(0)
        .shapes;
  }
  static std::string collision(const std::string& geometry, const std::string& more = "") {
    static int number = 0;
    return "<collision name=\"c" + std::to_string(++number) + "\"><geometry>" + geometry + "</geometry>" +
           more + "</collision>\n";
  }
};

TEST_F(SdfModel, LinksStandWhereTheirModelsAndFramesPutThem) {
  const Model read = of(R"(<world name="yard"><gravity>1 2 -3</gravity>
<model name="outer"><pose>1 2 3 0 0 1.5707963267948966</pose>
 <link name="a"><pose>0.5 0 0 0 0 0</pose><inertial><pose>0.1 0.2 0.3 0 0 0</pose><mass>4</mass>
 <inertia><ixx>1</ixx><ixy>0.1</ixy><ixz>0.2</ixz><iyy>2</iyy><iyz>0.3</iyz><izz>2.5</izz></inertia></inertial></link>
 <link name="b"><pose relative_to="a">0 0.25 0 0 0 0</pose></link>
 <model name="inner"><pose>0 0 1 0 0 0</pose><link name="c"><pose>0 1 0 0 0 0</pose></link></model>
</model>
<model name="post"><static>true</static><link name="d"/><model name="top"><link name="e"/></model></model></world>)");
  EXPECT_EQ(read.name, "yard");
  EXPECT_EQ(read.gravity, Vec3(1, 2, -3));
  ASSERT_EQ(read.links.size(), 5u);
  const Link& a = named(read.links, "outer/a");
  EXPECT_LT((a.pose.position - Vec3(1, 2.5, 3)).norm(), 1e-12);
  EXPECT_LT((a.pose.orientation * Vec3::UnitX() - Vec3::UnitY()).norm(), 1e-12);
  ASSERT_TRUE(a.inertial.has_value());
  EXPECT_EQ(a.inertial->mass, 4);
  EXPECT_EQ(a.inertial->center, Vec3(0.1, 0.2, 0.3));
  Mat3 moments;
  moments << 1, 0.1, 0.2, 0.1, 2, 0.3, 0.2, 0.3, 2.5;
  EXPECT_LT((a.inertial->inertia - moments).norm(), 1e-12);
  EXPECT_LT((named(read.links, "outer/b").pose.position - Vec3(0.75, 2.5, 3)).norm(), 1e-12);
  EXPECT_LT((named(read.links, "outer/inner/c").pose.position - Vec3(0, 2, 4)).norm(), 1e-12);
  EXPECT_FALSE(a.is_static);
  EXPECT_FALSE(named(read.links, "outer/inner/c").is_static);
  EXPECT_TRUE(named(read.links, "post/d").is_static);
  EXPECT_TRUE(named(read.links, "post/top/e").is_static) << "it stands on what stands";
  // Those that move and have no inertia get that of the format; of what stands nothing is told.
  EXPECT_EQ(named(read.links, "outer/b").inertial->mass, 1);
  EXPECT_EQ(warnings_with(
                "link outer/b has no inertia of its own: 1 kg and 1 kg m^2, as the format says (2 times)"),
            1);
}

TEST_F(SdfModel, ShapesAreOfTheirFormAndSize) {
  const std::vector<Shape> read = shapes(
      collision("<box><size>0.1 0.2 0.3</size></box>") + collision("<sphere><radius>0.4</radius></sphere>") +
      collision("<cylinder><radius>0.5</radius><length>0.6</length></cylinder>") +
      collision("<capsule><radius>0.7</radius><length>0.8</length></capsule>") +
      collision("<ellipsoid><radii>0.2 0.4 0.6</radii></ellipsoid>") +
      collision("<cone><radius>0.9</radius><length>1.1</length></cone>") +
      collision("<plane><normal>0 1 0</normal></plane>", "<pose>1 2 3 0 0 1.5707963267948966</pose>"));
  ASSERT_EQ(read.size(), 7u);
  EXPECT_EQ(read[0].geometry.size, Vec3(0.1, 0.2, 0.3));
  EXPECT_EQ(read[1].geometry.radius, 0.4);
  EXPECT_EQ(read[2].geometry.form, Form::cylinder);
  EXPECT_EQ(read[2].geometry.radius, 0.5);
  EXPECT_EQ(read[2].geometry.length, 0.6);
  EXPECT_EQ(read[3].geometry.form, Form::capsule);
  EXPECT_EQ(read[3].geometry.radius, 0.7);
  EXPECT_EQ(read[3].geometry.length, 0.8);
  const auto sizes = [](const Shape& shape) {
    Eigen::AlignedBox3d box;
    for (const Vec3& v : shape.geometry.meshes.at(0).mesh.vertices) box.extend(v);
    return Vec3(box.sizes());
  };
  EXPECT_LT((sizes(read[4]) - Vec3(0.4, 0.8, 1.2)).norm(), 1e-12);
  EXPECT_LT((sizes(read[5]) - Vec3(1.8, 1.8, 1.1)).norm(), 1e-12);
  EXPECT_EQ(read[6].geometry.form, Form::plane);
  EXPECT_EQ(read[6].pose.position, Vec3(1, 2, 3));
  EXPECT_LT((read[6].pose.orientation * Vec3::UnitZ() + Vec3::UnitX()).norm(), 1e-12) << "y turned a quarter";
  for (const Shape& shape : read) EXPECT_TRUE(shape.touches && !shape.seen);
}

TEST_F(SdfModel, AVisualIsOnlySeenAndHasItsDiffuseColour) {
  const std::vector<Shape> read = shapes(
      "<visual name=\"v\"><pose>1 2 3 0 0 0</pose><geometry><sphere><radius>0.5</radius></sphere></geometry>"
      "<material><ambient>1 0 0 1</ambient><diffuse>0.2 0.4 1 1</diffuse></material></visual>");
  ASSERT_EQ(read.size(), 1u);
  EXPECT_EQ(read[0].color, "#3366ff");
  EXPECT_EQ(read[0].pose.position, Vec3(1, 2, 3));
  EXPECT_TRUE(read[0].seen);
  EXPECT_FALSE(read[0].touches);
}

TEST_F(SdfModel, SurfacesTakeTheSmallerFrictionAndTheirBounce) {
  struct Case {
    const char* surface;
    double friction, restitution;
    int told;
  };
  const Case cases[] = {
      {"", 1, 0, 0},
      {"<friction><ode><mu>0.3</mu><mu2>0.3</mu2></ode></friction>", 0.3, 0, 0},
      {"<friction><ode><mu>0.3</mu><mu2>0.2</mu2></ode></friction>", 0.2, 0, 1},
      {"<friction><ode><mu>0.3</mu><mu2>0.4</mu2></ode></friction>", 0.3, 0, 1},
      {"<bounce><restitution_coefficient>0.6</restitution_coefficient></bounce>", 1, 0.6, 0},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.surface);
    const std::vector<Shape> read = shapes(collision("<sphere><radius>1</radius></sphere>",
                                                     "<surface>" + std::string(c.surface) + "</surface>"));
    ASSERT_EQ(read.size(), 1u);
    EXPECT_EQ(read[0].surface, (Surface{c.friction, 0, 0, c.restitution}));
    EXPECT_EQ(warnings_with("becomes the smaller of the two"), c.told);
  }
  shapes(collision("<sphere><radius>1</radius></sphere>",
                   "<surface><friction><ode><mu>0.3</mu><mu2>0.2</mu2></ode></friction></surface>"));
  EXPECT_EQ(
      warnings_with("friction 0.3 along and 0.2 across becomes the smaller of the two: a scene's is the same "
                    "in every direction"),
      1);
}

TEST_F(SdfModel, AnAxisHasTheLimitsThatAreNotEndless) {
  struct Case {
    const char* limit;
    double lower, upper;  ///< both 0: none
  };
  const Case cases[] = {
      {"<lower>-0.5</lower><upper>0.75</upper>", -0.5, 0.75},
      {"<lower>-0.5</lower>", -0.5, 1e4},
      {"<upper>0.75</upper>", -1e4, 0.75},
      {"", 0, 0},
      {"<lower>-1e16</lower><upper>1e16</upper>", 0, 0},
      {"<lower>1</lower><upper>-1</upper>", 0, 0},
      {"<lower>1</lower><upper>1</upper>", 0, 0},
  };
  for (const std::string type : {"revolute", "prismatic", "continuous"}) {
    for (const Case& c : cases) {
      SCOPED_TRACE(type + " " + c.limit);
      const Model read =
          with_joint(type, "<axis><xyz>0 0 1</xyz><limit>" + std::string(c.limit) + "</limit></axis>");
      const Joint& joint = named(read.joints, "j");
      EXPECT_EQ(joint.kind, type == "prismatic" ? JointKind::sliding : JointKind::turning);
      ASSERT_EQ(joint.axes.size(), 1u);
      EXPECT_EQ(joint.axes[0].slides, type == "prismatic");
      const bool limited = type != "continuous" && (c.lower != 0 || c.upper != 0);
      ASSERT_EQ(joint.axes[0].limits.has_value(), limited);
      if (!limited) continue;
      EXPECT_EQ(joint.axes[0].limits->lower, c.lower);
      EXPECT_EQ(joint.axes[0].limits->upper, c.upper);
    }
  }
}

TEST_F(SdfModel, AJointHasItsPlaceDirectionAndDynamicsInTheWorld) {
  const Model read = of(R"(<model name="m"><pose>0 0 5 0 0 1.5707963267948966</pose>
<link name="base"/><link name="arm"><pose>1 0 0 1.5707963267948966 0 0</pose></link>
<joint name="j" type="revolute"><parent>base</parent><child>arm</child><pose>0 0 0.5 0 0 0</pose>
<axis><xyz>0 0 2</xyz><dynamics><damping>0.1</damping><friction>0.2</friction>
<spring_stiffness>3</spring_stiffness><spring_reference>0.4</spring_reference></dynamics></axis></joint>
<joint name="k" type="universal"><parent>base</parent><child>arm</child>
<axis><xyz expressed_in="__model__">1 0 0</xyz></axis><axis2><xyz expressed_in="__model__">0 1 0</xyz></axis2></joint></model>)");
  const Joint& joint = named(read.joints, "j");
  EXPECT_EQ(read.links[joint.parent].name, "base");
  EXPECT_EQ(read.links[joint.child].name, "arm");
  EXPECT_EQ(joint.place.line, 3);
  // The arm is at (0, 1, 5) with its z along the model's -y, the world's x: the joint lies half a metre
  // there.
  EXPECT_LT((joint.position - Vec3(0.5, 1, 5)).norm(), 1e-12) << joint.position.transpose();
  EXPECT_LT((joint.axes.at(0).direction - Vec3::UnitX()).norm(), 1e-12);
  EXPECT_EQ(joint.axes[0].damping, 0.1);
  EXPECT_EQ(joint.axes[0].friction, 0.2);
  EXPECT_EQ(joint.axes[0].stiffness, 3);
  EXPECT_EQ(joint.axes[0].rest, 0.4);
  const Joint& cross = named(read.joints, "k");
  EXPECT_EQ(cross.kind, JointKind::universal);
  ASSERT_EQ(cross.axes.size(), 2u);
  EXPECT_LT((cross.axes[0].direction - Vec3::UnitY()).norm(), 1e-12);
  EXPECT_LT((cross.axes[1].direction + Vec3::UnitX()).norm(), 1e-12);
}

TEST_F(SdfModel, AScrewGoesByItsPitchATurnOrByTheOlderRadiansAMetreToTheLeft) {
  struct Case {
    const char* pitch;
    double travel;  ///< m/rad, 0: left out
  };
  const Case cases[] = {{"<screw_thread_pitch>0.02</screw_thread_pitch>", 0.02 / (2 * std::numbers::pi)},
                        {"<screw_thread_pitch>-0.02</screw_thread_pitch>", -0.02 / (2 * std::numbers::pi)},
                        {"<thread_pitch>50</thread_pitch>", -1.0 / 50},
                        {"<thread_pitch>-40</thread_pitch>", 1.0 / 40},
                        {"<screw_thread_pitch>0</screw_thread_pitch>", 0}};
  for (const Case& c : cases) {
    SCOPED_TRACE(c.pitch);
    const Model read = with_joint("screw", "<axis><xyz>0 1 0</xyz></axis>" + std::string(c.pitch));
    EXPECT_EQ(read.joints.size(), c.travel == 0 ? 0u : 2u);
    EXPECT_EQ(warnings_with("joint j is left out: its thread has no pitch"), c.travel == 0 ? 1 : 0);
    if (c.travel == 0) continue;
    const Joint& travel = named(read.joints, "j_travel");
    const Joint& turn = named(read.joints, "j");
    EXPECT_EQ(read.links[travel.parent].name, "base");
    EXPECT_EQ(travel.child, turn.parent);
    EXPECT_EQ(read.links[turn.child].name, "arm");
    EXPECT_TRUE(travel.axes.at(0).slides);
    EXPECT_EQ(travel.axes[0].direction, Vec3::UnitY());
    EXPECT_NEAR(read.links[travel.child].inertial->mass, 2e-6, 1e-12) << "a millionth of the arm's";
    ASSERT_EQ(read.couplings.size(), 1u);
    EXPECT_EQ(read.joints[read.couplings[0].first].name, "j_travel");
    EXPECT_EQ(read.joints[read.couplings[0].second].name, "j");
    EXPECT_NEAR(read.couplings[0].ratio, c.travel, 1e-15);
  }
}

TEST_F(SdfModel, TwoAxesAreACardanJointAtRightAnglesAlone) {
  for (const std::string type : {"universal", "revolute2"}) {
    for (const bool right : {true, false}) {
      const Model read = with_joint(type,
                                    "<axis><xyz>0 1 0</xyz><dynamics><damping>1</damping></dynamics></axis>"
                                    "<axis2><xyz>0 " +
                                        std::string(right ? "0 1" : "0.6 0.8") +
                                        "</xyz><dynamics><damping>2</damping></dynamics></axis2>");
      ASSERT_EQ(read.joints.size(), right ? 1u : 2u);
      EXPECT_EQ(warnings_with("joint j: its axes are not at right angles"), right ? 0 : 1);
      if (right) {
        EXPECT_EQ(read.joints[0].kind, JointKind::universal);
        EXPECT_EQ(read.joints[0].axes.at(1).damping, 2);
        continue;
      }
      EXPECT_EQ(read.joints[0].axes.size(), 1u);
      EXPECT_EQ(read.joints[0].axes[0].damping, 1);
      EXPECT_EQ(read.joints[1].axes.at(0).damping, 2);
      EXPECT_EQ(read.joints[0].child, read.joints[1].parent);
      EXPECT_EQ(read.links[read.joints[1].child].name, "arm");
      EXPECT_EQ(read.links[read.joints[0].child].name, "j_between");
      EXPECT_NEAR(read.links[read.joints[0].child].inertial->mass, 2e-6, 1e-12);
    }
  }
}

TEST_F(SdfModel, DrivenAreJointsThatAPluginOfTheirModelNamesAndThoseWithAnEffort) {
  std::string links = "<link name=\"base\"/>", joints;
  const std::pair<const char*, const char*> limits[] = {
      {"named", "<velocity>3</velocity>"},
      {"strong", "<lower>-1</lower><upper>1</upper><effort>7</effort><velocity>0.5</velocity>"},
      {"endless", "<effort>1e9</effort>"},
      {"weak", "<effort>0</effort>"},
      {"plain", ""}};
  for (const auto& [name, limit] : limits) {
    links += "<link name=\"of_" + std::string(name) + "\"/>";
    joints += "<joint name=\"" + std::string(name) + "\" type=\"revolute\"><parent>base</parent><child>of_" +
              name + "</child><axis><xyz>0 0 1</xyz><limit>" + limit + "</limit></axis></joint>\n";
  }
  const Model read =
      of("<world name=\"w\"><gravity>0 0 -9.8</gravity><plugin name=\"p\" "
         "filename=\"far\"><x>plain</x></plugin><model name=\"m\">\n" +
         links + joints +
         "<plugin name=\"q\" filename=\"near\"><deep><joint>named</joint></deep></plugin></model></world>");
  ASSERT_EQ(read.drives.size(), 2u);
  EXPECT_EQ(read.drives[0].name, "m/named_motor");
  EXPECT_EQ(read.joints[read.drives[0].joint].name, "m/named");
  EXPECT_EQ(read.drives[0].mode, DriveMode::speed);
  EXPECT_EQ(read.drives[0].force, 0);
  EXPECT_EQ(read.drives[0].speed, 3);
  EXPECT_EQ(read.drives[1].name, "m/strong_motor");
  EXPECT_EQ(read.drives[1].mode, DriveMode::position);
  EXPECT_EQ(read.drives[1].force, 7);
  EXPECT_EQ(read.drives[1].speed, 0.5);
  EXPECT_EQ(read.drives[1].inputs.at(0).control, "m/strong_command");
  EXPECT_TRUE(read.controls.at(0).springs_back);
  EXPECT_FALSE(read.controls.at(1).springs_back);
  EXPECT_EQ(warnings_with("plugin near is not run; joints that it names get motors"), 1);
  EXPECT_EQ(warnings_with("plugin far is not run"), 1);
  EXPECT_EQ(warnings_with("plugin far is not run;"), 0);
}

TEST_F(SdfModel, LinksPassThroughEachOtherInAModelThatDoesNotTouchItselfAndByTheirMasks) {
  const std::string ball = "<geometry><sphere><radius>1</radius></sphere></geometry>";
  const auto link = [&](const std::string& name, const std::string& mask) {
    return "<link name=\"" + name + "\"><collision name=\"c\">" + ball +
           (mask.empty()
                ? ""
                : "<surface><contact><collide_bitmask>" + mask + "</collide_bitmask></contact></surface>") +
           "</collision></link>";
  };
  const Model read =
      of("<world name=\"w\"><gravity>0 0 -9.8</gravity>"
         "<model name=\"one\">" +
         link("a", "") + link("b", "") +
         "</model>"
         "<model name=\"self\"><self_collide>true</self_collide>" +
         link("c", "1") + link("d", "3") + link("e", "2") + link("none", "0") +
         "</model>"
         "<model name=\"s\"><static>true</static>" +
         link("f", "") + link("g", "") + "</model></world>");
  EXPECT_TRUE(named(read.links, "self/none").shapes.empty()) << "what touches nothing is not there";
  const auto pass = [&](const char* a, const char* b) {
    return tests::pass(read, named(read.links, a), named(read.links, b));
  };
  EXPECT_TRUE(pass("one/a", "one/b"));
  EXPECT_FALSE(pass("one/a", "self/c"));
  EXPECT_FALSE(pass("self/c", "self/d"));
  EXPECT_FALSE(pass("self/d", "self/e"));
  EXPECT_TRUE(pass("self/c", "self/e"));
  EXPECT_FALSE(pass("s/f", "one/a"));
  EXPECT_FALSE(pass("s/f", "self/e"));
}

TEST_F(SdfModel, ALinkFixedToTheWorldStandsAndOneThatTurnsOnItHasTheWorldAsParent) {
  const Model read =
      of("<model name=\"m\"><link name=\"a\"/><joint name=\"j\" type=\"revolute\"><parent>world</parent>"
         "<child>a</child><axis><xyz>0 0 1</xyz></axis></joint></model>");
  ASSERT_EQ(read.links.size(), 2u);
  EXPECT_EQ(read.links[read.joints.at(0).parent].name, "world");
  EXPECT_TRUE(read.links[read.joints[0].parent].is_static);
  const scenes::LoadedScene scene = imported(options(folder_ / "m.sdf"));
  EXPECT_EQ(scene.world.bodies.size(), 1u);
  ASSERT_EQ(scene.world.joints.size(), 1u);
}

TEST_F(SdfModel, AnAutomaticInertiaIsThatOfTheShapesByTheDensityOfEachOrOfTheLink) {
  const std::string cube = "<geometry><box><size>1 1 1</size></box></geometry>";
  write("auto.sdf",
        "<sdf version=\"1.11\"><model name=\"m\">\n<link name=\"a\"><inertial "
        "auto=\"true\"><density>500</density></inertial>\n"
        "<collision name=\"own\"><density>200</density>" +
            cube +
            "</collision>\n"
            "<collision name=\"links\"><pose>1 0 0 0 0 0</pose>" +
            cube +
            "</collision></link>\n"
            "<link name=\"b\"><inertial auto=\"true\"/>\n<collision name=\"water\">" +
            cube +
            "</collision></link>\n"
            "</model></sdf>");
  const scenes::LoadedScene scene = imported(options(folder_ / "auto.sdf"));
  ASSERT_EQ(scene.world.bodies.size(), 2u);
  EXPECT_NEAR(scene.world.bodies[0].mass_properties.mass, 700, 1e-9);
  EXPECT_NEAR(scene.world.bodies[0].mass_properties.center_of_mass.x(), 500.0 / 700, 1e-12);
  EXPECT_NEAR(scene.world.bodies[1].mass_properties.mass, 1000, 1e-9);
  EXPECT_EQ(warnings_with("auto.sdf:1: version 1.11 is read as 1.9, the newest that libsdformat 12 knows"),
            1);
}

TEST_F(SdfModel, IncludedModelsAreLookedForInTheirPackagesAndWhatIsNotThereIsToldAndLeftOut) {
  std::filesystem::create_directories(folder_ / "shop/box");
  write("shop/box/model.sdf", "<sdf version=\"1.9\"><model name=\"box\"><link name=\"l\">" + inertial("3") +
                                  "</link></model></sdf>");
  write("shop/box/model.config", "<model><name>box</name><sdf version=\"1.9\">model.sdf</sdf></model>");
  ImportOptions with =
      options(write("w.sdf",
                    "<sdf version=\"1.9\"><world name=\"w\"><gravity>0 0 -9.8</gravity>\n"
                    "<include><uri>model://box</uri><name>mine</name><pose>1 2 3 0 0 0</pose></include>\n"
                    "<include><uri>model://gone</uri></include>\n"
                    "<include><uri>beside</uri></include></world></sdf>"));
  with.packages["box"] = folder_ / "shop/box";
  const Model read = model(with);
  ASSERT_EQ(read.links.size(), 1u);
  EXPECT_EQ(read.links[0].name, "mine/l");
  EXPECT_EQ(read.links[0].inertial->mass, 3);
  EXPECT_LT((read.links[0].pose.position - Vec3(1, 2, 3)).norm(), 1e-12);
  EXPECT_EQ(warnings_with("w.sdf:2: <include>: what has no counterpart in an included model is not told"), 1);
  EXPECT_EQ(warnings_with(
                "w.sdf:3: included model model://gone is not there and is left out (--package NAME=DIR says "
                "where it lies)"),
            1);
  ASSERT_EQ(warnings_with("w.sdf:4: included model beside is not there and is left out"), 1);
  EXPECT_EQ(warnings_with("included model beside is not there and is left out ("), 0);
}

TEST(SdfText, LinksThatFallOrMoveInASceneAloneAreTold) {
  struct Case {
    const char* link;
    const char* says;
  };
  const Case cases[] = {
      {"<gravity>false</gravity>", "s.sdf:2: a link without gravity: it falls in a scene"},
      {"<gravity>0</gravity>", "s.sdf:2: a link without gravity: it falls in a scene"},
      {"<gravity>true</gravity>", ""},
      {"<kinematic>true</kinematic>", "s.sdf:2: a kinematic link: forces move it in a scene"},
      {"<kinematic>1</kinematic>", "s.sdf:2: a kinematic link: forces move it in a scene"},
      {"<kinematic>false</kinematic>", ""}};
  for (const Case& c : cases) {
    auto file = parse_xml("<sdf version=\"1.9\"><model name=\"m\">\n<link name=\"a\">" + std::string(c.link) +
                              "</link></model></sdf>",
                          "s.sdf");
    Warnings warnings;
    FilesBeside files({}, "s.sdf");
    check_sdf(*file, files, warnings);
    EXPECT_EQ(warnings.lines(), *c.says == 0 ? std::vector<std::string>{} : std::vector<std::string>{c.says})
        << c.link;
  }
}

TEST(SdfText, ReadsVersionsToOnePointNineAsTheyAreAndLaterOnesAsThat) {
  for (const std::string version : {"1.1", "1.6", "1.9", "1.10", "1.11", "1.12", "2.0"}) {
    auto file = parse_xml("<sdf version=\"" + version + "\"/>", "s.sdf");
    Warnings warnings;
    FilesBeside files({}, "s.sdf");
    check_sdf(*file, files, warnings);
    const bool later = version.size() > 3 || version == "2.0";
    EXPECT_EQ(warnings.lines().size(), later ? 1u : 0u) << version;
    EXPECT_EQ(attribute(file->root(), "version"), later ? "1.9" : version);
  }
}

TEST(SdfText, VersionsThatAreNewerThanTheLibraryAreReadAsItsNewest) {
  struct Case {
    const char* version;
    bool newer;
  };
  for (const Case& c : {Case{"1.4", false},
                        {"1.9", false},
                        {"1.10", true},
                        {"1.11", true},
                        {"2", true},
                        {"2.0", true},
                        {"0.11", false},
                        {"1", false},
                        {"", false}}) {
    auto file = parse_xml("<sdf version=\"" + std::string(c.version) + "\"/>", "s.sdf");
    Warnings warnings;
    FilesBeside files({}, "s.sdf");
    check_sdf(*file, files, warnings);
    EXPECT_EQ(attribute(file->root(), "version"), c.newer ? "1.9" : c.version);
    EXPECT_EQ(warnings.lines().size(), c.newer ? 1u : 0u) << c.version;
  }
}

TEST(SdfText, FactsThatTheLibraryDoesNotGiveAreKeptByTheLineOfTheirElement) {
  auto file = parse_xml(R"(<sdf version="1.9"><model name="m">
<link name="a"><inertial auto="true"><density>500</density></inertial>
<collision name="c"><density>200</density><geometry><cone/></geometry></collision>
<collision name="d"><geometry><cone><radius>2</radius><length>3</length></cone></geometry><surface><bounce/></surface></collision>
<visual name="v"><geometry><cone><length>4</length></cone></geometry></visual></link>
<link name="b"><inertial auto="false"><density>9</density></inertial>
<collision name="e"><density>7</density><geometry><box/></geometry><surface><bounce><restitution_coefficient>1.5</restitution_coefficient></bounce></surface></collision></link>
<joint name="j"><screw_thread_pitch>0.5</screw_thread_pitch></joint>
<joint name="k"/></model></sdf>)",
                        "s.sdf");
  ASSERT_TRUE(file);
  Warnings warnings;
  FilesBeside files({}, "s.sdf");
  const SdfFacts facts = check_sdf(*file, files, warnings);
  EXPECT_EQ(facts.auto_inertia.size(), 1u);
  EXPECT_TRUE(facts.auto_inertia.contains(2));
  const auto told = [](const auto& numbers) {
    std::string text;
    for (const auto& [line, number] : numbers)
      text += std::to_string(line) + ":" + std::to_string(number) + " ";
    return text;
  };
  EXPECT_EQ(told(facts.densities), "3:200.000000 4:500.000000 ");
  EXPECT_EQ(told(facts.restitution), "4:0.000000 7:1.500000 ");
  EXPECT_EQ(told(facts.screw_travel), "8:0.500000 ");
  std::string cones;
  for (const auto& [line, cone] : facts.cones)
    cones += std::to_string(line) + ":" + std::to_string(cone[0]) + "," + std::to_string(cone[1]) + " ";
  EXPECT_EQ(cones, "3:0.500000,1.000000 4:2.000000,3.000000 5:0.500000,4.000000 ");
}

TEST_F(SdfModel, AnEndlessFrictionIsAMillion) {
  const std::string ball = "<sphere><radius>1</radius></sphere>";
  const auto friction = [&](const std::string& mu) {
    return shapes(collision(ball, "<surface><friction><ode><mu>" + mu + "</mu><mu2>" + mu +
                                      "</mu2></ode></friction></surface>"))
        .at(0)
        .surface.friction;
  };
  EXPECT_EQ(friction("1e9"), 1e6);
  EXPECT_EQ(friction("999999"), 999999);
  EXPECT_EQ(friction("0"), 0);
  EXPECT_TRUE(warnings_.empty()) << warnings_.front();
}

TEST_F(SdfModel, OfSeveralWorldsTheFirstIsTaken) {
  const Model read =
      of(R"(<world name="one"><gravity>0 0 -1</gravity><model name="m"><link name="a"/></model></world>
<world name="two"><model name="n"><link name="b"/></model></world>)");
  EXPECT_EQ(read.name, "one");
  ASSERT_EQ(read.links.size(), 1u);
  EXPECT_EQ(read.links[0].name, "m/a");
  EXPECT_EQ(read.gravity.z(), -1);
  EXPECT_EQ(warnings_with("only the first of its worlds is taken"), 1);
}

}  // namespace
}  // namespace drawbar::import
