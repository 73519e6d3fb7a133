#include "tools/import/mjcf_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <set>
#include <vector>

namespace drawbar::import {
namespace {

using tinyxml2::XMLElement;

#define DRAWBAR_ORIENTATION "quat axisangle xyaxes zaxis euler"
#define DRAWBAR_GEOM                                                                                      \
  "name class type contype conaffinity condim group priority size rgba friction mass density pos fromto " \
  "material "                                                                                             \
  "mesh hfield fitscale solref solimp " DRAWBAR_ORIENTATION
#define DRAWBAR_JOINT                                                                                 \
  "name class type pos axis springdamper limited range stiffness springref ref damping frictionloss " \
  "armature group "                                                                                   \
  "solreflimit solimplimit solreffriction solimpfriction"
#define DRAWBAR_ACTUATOR                                                                                  \
  "name class group ctrllimited forcelimited ctrlrange forcerange gear joint jointinparent tendon kp kv " \
  "gainprm "                                                                                              \
  "biasprm gaintype biastype dyntype"

/// The elements and attributes that are read, or that MuJoCo resolves into what is read.
constexpr auto kMjcfWords = std::to_array<Word>({
    {"mujoco", "model", "compiler option default asset worldbody contact equality tendon actuator include"},
    {"compiler",
     "autolimits boundmass boundinertia settotalmass balanceinertia strippath coordinate angle fitaabb "
     "eulerseq "
     "meshdir texturedir discardvisual inertiafromgeom inertiagrouprange usethread convexhull assetdir",
     ""},
    {"option", "gravity timestep integrator iterations solver tolerance cone jacobian", "flag"},
    {"flag", "gravity", ""},
    {"default", "class", "default geom joint motor position velocity general mesh material equality tendon"},
    {"asset", "", "mesh hfield material texture"},
    {"mesh", "name class file vertex normal face scale refpos refquat", ""},
    {"hfield", "name file nrow ncol size", ""},
    {"material", "name class rgba texture texrepeat texuniform reflectance shininess specular emission", ""},
    {"texture", "*", ""},
    {"worldbody", "", "body geom joint freejoint"},
    {"body", "name childclass pos mocap " DRAWBAR_ORIENTATION, "body geom joint freejoint inertial include"},
    {"inertial", "pos mass diaginertia fullinertia " DRAWBAR_ORIENTATION, ""},
    {"freejoint", "name group", ""},
    {"joint", DRAWBAR_JOINT " joint coef joint1 joint2 polycoef active", ""},
    {"geom", DRAWBAR_GEOM, ""},
    {"contact", "", "exclude"},
    {"exclude", "name body1 body2", ""},
    {"equality", "", "connect weld joint"},
    {"connect", "name class body1 body2 anchor active solref solimp", ""},
    {"weld", "name class body1 body2 relpose anchor active solref solimp", ""},
    {"tendon", "class name", "fixed"},
    {"fixed", "name class group limited range stiffness damping frictionloss", "joint"},
    {"actuator", "", "motor position velocity general"},
    {"motor", DRAWBAR_ACTUATOR, ""},
    {"position", DRAWBAR_ACTUATOR, ""},
    {"velocity", DRAWBAR_ACTUATOR, ""},
    {"general", DRAWBAR_ACTUATOR, ""},
});

/// Elements of later versions that hold bodies or make them: without them the model would be another one.
bool holds_bodies(std::string_view element) {
  constexpr std::array<std::string_view, 8> holding{"body",  "frame",   "replicate", "attach",
                                                    "model", "include", "worldbody", "composite"};
  return std::find(holding.begin(), holding.end(), element) != holding.end();
}

/// Attributes that say where or how large something is: a model without them would be another one.
bool places_things(std::string_view attribute_name) {
  constexpr std::array<std::string_view, 8> placing{"pos",  "quat", "euler",      "size",
                                                    "mass", "type", "childclass", "fromto"};
  return std::find(placing.begin(), placing.end(), attribute_name) != placing.end();
}

std::string folder_of(const XmlFile& file, const char* name) {
  std::string folder;
  for (auto* c = file.root().FirstChildElement("compiler"); c != nullptr;
       c = c->NextSiblingElement("compiler")) {
    if (c->Attribute("assetdir") != nullptr) folder = c->Attribute("assetdir");
    if (c->Attribute(name) != nullptr) folder = c->Attribute(name);
  }
  return folder;
}

std::string stem_of(std::string_view path) {
  return std::filesystem::path(path).stem().string();
}

void erase(XMLElement& element) {
  element.Parent()->DeleteChild(&element);
}

/// Takes the elements out that `test` picks; they must not hold one another.
template <class Test>
void erase_if(XmlFile& file, const Test& test) {
  std::vector<XMLElement*> found;
  for_each_element(file.root(), [&](XMLElement& element) {
    if (test(element)) found.push_back(&element);
  });
  for (XMLElement* element : found) erase(*element);
}

/// What is left out anyway, so that words of later versions in it do no harm.
void drop_unused(XmlFile& file) {
  constexpr std::array<std::string_view, 8> unused{"light",  "camera", "visual", "statistic",
                                                   "sensor", "custom", "size",   "keyframe"};
  erase_if(file, [&](XMLElement& element) {
    const bool in_unused = std::find(unused.begin(), unused.end(), element.Name()) != unused.end();
    if (std::string_view(element.Name()) == "option") {
      for (const char* name : {"integrator", "solver", "cone", "jacobian"}) element.DeleteAttribute(name);
    }
    const auto* parent = element.Parent() != nullptr ? element.Parent()->ToElement() : nullptr;
    return in_unused &&
           (parent == nullptr || std::find(unused.begin(), unused.end(), parent->Name()) == unused.end());
  });
}

void drop_textures(XmlFile& file, Warnings& warnings) {
  erase_if(file, [&](XMLElement& element) {
    if (std::string_view(element.Name()) == "material") element.DeleteAttribute("texture");
    if (std::string_view(element.Name()) != "texture") return false;
    warnings.add_kind(file.place(element), "texture", "<texture> is left out: colours are taken");
    return true;
  });
}

void drop_missing_files(XmlFile& file, FilesBeside& files, Warnings& warnings) {
  std::set<std::string, std::less<>> missing;
  const std::filesystem::path meshes = folder_of(file, "meshdir");
  erase_if(file, [&](XMLElement& element) {
    const std::string_view kind = element.Name();
    const std::string_view path = attribute(element, "file");
    if ((kind != "mesh" && kind != "hfield") || path.empty()) return false;
    if (files.find((meshes / path).string())) return false;
    const std::string_view name = attribute(element, "name");
    missing.insert(std::string(kind) + " " + (name.empty() ? stem_of(path) : std::string(name)));
    warnings.add(file.place(element), std::string(kind) + " file " + std::string(path) +
                                          " is not there; what is made of it is left out");
    return true;
  });
  erase_if(file, [&](XMLElement& element) {
    if (std::string_view(element.Name()) != "geom") return false;
    return missing.contains("mesh " + std::string(attribute(element, "mesh"))) ||
           missing.contains("hfield " + std::string(attribute(element, "hfield")));
  });
}

bool moves(const XMLElement& body) {
  for (const auto* b = &body; b != nullptr && std::string_view(b->Name()) == "body";) {
    if (b->FirstChildElement("joint") != nullptr || b->FirstChildElement("freejoint") != nullptr) return true;
    b = b->Parent()->ToElement();
  }
  return false;
}

/// MuJoCo 2.2.2 takes the volume of some meshes too large.
void warn_of_masses_of_meshes(XmlFile& file, Warnings& warnings) {
  for_each_element(file.root(), [&](XMLElement& body) {
    if (std::string_view(body.Name()) != "body" || body.FirstChildElement("inertial") != nullptr) return;
    for (auto* geom = body.FirstChildElement("geom"); geom != nullptr;
         geom = geom->NextSiblingElement("geom")) {
      if (attribute(*geom, "mesh").empty() || geom->Attribute("mass") != nullptr || !moves(body)) continue;
      warnings.add_kind(
          file.place(*geom), "mesh mass",
          "mesh " + std::string(attribute(*geom, "mesh")) +
              " has no mass, nor its body an <inertial>: unless its class gives it one, it weighs "
              "what MuJoCo takes for its volume, which may be too much");
    }
  });
}

bool limit_by_ranges(XmlFile& file, Warnings& warnings) {
  XMLElement* compiler = file.root().FirstChildElement("compiler");
  if (compiler == nullptr) {
    compiler = file.document->NewElement("compiler");
    file.root().InsertFirstChild(compiler);
  }
  if (compiler->Attribute("autolimits") != nullptr) return false;
  compiler->SetAttribute("autolimits", "true");
  warnings.add({file.name, 0}, "a range without limited=\"true\" limits, as in MuJoCo since version 3");
  return true;
}

}  // namespace

MjcfPlaces check_mjcf(XmlFile& file, FilesBeside& files, Warnings& warnings) {
  check_words(file, kMjcfWords, warnings);
  MjcfPlaces places;
  for_each_element(file.root(), [&](XMLElement& element) {
    const std::string_view name = attribute(element, "name");
    const std::string kind = std::string(element.Name()) == "freejoint" ? "joint" : element.Name();
    if (!name.empty()) places.emplace(kind + " " + std::string(name), file.place(element));
    if (kind == "include") {
      (void)files.find(attribute(element, "file"));  // MuJoCo reads it
      warnings.add_kind(file.place(element), "include",
                        "<include>: what has no counterpart in that file is not told");
    }
  });
  drop_unused(file);
  drop_textures(file, warnings);
  drop_missing_files(file, files, warnings);
  warn_of_masses_of_meshes(file, warnings);
  return places;
}

int line_of_error(std::string_view error) {
  const std::size_t word = error.rfind("line ");
  const std::size_t digit = word == std::string_view::npos ? word : error.find_first_of("0123456789", word);
  return digit == std::string_view::npos ? 0 : std::atoi(std::string(error.substr(digit)).c_str());
}

bool drop_refused_word(XmlFile& file, std::string_view error, Warnings& warnings) {
  // Since version 3 a range limits without being told so.
  if (error.find("`range` but not `limited`") != std::string_view::npos ||
      error.find("autolimits") != std::string_view::npos)
    return limit_by_ranges(file, warnings);
  constexpr std::string_view of_attribute = "unrecognized attribute: '";
  const int line = line_of_error(error);
  const std::size_t name_at = error.find("Element '");
  if (line == 0 || name_at == std::string_view::npos) return false;
  std::string_view element_name = error.substr(name_at + 9);
  element_name = element_name.substr(0, element_name.find('\''));
  XMLElement* found = nullptr;
  for_each_element(file.root(), [&](XMLElement& element) {
    if (element.GetLineNum() == line && element_name == element.Name() && found == nullptr) found = &element;
  });
  if (found == nullptr) return false;
  if (const std::size_t at = error.find(of_attribute); at != std::string_view::npos) {
    std::string name(error.substr(at + of_attribute.size()));
    name.resize(std::min(name.find('\''), name.size()));
    if (places_things(name)) return false;
    for (auto* e = found; e != nullptr; e = e->NextSiblingElement(found->Name())) {
      if (e->GetLineNum() == line) e->DeleteAttribute(name.c_str());
    }
    warnings.add_kind(
        file.place(*found), "later " + name,
        "attribute " + name + " of <" + found->Name() + "> is left out: this MuJoCo does not know it");
    return true;
  }
  if (error.find("unrecognized element") == std::string_view::npos) return false;
  bool holding = false;
  for_each_element(*found, [&](XMLElement& element) { holding = holding || holds_bodies(element.Name()); });
  if (holding) return false;
  warnings.add_kind(file.place(*found), "later " + std::string(element_name),
                    "<" + std::string(element_name) + "> is left out: this MuJoCo does not know it");
  erase(*found);
  return true;
}

}  // namespace drawbar::import
