// SDFormat by libsdformat.
#include "tools/import/readers.h"
#include "tools/import/sdf_text.h"

#ifdef DRAWBAR_HAVE_SDFORMAT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <sdf/sdf.hh>
#include <sstream>

#include "tools/import/mesh_reader.h"
#include "tools/import/touching.h"
#include "tools/import/visual_file.h"
#endif

namespace drawbar::import {

#ifdef DRAWBAR_HAVE_SDFORMAT
namespace {

/// Figures beyond this stand for none.
constexpr double kEndless = 1e9;
/// Cosine between two axes that counts as a right angle.
constexpr double kRightAngle = 1e-6;
/// Mass of what is between two axes of a joint, beside the child's.
constexpr double kBetween = 1e-6;

Vec3 sdf_vec(const ignition::math::Vector3d& v) {
  return {v.X(), v.Y(), v.Z()};
}
Pose sdf_pose(const ignition::math::Pose3d& p) {
  return {sdf_vec(p.Pos()), Quat(p.Rot().W(), p.Rot().X(), p.Rot().Y(), p.Rot().Z()).normalized()};
}

int line_of(const sdf::ElementPtr& element) {
  return element ? element->LineNumber().value_or(0) : 0;
}

class SdfReader {
 public:
  SdfReader(const XmlFile& file, const SdfFacts& facts, FilesBeside& files, Warnings& warnings)
      : file_(file), facts_(facts), files_(files), warnings_(warnings) {}

  Result<Model> read(const sdf::Root& root) {
    model_.source = "SDFormat";
    if (root.WorldCount() > 1) warnings_.add({file_.name, 0}, "only the first of its worlds is taken");
    if (root.WorldCount() > 0) {
      const sdf::World& world = *root.WorldByIndex(0);
      model_.name = world.Name();
      model_.gravity = sdf_vec(world.Gravity());
      for (std::uint64_t i = 0; i < world.ModelCount(); ++i)
        add_model(*world.ModelByIndex(i), Pose{}, world.ModelByIndex(i)->Name() + "/", i, false);
    } else if (root.Model() != nullptr) {
      model_.name = root.Model()->Name();
      add_model(*root.Model(), Pose{}, "", 0, false);
    } else {
      return fail(ErrorKind::wrong, file_.name + ": has neither a world nor a model");
    }
    if (!error_.empty()) return fail(ErrorKind::wrong, error_);
    add_groups();
    return std::move(model_);
  }

 private:
  /// What a scene's groups need of each link.
  struct Owner {
    std::uint64_t model = 0;
    bool self_collide = false;
    unsigned mask = 0;
  };

  Place place(const sdf::ElementPtr& element) const { return {file_.name, line_of(element)}; }

  Pose resolved(const sdf::SemanticPose& pose, const std::string& to) {
    ignition::math::Pose3d out;
    const sdf::Errors errors = pose.Resolve(out, to);
    if (!errors.empty() && error_.empty()) error_ = file_.name + ": " + errors.front().Message();
    return sdf_pose(out);
  }

  void add_model(const sdf::Model& from, const Pose& outer, const std::string& scope, std::uint64_t top,
                 bool outer_static) {
    const Pose pose = outer * resolved(from.SemanticPose(), "");
    const bool is_static = from.Static() || outer_static;
    for (std::uint64_t i = 0; i < from.LinkCount(); ++i)
      add_link(*from.LinkByIndex(i), pose, scope, {top, from.SelfCollide(), 0}, is_static);
    for (std::uint64_t i = 0; i < from.ModelCount(); ++i) {
      const sdf::Model& inner = *from.ModelByIndex(i);
      add_model(inner, pose, scope + inner.Name() + "/", top, is_static);
    }
    if (is_static) return;
    for (std::uint64_t i = 0; i < from.JointCount(); ++i) add_joint(*from.JointByIndex(i), pose, scope);
    add_drives(from, scope);
  }

  void add_link(const sdf::Link& from, const Pose& outer, const std::string& scope, Owner owner,
                bool is_static) {
    Link link;
    link.name = scope + from.Name();
    link.place = place(from.Element());
    link.pose = outer * resolved(from.SemanticPose(), "__model__");
    link.is_static = is_static;
    if (!facts_.auto_inertia.contains(link.place.line)) {
      const ignition::math::Inertiald& i = from.Inertial();
      const ignition::math::Matrix3d moi = i.Moi();
      Inertial own{i.MassMatrix().Mass(), sdf_vec(i.Pose().Pos()), Mat3::Zero()};
      for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < 3; ++c)
          own.inertia(r, c) = moi(static_cast<std::size_t>(r), static_cast<std::size_t>(c));
      }
      link.inertial = own;
      if (!is_static && !from.Element()->HasElement("inertial")) {
        warnings_.add_kind(
            link.place, "no inertial",
            "link " + link.name + " has no inertia of its own: 1 kg and 1 kg m^2, as the format says");
      }
    }
    for (std::uint64_t i = 0; i < from.CollisionCount(); ++i)
      add_collision(*from.CollisionByIndex(i), link, owner);
    for (std::uint64_t i = 0; i < from.VisualCount(); ++i) add_visual(*from.VisualByIndex(i), link);
    link_at_[link.name] = model_.links.size();
    owners_.push_back(owner);
    model_.links.push_back(std::move(link));
  }

  void add_collision(const sdf::Collision& from, Link& link, Owner& owner) {
    Shape shape;
    shape.place = place(from.Element());
    shape.pose = resolved(from.SemanticPose(), "");
    if (!take_geometry(*from.Geom(), shape)) return;
    shape.seen = false;
    const auto density = facts_.densities.find(shape.place.line);
    if (density != facts_.densities.end()) shape.density = density->second;
    const auto bounce = facts_.restitution.find(shape.place.line);
    if (bounce != facts_.restitution.end()) shape.surface.restitution = std::clamp(bounce->second, 0.0, 1.0);
    unsigned mask = 0xFFFF;
    if (from.Surface() != nullptr) {
      if (from.Surface()->Contact() != nullptr) mask = from.Surface()->Contact()->CollideBitmask();
      if (const auto friction = from.Surface()->Element(); friction) take_friction(friction, shape);
    }
    owner.mask |= mask;
    shape.touches = mask != 0;
    if (shape.touches) link.shapes.push_back(std::move(shape));
  }

  void take_friction(const sdf::ElementPtr& surface, Shape& shape) {
    if (!surface->HasElement("friction")) return;
    const sdf::ElementPtr friction = surface->GetElement("friction");
    if (!friction->HasElement("ode")) return;
    const sdf::ElementPtr ode = friction->GetElement("ode");
    const double along = ode->Get<double>("mu", 1.0).first;
    const double across = ode->Get<double>("mu2", along).first;
    shape.surface.friction = std::clamp(std::min(along, across), 0.0, 1e6);
    if (along != across) {
      warnings_.add_kind(
          shape.place, "mu2",
          fmt::format("friction {:g} along and {:g} across becomes the smaller of the two: a scene's is "
                      "the same in every direction",
                      along, across));
    }
  }

  void add_visual(const sdf::Visual& from, Link& link) {
    Shape shape;
    shape.place = place(from.Element());
    shape.pose = resolved(from.SemanticPose(), "");
    if (!take_geometry(*from.Geom(), shape)) return;
    shape.touches = false;
    if (from.Material() != nullptr) {
      const ignition::math::Color c = from.Material()->Diffuse();
      const auto byte = [](float part) { return std::lround(std::clamp(part, 0.0F, 1.0F) * 255); };
      shape.color = fmt::format("#{:02x}{:02x}{:02x}", byte(c.R()), byte(c.G()), byte(c.B()));
    }
    link.shapes.push_back(std::move(shape));
  }

  bool take_geometry(const sdf::Geometry& from, Shape& shape) {
    Geometry& out = shape.geometry;
    switch (from.Type()) {
      case sdf::GeometryType::BOX:
        out.form = Form::box;
        out.size = sdf_vec(from.BoxShape()->Size());
        return true;
      case sdf::GeometryType::SPHERE:
        out.form = Form::sphere;
        out.radius = from.SphereShape()->Radius();
        return true;
      case sdf::GeometryType::CYLINDER:
        out.form = Form::cylinder;
        out.radius = from.CylinderShape()->Radius();
        out.length = from.CylinderShape()->Length();
        return true;
      case sdf::GeometryType::CAPSULE:
        out.form = Form::capsule;
        out.radius = from.CapsuleShape()->Radius();
        out.length = from.CapsuleShape()->Length();
        return true;
      case sdf::GeometryType::ELLIPSOID:
        out = ellipsoid(sdf_vec(from.EllipsoidShape()->Radii()));
        return true;
      case sdf::GeometryType::PLANE:
        out.form = Form::plane;
        shape.pose.orientation = shape.pose.orientation *
                                 Quat::FromTwoVectors(Vec3::UnitZ(), sdf_vec(from.PlaneShape()->Normal()));
        return true;
      case sdf::GeometryType::MESH: {
        auto meshes = read_named_mesh(files_, from.MeshShape()->Uri(), sdf_vec(from.MeshShape()->Scale()),
                                      shape.place, warnings_);
        if (!meshes) return false;
        out.form = Form::mesh;
        out.meshes = std::move(*meshes);
        return true;
      }
      default:
        break;
    }
    if (const auto found = facts_.cones.find(shape.place.line); found != facts_.cones.end()) {
      out = cone(found->second[0], found->second[1]);
      return true;
    }
    warnings_.add_kind(shape.place, "geometry", "a geometry of a kind that is not read is left out");
    return false;
  }

  /// The link, or that of the world, which is added when it is needed; nothing where the name leads nowhere.
  std::optional<std::size_t> link_of(const std::string& name, const std::string& scope) {
    if (name == "world" && !link_at_.contains("world")) {
      Link world;
      world.name = "world";
      world.is_static = true;
      link_at_["world"] = model_.links.size();
      owners_.push_back({});
      model_.links.push_back(std::move(world));
    }
    std::string full = name == "world" ? name : scope + name;
    for (std::size_t at = full.find("::"); at != std::string::npos; at = full.find("::"))
      full.replace(at, 2, "/");
    const auto found = link_at_.find(full);
    return found == link_at_.end() ? std::nullopt : std::optional(found->second);
  }

  Axis axis_of(const sdf::JointAxis& from, const Pose& outer) {
    Axis axis;
    ignition::math::Vector3d xyz;
    const sdf::Errors errors = from.ResolveXyz(xyz, "__model__");
    if (!errors.empty() && error_.empty()) error_ = file_.name + ": " + errors.front().Message();
    axis.direction = (outer.orientation * sdf_vec(xyz)).normalized();
    axis.damping = from.Damping();
    axis.friction = from.Friction();
    axis.stiffness = from.SpringStiffness();
    axis.rest = from.SpringReference();
    const double lower = std::max(from.Lower(), -kEndless);
    const double upper = std::min(from.Upper(), kEndless);
    if ((lower > -kEndless || upper < kEndless) && lower < upper)
      axis.limits = {std::max(lower, -1e4), std::min(upper, 1e4)};
    return axis;
  }

  void add_joint(const sdf::Joint& from, const Pose& outer, const std::string& scope) {
    Joint joint;
    joint.name = scope + from.Name();
    joint.place = place(from.Element());
    std::string parent_name;
    std::string child_name;
    if (!from.ResolveParentLink(parent_name).empty()) parent_name = from.ParentLinkName();
    if (!from.ResolveChildLink(child_name).empty()) child_name = from.ChildLinkName();
    const auto parent = link_of(parent_name, scope);
    const auto child = link_of(child_name, scope);
    if (!parent || !child) {
      if (error_.empty())
        error_ = located(joint.place, "joint " + joint.name + " names a link that is not there");
      return;
    }
    joint.parent = *parent;
    joint.child = *child;
    joint.position = (outer * resolved(from.SemanticPose(), "__model__")).position;
    if (from.Axis(0) != nullptr) joint.axes.push_back(axis_of(*from.Axis(0), outer));
    if (from.Axis(1) != nullptr) joint.axes.push_back(axis_of(*from.Axis(1), outer));
    const std::size_t needed =
        from.Type() == sdf::JointType::FIXED || from.Type() == sdf::JointType::BALL            ? 0
        : from.Type() == sdf::JointType::UNIVERSAL || from.Type() == sdf::JointType::REVOLUTE2 ? 2
                                                                                               : 1;
    if (joint.axes.size() < needed) {
      if (error_.empty()) error_ = located(joint.place, "joint " + joint.name + " has no axis");
      return;
    }
    joint.axes.resize(needed);
    add_of_type(from, std::move(joint));
  }

  void add_of_type(const sdf::Joint& from, Joint joint) {
    switch (from.Type()) {
      case sdf::JointType::FIXED:
        break;
      case sdf::JointType::CONTINUOUS:
        joint.axes[0].limits.reset();
        joint.kind = JointKind::turning;
        break;
      case sdf::JointType::REVOLUTE:
        joint.kind = JointKind::turning;
        break;
      case sdf::JointType::PRISMATIC:
        joint.kind = JointKind::sliding;
        joint.axes[0].slides = true;
        break;
      case sdf::JointType::BALL:
        joint.kind = JointKind::ball;
        break;
      case sdf::JointType::UNIVERSAL:
      case sdf::JointType::REVOLUTE2:
        return add_two_axes(std::move(joint));
      case sdf::JointType::SCREW:
        return add_screw(from, std::move(joint));
      default:
        warnings_.add(joint.place,
                      "joint " + joint.name + " is left out: a joint of its type has no counterpart");
        return;
    }
    model_.joints.push_back(std::move(joint));
  }

  std::size_t add_between(const Joint& joint) {
    Link link = model_.links[joint.child];
    link.name = joint.name + "_between";
    link.shapes.clear();
    const double mass = kBetween * (link.inertial ? link.inertial->mass : 1);
    link.inertial =
        Inertial{mass, link.inertial ? link.inertial->center : Vec3::Zero(), mass * 0.01 * Mat3::Identity()};
    owners_.push_back(owners_[joint.child]);
    model_.links.push_back(std::move(link));
    return model_.links.size() - 1;
  }

  /// At right angles they are one joint; else a small body stands between them.
  void add_two_axes(Joint joint) {
    if (std::abs(joint.axes[0].direction.dot(joint.axes[1].direction)) < kRightAngle) {
      joint.kind = JointKind::universal;
      model_.joints.push_back(std::move(joint));
      return;
    }
    warnings_.add(joint.place, "joint " + joint.name +
                                   ": its axes are not at right angles; a body with a millionth of the "
                                   "child's mass stands between them");
    const std::size_t between = add_between(joint);
    Joint second = joint;
    second.name += "_axis2";
    second.kind = joint.kind = JointKind::turning;
    second.axes.erase(second.axes.begin());
    second.parent = between;
    joint.axes.resize(1);
    joint.child = between;
    model_.joints.push_back(std::move(joint));
    model_.joints.push_back(std::move(second));
  }

  /// Of a screw, m/rad: screw_thread_pitch is m per turn; thread_pitch, which it replaced, rad/m and
  /// left-handed. Nothing for a thread without pitch.
  std::optional<double> travel_of(const sdf::Joint& from) const {
    const auto found = facts_.screw_travel.find(line_of(from.Element()));
    const double travel =
        found != facts_.screw_travel.end() ? found->second / (2 * std::numbers::pi) : -1 / from.ThreadPitch();
    return std::isfinite(travel) && travel != 0 ? std::optional(travel) : std::nullopt;
  }

  /// A turn with a travel that follows it.
  void add_screw(const sdf::Joint& from, Joint joint) {
    const std::optional<double> per_radian = travel_of(from);
    if (!per_radian) {
      warnings_.add(joint.place, "joint " + joint.name + " is left out: its thread has no pitch");
      return;
    }
    const std::size_t between = add_between(joint);
    Joint travel = joint;
    travel.name += "_travel";
    travel.kind = JointKind::sliding;
    travel.axes[0] = Axis{};
    travel.axes[0].direction = joint.axes[0].direction;
    travel.axes[0].slides = true;
    travel.child = between;
    joint.parent = between;
    joint.kind = JointKind::turning;
    model_.joints.push_back(std::move(travel));
    model_.joints.push_back(std::move(joint));
    const std::size_t turn = model_.joints.size() - 1;
    model_.couplings.push_back(
        {model_.joints[turn].name + "_thread", turn - 1, turn, *per_radian, 0, model_.joints[turn].place});
  }

  /// Joints that a plugin names, and those with an effort.
  void add_drives(const sdf::Model& from, const std::string& scope) {
    const auto words = facts_.plugin_words.find(line_of(from.Element()));
    for (std::uint64_t i = 0; i < from.JointCount(); ++i) {
      const sdf::Joint& source = *from.JointByIndex(i);
      const auto joint = std::find_if(model_.joints.begin(), model_.joints.end(),
                                      [&](const Joint& j) { return j.name == scope + source.Name(); });
      if (joint == model_.joints.end() || joint->axes.size() != 1 || source.Axis(0) == nullptr) continue;
      const bool named =
          words != facts_.plugin_words.end() &&
          std::find(words->second.begin(), words->second.end(), source.Name()) != words->second.end();
      const double effort = source.Axis(0)->Effort();
      const double speed = source.Axis(0)->MaxVelocity();
      const bool strong = effort > 0 && effort < kEndless;
      if (!named && !strong) continue;
      Drive drive;
      drive.name = joint->name + "_motor";
      drive.joint = static_cast<std::size_t>(joint - model_.joints.begin());
      drive.mode = joint->axes[0].limits ? DriveMode::position : DriveMode::speed;
      drive.force = strong ? effort : 0;
      drive.speed = speed > 0 && speed < kEndless ? speed : 0;
      drive.inputs.push_back({joint->name + "_command", 1});
      drive.place = joint->place;
      model_.controls.push_back({drive.inputs[0].control, -1, 1, 0, drive.mode == DriveMode::speed});
      model_.drives.push_back(std::move(drive));
    }
  }

  void add_groups() {
    assign_groups(
        model_,
        [&](std::size_t a, std::size_t b) {
          const Owner& one = owners_[a];
          const Owner& other = owners_[b];
          if (model_.links[a].is_static && model_.links[b].is_static) return false;
          if (one.model == other.model && !(one.self_collide && other.self_collide)) return true;
          return (one.mask & other.mask) == 0;
        },
        {file_.name, 0}, warnings_);
  }

  const XmlFile& file_;
  const SdfFacts& facts_;
  FilesBeside& files_;
  Warnings& warnings_;
  Model model_;
  std::map<std::string, std::size_t> link_at_;
  std::vector<Owner> owners_;
  std::string error_;
};

}  // namespace

Result<Model> read_sdf(XmlFile& file, FilesBeside& files, Warnings& warnings) {
  const SdfFacts facts = check_sdf(file, files, warnings);
  // What the library prints comes as errors, too.
  sdf::Console::Instance()->SetQuiet(true);
  sdf::ParserConfig config;
  config.SetWarningsPolicy(sdf::EnforcementPolicy::LOG);
  config.SetFindCallback([&](const std::string& uri) {
    const auto found = facts.included.find(uri);
    return found == facts.included.end() ? std::string{} : found->second;
  });
  sdf::Root root;
  sdf::Errors errors;
  try {
    errors = root.LoadSdfString(file.text(), config);
  } catch (const std::exception& error) {
    return fail(ErrorKind::wrong, file.name + ": libsdformat cannot read it: " + error.what());
  }
  for (const sdf::Error& error : errors) {
    // An impossible inertia is mended like those of the other formats.
    const Place place{file.name, error.LineNumber().value_or(0)};
    if (error.Code() == sdf::ErrorCode::LINK_INERTIA_INVALID) continue;
    std::string text = error.Message();
    std::replace(text.begin(), text.end(), '\n', ' ');
    return fail(ErrorKind::wrong, located(place, text));
  }
  return SdfReader(file, facts, files, warnings).read(root);
}

#else

Result<Model> read_sdf(XmlFile& file, FilesBeside&, Warnings&) {
  return fail(
      ErrorKind::environment,
      file.name +
          ": this build of drawbar reads no SDFormat: it was built without libsdformat (libsdformat-dev)");
}

#endif

}  // namespace drawbar::import
