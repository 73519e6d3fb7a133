#include "tools/import/masses.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>

#include "physics/contact/mass_properties.h"

namespace drawbar::import {
namespace {

/// Smallest principal moment beside the largest of a mended inertia.
constexpr double kThinnest = 1e-3;
/// The triangle inequality may be broken by this much: figures rounded to three digits. That of the scene's
/// loader.
constexpr double kRounding = 2.9e-3;
/// Of a body that the file gives no mass: a millionth of what hangs on it, or a gram.
constexpr double kMassPart = 1e-6;
constexpr double kLeastMass = 1e-3;
/// Of a body that has an inertia and no mass, kg: nothing that could be felt.
constexpr double kNoMass = 1e-9;

std::optional<physics::ShapeConfig> shape_config(const Shape& shape) {
  physics::ShapeConfig out;
  out.position = shape.pose.position;
  out.orientation = shape.pose.orientation;
  const Geometry& g = shape.geometry;
  switch (g.form) {
    case Form::sphere:
      out.geometry = physics::Sphere{g.radius};
      return out;
    case Form::box:
      out.geometry = physics::Box{g.size / 2};
      return out;
    case Form::capsule:
      out.geometry = physics::Capsule{g.radius, g.length / 2};
      return out;
    case Form::cylinder:
      out.geometry = physics::Cylinder{g.radius, g.length / 2};
      return out;
    case Form::mesh: {
      physics::TriangleMesh mesh;
      for (const ColoredMesh& part : g.meshes) {
        const auto base = static_cast<std::uint32_t>(mesh.vertices.size());
        mesh.vertices.insert(mesh.vertices.end(), part.mesh.vertices.begin(), part.mesh.vertices.end());
        for (const auto& t : part.mesh.triangles)
          mesh.triangles.push_back({base + t[0], base + t[1], base + t[2]});
      }
      out.geometry = std::move(mesh);
      if (!(physics::volume(out.geometry) > 0)) return std::nullopt;
      return out;
    }
    case Form::plane:
    case Form::grid:
      return std::nullopt;
  }
  return std::nullopt;
}

/// Moves `child`, fixed to `parent`, into it.
void merge(Model& model, std::size_t child, std::size_t parent) {
  Link& from = model.links[child];
  Link& into = model.links[parent];
  const Pose relative = into.pose.inverse() * from.pose;
  for (Shape& shape : from.shapes) {
    shape.pose = relative * shape.pose;
    into.shapes.push_back(std::move(shape));
  }
  from.shapes.clear();
  for (Joint& joint : model.joints) {
    if (joint.parent == child) joint.parent = parent;
  }
}

/// Takes links and joints out, and renumbers what names them.
void remove(Model& model, const std::vector<bool>& links, const std::vector<bool>& joints) {
  const auto renumbered = [](const std::vector<bool>& gone) {
    std::vector<std::size_t> to(gone.size());
    for (std::size_t i = 0, next = 0; i < gone.size(); ++i) to[i] = gone[i] ? next : next++;
    return to;
  };
  const auto kept = [](auto& list, const std::vector<bool>& gone) {
    std::size_t at = 0;
    std::erase_if(list, [&](const auto&) { return gone[at++]; });
  };
  const auto link_to = renumbered(links);
  const auto joint_to = renumbered(joints);
  std::erase_if(model.couplings, [&](const Coupling& c) { return joints[c.first] || joints[c.second]; });
  std::erase_if(model.drives, [&](const Drive& d) { return joints[d.joint]; });
  kept(model.links, links);
  kept(model.joints, joints);
  if (!model.start.empty()) kept(model.start, joints);
  for (Joint& joint : model.joints) {
    joint.parent = link_to[joint.parent];
    joint.child = link_to[joint.child];
  }
  for (Coupling& c : model.couplings) {
    c.first = joint_to[c.first];
    c.second = joint_to[c.second];
  }
  for (Drive& d : model.drives) d.joint = joint_to[d.joint];
}

/// Static is what hangs on something static by fixed joints alone.
void settle_statics(Model& model) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const Joint& joint : model.joints) {
      if (joint.kind != JointKind::fixed) continue;
      if (model.links[joint.parent].is_static == model.links[joint.child].is_static) continue;
      model.links[joint.parent].is_static = model.links[joint.child].is_static = true;
      changed = true;
    }
  }
  std::vector<bool> gone(model.joints.size());
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    const Joint& joint = model.joints[j];
    gone[j] = model.links[joint.parent].is_static && model.links[joint.child].is_static;
  }
  remove(model, std::vector<bool>(model.links.size()), gone);
}

bool has_mass(const Link& link) {
  return link.inertial && link.inertial->mass > 0;
}

/// Turns heavily, yet weighs nothing: no real body, but other programs count its inertia.
bool only_turns(const Link& link) {
  return link.inertial && !(link.inertial->mass > 0) && link.inertial->inertia.trace() > 0;
}

void weigh_turning(Model& model, Warnings& warnings) {
  for (Link& link : model.links) {
    if (link.is_static || !only_turns(link)) continue;
    link.inertial->mass = kNoMass;
    warnings.add(link.place,
                 fmt::format("link {} has an inertia, but no mass: it gets {:g} kg", link.name, kNoMass));
  }
}

void take_masses_of_shapes(Model& model, Warnings& warnings) {
  for (Link& link : model.links) {
    if (link.is_static || link.inertial) continue;
    link.inertial = inertial_of_shapes(link);
    if (!link.inertial) continue;
    warnings.add(
        link.place,
        fmt::format("link {} has no inertia of its own: {:.6g} kg and inertia are those of its shapes",
                    link.name, link.inertial->mass));
  }
}

/// A link without mass that is fixed to another: a frame. It becomes part of that one.
void merge_frames(Model& model, Warnings& warnings) {
  std::vector<bool> links(model.links.size());
  std::vector<bool> joints(model.joints.size());
  for (std::size_t j = model.joints.size(); j-- > 0;) {
    const Joint& joint = model.joints[j];
    Link& child = model.links[joint.child];
    if (joint.kind != JointKind::fixed || child.is_static || has_mass(child) || links[joint.parent]) continue;
    warnings.add_kind(child.place, "frame",
                      "link " + child.name + " has no mass and is fixed to " +
                          model.links[joint.parent].name + ": it becomes a part of that");
    links[joint.child] = joints[j] = true;
    merge(model, joint.child, joint.parent);
  }
  remove(model, links, joints);
}

double mass_on(const Model& model, std::size_t link) {
  double mass = 0;
  std::vector<std::size_t> waiting{link};
  std::vector<bool> seen(model.links.size());
  while (!waiting.empty()) {
    const std::size_t at = waiting.back();
    waiting.pop_back();
    if (seen[at]) continue;
    seen[at] = true;
    if (has_mass(model.links[at])) mass += model.links[at].inertial->mass;
    for (const Joint& joint : model.joints) {
      if (joint.parent == at) waiting.push_back(joint.child);
    }
  }
  return mass;
}

void give_mass(Model& model, Warnings& warnings) {
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    Link& link = model.links[i];
    if (link.is_static || has_mass(link)) continue;
    const double hanging = mass_on(model, i);
    const double mass = hanging > 0 ? kMassPart * hanging : kLeastMass;
    link.inertial = Inertial{mass, Vec3::Zero(), mass * 0.01 * Mat3::Identity()};
    warnings.add(
        link.place,
        fmt::format("link {} has no mass, but moves: it gets {:.6g} kg and a radius of gyration of 0.1 m",
                    link.name, mass));
  }
}

void mend_inertia(Link& link, Warnings& warnings) {
  Inertial& own = *link.inertial;
  own.inertia = (own.inertia + own.inertia.transpose()).eval() / 2;
  const Eigen::SelfAdjointEigenSolver<Mat3> solver(own.inertia);
  Vec3 moments = solver.eigenvalues();  // increasing
  const Vec3 before = moments;
  if (!(moments[2] > 0)) {
    const auto shapes = inertial_of_shapes(link);
    if (shapes) {
      own.inertia = shapes->inertia * (own.mass / shapes->mass);
    } else {
      own.inertia = own.mass * 0.01 * Mat3::Identity();
    }
    warnings.add(link.place,
                 fmt::format("link {} has no moments of inertia: they become those of {} of its mass, "
                             "[{:.6g}, {:.6g}, {:.6g}] kg m^2 on the diagonal",
                             link.name, shapes ? "its shapes" : "a ring with a radius of 0.1 m",
                             own.inertia(0, 0), own.inertia(1, 1), own.inertia(2, 2)));
    return;
  }
  if (!(before[0] > 1e-9 * before[2])) moments = moments.cwiseMax(kThinnest * before[2]);
  const double missing = moments[2] - moments[0] - moments[1];
  if (missing > kRounding * moments[2]) {
    moments[0] += missing / 2;
    moments[1] += missing / 2;
  }
  if (moments == before) return;
  own.inertia = solver.eigenvectors() * moments.asDiagonal() * solver.eigenvectors().transpose();
  warnings.add(link.place,
               fmt::format("link {}: no body has the principal moments {:.6g}, {:.6g}, {:.6g} kg m^2; they "
                           "become {:.6g}, {:.6g}, {:.6g}",
                           link.name, before[0], before[1], before[2], moments[0], moments[1], moments[2]));
}

}  // namespace

std::optional<Inertial> inertial_of_shapes(const Link& link) {
  for (const bool touching : {true, false}) {
    std::vector<physics::ShapeConfig> shapes;
    std::vector<double> densities;
    for (const Shape& shape : link.shapes) {
      if (touching ? !shape.touches : !shape.seen) continue;
      auto config = shape_config(shape);
      if (!config) continue;
      shapes.push_back(std::move(*config));
      densities.push_back(shape.density);
    }
    const physics::MassProperties found = physics::mass_properties(shapes, densities);
    if (found.mass > 0) return Inertial{found.mass, found.center_of_mass, found.inertia};
  }
  return std::nullopt;
}

std::vector<std::optional<std::size_t>> tree_joints(const Model& model) {
  std::vector<std::optional<std::size_t>> of(model.links.size());
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    if (!of[model.joints[j].child]) of[model.joints[j].child] = j;
  }
  return of;
}

void mend_masses(Model& model, Warnings& warnings) {
  settle_statics(model);
  weigh_turning(model, warnings);
  take_masses_of_shapes(model, warnings);
  merge_frames(model, warnings);
  give_mass(model, warnings);
  for (Link& link : model.links) {
    if (has_mass(link)) {
      mend_inertia(link, warnings);
    } else {
      link.inertial.reset();
    }
  }
}

}  // namespace drawbar::import
