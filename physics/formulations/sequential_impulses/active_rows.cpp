#include "physics/formulations/sequential_impulses/active_rows.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace drawbar::physics {

ActiveRows::ActiveRows(std::size_t coordinates, std::size_t rows, std::size_t entries) {
  rows_.reserve(rows);
  entries_.reserve(entries);
  matrix_.resize(coordinates * coordinates);
  y_.resize(coordinates);
}

void ActiveRows::begin(std::size_t coordinates) {
  assert(coordinates <= y_.size());
  n_ = coordinates;
  rows_.clear();
  entries_.clear();
  std::fill_n(matrix_.begin(), n_ * n_, 0.0);
  std::fill_n(y_.begin(), n_, 0.0);
  for (std::size_t i = 0; i < n_; ++i) matrix_[i * n_ + i] = 1.0;
}

bool ActiveRows::has_room(std::size_t entries) const {
  return rows_.size() < rows_.capacity() && entries_.size() + entries <= entries_.capacity();
}

void ActiveRows::add(std::size_t first, std::span<const double> test, std::span<const double> impulse,
                     double residual, double compliance) {
  assert(has_room(test.size()) && test.size() == impulse.size() && first + test.size() <= n_ &&
         compliance > 0);
  rows_.push_back({first, entries_.size(), test.size(), residual, compliance});
  entries_.insert(entries_.end(), test.begin(), test.end());
  const double stiffness = 1.0 / compliance;
  const double* from = test.data();
  for (std::size_t i = 0; i < impulse.size(); ++i) {
    if (impulse[i] == 0) continue;
    const double along = stiffness * impulse[i];
    double* to = &matrix_[(first + i) * n_ + first];
    for (std::size_t k = 0; k < test.size(); ++k) to[k] += along * from[k];
    y_[first + i] += along * residual;
  }
}

// Gauss with partial pivoting. Rows of bodies that do not touch each other have nothing below the pivot and
// are passed over, so that a stack costs what its band costs.
bool ActiveRows::eliminate() {
  for (std::size_t k = 0; k < n_; ++k) {
    std::size_t best = k;
    for (std::size_t i = k + 1; i < n_; ++i) {
      if (std::fabs(matrix_[i * n_ + k]) > std::fabs(matrix_[best * n_ + k])) best = i;
    }
    double* pivot = &matrix_[k * n_];
    if (best != k) {
      double* other = &matrix_[best * n_];
      std::swap_ranges(pivot + k, pivot + n_, other + k);
      std::swap(y_[k], y_[best]);
    }
    // 1 is in every diagonal: a pivot this small means that what was added has cancelled it.
    if (!(std::fabs(pivot[k]) > 1e-9)) return false;
    const double inverse = 1.0 / pivot[k];
    for (std::size_t i = k + 1; i < n_; ++i) {
      double* row = &matrix_[i * n_];
      if (row[k] == 0) continue;
      const double factor = row[k] * inverse;
      for (std::size_t j = k + 1; j < n_; ++j) row[j] -= factor * pivot[j];
      y_[i] -= factor * y_[k];
    }
  }
  for (std::size_t k = n_; k-- > 0;) {
    const double* row = &matrix_[k * n_];
    double sum = y_[k];
    for (std::size_t j = k + 1; j < n_; ++j) sum -= row[j] * y_[j];
    y_[k] = sum / row[k];
  }
  return true;
}

bool ActiveRows::solve(std::span<double> impulse_changes) {
  assert(impulse_changes.size() >= rows_.size());
  if (!eliminate()) return false;
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    const Row& row = rows_[r];
    double rest = row.residual;
    for (std::size_t k = 0; k < row.count; ++k) rest -= entries_[row.entry + k] * y_[row.first + k];
    impulse_changes[r] = rest / row.compliance;
  }
  return true;
}

}  // namespace drawbar::physics
