// One node of the articulated-body recursion: its factor, and its step in a solve (tree_factor.h).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "physics/articulation/spatial.h"
#include "physics/articulation/spatial_cholesky.h"
#include "physics/articulation/topology.h"

namespace drawbar::physics {

/// Whitened coordinates of one node: its free axes, or six for a free root; the rest are 0.
template <class Number>
using NodeCoordinatesOf = std::array<Number, 6>;
using NodeCoordinates = NodeCoordinatesOf<double>;

/// One free axis of a node. The caller sets the first part, the factor the second.
template <class Number>
struct PivotAxisOf {
  SpatialOf<Number> motion;  ///< S: at this centre of mass
  Number gain = 0;           ///< E: impulse per rate on the axis (springs, drives)

  Number inertia = 0;          ///< S^T A S
  SpatialOf<Number> response;  ///< N
  SpatialOf<Number> coupling;  ///< W; of the axes of a node with axis laws the hook sets A S before
};
using PivotAxis = PivotAxisOf<double>;

/// One node of the factor. The caller sets the first part, the factor the second.
template <class Number>
struct PivotOf {
  std::size_t parent = kNone;
  int axes = 0;                         ///< free axes in `axis`: 0 to 3, or 6: a free root, `axis` unused
  bool has_axis_laws = false;           ///< TreeFactor::factor asks its hook
  bool accumulated = false;             ///< until it is factored: something has been added to its A
  Vec3Of<Number> r{0, 0, 0};            ///< from the parent's to this centre of mass, m, world
  PivotAxisOf<Number>* axis = nullptr;  ///< room for all free axes of its joint; not owned

  std::array<Number, 6> root{};                   ///< L of up to three axes: l00 l10 l11 l20 l21 l22
  SymmetricSpatialOf<Number> propagated_inertia;  ///< A'
};
using Pivot = PivotOf<double>;

/// `u` is A S.
template <class Number>
inline void factor_one_axis(const SymmetricSpatialOf<Number>& a, const SpatialOf<Number> u,
                            PivotOf<Number>& n) {
  using std::sqrt;
  PivotAxisOf<Number>& axis = *n.axis;
  axis.inertia = dot(u, axis.motion);
  const Number root = sqrt(axis.inertia + axis.gain);
  const Number inverse = 1.0 / root;
  n.root[0] = root;
  for (std::size_t k = 0; k < 6; ++k) {
    axis.response[k] = inverse * axis.motion[k];
    axis.coupling[k] = inverse * u[k];
  }
  subtract_outer(a, axis.coupling, n.propagated_inertia);
}

/// From A of the node. Columns one after the other: N = S L^-T is the Gram-Schmidt basis of S in the metric
/// A + E.
template <class Number>
inline void factor_axes(const SymmetricSpatialOf<Number>& a, PivotOf<Number>& n) {
  using std::max;
  using std::sqrt;
  if (n.axes == 1) return factor_one_axis(a, n.has_axis_laws ? n.axis->coupling : a * n.axis->motion, n);
  const auto axes = static_cast<std::size_t>(n.axes);
  Number d[3][3];
  for (std::size_t i = 0; i < axes; ++i) {
    PivotAxisOf<Number>& axis = n.axis[i];
    axis.response = axis.motion;
    if (!n.has_axis_laws) axis.coupling = a * axis.motion;
    for (std::size_t j = 0; j <= i; ++j) d[i][j] = dot(n.axis[j].coupling, axis.motion);
    axis.inertia = d[i][i];
    d[i][i] += axis.gain;
  }
  n.propagated_inertia = a;
  for (std::size_t i = 0; i < axes; ++i) {
    PivotAxisOf<Number>& axis = n.axis[i];
    Number* row = &n.root[triangle(i)];
    Number sum = d[i][i];
    for (std::size_t j = 0; j < i; ++j) {
      Number entry = d[i][j];
      for (std::size_t k = 0; k < j; ++k) entry -= row[k] * n.root[triangle(j) + k];
      row[j] = entry / n.root[triangle(j) + j];
      sum -= row[j] * row[j];
      add_scaled(axis.response, -row[j], n.axis[j].response);
      add_scaled(axis.coupling, -row[j], n.axis[j].coupling);
    }
    row[i] = sqrt(max(sum, Number(kSmallestPivot * d[i][i])));
    const Number inverse = 1.0 / row[i];
    for (std::size_t k = 0; k < 6; ++k) {
      axis.response[k] *= inverse;
      axis.coupling[k] *= inverse;
    }
    subtract_outer(n.propagated_inertia, axis.coupling, n.propagated_inertia);
  }
}

/// y of a node on axes, under `force` alone.
template <class Number>
inline void project(const PivotOf<Number>& n, const SpatialOf<Number>& force, NodeCoordinatesOf<Number>& y) {
  for (std::size_t k = 0; k < static_cast<std::size_t>(n.axes); ++k) y[k] = dot(n.axis[k].response, force);
}

/// On the way up: what `force` on a node on axes leaves to its parent, with bias c and y.
template <class Number>
inline void pass_up(const PivotOf<Number>& n, const SpatialOf<Number>& force, const SpatialOf<Number>& bias,
                    const NodeCoordinatesOf<Number>& y, SpatialOf<Number>& parent_force) {
  SpatialOf<Number> f = in_scalars(force);
  for (std::size_t k = 0; k < static_cast<std::size_t>(n.axes); ++k) {
    add_scaled(f, -y[k], n.axis[k].coupling);
  }
  const SpatialOf<Number> carried = n.propagated_inertia * bias;
  for (std::size_t k = 0; k < 6; ++k) f[k] -= carried[k];
  add_force_from(parent_force, f, n.r);
}

/// On the way down: velocity and rates of a node on axes whose rigid following of its parent, bias included,
/// would be `u`.
template <class Number>
inline void pass_down(const PivotOf<Number>& n, const SpatialOf<Number>& u,
                      const NodeCoordinatesOf<Number>& y, SpatialOf<Number>& velocity,
                      std::array<Number, 3>& rates) {
  SpatialOf<Number> v = u;
  const auto axes = static_cast<std::size_t>(n.axes);
  std::array<Number, 3> s{};
  for (std::size_t k = 0; k < axes; ++k) {
    s[k] = y[k] - dot(n.axis[k].coupling, u);
    add_scaled(v, s[k], n.axis[k].response);
  }
  velocity = v;
  for (std::size_t k = axes; k-- > 0;) {
    Number sum = s[k];
    for (std::size_t j = k + 1; j < axes; ++j) sum -= n.root[triangle(j) + k] * rates[j];
    rates[k] = sum / n.root[triangle(k) + k];
  }
}

}  // namespace drawbar::physics
