#include "physics/contact/candidates.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "physics/contact/manifold.h"

namespace drawbar::physics {
namespace {

// A point of the manifold before is worth this much more than a new one.
constexpr double kLoyalty = 1.1;
// A point that hangs higher than the deepest is worth less: like one that lies this many times nearer.
constexpr double kGapPenalty = 4;
// Depths that differ by less than this part of the manifold's extent are equal.
constexpr double kSameDepth = 1e-3;
// Points nearer than this (m) with the same normal are one: two triangles met in their common edge.
constexpr double kSamePoint = 1e-7;
constexpr double kSameNormal = 1 - 1e-10;

}  // namespace

void Candidates::add(const Candidate& candidate) {
  if (count_ < kCapacity) {
    items_[static_cast<std::size_t>(count_++)] = candidate;
    return;
  }
  const auto shallowest = std::max_element(items_.begin(), items_.end(),
                                           [](const auto& x, const auto& y) { return x.gap < y.gap; });
  if (candidate.gap < shallowest->gap) *shallowest = candidate;
}

void Candidates::flip() {
  for (int i = 0; i < count_; ++i) {
    std::swap((*this)[i].on_a, (*this)[i].on_b);
    (*this)[i].normal = -(*this)[i].normal;
  }
}

void Candidates::sort_and_unite() {
  const auto end = items_.begin() + count_;
  std::sort(items_.begin(), end, [](const Candidate& x, const Candidate& y) {
    return x.feature != y.feature ? x.feature < y.feature : x.gap < y.gap;
  });
  const auto kept = std::unique(
      items_.begin(), end, [](const Candidate& x, const Candidate& y) { return x.feature == y.feature; });
  count_ = static_cast<int>(kept - items_.begin());
  for (int i = 0; i < count_; ++i) {
    const auto same = [&](const Candidate& c) {
      return (c.on_b - (*this)[i].on_b).squaredNorm() < kSamePoint * kSamePoint &&
             c.normal.dot((*this)[i].normal) > kSameNormal;
    };
    count_ = static_cast<int>(std::remove_if(items_.begin() + i + 1, items_.begin() + count_, same) -
                              items_.begin());
  }
}

void Candidates::reduce(std::span<const std::uint64_t> before) {
  sort_and_unite();
  if (count_ <= kMaxManifoldPoints) return;

  int deepest = 0;
  for (int i = 1; i < count_; ++i) {
    if ((*this)[i].gap < (*this)[deepest].gap) deepest = i;
  }
  double extent = 0;
  for (int i = 0; i < count_; ++i)
    extent = std::max(extent, ((*this)[i].on_b - (*this)[deepest].on_b).norm());
  // Points as deep up to noise: one of the manifold before goes first.
  const double as_deep = (*this)[deepest].gap + kSameDepth * extent;
  const auto is_known = [&](int i) {
    return std::binary_search(before.begin(), before.end(), (*this)[i].feature);
  };
  for (int i = 0; i < count_ && !is_known(deepest); ++i) {
    if ((*this)[i].gap <= as_deep && is_known(i)) deepest = i;
  }
  const Candidate origin = (*this)[deepest];
  const auto worth = [&](int i, double value) { return is_known(i) ? kLoyalty * value : value; };
  const auto height = [&](int i) { return kGapPenalty * ((*this)[i].gap - origin.gap); };

  std::array<int, kMaxManifoldPoints> chosen{deepest, -1, -1, -1};
  const auto is_chosen = [&](int i) { return std::find(chosen.begin(), chosen.end(), i) != chosen.end(); };
  const auto choose = [&](auto value) {
    int best = -1;
    double best_value = 0;
    for (int i = 0; i < count_; ++i) {
      if (is_chosen(i)) continue;
      const double v = value(i);
      if (best < 0 || v > best_value) {
        best = i;
        best_value = v;
      }
    }
    return best;
  };
  // Second: the farthest from the deepest.
  chosen[1] = choose([&](int i) { return worth(i, ((*this)[i].on_b - origin.on_b).norm() - height(i)); });
  // Third and fourth: the farthest on either side of the line through the first two.
  const Vec3 line = (*this)[chosen[1]].on_b - origin.on_b;
  const double length = line.norm();
  const Vec3 side = length > 0 ? Vec3(origin.normal.cross(line) / length) : Vec3(Vec3::Zero());
  chosen[2] =
      choose([&](int i) { return worth(i, std::abs(side.dot((*this)[i].on_b - origin.on_b)) - height(i)); });
  const double sign = side.dot((*this)[chosen[2]].on_b - origin.on_b) < 0 ? 1 : -1;
  chosen[3] =
      choose([&](int i) { return worth(i, sign * side.dot((*this)[i].on_b - origin.on_b) - height(i)); });

  std::sort(chosen.begin(), chosen.end());
  for (std::size_t k = 0; k < chosen.size(); ++k) items_[k] = items_[static_cast<std::size_t>(chosen[k])];
  count_ = kMaxManifoldPoints;
}

}  // namespace drawbar::physics
