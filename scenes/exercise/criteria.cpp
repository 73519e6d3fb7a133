#include "scenes/exercise/criteria.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace drawbar::scenes {

using exercise::CriterionType;

// Sums of each type:
//   time        0 s that it has held
//   count       0 times that it began, 1 whether it holds
//   peak, final 0 value, 1 whether there is one
//   rms         0 sum of squares, 1 frames
//   impulse     0 N s of collisions that are over, 1 of the present one
//   jerk        0 sum of squares, 1 frames of them, 2 frames seen before (2 at most), 3..5 velocity of the
//   last one,
//               6..8 its change in that frame
//   reversals   0 times, 1 where the lever was at its farthest, 2 the way that it goes: -1, 0 or 1
//   energy      0 J
//   duration    0 s
//   marks       0 points

namespace {

double root_of_mean(std::span<const double> sums) {
  return sums[1] > 0 ? std::sqrt(sums[0] / sums[1]) : 0;
}

}  // namespace

void Criterion::update(const SeenFrame& frame, const Conditions& all, std::span<const double> conditions,
                       std::span<double> memory) const {
  const std::span<double> sums = memory.first(kSums);
  Moments moments(memory.subspan(kSums));
  bool costs = false;
  switch (rule_.type) {
    case CriterionType::time:
    case CriterionType::count:
      costs = take_condition(all.holds(rule_.condition, conditions), frame.period, sums);
      break;
    case CriterionType::peak:
    case CriterionType::final:
    case CriterionType::rms:
      costs = take_value(frame.state, sums);
      break;
    case CriterionType::impulse:
      costs = take_impulse(frame.impulses[rule_.watch], sums);
      break;
    case CriterionType::jerk:
      costs = take_jerk(frame, sums);
      break;
    case CriterionType::reversals:
      if (take_lever(frame.state.controls[rule_.index], sums)) moments.add(frame.end());
      return;
    case CriterionType::energy:
      costs = take_power(frame.state, frame.period, sums);
      break;
    case CriterionType::duration:
      sums[0] = frame.end();
      costs = sums[0] > rule_.tolerance;
      break;
    case CriterionType::marks:
      return;
  }
  moments.take(costs, frame.begin(), frame.end());
}

bool Criterion::take_condition(bool holds, double period, std::span<double> sums) const {
  const bool began = holds && sums[1] == 0;
  sums[1] = holds ? 1 : 0;
  if (rule_.type == CriterionType::time && holds) sums[0] += period;
  if (rule_.type == CriterionType::count && began) sums[0] += 1;
  return holds;
}

bool Criterion::take_value(const physics::FrameState& state, std::span<double> sums) const {
  const double value = rule_.magnitude ? std::fabs(rule_.value(state)) : rule_.value(state);
  if (rule_.type == CriterionType::rms) {
    sums[0] += value * value;
    sums[1] += 1;
    return std::fabs(value) > rule_.tolerance;
  }
  const bool first = sums[1] == 0;
  sums[0] = rule_.type == CriterionType::final || first ? value : std::max(sums[0], value);
  sums[1] = 1;
  return rule_.type == CriterionType::peak && value > rule_.tolerance;
}

bool Criterion::take_impulse(double impulse, std::span<double> sums) const {
  if (impulse > 0) {
    sums[1] += impulse;
  } else {
    if (sums[1] > rule_.threshold) sums[0] += sums[1];
    sums[1] = 0;
  }
  return sums[1] > rule_.threshold;
}

bool Criterion::take_jerk(const SeenFrame& frame, std::span<double> sums) const {
  const physics::Vec3& velocity = frame.state.bodies[rule_.index].linear_velocity;
  const double seen = sums[2];
  double square = 0;
  for (int k = 0; k < 3; ++k) {
    double& last = sums[static_cast<std::size_t>(3 + k)];
    double& change = sums[static_cast<std::size_t>(6 + k)];
    const double changes = velocity[k] - last;
    const double jerk = (changes - change) / (frame.period * frame.period);
    square += jerk * jerk;
    last = velocity[k];
    change = seen >= 1 ? changes : 0;
  }
  sums[2] = std::min(seen + 1, 2.0);
  if (seen < 2) return false;
  sums[0] += square;
  sums[1] += 1;
  return square > rule_.tolerance * rule_.tolerance;
}

bool Criterion::take_lever(double value, std::span<double> sums) const {
  double& farthest = sums[1];
  double& way = sums[2];
  const double moved = value - farthest;
  if (moved * way > 0) {
    farthest = value;
    return false;
  }
  if (!(std::fabs(moved) > rule_.dead_band)) return false;
  const bool turned = way != 0;
  way = moved > 0 ? 1 : -1;
  farthest = value;
  if (turned) sums[0] += 1;
  return turned;
}

bool Criterion::take_power(const physics::FrameState& state, double period, std::span<double> sums) const {
  for (const std::size_t drive : rule_.drives) {
    const physics::DriveReading& reading = state.drives[drive];
    sums[0] += std::max(reading.voltage * reading.current, 0.0) * period;
  }
  return sums[0] > rule_.tolerance;
}

void Criterion::give_mark(double points, double time, std::span<double> memory) {
  memory[0] += points;
  Moments(memory.subspan(kSums)).add(time);
}

double Criterion::figure(std::span<const double> memory) const {
  switch (rule_.type) {
    case CriterionType::rms:
    case CriterionType::jerk:
      return root_of_mean(memory);
    case CriterionType::impulse:
      return memory[0] + (memory[1] > rule_.threshold ? memory[1] : 0);
    default:
      return memory[0];
  }
}

double Criterion::lost(std::span<const double> memory) const {
  return std::clamp(rule_.penalty * (figure(memory) - rule_.tolerance), 0.0, rule_.weight);
}

CriterionFigure Criterion::result(std::span<const double> memory, double time) const {
  CriterionFigure result;
  result.figure = figure(memory) / rule_.factor;
  result.lost = lost(memory);
  if (!(result.lost > 0)) return result;
  if (rule_.type == CriterionType::final) {
    result.moments.emplace_back(time, time);
    return result;
  }
  // Moments only reads here.
  std::array<double, Moments::kNumbers> copy;
  std::ranges::copy(memory.subspan(kSums), copy.begin());
  const Moments moments(copy);
  for (std::size_t i = 0; i < moments.size(); ++i)
    result.moments.emplace_back(moments.begin(i), moments.end(i));
  return result;
}

}  // namespace drawbar::scenes
