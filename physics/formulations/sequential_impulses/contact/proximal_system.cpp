#include "physics/formulations/sequential_impulses/contact/proximal_system.h"

#include <algorithm>
#include <array>
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

// `count` in whole chunks, a sum for each place in a chunk.
double dot(const double* a, const double* b, std::size_t count) {
  std::array<double, kChunk> sums{};
  for (std::size_t k = 0; k < count; k += kChunk) {
    for (std::size_t i = 0; i < kChunk; ++i) sums[i] += a[k + i] * b[k + i];
  }
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// `rows` rows of a matrix += their factor x from, in so many columns, which stay in registers meanwhile.
template <std::size_t columns>
void add_outer_columns(double* to, std::size_t stride, std::size_t rows, const double* factors,
                       const double* from) {
  std::array<double, columns> kept;
  std::copy_n(from, columns, kept.begin());
  for (std::size_t i = 0; i < rows; ++i, to += stride) {
    const double factor = factors[i];
    if (factor == 0) continue;
    for (std::size_t k = 0; k < columns; ++k) to[k] += factor * kept[k];
  }
}

// The same, `count` columns in whole chunks.
void add_outer(double* to, std::size_t stride, std::size_t rows, const double* factors, const double* from,
               std::size_t count) {
  std::size_t k = 0;
  for (; count - k >= 4 * kChunk; k += 4 * kChunk) {
    add_outer_columns<4 * kChunk>(to + k, stride, rows, factors, from + k);
  }
  for (; count - k >= 2 * kChunk; k += 2 * kChunk) {
    add_outer_columns<2 * kChunk>(to + k, stride, rows, factors, from + k);
  }
  if (count > k) add_outer_columns<kChunk>(to + k, stride, rows, factors, from + k);
}

std::size_t chunk_of(std::size_t coordinate) {
  return coordinate / kChunk * kChunk;
}

}  // namespace

ActiveRows::ActiveRows(std::size_t coordinates, std::size_t rows, std::size_t entries) {
  rows_.reserve(rows);
  entries_.resize(entries);
  answers_.resize(entries);
  factors_.resize(coordinates * padded(coordinates));
  pivots_.resize(coordinates);
  reach_.resize(coordinates);
  matrix_.resize(coordinates * padded(coordinates));
  y_.resize(padded(coordinates));
}

void ActiveRows::begin(std::size_t coordinates) {
  assert(coordinates <= y_.size());
  n_ = coordinates;
  stride_ = padded(coordinates);
  rows_.clear();
  entry_count_ = 0;
  std::fill_n(matrix_.begin(), n_ * stride_, 0.0);
  for (std::size_t i = 0; i < n_; ++i) {
    matrix_[i * stride_ + i] = 1.0;
    reach_[i] = std::min(chunk_of(i) + kChunk, n_);
  }
}

bool ActiveRows::has_room(std::size_t first, std::size_t end) const {
  return rows_.size() < rows_.capacity() && entry_count_ + (padded(end) - chunk_of(first)) <= entries_.size();
}

void ActiveRows::add(std::size_t first, std::size_t end, std::span<const double> test,
                     std::span<const double> impulse, double compliance) {
  assert(has_room(first, end) && end <= n_ && compliance > 0);
  const std::size_t begin = chunk_of(first);
  const std::size_t count = padded(end) - begin;
  rows_.push_back({begin, entry_count_, count, compliance});
  entry_count_ += count;
  // Rows of the matrix beyond the last coordinate are answers of 0.
  const std::size_t rows = std::min(count, n_ - begin);
  reach_[begin] = std::max(reach_[begin], begin + rows);
  add_to_matrix(rows_.back(), rows, test.data() + begin, impulse.data() + begin);
}

void ActiveRows::add_to_matrix(const Row& row, std::size_t rows, const double* test, const double* impulse) {
  double* entries = &entries_[row.entry];
  double* answers = &answers_[row.entry];
  const double stiffness = 1.0 / row.compliance;
  for (std::size_t k = 0; k < row.count; k += kChunk) {
    for (std::size_t i = 0; i < kChunk; ++i) {
      entries[k + i] = test[k + i];
      answers[k + i] = stiffness * impulse[k + i];
    }
  }
  add_outer(&matrix_[row.first * stride_ + row.first], stride_, rows, answers, entries, row.count);
}

// Gauss with partial pivoting. What is beyond a coordinate's reach is 0 below its pivot; and as the pivot may
// come from any row of its reach, so is what is beyond theirs beside it: a stack costs what its band costs.
bool ActiveRows::factor() {
  for (std::size_t k = 1; k < n_; ++k) reach_[k] = std::max(reach_[k], reach_[k - 1]);
  return eliminate();
}

bool ActiveRows::eliminate() {
  for (std::size_t k = 0; k < n_; ++k) {
    const std::size_t end = reach_[k];
    std::size_t best = k;
    double largest = std::fabs(matrix_[k * stride_ + k]);
    for (std::size_t i = k + 1; i < end; ++i) {
      const double size = std::fabs(matrix_[i * stride_ + k]);
      if (!(size > largest)) continue;
      best = i;
      largest = size;
    }
    pivots_[k] = best;
    double* pivot = &matrix_[k * stride_];
    const std::size_t columns = padded(reach_[end - 1]);
    if (best != k) std::swap_ranges(pivot + k, pivot + columns, &matrix_[best * stride_] + k);
    // 1 is in every diagonal: a pivot this small means that what was added has cancelled it.
    if (!(std::fabs(pivot[k]) > 1e-9)) return false;
    const double inverse = -1.0 / pivot[k];
    double* factors = &factors_[k * stride_];
    for (std::size_t i = k + 1; i < end; ++i) factors[i] = matrix_[i * stride_ + k] * inverse;
    // Columns up to the pivot are done with.
    const std::size_t begin = chunk_of(k + 1);
    if (begin >= columns) continue;
    add_outer(&matrix_[(k + 1) * stride_ + begin], stride_, end - k - 1, factors + k + 1, pivot + begin,
              columns - begin);
  }
  return true;
}

void ActiveRows::solve(std::span<const double> residuals, std::span<double> impulse_changes) {
  assert(residuals.size() >= rows_.size() && impulse_changes.size() >= rows_.size());
  substitute(residuals, impulse_changes);
}

void ActiveRows::substitute(std::span<const double> residuals, std::span<double> impulse_changes) {
  std::fill_n(y_.begin(), stride_, 0.0);
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    add_scaled(&y_[rows_[r].first], residuals[r], &answers_[rows_[r].entry], rows_[r].count);
  }
  for (std::size_t k = 0; k < n_; ++k) {
    std::swap(y_[k], y_[pivots_[k]]);
    for (std::size_t i = k + 1; i < reach_[k]; ++i) y_[i] += factors_[k * stride_ + i] * y_[k];
  }
  for (std::size_t k = n_; k-- > 0;) {
    const double* row = &matrix_[k * stride_];
    const std::size_t columns = reach_[reach_[k] - 1];
    double sum = y_[k];
    for (std::size_t j = k + 1; j < columns; ++j) sum -= row[j] * y_[j];
    y_[k] = sum / row[k];
  }
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    const Row& row = rows_[r];
    const double change = dot(&entries_[row.entry], &y_[row.first], row.count);
    impulse_changes[r] = (residuals[r] - change) / row.compliance;
  }
}

}  // namespace drawbar::physics
