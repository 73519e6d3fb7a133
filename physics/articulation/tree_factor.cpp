#include "physics/articulation/tree_factor.h"

namespace drawbar::physics {

TreeFactor::TreeFactor(const Topology& topology, const Model& model)
    : pivots(topology.nodes.size()), free_roots_(topology.nodes.size()), inertia_(topology.nodes.size()) {
  const auto room = [&](const TreeNode& node) {
    return node.joint == kNone ? std::size_t{0}
                               : static_cast<std::size_t>(model.joints[node.joint].free_axes);
  };
  std::size_t count = 0;
  for (const TreeNode& node : topology.nodes) count += room(node);
  axes_.resize(count);
  PivotAxis* next = axes_.data();
  for (std::size_t i = 0; i < pivots.size(); ++i) {
    pivots[i].axis = next;
    next += room(topology.nodes[i]);
  }
}

void TreeFactor::add_soft_row(std::size_t node, const BodyMass& mass, const Spatial& row, double gain) {
  Pivot& n = pivots[node];
  if (!n.accumulated) set(mass, inertia_[node]);
  n.accumulated = true;
  add_outer(inertia_[node], gain, row);
}

void TreeFactor::factor(std::size_t begin, std::size_t end, std::span<const BodyMass> mass, PivotHook& hook) {
  for (std::size_t i = end; i-- > begin;) {
    Pivot& n = pivots[i];
    SymmetricSpatial& a = inertia_[i];
    if (!n.accumulated) set(mass[i], a);
    n.accumulated = false;
    if (n.has_axis_laws) hook.set_pivot(i, a, n);
    if (n.axes == 6) {
      physics::factor(a, free_roots_[i]);
      continue;
    }
    factor_axes(a, n);
    if (n.parent == kNone) continue;
    Pivot& parent = pivots[n.parent];
    if (!parent.accumulated) set(mass[n.parent], inertia_[n.parent]);
    parent.accumulated = true;
    add_transported(inertia_[n.parent], n.propagated_inertia, n.r);
  }
}

void TreeFactor::step_up(std::size_t i, Spatial& force, NodeCoordinates& z) const {
  const Pivot& n = pivots[i];
  if (n.axes == 6) {
    solve_lower(free_roots_[i], force, z);
    return;
  }
  project(n, force, z);
  for (std::size_t k = 0; k < static_cast<std::size_t>(n.axes); ++k)
    add_scaled(force, -z[k], n.axis[k].coupling);
  move_force(force, n.r);
}

void TreeFactor::up(std::size_t begin, std::size_t end, std::span<Spatial> force,
                    std::span<const Spatial> bias, std::span<const std::array<double, 3>> axis_impulse,
                    std::span<NodeCoordinates> y) const {
  for (std::size_t i = end; i-- > begin;) {
    const Pivot& n = pivots[i];
    if (n.axes == 6) {
      solve_lower(free_roots_[i], force[i], y[i]);
      continue;
    }
    const auto axes = static_cast<std::size_t>(n.axes);
    project(n, force[i], y[i]);
    if (!axis_impulse.empty()) {
      std::array<double, 3> t{};  // L^-1 tau
      for (std::size_t k = 0; k < axes; ++k) {
        double sum = axis_impulse[i][k];
        for (std::size_t j = 0; j < k; ++j) sum -= n.root[triangle(k) + j] * t[j];
        t[k] = sum / n.root[triangle(k) + k];
        y[i][k] += t[k];
      }
    }
    if (n.parent == kNone) continue;
    pass_up(n, force[i], bias[i], y[i], force[n.parent]);
  }
}

void TreeFactor::down(std::size_t begin, std::size_t end, std::span<const NodeCoordinates> y,
                      std::span<const Spatial> bias, std::span<Spatial> velocity,
                      std::span<std::array<double, 3>> rates) const {
  for (std::size_t i = begin; i < end; ++i) {
    const Pivot& n = pivots[i];
    if (n.axes == 6) {
      solve_upper(free_roots_[i], y[i], velocity[i]);
      continue;
    }
    Spatial u = bias[i];
    if (n.parent != kNone) add_scaled(u, 1.0, motion_at(velocity[n.parent], n.r));
    pass_down(n, u, y[i], velocity[i], rates[i]);
  }
}

}  // namespace drawbar::physics
