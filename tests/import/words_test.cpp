// Every element and attribute of MJCF and SDFormat that becomes something is taken without a word, and every
// other is told: each element by itself, with all that it may have and one thing more.
#include <sstream>

#include "tests/import/import_fixture.h"
#include "tools/import/mjcf_text.h"
#include "tools/import/sdf_text.h"

namespace drawbar::import {
namespace {

struct Known {
  const char* element;
  const char* attributes;
  const char* children;
};

constexpr Known kMjcfElements[] = {
    {"mujoco", "model", "compiler option default asset worldbody contact equality tendon actuator include"},
    {"compiler",
     "autolimits boundmass boundinertia settotalmass balanceinertia strippath coordinate angle fitaabb "
     "eulerseq meshdir texturedir discardvisual inertiafromgeom inertiagrouprange usethread convexhull "
     "assetdir",
     ""},
    {"option", "gravity timestep integrator iterations solver tolerance cone jacobian", "flag"},
    {"flag", "gravity", ""},
    {"default", "class", "default geom joint motor position velocity general mesh material equality tendon"},
    {"asset", "", "mesh hfield material texture"},
    {"mesh", "name class file vertex normal face scale refpos refquat", ""},
    {"hfield", "name file nrow ncol size", ""},
    {"material", "name class rgba texture texrepeat texuniform reflectance shininess specular emission", ""},
    {"worldbody", "", "body geom joint freejoint"},
    {"body", "name childclass pos mocap quat axisangle xyaxes zaxis euler",
     "body geom joint freejoint inertial include"},
    {"inertial", "pos mass diaginertia fullinertia quat axisangle xyaxes zaxis euler", ""},
    {"freejoint", "name group", ""},
    {"joint",
     "name class type pos axis springdamper limited range stiffness springref ref damping frictionloss "
     "armature group solreflimit solimplimit solreffriction solimpfriction joint coef joint1 joint2 polycoef "
     "active",
     ""},
    {"geom",
     "name class type contype conaffinity condim group priority size rgba friction mass density pos fromto "
     "material mesh hfield fitscale solref solimp quat axisangle xyaxes zaxis euler",
     ""},
    {"contact", "", "exclude"},
    {"exclude", "name body1 body2", ""},
    {"equality", "", "connect weld joint"},
    {"connect", "name class body1 body2 anchor active solref solimp", ""},
    {"weld", "name class body1 body2 relpose anchor active solref solimp", ""},
    {"tendon", "class name", "fixed"},
    {"fixed", "name class group limited range stiffness damping frictionloss", "joint"},
    {"actuator", "", "motor position velocity general"},
    {"motor",
     "name class group ctrllimited forcelimited ctrlrange forcerange gear joint jointinparent tendon kp kv "
     "gainprm biasprm gaintype biastype dyntype",
     ""},
    {"position",
     "name class group ctrllimited forcelimited ctrlrange forcerange gear joint jointinparent tendon kp kv "
     "gainprm biasprm gaintype biastype dyntype",
     ""},
    {"velocity",
     "name class group ctrllimited forcelimited ctrlrange forcerange gear joint jointinparent tendon kp kv "
     "gainprm biasprm gaintype biastype dyntype",
     ""},
    {"general",
     "name class group ctrllimited forcelimited ctrlrange forcerange gear joint jointinparent tendon kp kv "
     "gainprm biasprm gaintype biastype dyntype",
     ""},
};

constexpr Known kSdfElements[] = {
    {"sdf", "version", "world model"},
    {"world", "name", "model include gravity frame physics plugin"},
    {"physics", "name type default", "max_step_size real_time_factor real_time_update_rate"},
    {"include", "merge", "uri name pose static"},
    {"model", "name canonical_link placement_frame",
     "model link joint frame pose static self_collide include plugin"},
    {"frame", "name attached_to", "pose"},
    {"pose", "relative_to rotation_format degrees", ""},
    {"link", "name", "pose inertial collision visual gravity kinematic"},
    {"inertial", "auto", "pose mass inertia density"},
    {"inertia", "", "ixx ixy ixz iyy iyz izz"},
    {"collision", "name", "pose geometry surface density max_contacts"},
    {"visual", "name", "pose geometry material cast_shadows"},
    {"material", "", "ambient diffuse specular emissive"},
    {"geometry", "", "box sphere cylinder capsule ellipsoid plane mesh cone empty"},
    {"box", "", "size"},
    {"sphere", "", "radius"},
    {"cylinder", "", "radius length"},
    {"capsule", "", "radius length"},
    {"cone", "", "radius length"},
    {"ellipsoid", "", "radii"},
    {"plane", "", "normal size"},
    {"mesh", "", "uri scale"},
    {"surface", "", "friction bounce contact"},
    {"friction", "", "ode"},
    {"ode", "", "mu mu2"},
    {"bounce", "", "restitution_coefficient"},
    {"contact", "", "collide_bitmask"},
    {"joint", "name type", "parent child pose axis axis2 thread_pitch screw_thread_pitch"},
    {"axis", "", "xyz limit dynamics initial_position"},
    {"axis2", "", "xyz limit dynamics"},
    {"xyz", "expressed_in", ""},
    {"limit", "", "lower upper effort velocity"},
    {"dynamics", "", "damping friction spring_reference spring_stiffness"},
};

std::vector<std::string> words_of_list(const std::string& list) {
  std::vector<std::string> words;
  std::istringstream in(list);
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

class ImportedWords : public tests::ImportTest {
 protected:
  /// What is told to have no counterpart.
  template <class Check>
  void expect_known(std::span<const Known> elements, const Check& check) {
    write("1", "a file that meshes name");
    for (const Known& known : elements) {
      SCOPED_TRACE(known.element);
      const std::string name = known.element;
      std::string text = "<" + name;
      for (const std::string& word : words_of_list(known.attributes)) text += " " + word + "=\"1\"";
      text += " stranger=\"1\" xmlns:x=\"1\">";
      for (const std::string& word : words_of_list(known.children)) text += "<" + word + "/>";
      auto file = parse_xml(text + "<strange/></" + name + ">", "m.xml");
      ASSERT_TRUE(file);
      Warnings warnings;
      FilesBeside files({}, folder_ / "m.xml");
      check(*file, files, warnings);
      std::vector<std::string> told;
      const std::string none = " has no counterpart in a scene and is left out";
      for (const std::string& line : warnings.lines())
        if (line.find(none) != std::string::npos) told.push_back(line);
      EXPECT_EQ(told, (std::vector<std::string>{"m.xml:1: attribute stranger of <" + name + ">" + none,
                                                "m.xml:1: <strange> in <" + name + ">" + none}));
    }
  }
};

TEST_F(ImportedWords, OfMjcfAreTakenAndOnlyOthersAreTold) {
  expect_known(kMjcfElements, [](XmlFile& file, FilesBeside& files, Warnings& warnings) {
    check_mjcf(file, files, warnings);
  });
}

TEST_F(ImportedWords, OfSdfAreTakenAndOnlyOthersAreTold) {
  expect_known(kSdfElements, [](XmlFile& file, FilesBeside& files, Warnings& warnings) {
    check_sdf(file, files, warnings);
  });
}

}  // namespace
}  // namespace drawbar::import
