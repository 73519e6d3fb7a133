#include "physics/articulation/tree_factor.h"

#include <algorithm>
#include <cmath>

#include "physics/articulation/spatial_cholesky.h"

namespace drawbar::physics {
namespace {

void factor_one_axis(Pivot& n, const SymmetricSpatial& a) {
  PivotAxis& axis = *n.axis;
  const Spatial u = a * axis.motion;
  axis.inertia = dot(u, axis.motion);
  const double root = std::sqrt(axis.inertia + axis.gain);
  const double inverse = 1.0 / root;
  n.root[0] = root;
  for (std::size_t k = 0; k < 6; ++k) {
    axis.response[k] = inverse * axis.motion[k];
    axis.coupling[k] = inverse * u[k];
  }
  subtract_outer(a, axis.coupling, n.carried);
}

// Columns one after the other: N = S L^-T is the Gram-Schmidt basis of S in the metric A + E.
void factor_axes(Pivot& n, const SymmetricSpatial& a) {
  const auto axes = static_cast<std::size_t>(n.axes);
  double d[3][3];
  for (std::size_t i = 0; i < axes; ++i) {
    PivotAxis& axis = n.axis[i];
    axis.response = axis.motion;
    axis.coupling = a * axis.motion;
    for (std::size_t j = 0; j <= i; ++j) d[i][j] = dot(n.axis[j].coupling, axis.motion);
    axis.inertia = d[i][i];
    d[i][i] += axis.gain;
  }
  n.carried = a;
  for (std::size_t i = 0; i < axes; ++i) {
    PivotAxis& axis = n.axis[i];
    double* row = &n.root[triangle(i)];
    double sum = d[i][i];
    for (std::size_t j = 0; j < i; ++j) {
      double entry = d[i][j];
      for (std::size_t k = 0; k < j; ++k) entry -= row[k] * n.root[triangle(j) + k];
      row[j] = entry / n.root[triangle(j) + j];
      sum -= row[j] * row[j];
      add_scaled(axis.response, -row[j], n.axis[j].response);
      add_scaled(axis.coupling, -row[j], n.axis[j].coupling);
    }
    row[i] = std::sqrt(std::max(sum, kSmallestPivot * d[i][i]));
    const double inverse = 1.0 / row[i];
    for (std::size_t k = 0; k < 6; ++k) {
      axis.response[k] *= inverse;
      axis.coupling[k] *= inverse;
    }
    subtract_outer(n.carried, axis.coupling, n.carried);
  }
}

}  // namespace

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

void TreeFactor::factor(std::size_t begin, std::size_t end, std::span<const BodyMass> mass, PivotHook& hook) {
  for (std::size_t i = end; i-- > begin;) {
    Pivot& n = pivots[i];
    SymmetricSpatial& a = inertia_[i];
    if (!n.fed) set(mass[i], a);
    n.fed = false;
    if (n.hooked) hook.set_pivot(i, a, n);
    if (n.axes == 6) {
      physics::factor(a, free_roots_[i]);
      continue;
    }
    if (n.axes == 1) {
      factor_one_axis(n, a);
    } else {
      factor_axes(n, a);
    }
    if (n.parent == kNone) continue;
    Pivot& parent = pivots[n.parent];
    if (!parent.fed) set(mass[n.parent], inertia_[n.parent]);
    parent.fed = true;
    add_transported(inertia_[n.parent], n.carried, n.r);
  }
}

void TreeFactor::step_up(std::size_t i, Spatial& force, NodeCoordinates& z) const {
  const Pivot& n = pivots[i];
  if (n.axes == 6) {
    solve_lower(free_roots_[i], force, z);
    return;
  }
  for (std::size_t k = 0; k < static_cast<std::size_t>(n.axes); ++k) z[k] = dot(n.axis[k].response, force);
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
    for (std::size_t k = 0; k < axes; ++k) y[i][k] = dot(n.axis[k].response, force[i]);
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
    Spatial f = in_scalars(force[i]);
    for (std::size_t k = 0; k < axes; ++k) add_scaled(f, -y[i][k], n.axis[k].coupling);
    const Spatial carried = n.carried * bias[i];
    for (std::size_t k = 0; k < 6; ++k) f[k] -= carried[k];
    add_force_from(force[n.parent], f, n.r);
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
    Spatial v = u;
    const auto axes = static_cast<std::size_t>(n.axes);
    std::array<double, 3> s{};
    for (std::size_t k = 0; k < axes; ++k) {
      s[k] = y[i][k] - dot(n.axis[k].coupling, u);
      add_scaled(v, s[k], n.axis[k].response);
    }
    velocity[i] = v;
    for (std::size_t k = axes; k-- > 0;) {
      double sum = s[k];
      for (std::size_t j = k + 1; j < axes; ++j) sum -= n.root[triangle(j) + k] * rates[i][j];
      rates[i][k] = sum / n.root[triangle(k) + k];
    }
  }
}

}  // namespace drawbar::physics
