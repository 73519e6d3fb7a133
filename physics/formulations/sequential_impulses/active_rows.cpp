#include "physics/formulations/sequential_impulses/active_rows.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace drawbar::physics {

namespace {

constexpr std::size_t kChunk = ActiveRows::kChunk;

// to += factor x from, `count` in whole chunks.
void add_scaled(double* to, double factor, const double* from, std::size_t count) {
  for (std::size_t k = 0; k < count; k += kChunk) {
    for (std::size_t i = 0; i < kChunk; ++i) to[k + i] += factor * from[k + i];
  }
}

std::size_t chunk_of(std::size_t coordinate) {
  return coordinate / kChunk * kChunk;
}

}  // namespace

ActiveRows::ActiveRows(std::size_t coordinates, std::size_t rows, std::size_t entries) {
  rows_.reserve(rows);
  entries_.reserve(entries);
  matrix_.resize(coordinates * padded(coordinates));
  y_.resize(padded(coordinates));
}

void ActiveRows::begin(std::size_t coordinates) {
  assert(coordinates <= y_.size());
  n_ = coordinates;
  stride_ = padded(coordinates);
  rows_.clear();
  entries_.clear();
  std::fill_n(matrix_.begin(), n_ * stride_, 0.0);
  std::fill_n(y_.begin(), stride_, 0.0);
  for (std::size_t i = 0; i < n_; ++i) matrix_[i * stride_ + i] = 1.0;
}

bool ActiveRows::has_room(std::size_t first, std::size_t end) const {
  return rows_.size() < rows_.capacity() &&
         entries_.size() + (padded(end) - chunk_of(first)) <= entries_.capacity();
}

void ActiveRows::add(std::size_t first, std::size_t end, std::span<const double> test,
                     std::span<const double> impulse, double residual, double compliance) {
  assert(has_room(first, end) && end <= n_ && compliance > 0);
  const std::size_t begin = chunk_of(first);
  const std::size_t count = padded(end) - begin;
  const double* from = test.data() + begin;
  rows_.push_back({begin, entries_.size(), count, residual, compliance});
  entries_.insert(entries_.end(), from, from + count);
  const double stiffness = 1.0 / compliance;
  for (std::size_t i = first; i < end; ++i) {
    if (impulse[i] == 0) continue;
    const double along = stiffness * impulse[i];
    add_scaled(&matrix_[i * stride_ + begin], along, from, count);
    y_[i] += along * residual;
  }
}

// Gauss with partial pivoting. Rows of bodies that do not touch each other have nothing below the pivot and
// are passed over, so that a stack costs what its band costs.
bool ActiveRows::eliminate() {
  for (std::size_t k = 0; k < n_; ++k) {
    std::size_t best = k;
    for (std::size_t i = k + 1; i < n_; ++i) {
      if (std::fabs(matrix_[i * stride_ + k]) > std::fabs(matrix_[best * stride_ + k])) best = i;
    }
    double* pivot = &matrix_[k * stride_];
    if (best != k) {
      double* other = &matrix_[best * stride_];
      std::swap_ranges(pivot + k, pivot + n_, other + k);
      std::swap(y_[k], y_[best]);
    }
    // 1 is in every diagonal: a pivot this small means that what was added has cancelled it.
    if (!(std::fabs(pivot[k]) > 1e-9)) return false;
    const double inverse = 1.0 / pivot[k];
    for (std::size_t i = k + 1; i < n_; ++i) {
      double* row = &matrix_[i * stride_];
      if (row[k] == 0) continue;
      const double factor = row[k] * inverse;
      // Columns up to the pivot are done with.
      const std::size_t begin = chunk_of(k + 1);
      add_scaled(row + begin, -factor, pivot + begin, stride_ - begin);
      y_[i] -= factor * y_[k];
    }
  }
  for (std::size_t k = n_; k-- > 0;) {
    const double* row = &matrix_[k * stride_];
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
