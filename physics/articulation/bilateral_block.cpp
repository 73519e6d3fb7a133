#include "physics/articulation/bilateral_block.h"

#include <algorithm>
#include <cmath>

namespace drawbar::physics {
namespace {

/// Of the scaled diagonal: what makes redundant rows solvable. 1e-10, rank-revealing cut-offs and tighter
/// tolerances were worse in singular positions.
constexpr double kRegularisation = 1e-6;

}  // namespace

BilateralBlock::BilateralBlock(std::size_t capacity) {
  rows.reserve(capacity);
  lower_.resize(capacity * (capacity + 1) / 2);
  scale_.resize(capacity);
}

void BilateralBlock::factor(const RowSpace& space, std::span<NodeCoordinates> scratch) {
  const std::size_t n = rows.size();
  for (std::size_t i = 0; i < n; ++i) {
    const double size =
        rows[i].softness > 0 ? space.response(rows[i].row) + rows[i].softness : rows[i].mobility;
    scale_[i] = size > 0 ? 1.0 / std::sqrt(size) : 0.0;
  }
  for (std::size_t i = 0; i < n; ++i) {
    double* row = &lower_[i * (i + 1) / 2];
    space.apply(rows[i].row, 1.0, scratch);
    for (std::size_t j = 0; j <= i; ++j) row[j] = scale_[i] * scale_[j] * space.dot(rows[j].row, scratch);
    space.clear_path(rows[i].row, scratch);
    row[i] += rows[i].softness > 0 ? scale_[i] * scale_[i] * rows[i].softness : kRegularisation;
    for (std::size_t j = 0; j < i; ++j) {
      const double* other = &lower_[j * (j + 1) / 2];
      double sum = row[j];
      for (std::size_t k = 0; k < j; ++k) sum -= row[k] * other[k];
      row[j] = sum * other[j];
    }
    double sum = row[i];
    for (std::size_t k = 0; k < i; ++k) sum -= row[k] * row[k];
    row[i] = 1.0 / std::sqrt(std::max(sum, 0.5 * kRegularisation));
  }
}

void BilateralBlock::solve(std::span<double> change) const {
  const std::size_t n = rows.size();
  for (std::size_t i = 0; i < n; ++i) {
    double sum = scale_[i] * change[i];
    for (std::size_t k = 0; k < i; ++k) sum -= at(i, k) * change[k];
    change[i] = sum * at(i, i);
  }
  answer(change);
  for (std::size_t i = 0; i < n; ++i) change[i] = -change[i];
}

void BilateralBlock::project(const RowSpace& block, const RowSpace& space, std::size_t row,
                             std::span<NodeCoordinates> scratch, std::span<double> g) const {
  space.apply(row, 1.0, scratch);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    double sum = scale_[i] * block.dot(rows[i].row, scratch);
    for (std::size_t k = 0; k < i; ++k) sum -= at(i, k) * g[k];
    g[i] = sum * at(i, i);
  }
  space.clear_path(row, scratch);
}

void BilateralBlock::answer(std::span<double> g) const {
  for (std::size_t i = rows.size(); i-- > 0;) {
    double sum = g[i];
    for (std::size_t k = i + 1; k < rows.size(); ++k) sum -= at(k, i) * g[k];
    g[i] = sum * at(i, i);
  }
  for (std::size_t i = 0; i < rows.size(); ++i) g[i] *= -scale_[i];
}

}  // namespace drawbar::physics
