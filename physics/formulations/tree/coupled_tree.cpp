#include "physics/formulations/tree/coupled_tree.h"

#include <cassert>
#include <cmath>

namespace drawbar::physics {
namespace {

/// The second removes what rounding left of the first.
constexpr int kCorrections = 2;
/// Of what the coupled bodies would give alone: couplings that give less are kept by joints already.
constexpr double kNothing = 1e-12;

}  // namespace

bool axes_are_coordinates(JointType type) {
  return type == JointType::revolute || type == JointType::prismatic || type == JointType::cylindrical ||
         type == JointType::universal;
}

AxisDegree degree_of_axis(const TreeModel& tree, const Model& model, std::size_t joint, std::size_t axis) {
  for (const TreeLink& node : tree.nodes) {
    if (node.joint != joint) continue;
    const bool turned = node.body == model.joints[joint].parent;
    const bool swapped = turned && node.type == JointType::universal;
    return {node.first_degree + (swapped ? 1 - axis : axis), turned ? -1.0 : 1.0};
  }
  return {};
}

CoupledTree::CoupledTree(TreeMethod& method, const TreeModel& tree, const Model& model,
                         std::span<const CouplingConfig> couplings)
    : method_(method),
      tree_(tree),
      rows_(couplings.size()),
      mobility_(rows_.size(), kNothing),
      load_(tree),
      residual_(rows_.size()),
      force_(rows_.size()),
      rates_(tree.degrees) {
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    assert(couplings[r].terms.size() <= rows_[r].terms.size());
    for (std::size_t t = 0; t < couplings[r].terms.size(); ++t) {
      const CouplingConfig::Term& term = couplings[r].terms[t];
      rows_[r].terms[t] = {
          degree_of_axis(tree, model, index_of(term.joint), static_cast<std::size_t>(term.axis)),
          term.coefficient};
    }
  }
}

double CoupledTree::along(const Row& row, std::span<const double> rates) const {
  double sum = 0;
  for (const Row::Term& term : row.terms) {
    if (term.on.degree != kNoIndex) sum += term.on.sign * term.coefficient * rates[term.on.degree];
  }
  return row.scale * sum;
}

void CoupledTree::add_along(const Row& row, double force, std::span<double> torque) const {
  for (const Row::Term& term : row.terms) {
    if (term.on.degree == kNoIndex) continue;
    torque[term.on.degree] += row.scale * term.on.sign * term.coefficient * force;
  }
}

void CoupledTree::prepare(const TreeKinematics& kinematics) {
  method_.prepare(kinematics);
  if (rows_.empty()) return;
  // What each coordinate would give if its node alone moved.
  for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
    const TreeLink& node = tree_.nodes[i];
    for (std::size_t k = node.first_degree; k < node.first_degree + node.degrees; ++k) {
      rates_[k] = 1.0 / dot(kinematics.subspace[k], kinematics.inertia[i] * kinematics.subspace[k]);
    }
  }
  for (Row& row : rows_) {
    double free = 0;
    for (const Row::Term& term : row.terms) {
      if (term.on.degree != kNoIndex) free += term.coefficient * term.coefficient * rates_[term.on.degree];
    }
    row.scale = free > 0 ? 1.0 / std::sqrt(free) : 0.0;
  }
  for (std::size_t c = 0; c < rows_.size(); ++c) {
    load_.clear();
    add_along(rows_[c], 1.0, load_.torque);
    method_.solve(load_, rates_);
    for (std::size_t r = 0; r < rows_.size(); ++r) mobility_.at(r, c) = along(rows_[r], rates_);
  }
  mobility_.factor();
}

void CoupledTree::solve(const TreeLoad& load, std::span<double> out) {
  method_.solve(load, out);
  if (rows_.empty()) return;
  load_ = load;
  for (int correction = 0; correction < kCorrections; ++correction) {
    for (std::size_t r = 0; r < rows_.size(); ++r) residual_[r] = -along(rows_[r], out);
    mobility_.multiply(residual_, force_);
    for (std::size_t r = 0; r < rows_.size(); ++r) add_along(rows_[r], force_[r], load_.torque);
    method_.solve(load_, out);
  }
}

}  // namespace drawbar::physics
