#include "physics/spring/elastic_law.h"

#include <algorithm>

#include "physics/math/elementary.h"

namespace drawbar::physics {
namespace {

using Table = std::vector<std::array<double, 2>>;

// Index of the interval that x is in of the table moved by `shift`, the outer ones open-ended. Compared with
// the very sums that pieces end at, so that what begins at a piece's end is the next piece.
std::size_t interval(const Table& table, double shift, double x, bool upwards) {
  std::size_t i = 0;
  while (i + 2 < table.size() && (upwards ? x >= table[i + 1][0] + shift : x > table[i + 1][0] + shift)) {
    ++i;
  }
  return i;
}

ElasticLaw::Piece interval_piece(const Table& table, std::size_t i) {
  const auto& [x0, f0] = table[i];
  const auto& [x1, f1] = table[i + 1];
  const double slope = (f1 - f0) / (x1 - x0);
  return {i == 0 ? -kUnbounded : x0, i + 2 == table.size() ? kUnbounded : x1, f0 - slope * x0, slope};
}

// Integral of the table's force from its first point.
double table_integral(const Table& table, double x) {
  const std::size_t last = interval(table, 0, x, false);
  double sum = 0;
  for (std::size_t i = 0; i < last; ++i) {
    const auto& [x0, f0] = table[i];
    const auto& [x1, f1] = table[i + 1];
    sum += 0.5 * (f0 + f1) * (x1 - x0);
  }
  return sum + 0.5 * (table[last][1] + interval_piece(table, last).force(x)) * (x - table[last][0]);
}

}  // namespace

ElasticLaw::ElasticLaw(const AxisSpring& spring, double shift)
    : table_(spring.table.size() < 2 ? nullptr : &spring),
      stiffness_(spring.stiffness),
      rest_(spring.rest + shift) {}

ElasticLaw ElasticLaw::linear(double stiffness, double rest) {
  ElasticLaw law;
  law.stiffness_ = stiffness;
  law.rest_ = rest;
  return law;
}

void ElasticLaw::add_stop(double lower, double upper, double stiffness) {
  lower_ = lower;
  upper_ = upper;
  stop_stiffness_ = stiffness;
}

void ElasticLaw::add_stop(const AxisLimit& limit) {
  if (limit.stiffness) add_stop(limit.lower, limit.upper, *limit.stiffness);
}

ElasticLaw::Piece ElasticLaw::piece(double x, bool upwards) const {
  Piece p;
  p.offset = -stiffness_ * rest_;
  p.slope = stiffness_;
  if (table_ != nullptr) {
    p = interval_piece(table_->table, interval(table_->table, rest_, x, upwards));
    p.offset -= p.slope * rest_;
    p.lower += rest_;
    p.upper += rest_;
  }
  if (!(stop_stiffness_ > 0)) return p;
  const bool below = upwards ? x < lower_ : x <= lower_;
  const bool above = upwards ? x >= upper_ : x > upper_;
  if (below || above) {
    p.offset -= stop_stiffness_ * (below ? lower_ : upper_);
    p.slope += stop_stiffness_;
  }
  p.lower = std::max(p.lower, above ? upper_ : below ? -kUnbounded : lower_);
  p.upper = std::min(p.upper, below ? lower_ : above ? kUnbounded : upper_);
  return p;
}

double ElasticLaw::overrun(double x) const {
  if (!(stop_stiffness_ > 0)) return 0;
  return x > upper_ ? x - upper_ : std::min(x - lower_, 0.0);
}

ElasticLaw ElasticLaw::without_stop() const {
  ElasticLaw law = *this;
  law.stop_stiffness_ = 0;
  return law;
}

ElasticLaw ElasticLaw::damped(double x, double resistance) const {
  if (!(resistance > 0 && stop_stiffness_ > 0)) return *this;
  ElasticLaw law = *this;
  law.stop_stiffness_ += resistance;
  const double behind = overrun(x) * (resistance / law.stop_stiffness_);
  law.lower_ += std::min(behind, 0.0);
  law.upper_ += std::max(behind, 0.0);
  return law;
}

double ElasticLaw::energy(double x) const {
  const double deflection = x - rest_;
  const double pressed = overrun(x);
  double energy = 0.5 * stop_stiffness_ * pressed * pressed;
  if (table_ != nullptr) {
    energy += table_integral(table_->table, deflection) - table_integral(table_->table, 0);
  } else {
    energy += 0.5 * stiffness_ * deflection * deflection;
  }
  return energy;
}

ElasticLaw::Mean ElasticLaw::mean(double from, double to) const {
  const Piece p = piece(from, to > from);
  if (to >= p.lower && to <= p.upper) return {0.5 * (p.force(from) + p.force(to)), 0.5 * p.slope};
  const double mean = (energy(to) - energy(from)) / (to - from);
  return {mean, std::max(0.0, (force(to) - mean) / (to - from))};
}

ElasticLaw elastic_law(const SpringConfig& spring) {
  ElasticLaw law(spring.law);
  if (spring.stop) law.add_stop(*spring.stop);
  return law;
}

}  // namespace drawbar::physics
