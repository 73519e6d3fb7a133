#include "tools/import/sdf_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace drawbar::import {
namespace {

using tinyxml2::XMLElement;

/// Whether libsdformat 12, which reads versions to 1.9, does not know this one. The parts of a version are
/// whole numbers: 1.10 comes after 1.9.
bool is_too_new(std::string_view version) {
  unsigned major = 0;
  unsigned minor = 0;
  const char* const end = version.data() + version.size();
  const auto read = std::from_chars(version.data(), end, major);
  if (read.ptr != end) std::from_chars(read.ptr + 1, end, minor);
  return std::pair(major, minor) > std::pair(1u, 9u);
}

/// The SDFormat that is read; the specification is at sdformat.org.
constexpr auto kSdfWords = std::to_array<Word>({
    {"sdf", "version", "world model"},
    {"world", "name", "model include gravity frame physics plugin"},
    // How other engines step is theirs.
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
});

std::optional<double> number_in(const XMLElement& element, const char* child) {
  const XMLElement* found = element.FirstChildElement(child);
  if (found == nullptr || found->GetText() == nullptr) return std::nullopt;
  const auto number = numbers_of(found->GetText(), 1);
  return number ? std::optional(number->front()) : std::nullopt;
}

std::string text_in(const XMLElement& element, const char* child) {
  const XMLElement* found = element.FirstChildElement(child);
  const char* text = found == nullptr ? nullptr : found->GetText();
  return text == nullptr ? std::string{} : text;
}

void take_facts(const XmlFile& file, const XMLElement& element, SdfFacts& facts, Warnings& warnings) {
  const std::string_view name = element.Name();
  const int line = element.GetLineNum();
  if (name == "link") {
    const std::string gravity = text_in(element, "gravity");
    const std::string kinematic = text_in(element, "kinematic");
    if (gravity == "false" || gravity == "0")
      warnings.add_kind(file.place(element), "no gravity", "a link without gravity: it falls in a scene");
    if (kinematic == "true" || kinematic == "1")
      warnings.add_kind(file.place(element), "kinematic", "a kinematic link: forces move it in a scene");
    const XMLElement* inertial = element.FirstChildElement("inertial");
    if (inertial == nullptr || attribute(*inertial, "auto") != "true") return;
    facts.auto_inertia.insert(line);
    for (auto* c = element.FirstChildElement("collision"); c != nullptr;
         c = c->NextSiblingElement("collision")) {
      auto density = number_in(*c, "density");
      if (!density) density = number_in(*inertial, "density");
      if (density) facts.densities[c->GetLineNum()] = *density;
    }
  } else if (name == "joint") {
    if (const auto travel = number_in(element, "screw_thread_pitch")) facts.screw_travel[line] = *travel;
  } else if (name == "collision" || name == "visual") {
    const XMLElement* geometry = element.FirstChildElement("geometry");
    const XMLElement* cone = geometry == nullptr ? nullptr : geometry->FirstChildElement("cone");
    if (cone != nullptr)
      facts.cones[line] = {number_in(*cone, "radius").value_or(0.5), number_in(*cone, "length").value_or(1)};
    const XMLElement* surface = element.FirstChildElement("surface");
    const XMLElement* bounce = surface == nullptr ? nullptr : surface->FirstChildElement("bounce");
    if (bounce != nullptr)
      facts.restitution[line] = number_in(*bounce, "restitution_coefficient").value_or(0);
  }
}

void take_plugin(const XmlFile& file, XMLElement& plugin, SdfFacts& facts, Warnings& warnings) {
  const std::string name(attribute(plugin, "filename"));
  const auto* model = plugin.Parent() == nullptr ? nullptr : plugin.Parent()->ToElement();
  const bool of_model = model != nullptr && std::string_view(model->Name()) == "model";
  warnings.add_kind(file.place(plugin), "plugin " + name,
                    "plugin " + name + " is not run" + (of_model ? "; joints that it names get motors" : ""));
  if (!of_model) return;
  for_each_element(plugin, [&](XMLElement& element) {
    if (element.GetText() != nullptr) facts.plugin_words[model->GetLineNum()].push_back(element.GetText());
  });
}

}  // namespace

SdfFacts check_sdf(XmlFile& file, FilesBeside& files, Warnings& warnings) {
  check_words(file, kSdfWords, warnings);
  if (const std::string version(attribute(file.root(), "version")); is_too_new(version)) {
    warnings.add(file.place(file.root()),
                 "version " + version + " is read as 1.9, the newest that libsdformat 12 knows");
    file.root().SetAttribute("version", "1.9");
  }
  SdfFacts facts;
  std::vector<XMLElement*> gone;
  for_each_element(file.root(), [&](XMLElement& element) {
    take_facts(file, element, facts, warnings);
    const std::string_view name = element.Name();
    const auto* parent = element.Parent() != nullptr ? element.Parent()->ToElement() : nullptr;
    const std::string_view in = parent == nullptr ? "" : parent->Name();
    if (name == "plugin" && (in == "model" || in == "world")) take_plugin(file, element, facts, warnings);
    if (name == "gui" && in == "world") gone.push_back(&element);
    if (name != "include" || (in != "world" && in != "model")) return;
    const std::string uri = text_in(element, "uri");
    if (const auto folder = files.find_folder(uri + "/model.sdf")) {
      facts.included[uri] = folder->string();
      warnings.add_kind(file.place(element), "include",
                        "<include>: what has no counterpart in an included model is not told");
      return;
    }
    warnings.add(file.place(element),
                 "included model " + uri + " is not there and is left out" +
                     (uri.starts_with("model://") ? " (--package NAME=DIR says where it lies)" : ""));
    gone.push_back(&element);
  });
  for (XMLElement* element : gone) element->Parent()->DeleteChild(element);
  return facts;
}

}  // namespace drawbar::import
