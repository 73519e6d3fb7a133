#include "tools/import/scene_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>
#include <set>

#include "scenes/loader/schema/schema.h"
#include "scenes/loader/text/json.h"
#include "scenes/loader/text/number_text.h"
#include "tools/import/convex_pieces.h"
#include "tools/import/scene_names.h"
#include "tools/import/scene_shapes.h"

namespace drawbar::import {
namespace {

using scenes::number_text;
using scenes::json::in_quotes;

/// Most pairs of materials that are written out.
constexpr std::size_t kMostMaterials = 24;

double degrees(double radians) {
  return radians * 180 / std::numbers::pi;
}

std::string range_text(const std::optional<Limits>& limits, bool in_degrees) {
  if (!limits) return "[]";
  const double factor = in_degrees ? 180 / std::numbers::pi : 1;
  return "[" + number_text(limits->lower * factor) + ", " + number_text(limits->upper * factor) + "]";
}

/// The members of one object, on lines no longer than people like to read.
class ObjectText {
 public:
  void add(const char* name, const std::string& value) {
    const std::string member = in_quotes(name) + ": " + value;
    if (!text_.empty()) text_ += line_ + member.size() > 110 ? ",\n      " : ", ";
    line_ = text_.ends_with("\n      ") ? member.size() : line_ + member.size();
    text_ += member;
  }
  std::string braces() const { return "{ " + text_ + " }"; }

 private:
  std::string text_;
  std::size_t line_ = 0;
};

class SceneWriter {
 public:
  SceneWriter(const Model& model, const std::vector<Motor>& motors, const SceneOptions& options,
              Warnings& warnings)
      : model_(model), motors_(motors), options_(options), warnings_(warnings), names_(warnings) {}

  SceneText write() {
    name_everything();
    shapes_.emplace(options_.folder, surfaces_, warnings_);
    const std::string bodies = bodies_text();
    SceneText out;
    out.text = "// " + options_.origin + "\n{\n";
    out.text += "  \"name\": " + in_quotes(name_) + ",\n";
    out.text += "  \"gravity\": " + vec_text(model_.gravity) + ",\n";
    out.text += materials_text();
    out.text += list("bodies", bodies);
    out.text += list("joints", joints_text());
    out.text += list("couplings", couplings_text());
    out.text += list("drives", drives_text());
    out.text += list("controls", controls_text());
    out.text += camera_text();
    out.text += "}\n";
    out.visuals = shapes_->take_visuals();
    return out;
  }

 private:
  static std::string list(const char* name, const std::string& entries) {
    if (entries.empty()) return {};
    return "  " + in_quotes(name) + ": [\n" + entries + "\n  ],\n";
  }
  static void add_entry(std::string& entries, const std::string& entry) {
    entries += entries.empty() ? "    " : ",\n    ";
    entries += entry;
  }

  void name_everything() {
    name_ = model_.name.empty() ? "imported" : model_.name;
    for (const Link& link : model_.links) {
      // The world itself needs no body.
      const bool is_world = link.is_static && link.name == "world" && link.shapes.empty();
      links_.push_back(is_world ? "world" : names_.take(link.name, "link", link.place));
    }
    for (const Joint& joint : model_.joints) joints_.push_back(names_.take(joint.name, "joint", joint.place));
    for (const Coupling& c : model_.couplings) couplings_.push_back(names_.take(c.name, "coupling", c.place));
    for (const Drive& drive : model_.drives) drives_.push_back(names_.take(drive.name, "motor", drive.place));
    for (const Control& c : model_.controls) controls_.push_back(names_.take(c.name, "command", {}));
    for (const Link& link : model_.links) {
      for (const Shape& shape : link.shapes) {
        if (!shape.touches || surfaces_.contains(shape.surface)) continue;
        surfaces_.add(shape.surface,
                      names_.take("surface" + std::to_string(surfaces_.list.size() + 1), "material", {}));
      }
    }
    if (options_.ground && !surfaces_.contains(Surface{}))
      surfaces_.add({}, names_.take("ground_surface", "material", {}));
    has_unfelt_ =
        std::any_of(model_.links.begin(), model_.links.end(), [](const Link& l) { return is_unfelt(l); });
  }

  /// Nothing of it touches, but it is seen: it passes through everything.
  static bool is_unfelt(const Link& link) {
    return !link.shapes.empty() &&
           std::none_of(link.shapes.begin(), link.shapes.end(), [](const Shape& s) { return s.touches; });
  }

  std::string materials_text() const {
    std::string entries;
    for (const auto& [surface, name] : surfaces_.list) {
      ObjectText material;
      material.add("name", in_quotes(name));
      material.add("friction", number_text(surface.friction));
      if (surface.rolling > 0) material.add("rolling_friction", number_text(surface.rolling));
      if (surface.spinning > 0) material.add("spinning_friction", number_text(surface.spinning));
      if (surface.restitution > 0) material.add("restitution", number_text(surface.restitution));
      add_entry(entries, material.braces());
    }
    std::string pairs;
    if (model_.larger_friction && surfaces_.list.size() <= kMostMaterials) {
      for (std::size_t i = 0; i < surfaces_.list.size(); ++i) {
        for (std::size_t k = i + 1; k < surfaces_.list.size(); ++k) {
          const auto& [a, a_name] = surfaces_.list[i];
          const auto& [b, b_name] = surfaces_.list[k];
          if (a.friction == b.friction) continue;
          ObjectText pair;
          pair.add("materials", "[" + in_quotes(a_name) + ", " + in_quotes(b_name) + "]");
          pair.add("friction", number_text(std::max(a.friction, b.friction)));
          add_entry(pairs, pair.braces());
        }
      }
    }
    return list("materials", entries) + list("material_pairs", pairs);
  }

  std::string group_name(std::size_t group) const {
    return group == 0 ? "links" : "links" + std::to_string(group + 1);
  }

  bool uses_groups() const { return has_unfelt_ || !model_.passing.empty(); }

  void add_groups(const Link& link, ObjectText& body) const {
    if (!uses_groups()) return;
    std::set<std::string> passed;
    std::set<std::string> present;
    for (const Link& other : model_.links) {
      if (!is_unfelt(other)) present.insert(group_name(other.group));
    }
    if (is_unfelt(link)) {
      passed = present;
      passed.insert("seen");
      if (options_.ground) passed.insert("ground");
    } else {
      for (const auto& [a, b] : model_.passing) {
        if (a == link.group) passed.insert(group_name(b));
        if (b == link.group) passed.insert(group_name(a));
      }
      std::erase_if(passed, [&](const std::string& name) { return !present.contains(name); });
    }
    body.add("group", in_quotes(is_unfelt(link) ? "seen" : group_name(link.group)));
    if (passed.empty()) return;
    std::string text;
    for (const std::string& name : passed) text += (text.empty() ? "" : ", ") + in_quotes(name);
    body.add("passes_through", "[" + text + "]");
  }

  std::string bodies_text() {
    std::string entries;
    for (std::size_t i = 0; i < model_.links.size(); ++i) {
      const Link& link = model_.links[i];
      if (links_[i] == "world") continue;
      ObjectText body;
      body.add("name", in_quotes(links_[i]));
      if (link.is_static) body.add("static", "true");
      if (link.inertial) {
        const Mat3& m = link.inertial->inertia;
        body.add("mass", number_text(link.inertial->mass));
        body.add("center_of_mass", vec_text(link.inertial->center));
        body.add("inertia", fmt::format("[{}, {}, {}, {}, {}, {}]", number_text(m(0, 0)),
                                        number_text(m(1, 1)), number_text(m(2, 2)), number_text(m(0, 1)),
                                        number_text(m(0, 2)), number_text(m(1, 2))));
      }
      body.add("position", vec_text(link.pose.position));
      body.add("orientation", quat_text(link.pose.orientation));
      add_groups(link, body);
      if (const std::string shapes = shapes_->text(link, file_name(links_[i])); !shapes.empty())
        body.add("shapes", shapes);
      add_entry(entries, body.braces());
    }
    if (options_.ground) {
      ObjectText body;
      body.add("name", in_quotes(names_.take("ground", "body", {})));
      body.add("static", "true");
      if (uses_groups()) body.add("group", in_quotes("ground"));
      body.add("shapes", fmt::format("[{{ \"type\": \"plane\", \"normal\": [0, 0, 1], \"position\": [0, 0, "
                                     "{}], \"material\": {} }}]",
                                     number_text(*options_.ground), in_quotes(surfaces_.name_of(Surface{}))));
      add_entry(entries, body.braces());
    }
    return entries;
  }

  static const char* type_of(JointKind kind) {
    switch (kind) {
      case JointKind::fixed:
        return "fixed";
      case JointKind::turning:
        return "revolute";
      case JointKind::sliding:
        return "prismatic";
      case JointKind::universal:
        return "universal";
      case JointKind::ball:
        return "spherical";
      case JointKind::planar:
        return "planar";
    }
    return "fixed";
  }

  void add_limits(const Joint& joint, ObjectText& out) const {
    std::string sliding;
    std::string turning;
    bool any_sliding = false;
    bool any_turning = false;
    for (const Axis& axis : joint.axes) {
      std::string& text = axis.slides ? sliding : turning;
      (axis.slides ? any_sliding : any_turning) |= axis.limits.has_value();
      text += (text.empty() ? "" : ", ") + range_text(axis.limits, !axis.slides);
    }
    if (any_sliding) out.add("limits", "[" + sliding + "]");
    if (any_turning) out.add("limits_deg", "[" + turning + "]");
    if (joint.swing) {
      const double swing = std::min(degrees(*joint.swing), 180.0);
      out.add("cone", fmt::format("{{ \"swing_deg\": {}, \"twist_deg\": [{}, {}] }}", number_text(swing),
                                  number_text(-swing), number_text(swing)));
    }
  }

  /// One entry for each axis, where any has something to say.
  template <class Entry>
  static void add_of_axes(const char* name, const Joint& joint, const Entry& entry, ObjectText& out) {
    std::string text;
    bool any = false;
    for (const Axis& axis : joint.axes) {
      const std::string one = entry(axis);
      any = any || !one.empty();
      text += (text.empty() ? "" : ", ") + (one.empty() ? "{ }" : one);
    }
    if (any) out.add(name, joint.axes.size() == 1 ? text : "[" + text + "]");
  }

  std::string joints_text() {
    std::string entries;
    for (std::size_t j = 0; j < model_.joints.size(); ++j) {
      const Joint& joint = model_.joints[j];
      ObjectText out;
      out.add("name", in_quotes(joints_[j]));
      out.add("type", in_quotes(type_of(joint.kind)));
      out.add("parent", in_quotes(links_[joint.parent]));
      out.add("child", in_quotes(links_[joint.child]));
      out.add("position", vec_text(joint.position));
      if (!joint.axes.empty()) out.add("axis", vec_text(joint.axes[0].direction));
      if (joint.axes.size() > 1) out.add("axis2", vec_text(joint.axes[1].direction));
      add_limits(joint, out);
      add_of_axes("friction", joint, friction_text, out);
      add_of_axes("spring", joint, spring_text, out);
      add_armature(joint, out);
      add_entry(entries, out.braces());
    }
    return entries;
  }

  /// The one place that knows whether scenes have the field.
  static bool has_armature() {
    const scenes::Schema& schema = scenes::scene_schema();
    return std::any_of(schema.objects.begin(), schema.objects.end(), [](const scenes::ObjectRule& object) {
      return object.name == "Joint" && object.find("armature") != nullptr;
    });
  }

  void add_armature(const Joint& joint, ObjectText& out) {
    if (std::all_of(joint.axes.begin(), joint.axes.end(), [](const Axis& a) { return a.armature == 0; }))
      return;
    if (has_armature() && joint.kind != JointKind::ball) {
      std::string text;
      for (const Axis& axis : joint.axes) text += (text.empty() ? "" : ", ") + number_text(axis.armature);
      return out.add("armature", joint.axes.size() == 1 ? text : "[" + text + "]");
    }
    warnings_.add_kind(
        joint.place, "armature",
        "armature of joint " + joint.name + " is left out where it has no motor: scenes have no such field");
  }

  static std::string friction_text(const Axis& axis) {
    if (axis.friction == 0 && axis.damping == 0) return {};
    ObjectText out;
    if (axis.friction != 0) out.add("coulomb", number_text(axis.friction));
    if (axis.damping != 0) out.add("viscous", number_text(axis.damping));
    return out.braces();
  }

  static std::string spring_text(const Axis& axis) {
    if (axis.stiffness == 0) return {};
    ObjectText out;
    out.add("stiffness", number_text(axis.stiffness));
    if (axis.rest != 0)
      out.add(axis.slides ? "rest" : "rest_deg", number_text(axis.slides ? axis.rest : degrees(axis.rest)));
    return out.braces();
  }

  std::string couplings_text() {
    std::string entries;
    for (std::size_t i = 0; i < model_.couplings.size(); ++i) {
      const Coupling& c = model_.couplings[i];
      const bool first_slides = model_.joints[c.first].axes[0].slides;
      const bool second_slides = model_.joints[c.second].axes[0].slides;
      const bool rack = first_slides != second_slides;
      const bool swapped = rack && second_slides;
      ObjectText out;
      out.add("name", in_quotes(couplings_[i]));
      out.add("type", rack ? "\"rack_and_pinion\"" : "\"gear\"");
      out.add("joints", "[" + in_quotes(joints_[swapped ? c.second : c.first]) + ", " +
                            in_quotes(joints_[swapped ? c.first : c.second]) + "]");
      if (rack) {
        out.add("radius", number_text(swapped ? 1 / c.ratio : c.ratio));
      } else {
        out.add("ratio", number_text(-c.ratio));
      }
      add_entry(entries, out.braces());
    }
    return entries;
  }

  std::string drives_text() {
    std::string entries;
    for (std::size_t i = 0; i < model_.drives.size(); ++i) {
      const Drive& drive = model_.drives[i];
      const Motor& motor = motors_[i];
      ObjectText out;
      out.add("name", in_quotes(drives_[i]));
      out.add("type", "\"dc_motor\"");
      out.add("joint", in_quotes(joints_[drive.joint]));
      add_inputs(drive, out);
      const bool loop = drive.mode != DriveMode::force;
      out.add("mode", drive.mode == DriveMode::position ? "\"position\""
                      : loop                            ? "\"speed\""
                                                        : "\"current\"");
      out.add("supply_voltage", short_text(motor.supply_voltage));
      out.add("resistance", short_text(motor.resistance));
      out.add("torque_constant", short_text(motor.torque_constant));
      out.add("current_limit", short_text(motor.current_limit));
      out.add("gear", "{ \"ratio\": " + short_text(motor.gear) + " }");
      const double armature = model_.joints[drive.joint].axes[0].armature;
      if (armature > 0 && !has_armature())
        out.add("rotor_inertia", number_text(armature / (motor.gear * motor.gear)));
      if (loop) {
        out.add("speed_limit", short_text(motor.speed_limit));
        out.add("controller", "{ \"speed_proportional\": " + short_text(motor.speed_proportional) +
                                  ", \"speed_integral\": " + short_text(motor.speed_integral) + " }");
      }
      add_entry(entries, out.braces());
    }
    return entries;
  }

  std::string control_name(const std::string& wanted) const {
    for (std::size_t i = 0; i < model_.controls.size(); ++i)
      if (model_.controls[i].name == wanted) return controls_[i];
    return wanted;
  }

  void add_inputs(const Drive& drive, ObjectText& out) const {
    if (drive.inputs.size() == 1 && drive.inputs[0].gain == 1) {
      out.add("control", in_quotes(control_name(drive.inputs[0].control)));
      return;
    }
    std::string inputs;
    for (const DriveInput& input : drive.inputs) {
      inputs += (inputs.empty() ? "" : ", ") + ("{ \"control\": " + in_quotes(control_name(input.control)) +
                                                ", \"gain\": " + number_text(input.gain) + " }");
    }
    out.add("inputs", "[" + inputs + "]");
  }

  std::string controls_text() {
    std::string entries;
    for (std::size_t i = 0; i < model_.controls.size(); ++i) {
      const Control& control = model_.controls[i];
      ObjectText out;
      out.add("name", in_quotes(controls_[i]));
      if (control.lower != -1 || control.upper != 1)
        out.add("range", "[" + number_text(control.lower) + ", " + number_text(control.upper) + "]");
      if (control.neutral != 0) out.add("neutral", number_text(control.neutral));
      if (!control.springs_back) out.add("on_silence", "\"hold\"");
      add_entry(entries, out.braces());
    }
    return entries;
  }

  std::string camera_text() const {
    Eigen::AlignedBox3d box;
    for (const Link& link : model_.links) box.extend(link.pose.position);
    const Vec3 middle = box.center();
    const double away = std::max(box.sizes().norm(), 0.5) * 1.5;
    return "  \"camera\": { \"position\": " + short_vec_text(middle + away * Vec3(0.8, -1, 0.6)) +
           ", \"target\": " + short_vec_text(middle) + " }\n";
  }

  const Model& model_;
  const std::vector<Motor>& motors_;
  const SceneOptions& options_;
  Warnings& warnings_;
  SceneNames names_;
  Surfaces surfaces_;
  std::optional<SceneShapes> shapes_;
  std::string name_;
  std::vector<std::string> links_, joints_, couplings_, drives_, controls_;
  bool has_unfelt_ = false;
};

}  // namespace

SceneText scene_text(const Model& model, const std::vector<Motor>& motors, const SceneOptions& options,
                     Warnings& warnings) {
  return SceneWriter(model, motors, options, warnings).write();
}

}  // namespace drawbar::import
