#include "physics/formulations/articulated_body/articulated_body.h"

#include <cassert>
#include <cmath>

namespace drawbar::physics {
namespace {

constexpr std::size_t at(std::size_t row, std::size_t column) {
  return row * (row + 1) / 2 + column;
}

void factor(std::array<double, 21>& m, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = m[at(i, j)];
      for (std::size_t k = 0; k < j; ++k) sum -= m[at(i, k)] * m[at(j, k)];
      assert(i != j || sum > 0);
      m[at(i, j)] = i == j ? std::sqrt(sum) : sum / m[at(j, j)];
    }
  }
}

void solve_lower(const std::array<double, 21>& l, std::size_t n, double* x) {
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < i; ++k) x[i] -= l[at(i, k)] * x[k];
    x[i] /= l[at(i, i)];
  }
}

void solve_upper(const std::array<double, 21>& l, std::size_t n, double* x) {
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) x[i] -= l[at(k, i)] * x[k];
    x[i] /= l[at(i, i)];
  }
}

}  // namespace

ArticulatedBody::ArticulatedBody(const TreeModel& tree)
    : tree_(tree),
      articulated_(tree.nodes.size()),
      carried_(tree.degrees),
      factor_(tree.nodes.size()),
      force_(tree.nodes.size()),
      reduced_(tree.degrees),
      acceleration_(tree.nodes.size()) {}

void ArticulatedBody::prepare(const TreeKinematics& kinematics) {
  kinematics_ = &kinematics;
  const std::vector<TreeLink>& nodes = tree_.nodes;
  std::copy(kinematics.inertia.begin(), kinematics.inertia.end(), articulated_.begin());
  for (std::size_t i = nodes.size(); i-- > 0;) {
    const TreeLink& node = nodes[i];
    const Twist* const a = kinematics.subspace.data() + node.first_degree;
    Wrench* const ma = carried_.data() + node.first_degree;
    SpatialInertia& m = articulated_[i];
    for (std::size_t k = 0; k < node.degrees; ++k) {
      ma[k] = m * a[k];
      for (std::size_t l = 0; l <= k; ++l) factor_[i][at(k, l)] = dot(a[l], ma[k]);
      const double armature = tree_.armature[node.first_degree + k];
      if (armature > 0) factor_[i][at(k, k)] += armature;
    }
    factor(factor_[i], node.degrees);
    if (node.parent == kNoIndex) continue;
    // M* - M* A (A^T M* A)^-1 A^T M*, one scaled column after the other
    for (std::size_t k = 0; k < node.degrees; ++k) {
      Wrench column = ma[k];
      for (std::size_t l = 0; l < k; ++l) {
        const double weight = factor_[i][at(k, l)];
        column.force -= weight * ma[l].force;
        column.torque -= weight * ma[l].torque;
      }
      const double inverse = 1.0 / factor_[i][at(k, k)];
      column.force *= inverse;
      column.torque *= inverse;
      m.linear -= column.force * column.force.transpose();
      m.coupling -= column.force * column.torque.transpose();
      m.angular -= column.torque * column.torque.transpose();
      ma[k] = column;
    }
    articulated_[node.parent] += m.shifted_back(kinematics.shift[i]);
  }
}

// carried_ holds U L^-T (U = M* A, A^T M* A = L L^T) for all nodes that hang on another, so that M* A D^-1 x
// is carried_ L^-1 x.
void ArticulatedBody::solve(const TreeLoad& load, std::span<double> out) {
  const TreeKinematics& kinematics = *kinematics_;
  const std::vector<TreeLink>& nodes = tree_.nodes;
  std::copy(load.wrench.begin(), load.wrench.end(), force_.begin());
  for (std::size_t i = nodes.size(); i-- > 0;) {
    const TreeLink& node = nodes[i];
    const Twist* const a = kinematics.subspace.data() + node.first_degree;
    double* const y = reduced_.data() + node.first_degree;
    Wrench f = force_[i];
    for (std::size_t k = 0; k < node.degrees; ++k) y[k] = load.torque[node.first_degree + k] + dot(a[k], f);
    solve_lower(factor_[i], node.degrees, y);
    if (node.parent == kNoIndex) continue;
    // Force passed on: F* - M* bias with what the joint's own acceleration takes away. articulated_[i] is
    // already without the joint's directions; y still wants the bias there.
    f -= articulated_[i] * load.bias[i];
    for (std::size_t k = 0; k < node.degrees; ++k) {
      const Wrench& column = carried_[node.first_degree + k];
      f.force -= y[k] * column.force;
      f.torque -= y[k] * column.torque;
      y[k] -= dot(load.bias[i], column);
    }
    force_[node.parent] += shifted_back(f, kinematics.shift[i]);
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const TreeLink& node = nodes[i];
    double* const x = out.data() + node.first_degree;
    const double* const y = reduced_.data() + node.first_degree;
    for (std::size_t k = 0; k < node.degrees; ++k) x[k] = y[k];
    Twist motion = load.bias[i];
    if (node.parent != kNoIndex) {
      const Twist before = shifted(acceleration_[node.parent], kinematics.shift[i]);
      for (std::size_t k = 0; k < node.degrees; ++k) {
        x[k] -= dot(before, carried_[node.first_degree + k]);
      }
      motion.linear += before.linear;
      motion.angular += before.angular;
    } else {
      // Roots keep M* whole: their own right side takes the bias here (a free root has none).
      double b[6] = {};
      for (std::size_t k = 0; k < node.degrees; ++k)
        b[k] = dot(load.bias[i], carried_[node.first_degree + k]);
      solve_lower(factor_[i], node.degrees, b);
      for (std::size_t k = 0; k < node.degrees; ++k) x[k] -= b[k];
    }
    solve_upper(factor_[i], node.degrees, x);
    for (std::size_t k = 0; k < node.degrees; ++k) {
      motion.linear += x[k] * kinematics.subspace[node.first_degree + k].linear;
      motion.angular += x[k] * kinematics.subspace[node.first_degree + k].angular;
    }
    acceleration_[i] = motion;
  }
}

}  // namespace drawbar::physics
