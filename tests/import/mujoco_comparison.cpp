#include "tests/import/mujoco_comparison.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <vector>

#include "physics/world/world.h"
#include "scenes/loader/loader.h"
#include "tools/import/import.h"
#include "tools/import/xml_file.h"

#ifdef DRAWBAR_TEST_MUJOCO
#include <mujoco/mujoco.h>
#endif

namespace drawbar::tests {

#ifdef DRAWBAR_TEST_MUJOCO
namespace {

constexpr double kSwingTime = 2;
constexpr double kFrame = 0.04;
/// Of a frame: 5 ms.
constexpr int kSubsteps = 8;
constexpr double kPeerStep = 0.0005;
/// A joint that moves less (rad, m) has no way to compare with.
constexpr double kLeastWay = 1e-3;
/// Of the swing: not along the axes of upright doors and wheels (m/s^2).
constexpr double kGravity[] = {2, 3, -9};
/// A joint's least damping beside the inertia that it moves at rest (1/s): free arms would whirl without end.
constexpr double kLeastDamping = 2;

struct ModelDeleter {
  void operator()(mjModel* model) const { mj_deleteModel(model); }
};
struct DataDeleter {
  void operator()(mjData* data) const { mj_deleteData(data); }
};
using PeerModel = std::unique_ptr<mjModel, ModelDeleter>;
using PeerData = std::unique_ptr<mjData, DataDeleter>;

/// The URDF as MuJoCo can take it: bodies as they are, no shapes where the inertia is given, no files.
std::string urdf_for_peer(import::XmlFile& file) {
  std::vector<tinyxml2::XMLElement*> gone;
  import::for_each_element(file.root(), [&](tinyxml2::XMLElement& element) {
    const std::string_view name = element.Name();
  if (name == "mimic" || name == "transmission" || name == "gazebo" || name == "visual")
    gone.push_back(&element);
  if (name == "collision" && element.Parent()->FirstChildElement("inertial") != nullptr)
    gone.push_back(&element);
  for (const char* attribute : {"xyz", "rpy", "size"}) {
    if (element.Attribute(attribute) == nullptr) continue;
    std::string text = element.Attribute(attribute);
    std::replace(text.begin(), text.end(), ',', ' ');
    element.SetAttribute(attribute, text.c_str());
  }
});
for (auto* element : gone) element->Parent()->DeleteChild(element);
auto* extension = file.document->NewElement("mujoco");
auto* compiler = file.document->NewElement("compiler");
compiler->SetAttribute("fusestatic", "false");
compiler->SetAttribute("strippath", "false");
extension->InsertEndChild(compiler);
file.root().InsertFirstChild(extension);
return file.text();
}  // namespace

PeerModel peer_model(const std::filesystem::path& path, std::string& error) {
  std::array<char, 1024> text{};
  auto file = import::read_xml(path);
  if (!file) {
    error = file.error().text;
    return nullptr;
  }
  mjModel* model = nullptr;
  if (std::string_view(file->root().Name()) == "robot") {
    const std::string urdf = urdf_for_peer(*file);
    auto files = std::make_unique<mjVFS>();
    mj_defaultVFS(files.get());
    const std::string name = path.filename().string();
    mj_makeEmptyFileVFS(files.get(), name.c_str(), static_cast<int>(urdf.size()));
    std::copy(urdf.begin(), urdf.end(), static_cast<char*>(files->filedata[0]));
    model = mj_loadXML(path.c_str(), files.get(), text.data(), static_cast<int>(text.size()));
    mj_deleteVFS(files.get());
  } else {
    model = mj_loadXML(path.c_str(), nullptr, text.data(), static_cast<int>(text.size()));
  }
  error = text.data();
  std::replace(error.begin(), error.end(), '\n', ' ');
  return PeerModel(model);
}

std::string peer_name(const mjModel& m, int kind, int id) {
  const char* given = mj_id2name(&m, kind, id);
  if (given != nullptr && *given != 0) return given;
  if (kind == mjOBJ_JOINT) return peer_name(m, mjOBJ_BODY, m.jnt_bodyid[id]) + "_joint";
  return "body" + std::to_string(id);
}

double relative(double difference, double scale) {
  return std::abs(difference) / std::max(std::abs(scale), 1e-12);
}

/// Joints of both by the names of the file.
struct Pair {
  std::size_t ours = 0;
  int peer = 0;
};

class Comparer {
 public:
  Comparer(const mjModel& m, mjData& d, const import::Model& model, const scenes::LoadedScene& scene)
      : m_(m), d_(d), model_(model), world_(scene.world), out_() {
    mj_kinematics(&m_, &d_);
    // The scene keeps the model's order of bodies (less the world) and joints.
    std::size_t next = 0;
    for (const import::Link& link : model_.links) {
      const bool is_world = link.is_static && link.name == "world" && link.shapes.empty();
      if (!is_world) bodies_[link.name] = next++;
    }
    for (std::size_t j = 0; j < model_.joints.size(); ++j) joints_[model_.joints[j].name] = j;
  }

  MujocoComparison at_rest() {
    compare_bodies();
    compare_joints();
    return out_;
  }

  std::vector<Pair> pairs() const {
    std::vector<Pair> out;
    for (int j = 0; j < m_.njnt; ++j) {
      const auto found = joints_.find(peer_name(m_, mjOBJ_JOINT, j));
      if (found == joints_.end() || m_.jnt_type[j] < mjJNT_SLIDE) continue;
      out.push_back({found->second, j});
    }
    return out;
  }

 private:
  void compare_bodies() {
    for (int b = 1; b < m_.nbody; ++b) {
      const auto found = bodies_.find(peer_name(m_, mjOBJ_BODY, b));
      if (found == bodies_.end() || !(m_.body_mass[b] > 0)) continue;
      const physics::MassProperties& ours = world_.bodies[found->second].mass_properties;
      if (!(ours.mass > 0)) continue;
      ++out_.bodies;
      out_.mass = std::max(out_.mass, relative(ours.mass - m_.body_mass[b], m_.body_mass[b]));
      const mjtNum* q = m_.body_iquat + 4 * b;
      const mjtNum* i = m_.body_inertia + 3 * b;
      const physics::Mat3 turn = physics::Quat(q[0], q[1], q[2], q[3]).toRotationMatrix();
      const physics::Mat3 theirs = turn * physics::Vec3(i[0], i[1], i[2]).asDiagonal() * turn.transpose();
      // MuJoCo turns an inertia matrix to its axes with some 1e-7; its moments are exact.
      physics::Vec3 moments(i[0], i[1], i[2]);
      std::sort(moments.data(), moments.data() + 3);
      const physics::Vec3 own = Eigen::SelfAdjointEigenSolver<physics::Mat3>(ours.inertia).eigenvalues();
      out_.inertia = std::max(out_.inertia, relative((own - moments).cwiseAbs().maxCoeff(), moments[2]));
      out_.inertia_axes =
          std::max(out_.inertia_axes, relative((ours.inertia - theirs).cwiseAbs().maxCoeff(), moments[2]));
      const mjtNum* c = m_.body_ipos + 3 * b;
      const physics::Vec3 center(c[0], c[1], c[2]);
      out_.inertia = std::max(out_.inertia,
                              relative((ours.center_of_mass - center).norm(), std::max(center.norm(), 1.0)));
    }
  }

  void compare_joints() {
    for (const Pair& pair : pairs()) {
      ++out_.joints;
      const physics::JointConfig& ours = world_.joints[pair.ours];
      const mjtNum* axis = d_.xaxis + 3 * pair.peer;
      out_.axis = std::max(out_.axis, (ours.frame.col(0) - physics::Vec3(axis[0], axis[1], axis[2])).norm());
      const bool limited = m_.jnt_limited[pair.peer] != 0;
      if (limited != ours.axes[0].limit.has_value()) {
        out_.limits = 1;
        out_.worst = ours.name;
      } else if (limited) {
        const double zero = m_.qpos0[m_.jnt_qposadr[pair.peer]];
        const mjtNum* range = m_.jnt_range + 2 * pair.peer;
        out_.limits = std::max({out_.limits, relative(ours.axes[0].limit->lower - (range[0] - zero), 1),
                                relative(ours.axes[0].limit->upper - (range[1] - zero), 1)});
      }
    }
  }

  const mjModel& m_;
  mjData& d_;
  const import::Model& model_;
  const physics::WorldConfig& world_;
  MujocoComparison out_;
  std::map<std::string, std::size_t> bodies_;
  std::map<std::string, std::size_t> joints_;
};

/// Where a joint begins its swing: in the middle of its limits or at 0, and some way beside.
double start_of(const import::Joint& joint) {
  const import::Axis& axis = joint.axes[0];
  if (!axis.limits) return axis.slides ? 0 : 0.4;
  const double width = axis.limits->upper - axis.limits->lower;
  return (axis.limits->upper + axis.limits->lower) / 2 + std::min(0.1 * width, axis.slides ? 0.05 : 0.3);
}

struct Ours {
  import::Model model;
  std::string text;
  scenes::LoadedScene scene;
};

/// Without couplings, so that every joint of `start` begins where that says.
Result<Ours> imported(const import::ImportOptions& options, const std::map<std::string, double>& start) {
  import::Warnings warnings;
  auto model = import::read_model(options, warnings);
  if (!model) return tl::unexpected(model.error());
  model->couplings.clear();
  for (std::size_t j = 0; j < model->joints.size(); ++j) {
    const auto begins = start.find(model->joints[j].name);
    if (begins != start.end()) model->start[j] = begins->second;
  }
  // What is only seen would be written into files.
  for (import::Link& link : model->links)
    std::erase_if(link.shapes, [](const import::Shape& s) { return !s.touches; });
  const import::SceneText scene = import::scene_of(*model, options, warnings);
  auto loaded = scenes::load_text(scene.text, options.input.string(), ".");
  if (!loaded) return tl::unexpected(loaded.error());
  return Ours{std::move(*model), scene.text, std::move(*loaded)};
}

void make_passive(physics::WorldConfig& world) {
  world.sleep = false;
  for (physics::BodyConfig& body : world.bodies) body.shapes.clear();
  for (physics::JointConfig& joint : world.joints) {
    joint.cone.reset();
    for (physics::AxisConfig& axis : joint.axes) {
      axis.limit.reset();
      axis.friction.coulomb = 0;
    }
  }
}

void make_passive(mjModel& m, bool keep_armature) {
  m.opt.integrator = mjINT_RK4;
  m.opt.timestep = kPeerStep;
  m.opt.density = 0;
  m.opt.viscosity = 0;
  m.opt.disableflags |=
      mjDSBL_CONTACT | mjDSBL_LIMIT | mjDSBL_EQUALITY | mjDSBL_FRICTIONLOSS | mjDSBL_ACTUATION;
  std::fill_n(m.tendon_stiffness, m.ntendon, 0.0);
  std::fill_n(m.tendon_damping, m.ntendon, 0.0);
  // A free joint of the scene resists nothing.
  for (int dof = 0; dof < m.nv; ++dof) {
    const bool is_free = m.jnt_type[m.dof_jntid[dof]] == mjJNT_FREE;
    if (is_free) m.dof_damping[dof] = 0;
    if (is_free || !keep_armature) m.dof_armature[dof] = 0;
  }
}

/// The same gravity and the same damping for both.
void damp(mjModel& m, physics::WorldConfig& world, const std::vector<Pair>& pairs) {
  std::copy_n(kGravity, 3, m.opt.gravity);
  world.gravity = {kGravity[0], kGravity[1], kGravity[2]};
  for (const Pair& pair : pairs) {
    const int dof = m.jnt_dofadr[pair.peer];
    const double damping = std::max(m.dof_damping[dof], kLeastDamping * m.dof_M0[dof]);
    m.dof_damping[dof] = damping;
    world.joints[pair.ours].axes[0].friction.viscous = damping;
  }
}

/// The largest difference beside a joint's way, over all joints that have one.
struct Swing {
  int joints = 0;
  double difference = 0;
  std::string worst;
};

Swing swing_of(mjModel& m, Ours& ours, const std::vector<Pair>& pairs, bool keep_armature, int substeps) {
  make_passive(m, keep_armature);
  make_passive(ours.scene.world);
  damp(m, ours.scene.world, pairs);
  PeerData d(mj_makeData(&m));
  for (const Pair& pair : pairs) {
    const int at = m.jnt_qposadr[pair.peer];
    d->qpos[at] = m.qpos0[at] + ours.model.start[pair.ours];
  }
  physics::World world(ours.scene.world);
  physics::FrameState state = world.make_frame_state();
  std::vector<double> lowest(pairs.size(), 1e300);
  std::vector<double> highest(pairs.size(), -1e300);
  std::vector<double> difference(pairs.size(), 0);
  for (int frame = 1; frame <= static_cast<int>(std::lround(kSwingTime / kFrame)); ++frame) {
    world.step_frame(substeps);
    world.observe(state);
    for (int i = 0; i < static_cast<int>(std::lround(kFrame / kPeerStep)); ++i) mj_step(&m, d.get());
    for (std::size_t p = 0; p < pairs.size(); ++p) {
      const int at = m.jnt_qposadr[pairs[p].peer];
      const double theirs = d->qpos[at] - m.qpos0[at] - ours.model.start[pairs[p].ours];
      lowest[p] = std::min({lowest[p], theirs, 0.0});
      highest[p] = std::max({highest[p], theirs, 0.0});
      difference[p] = std::max(difference[p], std::abs(state.joints[pairs[p].ours].position[0] - theirs));
    }
  }
  Swing out;
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    const double way = highest[p] - lowest[p];
    if (!(way > kLeastWay)) continue;
    ++out.joints;
    if (std::isfinite(difference[p]) && difference[p] / way <= out.difference) continue;
    out.difference = difference[p] / way;
    out.worst = world.config().joints[pairs[p].ours].name;
  }
  return out;
}

}  // namespace

bool has_mujoco() {
  return true;
}

MujocoComparison compare_with_mujoco(const std::filesystem::path& file) {
  MujocoComparison out;
  out.model = file.filename().string();
  std::string error;
  const PeerModel peer = peer_model(file, error);
  if (!peer) {
    out.refused = "MuJoCo: " + error;
    return out;
  }
  import::ImportOptions options;
  options.input = file;
  options.output = "scene.json";
  options.passive = true;
  const auto at_rest = imported(options, {});
  if (!at_rest) {
    out.refused = "drawbar: " + at_rest.error().text;
    return out;
  }
  const PeerData data(mj_makeData(peer.get()));
  Comparer comparer(*peer, *data, at_rest->model, at_rest->scene);
  out = comparer.at_rest();
  out.model = file.filename().string();
  const std::vector<Pair> pairs = comparer.pairs();
  std::map<std::string, double> start;
  for (const Pair& pair : pairs) {
    const import::Joint& joint = at_rest->model.joints[pair.ours];
    start[joint.name] = start_of(joint);
  }
  auto swinging = imported(options, start);
  if (!swinging) {
    out.refused = "drawbar: " + swinging.error().text;
    return out;
  }
  // Where scenes' joints have no armature MuJoCo does without it, too.
  const bool keep_armature = swinging->text.find("\"armature\"") != std::string::npos;
  const Swing swing = swing_of(*peer, *swinging, pairs, keep_armature, kSubsteps);
  out.swings = swing.joints;
  out.swing = swing.difference;
  if (out.worst.empty()) out.worst = swing.worst;
  out.fine_swing = swing_of(*peer, *swinging, pairs, keep_armature, 5 * kSubsteps).difference;
  return out;
}

#else

bool has_mujoco() {
  return false;
}

MujocoComparison compare_with_mujoco(const std::filesystem::path&) {
  return {};
}

#endif

std::string table_head() {
  return "| model | bodies | joints | mass | inertia | axes | limits | swing, 5 ms | 1 ms | worst joint |\n"
         "|---|---|---|---|---|---|---|---|---|---|\n";
}

std::string table_row(const MujocoComparison& c) {
  if (!c.refused.empty()) return fmt::format("| {} | {} |\n", c.model, c.refused);
  const std::string swing = c.swings == 0
                                ? "nothing moves |"
                                : fmt::format("{:.4f} % | {:.4f} %", 100 * c.swing, 100 * c.fine_swing);
  return fmt::format("| {} | {} | {} | {:.0e} | {:.0e} | {:.0e} | {:.0e} | {} | {} |\n", c.model, c.bodies,
                     c.joints, c.mass, c.inertia, c.axis, c.limits, swing, c.worst);
}

}  // namespace drawbar::tests
