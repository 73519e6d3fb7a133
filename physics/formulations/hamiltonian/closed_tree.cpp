#include "physics/formulations/hamiltonian/closed_tree.h"

#include <algorithm>
#include <cmath>

namespace drawbar::physics {
namespace {

constexpr int kPolishingSteps = 2;

double component(const Twist& motion, std::size_t k) {
  const auto i = static_cast<Eigen::Index>(k % 3);
  return k < 3 ? motion.linear[i] : motion.angular[i];
}

}  // namespace

ClosedTree::ClosedTree(const TreeModel& tree)
    : tree_(tree),
      elimination_(tree),
      points_(tree.splits.size(), Vec3::Zero()),
      arms_(tree.splits.size()),
      scale_(6 * tree.splits.size()),
      phi_(scale_.size()),
      eta_(scale_.size()),
      residual_(scale_.size()),
      weight_(scale_.size()),
      change_(tree.degrees),
      motion_(tree.nodes.size()),
      unit_(tree) {}

void ClosedTree::fix_points(const TreeKinematics& kinematics) {
  for (std::size_t s = 0; s < points_.size(); ++s) {
    points_[s] = kinematics.frames[tree_.splits[s].original].center;
  }
  points_fixed_ = true;
}

void ClosedTree::add_rows(std::span<const double> eta, std::span<Wrench> wrench) const {
  for (std::size_t s = 0; s < points_.size(); ++s) {
    const auto value = [&](std::size_t k) { return scale_[6 * s + k] * eta[6 * s + k]; };
    const Wrench w{Vec3(value(0), value(1), value(2)), Vec3(value(3), value(4), value(5))};
    const SplitBody& split = tree_.splits[s];
    wrench[split.original] += shifted_back(w, arms_[s].original);
    wrench[split.image] -= shifted_back(w, arms_[s].image);
  }
}

void ClosedTree::add_reactions(std::span<Wrench> wrench) const {
  add_rows(eta_, wrench);
}

void ClosedTree::mismatch(const TreeLoad& load, std::span<const double> rates, std::span<double> out) {
  kinematics_->spread(rates, load.bias, motion_);
  for (std::size_t s = 0; s < points_.size(); ++s) {
    const SplitBody& split = tree_.splits[s];
    const Twist one = shifted(motion_[split.original], arms_[s].original);
    const Twist two = shifted(motion_[split.image], arms_[s].image);
    for (std::size_t k = 0; k < 6; ++k) {
      const double gap = component(one, k) - component(two, k) - component(load.closing[s], k);
      out[6 * s + k] = scale_[6 * s + k] * gap;
    }
  }
}

void ClosedTree::prepare(const TreeKinematics& kinematics) {
  kinematics_ = &kinematics;
  elimination_.prepare(kinematics);
  const std::size_t n = scale_.size();
  if (n == 0) return;
  for (std::size_t s = 0; s < points_.size(); ++s) {
    if (points_fixed_) {
      arms_[s].original = points_[s] - kinematics.frames[tree_.splits[s].original].center;
      arms_[s].image = points_[s] - kinematics.frames[tree_.splits[s].image].center;
    }
    const SpatialInertia& inertia = kinematics.inertia[tree_.splits[s].original];
    for (std::size_t k = 0; k < 6; ++k) {
      // One over the root of the two equal parts' mobility, 2/m and about 6/tr I.
      scale_[6 * s + k] = std::sqrt(k < 3 ? 0.5 * inertia.linear(0, 0) : inertia.angular.trace() / 6.0);
    }
  }
  unit_.clear();
  for (std::size_t c = 0; c < n; ++c) {
    std::fill(eta_.begin(), eta_.end(), 0.0);
    eta_[c] = 1;
    std::fill(unit_.wrench.begin(), unit_.wrench.end(), Wrench{});
    add_rows(eta_, unit_.wrench);
    elimination_.solve(unit_, change_);
    mismatch(unit_, change_, residual_);
    for (std::size_t r = 0; r < n; ++r) phi_.at(r, c) = residual_[r];
  }
  phi_.factor();
}

void ClosedTree::solve(const TreeLoad& load, std::span<double> out) {
  elimination_.solve(load, out);
  const std::size_t n = scale_.size();
  if (n == 0) return;
  std::fill(eta_.begin(), eta_.end(), 0.0);
  for (int step = 0; step <= kPolishingSteps; ++step) {
    mismatch(load, out, residual_);
    phi_.multiply(residual_, weight_);
    for (double& weight : weight_) weight = -weight;
    for (std::size_t r = 0; r < n; ++r) eta_[r] += weight_[r];
    unit_.clear();
    add_rows(weight_, unit_.wrench);
    elimination_.solve(unit_, change_);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] += change_[i];
  }
}

}  // namespace drawbar::physics
