#include "tools/import/urdf_text.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>

namespace drawbar::import {
namespace {

using tinyxml2::XMLElement;

/// The URDF that is understood; the specification is that of ROS (wiki.ros.org/urdf/XML).
constexpr auto kUrdfWords = std::to_array<Word>({
    {"robot", "name version", "link joint material transmission gazebo"},
    {"link", "name", "inertial visual collision contact"},
    {"inertial", "", "origin mass inertia"},
    {"mass", "value", ""},
    {"inertia", "ixx ixy ixz iyy iyz izz", ""},
    {"origin", "xyz rpy", ""},
    {"visual", "name", "origin geometry material"},
    {"collision", "name", "origin geometry"},
    {"geometry", "", "box cylinder sphere mesh"},
    {"box", "size", ""},
    {"cylinder", "radius length", ""},
    {"sphere", "radius", ""},
    {"mesh", "filename scale", ""},
    {"material", "name", "color"},
    {"color", "rgba", ""},
    {"contact", "", "lateral_friction rolling_friction spinning_friction restitution"},
    {"lateral_friction", "value", ""},
    {"rolling_friction", "value", ""},
    {"spinning_friction", "value", ""},
    {"restitution", "value", ""},
    {"joint", "name type", "origin parent child axis limit dynamics mimic"},
    {"parent", "link", ""},
    {"child", "link", ""},
    {"axis", "xyz", ""},
    {"limit", "lower upper effort velocity", ""},
    {"dynamics", "damping friction", ""},
    {"mimic", "joint multiplier offset", ""},
    // Only its joints are taken; of <gazebo> only the friction of a link.
    {"transmission", "name", "type joint actuator"},
    {"gazebo", "reference", "mu1"},
});

struct Figure {
  std::string_view element;
  const char* attribute;
  std::size_t count;
  bool not_negative = false;
};

constexpr auto kFigures = std::to_array<Figure>({
    {"mass", "value", 1, true},
    {"inertia", "ixx", 1},
    {"inertia", "ixy", 1},
    {"inertia", "ixz", 1},
    {"inertia", "iyy", 1},
    {"inertia", "iyz", 1},
    {"inertia", "izz", 1},
    {"origin", "xyz", 3},
    {"origin", "rpy", 3},
    {"box", "size", 3},
    {"cylinder", "radius", 1, true},
    {"cylinder", "length", 1, true},
    {"sphere", "radius", 1, true},
    {"mesh", "scale", 3},
    {"color", "rgba", 4},
    {"axis", "xyz", 3},
    {"limit", "lower", 1},
    {"limit", "upper", 1},
    {"limit", "effort", 1, true},
    {"limit", "velocity", 1, true},
    {"dynamics", "damping", 1, true},
    {"dynamics", "friction", 1, true},
    {"mimic", "multiplier", 1},
    {"mimic", "offset", 1},
    {"lateral_friction", "value", 1, true},
    {"rolling_friction", "value", 1, true},
    {"spinning_friction", "value", 1, true},
    {"restitution", "value", 1, true},
});

std::string error_of(const XmlFile& file, const XMLElement& element, const Figure& figure) {
  const char* text = element.Attribute(figure.attribute);
  if (text == nullptr) return {};
  const auto numbers = numbers_of(text, figure.count);
  const std::string what = "<" + std::string(figure.element) + " " + figure.attribute + "=\"" + text + "\">";
  if (!numbers) {
    return located(file.place(element), what + " is not " +
                                            (figure.count == 1 ? std::string("a number")
                                                               : std::to_string(figure.count) + " numbers"));
  }
  if (figure.not_negative && numbers->front() < 0) {
    return located(file.place(element), what + " is negative; allowed: 0 or more");
  }
  return {};
}

/// Commas between numbers, which the specification does not have.
void mend_commas(const XmlFile& file, XMLElement& element, const Figure& figure, Warnings& warnings) {
  const char* text = element.Attribute(figure.attribute);
  if (figure.count < 2 || text == nullptr || std::string_view(text).find(',') == std::string_view::npos)
    return;
  std::string mended = text;
  std::replace(mended.begin(), mended.end(), ',', ' ');
  warnings.add_kind(file.place(element), "comma",
                    std::string("commas in ") + figure.attribute + "=\"" + text + "\" are taken as blanks");
  element.SetAttribute(figure.attribute, mended.c_str());
}

/// Figures that the specification demands and many files leave out.
void mend(const XmlFile& file, XMLElement& element, Warnings& warnings) {
  const auto put = [&](const char* name) {
    if (element.Attribute(name) != nullptr) return;
    element.SetAttribute(name, "0");
    const std::string text = std::string("<") + element.Name() + "> without " + name;
    warnings.add_kind(file.place(element), text, text + ": taken as 0");
  };
  const std::string_view name = element.Name();
  if (name == "limit") {
    put("effort");
    put("velocity");
  }
  if (name == "inertia") {
    for (const char* part : {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"}) put(part);
  }
}

double value_of(const XMLElement& parent, const char* name, double otherwise) {
  const XMLElement* child = parent.FirstChildElement(name);
  if (child == nullptr) return otherwise;
  const char* attribute_text = child->Attribute("value");
  const char* text = attribute_text != nullptr ? attribute_text : child->GetText();
  if (text == nullptr) return otherwise;
  const auto number = numbers_of(text, 1);
  return number && number->front() >= 0 ? number->front() : otherwise;
}

void take_surface(const XMLElement& element, UrdfFacts& facts) {
  const std::string_view name = element.Name();
  if (name == "link") {
    const XMLElement* contact = element.FirstChildElement("contact");
    if (contact == nullptr) return;
    Surface& surface = facts.surfaces[std::string(attribute(element, "name"))];
    surface.friction = value_of(*contact, "lateral_friction", surface.friction);
    surface.rolling = value_of(*contact, "rolling_friction", 0);
    surface.spinning = value_of(*contact, "spinning_friction", 0);
    surface.restitution = std::min(value_of(*contact, "restitution", 0), 1.0);
  } else if (name == "gazebo" && element.Attribute("reference") != nullptr &&
             element.FirstChildElement("mu1") != nullptr) {
    Surface& surface = facts.surfaces[std::string(attribute(element, "reference"))];
    surface.friction = value_of(element, "mu1", surface.friction);
  }
}

std::string_view link_of(const XMLElement& joint, const char* end) {
  const XMLElement* element = joint.FirstChildElement(end);
  return element == nullptr ? std::string_view() : attribute(*element, "link");
}

/// What is wrong where joints lead from a link back to itself; empty where none does. urdfdom holds both ends
/// of such a ring for ever.
std::string error_of_rings(const XmlFile& file) {
  std::map<std::string_view, const XMLElement*> joint_above;
  for (const auto* joint = file.root().FirstChildElement("joint"); joint != nullptr;
       joint = joint->NextSiblingElement("joint"))
    joint_above.emplace(link_of(*joint, "child"), joint);
  std::set<std::string_view> ends_at_a_root;
  for (const auto& [link, joint] : joint_above) {
    std::set<std::string_view> way;
    auto above = joint_above.find(link);
    for (; above != joint_above.end() && !ends_at_a_root.contains(above->first);
         above = joint_above.find(link_of(*above->second, "parent"))) {
      if (way.insert(above->first).second) continue;
      return located(file.place(*above->second), "joint \"" + std::string(attribute(*above->second, "name")) +
                                                     "\" closes a ring: link \"" + std::string(above->first) +
                                                     "\" hangs on itself; allowed: a tree of links");
    }
    ends_at_a_root.merge(way);
  }
  return {};
}

}  // namespace

Result<UrdfFacts> check_urdf(XmlFile& file, Warnings& warnings) {
  if (std::string_view(file.root().Name()) != "robot") {
    return fail(ErrorKind::wrong, located(file.place(file.root()), "is not URDF: its root is <" +
                                                                       std::string(file.root().Name()) +
                                                                       ">; allowed: <robot>"));
  }
  check_words(file, kUrdfWords, warnings);
  UrdfFacts facts;
  std::string error;
  for_each_element(file.root(), [&](XMLElement& element) {
    const std::string_view name = element.Name();
    const auto* parent = element.Parent() != nullptr ? element.Parent()->ToElement() : nullptr;
    const bool in_robot = parent == &file.root();
    for (const Figure& figure : kFigures) {
      if (figure.element != name) continue;
      mend_commas(file, element, figure, warnings);
      if (error.empty()) error = error_of(file, element, figure);
    }
    mend(file, element, warnings);
    take_surface(element, facts);
    if (name == "link" && in_robot) facts.links.emplace(attribute(element, "name"), file.place(element));
    if (name == "joint" && in_robot) facts.joints.emplace(attribute(element, "name"), file.place(element));
    if (name == "mesh") facts.meshes.emplace(attribute(element, "filename"), file.place(element));
    if (name == "joint" && parent != nullptr && std::string_view(parent->Name()) == "transmission")
      facts.transmitted.emplace(attribute(element, "name"));
  });
  if (error.empty()) error = error_of_rings(file);
  if (!error.empty()) return fail(ErrorKind::wrong, error);
  return facts;
}

}  // namespace drawbar::import
