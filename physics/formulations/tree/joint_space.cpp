#include "physics/formulations/tree/joint_space.h"

#include <algorithm>
#include <cmath>

namespace drawbar::physics {

JointSpace::JointSpace(const TreeModel& tree)
    : tree_(tree),
      size_(tree.degrees),
      matrix_(size_ * size_),
      run_start_(size_),
      composite_(tree.nodes.size()),
      gathered_(tree.nodes.size()),
      bias_(tree.nodes.size()) {
  for (std::size_t i = 0; i < size_; ++i) {
    const bool goes_on = i > 0 && tree.inner_degree[i] == i - 1;
    run_start_[i] = goes_on ? run_start_[i - 1] : i;
  }
}

void JointSpace::assemble(const TreeKinematics& kinematics) {
  kinematics_ = &kinematics;
  const std::vector<TreeLink>& nodes = tree_.nodes;
  std::copy(kinematics.inertia.begin(), kinematics.inertia.end(), composite_.begin());
  for (std::size_t i = nodes.size(); i-- > 0;) {
    const TreeLink& node = nodes[i];
    if (node.parent != kNoIndex) {
      composite_[node.parent] += composite_[i].shifted_back(kinematics.shift[i]);
    }
    for (std::size_t k = 0; k < node.degrees; ++k) {
      const std::size_t r = node.first_degree + k;
      double* out = row(r);
      Wrench force = composite_[i] * kinematics.subspace[r];
      for (std::size_t s = node.first_degree; s <= r; ++s) out[s] = dot(kinematics.subspace[s], force);
      if (tree_.armature[r] > 0) out[r] += tree_.armature[r];
      std::size_t at = i;
      while (nodes[at].parent != kNoIndex) {
        force = shifted_back(force, kinematics.shift[at]);
        at = nodes[at].parent;
        for (std::size_t s = nodes[at].first_degree; s < nodes[at].first_degree + nodes[at].degrees; ++s) {
          out[s] = dot(kinematics.subspace[s], force);
        }
      }
    }
  }
}

void JointSpace::right_side(const TreeLoad& load, std::span<double> out) {
  const TreeKinematics& kinematics = *kinematics_;
  const std::vector<TreeLink>& nodes = tree_.nodes;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    bias_[i] = load.bias[i];
    if (nodes[i].parent != kNoIndex) {
      const Twist before = shifted(bias_[nodes[i].parent], kinematics.shift[i]);
      bias_[i].linear += before.linear;
      bias_[i].angular += before.angular;
    }
    gathered_[i] = load.wrench[i];
    gathered_[i] -= kinematics.inertia[i] * bias_[i];
  }
  for (std::size_t i = nodes.size(); i-- > 0;) {
    const TreeLink& node = nodes[i];
    for (std::size_t s = node.first_degree; s < node.first_degree + node.degrees; ++s) {
      out[s] = load.torque[s] + dot(kinematics.subspace[s], gathered_[i]);
    }
    if (node.parent != kNoIndex) gathered_[node.parent] += shifted_back(gathered_[i], kinematics.shift[i]);
  }
}

void JointSpace::multiply(std::span<const double> x, std::span<double> y) const {
  std::fill(y.begin(), y.end(), 0.0);
  for (std::size_t i = 0; i < size_; ++i) {
    const double* m = row(i);
    y[i] += m[i] * x[i];
    double sum = 0;
    for (std::size_t end = inner(i); end != kNoIndex;) {
      const std::size_t start = run_start_[end];
      for (std::size_t j = start; j <= end; ++j) {
        sum += m[j] * x[j];
        y[j] += m[j] * x[i];
      }
      end = inner(start);
    }
    y[i] += sum;
  }
}

bool factor_from_leaves(JointSpace& matrix) {
  for (std::size_t k = matrix.size(); k-- > 0;) {
    double* const pivot = matrix.row(k);
    if (!(pivot[k] > 0)) return false;
    pivot[k] = std::sqrt(pivot[k]);
    const double inverse = 1.0 / pivot[k];
    for (std::size_t end = matrix.inner(k); end != kNoIndex;) {
      const std::size_t start = matrix.run_start(end);
      for (std::size_t j = start; j <= end; ++j) pivot[j] *= inverse;
      end = matrix.inner(start);
    }
    for (std::size_t i = matrix.inner(k); i != kNoIndex; i = matrix.inner(i)) {
      double* const row = matrix.row(i);
      const double factor = pivot[i];
      std::size_t end = i;
      while (end != kNoIndex) {
        const std::size_t start = matrix.run_start(end);
        for (std::size_t j = start; j <= end; ++j) row[j] -= factor * pivot[j];
        end = matrix.inner(start);
      }
    }
  }
  return true;
}

void solve_from_leaves(const JointSpace& factor, std::span<double> x) {
  for (std::size_t i = factor.size(); i-- > 0;) {
    const double* const row = factor.row(i);
    x[i] /= row[i];
    for (std::size_t j = factor.inner(i); j != kNoIndex; j = factor.inner(j)) x[j] -= row[j] * x[i];
  }
  for (std::size_t i = 0; i < factor.size(); ++i) {
    const double* const row = factor.row(i);
    double sum = x[i];
    for (std::size_t j = factor.inner(i); j != kNoIndex; j = factor.inner(j)) sum -= row[j] * x[j];
    x[i] = sum / row[i];
  }
}

}  // namespace drawbar::physics
