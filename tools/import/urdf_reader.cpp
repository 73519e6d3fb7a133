// URDF by urdfdom.
#include "tools/import/readers.h"
#include "tools/import/urdf_text.h"

#ifdef DRAWBAR_HAVE_URDFDOM
#include <console_bridge/console.h>
#include <fmt/format.h>
#include <urdf_parser/urdf_parser.h>

#include <algorithm>
#include <cmath>
#include <deque>

#include "tools/import/mesh_reader.h"
#endif

namespace drawbar::import {

#ifdef DRAWBAR_HAVE_URDFDOM
namespace {

/// Keeps the first error that urdfdom logs, in place of printing it.
class UrdfdomErrors : public console_bridge::OutputHandler {
 public:
  UrdfdomErrors() { console_bridge::useOutputHandler(this); }
  UrdfdomErrors(const UrdfdomErrors&) = delete;
  UrdfdomErrors& operator=(const UrdfdomErrors&) = delete;
  ~UrdfdomErrors() override { console_bridge::restorePreviousOutputHandler(); }
  void log(const std::string& text, console_bridge::LogLevel level, const char*, int) override {
    if (level >= console_bridge::CONSOLE_BRIDGE_LOG_ERROR && first.empty()) first = text;
  }
  std::string first;
};

Vec3 vector_of(const urdf::Vector3& v) {
  return {v.x, v.y, v.z};
}

Pose pose_of(const urdf::Pose& pose) {
  return {vector_of(pose.position),
          Quat(pose.rotation.w, pose.rotation.x, pose.rotation.y, pose.rotation.z).normalized()};
}

std::string color_of(const urdf::Color& color) {
  const auto byte = [](float part) { return std::lround(std::clamp(part, 0.0F, 1.0F) * 255); };
  return fmt::format("#{:02x}{:02x}{:02x}", byte(color.r), byte(color.g), byte(color.b));
}

class UrdfReader {
 public:
  UrdfReader(const XmlFile& file, const UrdfFacts& facts, FilesBeside& files, Warnings& warnings)
      : file_(file), facts_(facts), files_(files), warnings_(warnings) {}

  Result<Model> read(const urdf::ModelInterface& urdf, bool free_base) {
    model_.name = urdf.getName();
    model_.source = "URDF";
    model_.passing.push_back({0, 0});
    add_links(*urdf.getRoot(), free_base);
    add_mimics(urdf);
    add_drives(urdf);
    if (!error_.empty()) return fail(ErrorKind::wrong, error_);
    return std::move(model_);
  }

 private:
  Place link_place(const std::string& name) const { return placed(facts_.links, name); }
  Place joint_place(const std::string& name) const { return placed(facts_.joints, name); }
  Place placed(const std::map<std::string, Place, std::less<>>& places, const std::string& name) const {
    const auto found = places.find(name);
    return found == places.end() ? Place{file_.name, 0} : found->second;
  }

  /// The tree from the root on, parents first. A root called "world" is the world itself.
  void add_links(const urdf::Link& root, bool free_base) {
    const bool is_world = root.name == "world";
    struct Waiting {
      const urdf::Link* link;
      Pose pose;
    };
    std::deque<Waiting> waiting{{&root, Pose{}}};
    while (!waiting.empty()) {
      const auto [link, pose] = waiting.front();
      waiting.pop_front();
      place_in_model_[link->name] = model_.links.size();
      add_link(*link, pose);
      if (link == &root) model_.links.back().is_static = is_world || !free_base;
      for (const auto& joint : link->child_joints) {
        const auto child = std::find_if(link->child_links.begin(), link->child_links.end(),
                                        [&](const auto& l) { return l->name == joint->child_link_name; });
        if (child == link->child_links.end()) continue;
        waiting.push_back({child->get(), pose * pose_of(joint->parent_to_joint_origin_transform)});
        joints_.push_back({joint.get(), waiting.back().pose});
      }
    }
    for (const auto& [joint, pose] : joints_) add_joint(*joint, pose);
    if (!is_world && !free_base) {
      warnings_.add(link_place(root.name),
                    "the root link " + root.name + " is fixed to the world; --base free lets it move");
    }
  }

  void add_link(const urdf::Link& from, const Pose& pose) {
    Link link;
    link.name = from.name;
    link.pose = pose;
    link.place = link_place(from.name);
    if (from.inertial) {
      const urdf::Inertial& i = *from.inertial;
      const Pose frame = pose_of(i.origin);
      const Mat3 turn = frame.orientation.toRotationMatrix();
      Mat3 inertia;
      inertia << i.ixx, i.ixy, i.ixz, i.ixy, i.iyy, i.iyz, i.ixz, i.iyz, i.izz;
      link.inertial = Inertial{i.mass, frame.position, turn * inertia * turn.transpose()};
    }
    const auto surface = facts_.surfaces.find(from.name);
    for (const auto& collision : from.collision_array) {
      auto shape = shape_of(collision->geometry.get(), collision->origin, link.place);
      if (!shape) continue;
      shape->seen = false;
      if (surface != facts_.surfaces.end()) shape->surface = surface->second;
      link.shapes.push_back(std::move(*shape));
    }
    for (const auto& visual : from.visual_array) {
      auto shape = shape_of(visual->geometry.get(), visual->origin, link.place);
      if (!shape) continue;
      shape->touches = false;
      if (visual->material) {
        shape->color = color_of(visual->material->color);
        if (!visual->material->texture_filename.empty()) {
          warnings_.add_kind(
              link.place, "texture",
              "texture " + visual->material->texture_filename + " is left out: the colour is taken");
        }
      }
      link.shapes.push_back(std::move(*shape));
    }
    model_.links.push_back(std::move(link));
  }

  std::optional<Shape> shape_of(const urdf::Geometry* geometry, const urdf::Pose& origin,
                                const Place& place) {
    if (geometry == nullptr) return std::nullopt;
    Shape shape;
    shape.pose = pose_of(origin);
    shape.place = place;
    Geometry& out = shape.geometry;
    if (const auto* sphere = dynamic_cast<const urdf::Sphere*>(geometry)) {
      out.form = Form::sphere;
      out.radius = sphere->radius;
    } else if (const auto* box = dynamic_cast<const urdf::Box*>(geometry)) {
      out.form = Form::box;
      out.size = vector_of(box->dim);
    } else if (const auto* cylinder = dynamic_cast<const urdf::Cylinder*>(geometry)) {
      out.form = Form::cylinder;
      out.radius = cylinder->radius;
      out.length = cylinder->length;
    } else if (const auto* mesh = dynamic_cast<const urdf::Mesh*>(geometry)) {
      out.form = Form::mesh;
      const auto at = facts_.meshes.find(mesh->filename);
      auto meshes = read_named_mesh(files_, mesh->filename, vector_of(mesh->scale),
                                    at == facts_.meshes.end() ? place : at->second, warnings_);
      if (!meshes) return std::nullopt;
      out.meshes = std::move(*meshes);
    } else {
      return std::nullopt;
    }
    return shape;
  }

  void add_joint(const urdf::Joint& from, const Pose& pose) {
    Joint joint;
    joint.name = from.name;
    joint.place = joint_place(from.name);
    joint.parent = place_in_model_.at(from.parent_link_name);
    joint.child = place_in_model_.at(from.child_link_name);
    joint.position = pose.position;
    const auto turned = [&](const urdf::Vector3& v) -> Vec3 { return pose.orientation * vector_of(v); };
    if (from.type == urdf::Joint::FLOATING) return;
    if (from.type == urdf::Joint::PLANAR) {
      add_planar(std::move(joint), turned(from.axis), from);
      return;
    }
    if (from.type != urdf::Joint::FIXED) {
      joint.kind = from.type == urdf::Joint::PRISMATIC ? JointKind::sliding : JointKind::turning;
      Axis axis;
      axis.slides = joint.kind == JointKind::sliding;
      axis.direction = turned(from.axis);
      if (!(axis.direction.norm() > 1e-9)) {
        error_ = located(joint.place, "joint " + joint.name + " has an axis without length");
        return;
      }
      axis.direction.normalize();
      take_figures(from, axis);
      joint.axes.push_back(axis);
    }
    joint_in_model_[joint.name] = model_.joints.size();
    model_.joints.push_back(std::move(joint));
  }

  void take_figures(const urdf::Joint& from, Axis& axis) {
    if (from.limits) axis.limits = {from.limits->lower, from.limits->upper};
    if (from.type == urdf::Joint::CONTINUOUS && axis.limits && !(axis.limits->lower < axis.limits->upper))
      axis.limits.reset();
    if (from.type == urdf::Joint::CONTINUOUS && axis.limits) {
      warnings_.add_kind(joint_place(from.name), "continuous",
                         "joint " + from.name + " is continuous, yet has limits: they are taken");
    }
    if (axis.limits && !(axis.limits->lower < axis.limits->upper)) {
      warnings_.add(joint_place(from.name),
                    fmt::format("joint {}: limits [{}, {}] are left out: lower is not below upper", from.name,
                                axis.limits->lower, axis.limits->upper));
      axis.limits.reset();
    }
    if (!from.dynamics) return;
    axis.damping = from.dynamics->damping;
    axis.friction = from.dynamics->friction;
  }

  /// In the plane at right angles to `normal`.
  void add_planar(Joint joint, Vec3 normal, const urdf::Joint& from) {
    if (!(normal.norm() > 1e-9)) normal = Vec3::UnitZ();
    normal.normalize();
    Axis along;
    along.slides = true;
    along.direction = normal.unitOrthogonal();
    take_figures(from, along);
    along.limits.reset();
    Axis across = along;
    across.direction = normal.cross(along.direction);
    Axis about;
    about.direction = normal;
    joint.kind = JointKind::planar;
    joint.axes = {along, across, about};
    joint_in_model_[joint.name] = model_.joints.size();
    model_.joints.push_back(std::move(joint));
  }

  void add_mimics(const urdf::ModelInterface& urdf) {
    for (const auto& [name, joint] : urdf.joints_) {
      if (!joint->mimic) continue;
      const auto first = joint_in_model_.find(name);
      const auto second = joint_in_model_.find(joint->mimic->joint_name);
      const bool fit = first != joint_in_model_.end() && second != joint_in_model_.end() &&
                       model_.joints[first->second].axes.size() == 1 &&
                       model_.joints[second->second].axes.size() == 1 && first->second != second->second &&
                       joint->mimic->multiplier != 0;
      if (!fit) {
        warnings_.add(joint_place(name),
                      "joint " + name + ": its <mimic> of " + joint->mimic->joint_name +
                          " is left out: both must be different joints with one axis, and the "
                          "multiplier not 0");
        continue;
      }
      model_.couplings.push_back({name + "_mimic", first->second, second->second, joint->mimic->multiplier,
                                  joint->mimic->offset, joint_place(name)});
    }
  }

  bool is_mimic(std::size_t joint) const {
    return std::any_of(model_.couplings.begin(), model_.couplings.end(),
                       [&](const Coupling& c) { return c.first == joint; });
  }

  /// Those of transmissions; without any, those with an effort; without any, all.
  void add_drives(const urdf::ModelInterface& urdf) {
    const auto effort = [&](std::size_t j) {
      const auto& limits = urdf.getJoint(model_.joints[j].name)->limits;
      return limits ? limits->effort : 0.0;
    };
    std::vector<std::size_t> movable;
    for (std::size_t j = 0; j < model_.joints.size(); ++j)
      if (model_.joints[j].axes.size() == 1 && !is_mimic(j)) movable.push_back(j);
    std::vector<std::size_t> driven;
    for (const std::size_t j : movable) {
      if (facts_.transmitted.empty() ? effort(j) > 0 : facts_.transmitted.contains(model_.joints[j].name))
        driven.push_back(j);
    }
    if (driven.empty()) driven = movable;
    for (const std::size_t j : driven) {
      const Joint& joint = model_.joints[j];
      const auto& limits = urdf.getJoint(joint.name)->limits;
      Drive drive;
      drive.name = joint.name + "_motor";
      drive.joint = j;
      drive.mode = joint.axes[0].limits ? DriveMode::position : DriveMode::speed;
      drive.force = effort(j);
      drive.speed = limits ? limits->velocity : 0;
      drive.inputs.push_back({joint.name + "_command", 1});
      drive.place = joint.place;
      model_.controls.push_back({drive.inputs[0].control, -1, 1, 0, drive.mode == DriveMode::speed});
      model_.drives.push_back(std::move(drive));
    }
  }

  struct Placed {
    const urdf::Joint* joint;
    Pose pose;
  };
  const XmlFile& file_;
  const UrdfFacts& facts_;
  FilesBeside& files_;
  Warnings& warnings_;
  Model model_;
  std::vector<Placed> joints_;
  std::map<std::string, std::size_t> place_in_model_;
  std::map<std::string, std::size_t> joint_in_model_;
  std::string error_;
};

}  // namespace

Result<Model> read_urdf(XmlFile& file, FilesBeside& files, const ReadOptions& options, Warnings& warnings) {
  const auto facts = check_urdf(file, warnings);
  if (!facts) return tl::unexpected(facts.error());
  UrdfdomErrors errors;
  urdf::ModelInterfaceSharedPtr urdf;
  try {
    urdf = urdf::parseURDF(file.text());
  } catch (const std::exception& error) {
    errors.first = error.what();
  }
  if (!urdf || !urdf->getRoot()) {
    return fail(ErrorKind::wrong, file.name + ": is not a URDF that urdfdom reads: " +
                                      (errors.first.empty() ? "it has no root link" : errors.first));
  }
  return UrdfReader(file, *facts, files, warnings).read(*urdf, options.free_base);
}

#else

Result<Model> read_urdf(XmlFile& file, FilesBeside&, const ReadOptions&, Warnings&) {
  return fail(
      ErrorKind::environment,
      file.name + ": this build of drawbar reads no URDF: it was built without urdfdom (liburdfdom-dev)");
}

#endif

}  // namespace drawbar::import
