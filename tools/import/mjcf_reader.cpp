// MJCF by MuJoCo: what its compiler makes of the file, not what it would save.
#include "tools/import/readers.h"

#ifdef DRAWBAR_HAVE_MUJOCO
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <set>
#include <stdexcept>

#include "tools/import/mjcf_actuators.h"
#include "tools/import/mjcf_text.h"
#include "tools/import/touching.h"
#include "tools/import/visual_file.h"
#endif

namespace drawbar::import {

#ifdef DRAWBAR_HAVE_MUJOCO
namespace {

/// Mass of what is between two joints of one body, beside the body's.
constexpr double kBetween = 1e-6;
/// Geoms of higher groups are hidden by MuJoCo's viewer unless asked for.
constexpr int kLastSeenGroup = 2;
/// Words of later versions that are taken out before the file is refused.
constexpr int kMostDropped = 200;

Vec3 vec3_of(const mjtNum* v) {
  return {v[0], v[1], v[2]};
}
Quat quat_of(const mjtNum* q) {
  return Quat(q[0], q[1], q[2], q[3]).normalized();
}

[[noreturn]] void throw_error(const char* text) {
  throw std::runtime_error(text);
}

class MjcfReader {
 public:
  MjcfReader(const mjModel& m, const mjData& d, const MjcfNames& names, Warnings& warnings)
      : m_(m), d_(d), names_(names), warnings_(warnings) {}

  Model read(const std::string& name) {
    model_.name = name;
    model_.source = "MJCF";
    model_.gravity = vec3_of(m_.opt.gravity);
    model_.larger_friction = true;
    for (int b = 0; b < m_.nbody; ++b) add_body(b);
    for (int e = 0; e < m_.neq; ++e) add_equality(e);
    add_groups();
    MjcfActuators(m_, names_, joint_place_, model_, warnings_).add();
    return std::move(model_);
  }

 private:
  void add_body(int b) {
    Link link;
    link.name = b == 0 ? (m_.body_geomnum[0] > 0 ? "ground" : "world") : names_.name(mjOBJ_BODY, b);
    link.place = names_.place(mjOBJ_BODY, b);
    link.pose = {vec3_of(d_.xpos + 3 * b), quat_of(d_.xquat + 4 * b)};
    link.is_static = m_.body_weldid[b] == 0;
    if (m_.body_mocapid[b] >= 0) {
      link.is_static = true;
      warnings_.add(link.place, "body " + link.name + " is moved from outside (mocap): it stands still");
    }
    if (m_.body_mass[b] > 0) {
      const Mat3 turn = quat_of(m_.body_iquat + 4 * b).toRotationMatrix();
      link.inertial = Inertial{m_.body_mass[b], vec3_of(m_.body_ipos + 3 * b),
                               turn * vec3_of(m_.body_inertia + 3 * b).asDiagonal() * turn.transpose()};
    }
    for (int i = 0; i < m_.body_geomnum[b]; ++i) add_geom(m_.body_geomadr[b] + i, link);
    body_link_.push_back(model_.links.size());
    model_.links.push_back(std::move(link));
    if (b > 0) add_joints(b);
  }

  void add_joints(int b) {
    const std::size_t child = body_link_[static_cast<std::size_t>(b)];
    std::size_t parent = body_link_[static_cast<std::size_t>(m_.body_parentid[b])];
    const int count = m_.body_jntnum[b];
    const int first = m_.body_jntadr[b];
    if (count == 0) {
      if (model_.links[child].is_static) return;
      Joint joint;
      joint.name = model_.links[child].name + "_weld";
      joint.parent = parent;
      joint.child = child;
      joint.position = model_.links[child].pose.position;
      joint.place = model_.links[child].place;
      model_.joints.push_back(std::move(joint));
      return;
    }
    for (int k = 0; k < count; ++k) {
      const int j = first + k;
      joint_place_.resize(static_cast<std::size_t>(m_.njnt), kNoJoint);
      if (m_.jnt_type[j] == mjJNT_FREE) {
        warn_of_free_damping(j);
        continue;
      }
      const std::size_t end = k + 1 < count ? add_between(b, k, parent) : child;
      add_joint(j, parent, end);
      parent = end;
    }
  }

  /// A body between two joints of one body.
  std::size_t add_between(int b, int k, std::size_t parent) {
    const Link& body = model_.links[body_link_[static_cast<std::size_t>(b)]];
    Link link;
    link.name = fmt::format("{}_between{}", body.name, k + 1);
    link.place = body.place;
    link.pose = body.pose;
    if (body.inertial) {
      link.inertial =
          Inertial{kBetween * body.inertial->mass, body.inertial->center, kBetween * body.inertial->inertia};
    }
    warnings_.add_kind(
        link.place, "between",
        fmt::format("body {} has more than one joint: bodies with {:g} of its mass stand between them",
                    body.name, kBetween));
    adjacent_.insert({parent, body_link_[static_cast<std::size_t>(b)]});
    model_.links.push_back(std::move(link));
    return model_.links.size() - 1;
  }

  void add_joint(int j, std::size_t parent, std::size_t child) {
    Joint joint;
    joint.name = names_.name(mjOBJ_JOINT, j);
    joint.place = names_.place(mjOBJ_JOINT, j);
    joint.parent = parent;
    joint.child = child;
    joint.position = vec3_of(d_.xanchor + 3 * j);
    const int q = m_.jnt_qposadr[j];
    const int dof = m_.jnt_dofadr[j];
    Axis axis;
    axis.damping = m_.dof_damping[dof];
    axis.friction = m_.dof_frictionloss[dof];
    axis.armature = m_.dof_armature[dof];
    axis.stiffness = m_.jnt_stiffness[j];
    if (m_.jnt_type[j] == mjJNT_BALL) {
      joint.kind = JointKind::ball;
      if (m_.jnt_limited[j] != 0) joint.swing = m_.jnt_range[2 * j + 1];
      if (axis.stiffness != 0) {
        warnings_.add(joint.place, "joint " + joint.name + ": the spring of a ball joint is left out");
        axis.stiffness = 0;
      }
      for (int i = 0; i < 3; ++i) {
        axis.direction = quat_of(d_.xquat + 4 * m_.jnt_bodyid[j]) * Vec3::Unit(i);
        joint.axes.push_back(axis);
      }
    } else {
      joint.kind = m_.jnt_type[j] == mjJNT_SLIDE ? JointKind::sliding : JointKind::turning;
      axis.slides = joint.kind == JointKind::sliding;
      axis.direction = vec3_of(d_.xaxis + 3 * j).normalized();
      axis.rest = m_.qpos_spring[q] - m_.qpos0[q];
      if (m_.jnt_limited[j] != 0)
        axis.limits = {m_.jnt_range[2 * j] - m_.qpos0[q], m_.jnt_range[2 * j + 1] - m_.qpos0[q]};
      joint.axes.push_back(axis);
    }
    joint_place_[static_cast<std::size_t>(j)] = model_.joints.size();
    model_.joints.push_back(std::move(joint));
  }

  void warn_of_free_damping(int j) {
    const int dof = m_.jnt_dofadr[j];
    bool resists = m_.jnt_stiffness[j] != 0;
    for (int i = 0; i < 6; ++i) {
      resists = resists || m_.dof_damping[dof + i] != 0 || m_.dof_frictionloss[dof + i] != 0 ||
                m_.dof_armature[dof + i] != 0;
    }
    if (!resists) return;
    warnings_.add_kind(names_.place(mjOBJ_JOINT, j), "free",
                       "damping, friction, armature or stiffness of free joint " +
                           names_.name(mjOBJ_JOINT, j) + " is left out: a free body has none");
  }

  void add_geom(int g, Link& link) {
    Shape shape;
    Geometry& out = shape.geometry;
    shape.place = names_.place(mjOBJ_GEOM, g);
    if (shape.place.line == 0) shape.place = link.place;
    shape.pose = {vec3_of(m_.geom_pos + 3 * g), quat_of(m_.geom_quat + 4 * g)};
    const mjtNum* size = m_.geom_size + 3 * g;
    switch (m_.geom_type[g]) {
      case mjGEOM_PLANE:
        out.form = Form::plane;
        break;
      case mjGEOM_HFIELD:
        out.form = Form::grid;
        out.grid = grid_of(m_.geom_dataid[g], shape.place);
        break;
      case mjGEOM_SPHERE:
        out.form = Form::sphere;
        out.radius = size[0];
        break;
      case mjGEOM_CAPSULE:
      case mjGEOM_CYLINDER:
        out.form = m_.geom_type[g] == mjGEOM_CAPSULE ? Form::capsule : Form::cylinder;
        out.radius = size[0];
        out.length = 2 * size[1];
        break;
      case mjGEOM_BOX:
        out.form = Form::box;
        out.size = 2 * vec3_of(size);
        break;
      case mjGEOM_ELLIPSOID:
        out = ellipsoid(vec3_of(size));
        break;
      case mjGEOM_MESH:
        out.form = Form::mesh;
        out.meshes.push_back(mesh_of(m_.geom_dataid[g]));
        break;
      default:
        warnings_.add_kind(shape.place, "geom", "a geom of a kind that is only drawn is left out");
        return;
    }
    take_looks(g, shape);
    const mjtNum* friction = m_.geom_friction + 3 * g;
    const int dimensions = m_.geom_condim[g];
    shape.surface = {dimensions >= 3 ? friction[0] : 0, dimensions >= 6 ? friction[2] : 0,
                     dimensions >= 4 ? friction[1] : 0, 0};
    shape.touches = m_.geom_contype[g] != 0 || m_.geom_conaffinity[g] != 0;
    if (shape.touches || shape.seen) link.shapes.push_back(std::move(shape));
  }

  void take_looks(int g, Shape& shape) {
    const float* rgba = m_.geom_matid[g] >= 0 ? m_.mat_rgba + 4 * m_.geom_matid[g] : m_.geom_rgba + 4 * g;
    const auto byte = [](float part) { return std::lround(std::clamp(part, 0.0F, 1.0F) * 255); };
    shape.color = fmt::format("#{:02x}{:02x}{:02x}", byte(rgba[0]), byte(rgba[1]), byte(rgba[2]));
    shape.seen = rgba[3] > 0 && m_.geom_group[g] <= kLastSeenGroup;
  }

  ColoredMesh mesh_of(int id) const {
    ColoredMesh out;
    const float* vertices = m_.mesh_vert + 3 * m_.mesh_vertadr[id];
    const int* faces = m_.mesh_face + 3 * m_.mesh_faceadr[id];
    for (int i = 0; i < m_.mesh_vertnum[id]; ++i)
      out.mesh.vertices.push_back({vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]});
    for (int i = 0; i < m_.mesh_facenum[id]; ++i) {
      const auto corner = [&](int k) { return static_cast<std::uint32_t>(faces[3 * i + k]); };
      out.mesh.triangles.push_back({corner(0), corner(1), corner(2)});
    }
    return out;
  }

  /// The scene's grid has one spacing: the other direction is interpolated.
  Grid grid_of(int id, const Place& place) {
    const mjtNum* size = m_.hfield_size + 4 * id;
    const int rows = m_.hfield_nrow[id];
    const int columns = m_.hfield_ncol[id];
    const float* data = m_.hfield_data + m_.hfield_adr[id];
    Grid grid;
    grid.columns = static_cast<std::uint32_t>(columns);
    grid.spacing = 2 * size[0] / (columns - 1);
    const double rows_wanted = 2 * size[1] / grid.spacing + 1;
    grid.rows = static_cast<std::uint32_t>(std::max(std::lround(rows_wanted), 2L));
    if (std::abs(rows_wanted - rows) > 1e-6) {
      warnings_.add(
          place,
          fmt::format("a height field of {} x {} samples is interpolated to {} x {}: a scene's are as far "
                      "apart in both directions",
                      columns, rows, grid.columns, grid.rows));
    }
    for (std::uint32_t r = 0; r < grid.rows; ++r) {
      const double at = static_cast<double>(r) * (rows - 1) / (grid.rows - 1);
      const int below = std::min(static_cast<int>(at), rows - 2);
      for (int c = 0; c < columns; ++c) {
        const double a = data[below * columns + c];
        const double b = data[(below + 1) * columns + c];
        grid.heights.push_back(size[2] * (a + (at - below) * (b - a)));
      }
    }
    return grid;
  }

  void add_equality(int e) {
    const Place place = names_.place(mjOBJ_EQUALITY, e);
    const std::string name = names_.name(mjOBJ_EQUALITY, e);
    const mjtNum* data = m_.eq_data + mjNEQDATA * e;
    const int first = m_.eq_obj1id[e];
    const int second = m_.eq_obj2id[e];
    if (m_.eq_active[e] == 0) {
      warnings_.add(place, "equality " + name + " is not active and is left out");
    } else if (m_.eq_type[e] == mjEQ_JOINT) {
      add_joint_equality(name, place, first, second, data);
    } else if (m_.eq_type[e] == mjEQ_CONNECT || m_.eq_type[e] == mjEQ_WELD) {
      Joint joint;
      joint.name = name;
      joint.place = place;
      joint.kind = m_.eq_type[e] == mjEQ_WELD ? JointKind::fixed : JointKind::ball;
      joint.parent = body_link_[static_cast<std::size_t>(std::max(second, 0))];
      joint.child = body_link_[static_cast<std::size_t>(first)];
      const Link& body = model_.links[joint.child];
      joint.position = m_.eq_type[e] == mjEQ_WELD ? body.pose.position : body.pose * vec3_of(data);
      model_.joints.push_back(std::move(joint));
    } else {
      warnings_.add(place, "equality " + name + " is left out: it holds neither joints nor bodies together");
    }
  }

  void add_joint_equality(const std::string& name, const Place& place, int first, int second,
                          const mjtNum* data) {
    const std::size_t a = joint_place_[static_cast<std::size_t>(first)];
    const std::size_t b = second < 0 ? kNoJoint : joint_place_[static_cast<std::size_t>(second)];
    const bool linear = data[2] == 0 && data[3] == 0 && data[4] == 0;
    if (a == kNoJoint || b == kNoJoint || !linear || data[1] == 0) {
      warnings_.add(place,
                    "equality " + name +
                        " is left out: couplings of a scene are linear between two joints with one axis");
      return;
    }
    model_.couplings.push_back({name, a, b, data[1], data[0], place});
  }

  bool masks_pass(std::size_t a, std::size_t b) const {
    const auto [type_a, affinity_a] = masks_[a];
    const auto [type_b, affinity_b] = masks_[b];
    return (type_a & affinity_b) == 0 && (type_b & affinity_a) == 0;
  }

  void add_groups() {
    masks_.assign(model_.links.size(), {0, 0});
    std::vector<std::size_t> weld(model_.links.size());
    for (std::size_t i = 0; i < weld.size(); ++i) weld[i] = model_.links.size() + i;
    for (int b = 0; b < m_.nbody; ++b) {
      const std::size_t link = body_link_[static_cast<std::size_t>(b)];
      weld[link] = static_cast<std::size_t>(m_.body_weldid[b]);
      for (int i = 0; i < m_.body_geomnum[b]; ++i) {
        masks_[link].first |= m_.geom_contype[m_.body_geomadr[b] + i];
        masks_[link].second |= m_.geom_conaffinity[m_.body_geomadr[b] + i];
      }
    }
    std::set<std::pair<std::size_t, std::size_t>> excluded = adjacent_;
    for (int i = 0; i < m_.nexclude; ++i) {
      const auto a = static_cast<std::size_t>((m_.exclude_signature[i] >> 16) - 1);
      const auto b = static_cast<std::size_t>((m_.exclude_signature[i] & 0xFFFF) - 1);
      excluded.insert({body_link_[std::min(a, b)], body_link_[std::max(a, b)]});
    }
    assign_groups(
        model_,
        [&](std::size_t a, std::size_t b) {
          return masks_pass(a, b) || excluded.contains({a, b}) || excluded.contains({b, a}) ||
                 weld[a] == weld[b];
        },
        names_.file(), warnings_);
  }

  const mjModel& m_;
  const mjData& d_;
  const MjcfNames& names_;
  Warnings& warnings_;
  Model model_;
  std::vector<std::size_t> body_link_;
  std::vector<std::size_t> joint_place_;
  std::vector<std::pair<int, int>> masks_;
  /// Links of bodies that MuJoCo takes for neighbours, though a body of ours stands between them.
  std::set<std::pair<std::size_t, std::size_t>> adjacent_;
};

struct ModelDeleter {
  void operator()(mjModel* model) const { mj_deleteModel(model); }
};
struct DataDeleter {
  void operator()(mjData* data) const { mj_deleteData(data); }
};
struct FilesDeleter {
  void operator()(mjVFS* files) const {
    mj_deleteVFS(files);
    delete files;
  }
};

/// The compiled model; what is refused is taken out where that can be.
Result<std::unique_ptr<mjModel, ModelDeleter>> compiled(XmlFile& file, Warnings& warnings) {
  std::array<char, 1024> error{};
  for (int dropped = 0; dropped < kMostDropped; ++dropped) {
    const std::string text = file.text();
    std::unique_ptr<mjVFS, FilesDeleter> files(new mjVFS);
    mj_defaultVFS(files.get());
    const std::string name = std::filesystem::path(file.name).filename().string();
    if (mj_makeEmptyFileVFS(files.get(), name.c_str(), static_cast<int>(text.size())) != 0)
      return fail(ErrorKind::wrong, file.name + ": has a name that MuJoCo cannot take");
    std::memcpy(files->filedata[files->nfile - 1], text.data(), text.size());
    std::unique_ptr<mjModel, ModelDeleter> model(
        mj_loadXML(file.name.c_str(), files.get(), error.data(), static_cast<int>(error.size())));
    if (model) {
      if (error[0] != 0) warnings.add({file.name, 0}, std::string("MuJoCo: ") + error.data());
      return model;
    }
    if (!drop_refused_word(file, error.data(), warnings)) break;
  }
  std::string text = error.data();
  std::replace(text.begin(), text.end(), '\n', ' ');
  return fail(ErrorKind::wrong, located({file.name, line_of_error(text)}, "MuJoCo refuses it: " + text));
}

}  // namespace

Result<Model> read_mjcf(XmlFile& file, FilesBeside& files, Warnings& warnings) {
  const MjcfPlaces places = check_mjcf(file, files, warnings);
  mju_user_error = throw_error;
  mju_user_warning = [](const char*) {};
  try {
    const auto model = compiled(file, warnings);
    if (!model) return tl::unexpected(model.error());
    const std::unique_ptr<mjData, DataDeleter> data(mj_makeData(model->get()));
    if (!data) return fail(ErrorKind::wrong, file.name + ": is too large for MuJoCo");
    mj_kinematics(model->get(), data.get());
    const MjcfNames names(**model, places, file.name);
    return MjcfReader(**model, *data, names, warnings).read(std::string(attribute(file.root(), "model")));
  } catch (const std::exception& error) {
    return fail(ErrorKind::wrong, file.name + ": MuJoCo cannot compile it: " + error.what());
  }
}

#else

Result<Model> read_mjcf(XmlFile& file, FilesBeside&, Warnings&) {
  return fail(
      ErrorKind::environment,
      file.name + ": this build of drawbar reads no MJCF: it was built without MuJoCo (libmujoco-dev)");
}

#endif

}  // namespace drawbar::import
