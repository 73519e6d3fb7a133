#include "physics/formulations/lagrange_multipliers/lagrange_multipliers.h"

#include <cassert>
#include <cmath>

namespace drawbar::physics {
namespace {

constexpr std::size_t in_block(std::size_t row, std::size_t column) {
  return row * 6 + column;
}
constexpr std::size_t packed(std::size_t row, std::size_t column) {
  return row * (row + 1) / 2 + column;
}

template <class Matrix, class Index>
void factor(Matrix& m, std::size_t n, Index index) {
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = m[index(i, j)];
      for (std::size_t k = 0; k < j; ++k) sum -= m[index(i, k)] * m[index(j, k)];
      assert(i != j || sum > 0);
      m[index(i, j)] = i == j ? std::sqrt(sum) : sum / m[index(j, j)];
    }
  }
}

template <class Matrix, class Index>
void solve_lower(const Matrix& l, std::size_t n, double* x, std::size_t stride, Index index) {
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < i; ++k) x[i * stride] -= l[index(i, k)] * x[k * stride];
    x[i * stride] /= l[index(i, i)];
  }
}

template <class Matrix, class Index>
void solve_upper(const Matrix& l, std::size_t n, double* x, Index index) {
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) x[i] -= l[index(k, i)] * x[k];
    x[i] /= l[index(i, i)];
  }
}

}  // namespace

LagrangeMultipliers::LagrangeMultipliers(const TreeModel& tree)
    : tree_(tree),
      rows_(tree.nodes.size()),
      basis_(tree.nodes.size()),
      own_response_(tree.nodes.size()),
      parent_response_(tree.nodes.size()),
      inverse_inertia_(tree.nodes.size(), Mat3::Zero()),
      diagonal_(tree.nodes.size()),
      neighbours_(tree.nodes.size()),
      force_(tree.nodes.size()),
      motion_(tree.nodes.size()),
      multiplier_(tree.nodes.size()),
      gram_(tree.nodes.size()) {
  std::size_t blocks = 0;
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    rows_[i] = 6 - tree.nodes[i].degrees;
    if (tree.nodes[i].parent == kNoIndex) continue;
    for (std::size_t j = 0; j < i; ++j) {
      if (j == tree.nodes[i].parent || tree.nodes[j].parent == tree.nodes[i].parent) {
        neighbours_[i].push_back({j, blocks++});
      }
    }
  }
  coupling_.resize(blocks);
}

// Z at the centre of mass: forces at the joint's point along what may not slide, torques about what may not
// turn.
void LagrangeMultipliers::fill_bases() {
  for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
    const TreeLink& node = tree_.nodes[i];
    if (node.is_free()) continue;
    const Mat3& inner = kinematics_->inner_axes[i];
    const Vec3& arm = kinematics_->outer_arm[i];
    std::size_t n = 0;
    const auto hold = [&](const Vec3& direction) { basis_[i][n++] = {direction, arm.cross(direction)}; };
    const auto twist = [&](const Vec3& axis) { basis_[i][n++] = {Vec3::Zero(), axis}; };
    switch (node.type) {
      case JointType::fixed:
      case JointType::revolute:
      case JointType::universal:
      case JointType::spherical:
        for (int k = 0; k < 3; ++k) hold(Vec3::Unit(k));
        break;
      case JointType::prismatic:
      case JointType::cylindrical:
        hold(inner.col(1));
        hold(inner.col(2));
        break;
      default:
        hold(inner.col(2));
        break;
    }
    switch (node.type) {
      case JointType::fixed:
      case JointType::prismatic:
        for (int k = 0; k < 3; ++k) twist(inner.col(k));
        break;
      case JointType::revolute:
      case JointType::cylindrical:
        twist(inner.col(1));
        twist(inner.col(2));
        break;
      case JointType::universal:
        twist(inner.col(0).cross(kinematics_->outer_axes[i].col(1)));
        break;
      case JointType::planar:
        twist(inner.col(0));
        twist(inner.col(1));
        break;
      default:
        break;
    }
    assert(n == rows_[i]);
  }
}

Twist LagrangeMultipliers::inverse_mass_times(std::size_t node, const Wrench& wrench) const {
  const double mass = kinematics_->inertia[node].linear(0, 0);
  return {wrench.force / mass, inverse_inertia_[node] * wrench.torque};
}

std::size_t LagrangeMultipliers::find(std::size_t node, std::size_t neighbour) const {
  std::size_t k = 0;
  while (neighbours_[node][k].node != neighbour) ++k;
  return neighbours_[node][k].block;
}

void LagrangeMultipliers::prepare(const TreeKinematics& kinematics) {
  kinematics_ = &kinematics;
  const std::vector<TreeLink>& nodes = tree_.nodes;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const BodyModel& body = kinematics.model.bodies[nodes[i].body];
    const Mat3& r = kinematics.frames[i].rotation;
    inverse_inertia_[i] = r * (body.inverse_inertia / nodes[i].share) * r.transpose();
  }
  fill_bases();
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const std::size_t p = nodes[i].parent;
    for (std::size_t k = 0; k < rows_[i]; ++k) {
      own_response_[i][k] = inverse_mass_times(i, basis_[i][k]);
      if (p != kNoIndex) {
        parent_response_[i][k] = inverse_mass_times(p, shifted_back(basis_[i][k], kinematics.shift[i]));
      }
    }
    for (std::size_t a = 0; a < rows_[i]; ++a) {
      for (std::size_t b = 0; b <= a; ++b) {
        double value = dot(own_response_[i][b], basis_[i][a]);
        if (p != kNoIndex) value += dot(shifted(parent_response_[i][b], kinematics.shift[i]), basis_[i][a]);
        diagonal_[i][in_block(a, b)] = value;
      }
    }
    for (const Neighbour& n : neighbours_[i]) {
      const bool is_parent = n.node == p;
      for (std::size_t a = 0; a < rows_[i]; ++a) {
        for (std::size_t b = 0; b < rows_[n.node]; ++b) {
          const Twist response = is_parent ? own_response_[n.node][b] : parent_response_[n.node][b];
          const double value = dot(shifted(response, kinematics.shift[i]), basis_[i][a]);
          coupling_[n.block][in_block(a, b)] = is_parent ? -value : value;
        }
      }
    }
    const TreeLink& node = nodes[i];
    for (std::size_t a = 0; a < node.degrees; ++a) {
      const Twist& x = kinematics.subspace[node.first_degree + a];
      for (std::size_t b = 0; b <= a; ++b) {
        const Twist& y = kinematics.subspace[node.first_degree + b];
        gram_[i][packed(a, b)] = x.linear.dot(y.linear) + x.angular.dot(y.angular);
      }
    }
    factor(gram_[i], node.degrees, packed);
  }
  for (std::size_t i = nodes.size(); i-- > 0;) {
    factor(diagonal_[i], rows_[i], in_block);
    for (const Neighbour& n : neighbours_[i]) {
      for (std::size_t b = 0; b < rows_[n.node]; ++b) {
        solve_lower(diagonal_[i], rows_[i], coupling_[n.block].data() + b, 6, in_block);
      }
    }
    for (std::size_t s = 0; s < neighbours_[i].size(); ++s) {
      const Neighbour& one = neighbours_[i][s];
      for (std::size_t t = 0; t <= s; ++t) {
        const Neighbour& two = neighbours_[i][t];
        const bool same = one.node == two.node;
        const std::size_t high = std::max(one.node, two.node), low = std::min(one.node, two.node);
        Block& target = same ? diagonal_[high] : coupling_[find(high, low)];
        const Block& from_high = coupling_[high == one.node ? one.block : two.block];
        const Block& from_low = coupling_[low == one.node ? one.block : two.block];
        for (std::size_t a = 0; a < rows_[high]; ++a) {
          for (std::size_t b = 0; b < (same ? a + 1 : rows_[low]); ++b) {
            double sum = 0;
            for (std::size_t k = 0; k < rows_[i]; ++k)
              sum += from_high[in_block(k, a)] * from_low[in_block(k, b)];
            target[in_block(a, b)] -= sum;
          }
        }
      }
    }
  }
}

void LagrangeMultipliers::solve(const TreeLoad& load, std::span<double> out) {
  const TreeKinematics& kinematics = *kinematics_;
  const std::vector<TreeLink>& nodes = tree_.nodes;
  // Torques along the coordinates are forces of the joint: A (A^T A)^-1 torque on the body, the opposite on
  // its parent.
  std::copy(load.wrench.begin(), load.wrench.end(), force_.begin());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const TreeLink& node = nodes[i];
    double weight[6] = {};
    for (std::size_t k = 0; k < node.degrees; ++k) weight[k] = load.torque[node.first_degree + k];
    solve_lower(gram_[i], node.degrees, weight, 1, packed);
    solve_upper(gram_[i], node.degrees, weight, packed);
    Wrench drive;
    for (std::size_t k = 0; k < node.degrees; ++k) {
      drive.force += weight[k] * kinematics.subspace[node.first_degree + k].linear;
      drive.torque += weight[k] * kinematics.subspace[node.first_degree + k].angular;
    }
    force_[i] += drive;
    if (node.parent != kNoIndex) force_[node.parent] -= shifted_back(drive, kinematics.shift[i]);
  }
  // S M^-1 F - w*
  const auto across = [&](std::size_t i) {
    Twist u = motion_[i];
    if (nodes[i].parent != kNoIndex) {
      const Twist before = shifted(motion_[nodes[i].parent], kinematics.shift[i]);
      u.linear -= before.linear;
      u.angular -= before.angular;
    }
    u.linear -= load.bias[i].linear;
    u.angular -= load.bias[i].angular;
    return u;
  };
  for (std::size_t i = 0; i < nodes.size(); ++i) motion_[i] = inverse_mass_times(i, force_[i]);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Twist u = across(i);
    for (std::size_t k = 0; k < rows_[i]; ++k) multiplier_[i][k] = -dot(u, basis_[i][k]);
  }
  for (std::size_t i = nodes.size(); i-- > 0;) {
    solve_lower(diagonal_[i], rows_[i], multiplier_[i].data(), 1, in_block);
    for (const Neighbour& n : neighbours_[i]) {
      for (std::size_t k = 0; k < rows_[i]; ++k) {
        for (std::size_t b = 0; b < rows_[n.node]; ++b) {
          multiplier_[n.node][b] -= coupling_[n.block][in_block(k, b)] * multiplier_[i][k];
        }
      }
    }
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (const Neighbour& n : neighbours_[i]) {
      for (std::size_t k = 0; k < rows_[i]; ++k) {
        for (std::size_t b = 0; b < rows_[n.node]; ++b) {
          multiplier_[i][k] -= coupling_[n.block][in_block(k, b)] * multiplier_[n.node][b];
        }
      }
    }
    solve_upper(diagonal_[i], rows_[i], multiplier_[i].data(), in_block);
  }
  // dv/dt = M^-1 (F + S^T Z lambda), then qddot = (A^T A)^-1 A^T (S dv/dt - w*)
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    Wrench reaction;
    for (std::size_t k = 0; k < rows_[i]; ++k) {
      reaction.force += multiplier_[i][k] * basis_[i][k].force;
      reaction.torque += multiplier_[i][k] * basis_[i][k].torque;
    }
    force_[i] += reaction;
    if (nodes[i].parent != kNoIndex) {
      force_[nodes[i].parent] -= shifted_back(reaction, kinematics.shift[i]);
    }
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) motion_[i] = inverse_mass_times(i, force_[i]);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const TreeLink& node = nodes[i];
    const Twist u = across(i);
    double* const x = out.data() + node.first_degree;
    for (std::size_t k = 0; k < node.degrees; ++k) {
      const Twist& a = kinematics.subspace[node.first_degree + k];
      x[k] = a.linear.dot(u.linear) + a.angular.dot(u.angular);
    }
    solve_lower(gram_[i], node.degrees, x, 1, packed);
    solve_upper(gram_[i], node.degrees, x, packed);
  }
}

}  // namespace drawbar::physics
