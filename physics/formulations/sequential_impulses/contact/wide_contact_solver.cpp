#include "physics/formulations/sequential_impulses/contact/wide_contact_solver.h"

#include <algorithm>
#include <bit>

#include "physics/formulations/sequential_impulses/contact/constraint_row.h"

namespace drawbar::physics {
namespace {

/// Friction is at its bound from this part of it on, squared: the rest is rounding.
constexpr double kAtBound = 1 - 1e-12;

using WideTriple = Triple<Wide>;

void set(WideTriple& wide, std::size_t lane, const Triple<double>& values) {
  for (std::size_t k = 0; k < 3; ++k) wide[k].set(lane, values[k]);
}

Triple<double> lane_of(const WideTriple& wide, std::size_t lane) {
  return {wide[0][lane], wide[1][lane], wide[2][lane]};
}

WideTriple along(const Triple<WideTriple>& directions, const Wide& normal, const Wide& first,
                 const Wide& second) {
  return sum(scaled(normal, directions[0]), sum(scaled(first, directions[1]), scaled(second, directions[2])));
}

// Velocity of a body's point, from the body's velocity and the arm from its centre.
template <class Moving, class Number>
Triple<Number> velocity_at(const Moving& body, const Triple<Number>& arm) {
  return sum(body.velocity, cross(body.angular_velocity, arm));
}

}  // namespace

WideContactSolver::WideContactSolver(std::size_t most_bodies, std::size_t most_points)
    : most_points_(most_points) {
  bodies_.reserve(most_bodies + 1);
  courses_.reserve(most_bodies + 1);
  in_open_.reserve(most_bodies + 1);
  blocks_.reserve(most_points);
  slots_.reserve(most_points);
  compliance_.reserve(most_points);
}

void WideContactSolver::begin(std::size_t count) {
  bodies_.assign(count + 1, Body{});
  courses_.resize(count + 1);
  in_open_.assign(count + 1, 0);
  opened_ = has_room_ = 0;
  point_count_ = 0;
  blocks_.clear();
  slot_count_ = 0;
}

// A new block, in the place of the oldest of those that still take pairs.
std::size_t WideContactSolver::open_block() {
  const std::size_t window = opened_ % kOpen;
  if (opened_ >= kOpen) {
    const Block& oldest = blocks_[open_[window]];
    for (const auto& side : oldest.body) {
      for (std::uint32_t body : side) in_open_[body] &= ~(1u << window);
    }
  }
  const auto still = static_cast<std::uint32_t>(body_count());
  Block& block = blocks_.emplace_back();
  for (auto& side : block.body) side.fill(still);
  open_[window] = static_cast<std::uint32_t>(blocks_.size() - 1);
  has_room_ |= 1u << window;
  ++opened_;
  return window;
}

WideContactSolver::Pair WideContactSolver::add_pair(std::array<std::uint32_t, 2> bodies, std::size_t points) {
  const std::uint32_t fits = has_room_ & ~(in_open_[bodies[0]] | in_open_[bodies[1]]);
  const std::size_t window = fits != 0 ? static_cast<std::size_t>(std::countr_zero(fits)) : open_block();
  Block& block = blocks_[open_[window]];
  const std::uint32_t lane = block.pairs++;
  for (std::size_t side = 0; side < 2; ++side) {
    block.body[side][lane] = bodies[side];
    if (bodies[side] != body_count()) in_open_[bodies[side]] |= 1u << window;
  }
  block.points += static_cast<std::uint32_t>(points);
  block.slots = std::max(block.slots, static_cast<std::uint32_t>(points));
  if (block.pairs == kLanes) has_room_ &= ~(1u << window);
  point_count_ += points;
  return {open_[window], lane};
}

void WideContactSolver::lay_out() {
  slot_count_ = 0;
  for (Block& block : blocks_) {
    block.first_slot = static_cast<std::uint32_t>(slot_count_);
    slot_count_ += block.slots;
  }
  if (slots_.size() < slot_count_) {
    slots_.resize(slot_count_);
    compliance_.resize(slot_count_);
  }
  for (const Block& block : blocks_) {
    // The lanes of the others are written whole.
    if (block.points == kLanes * block.slots) continue;
    const auto first = static_cast<std::ptrdiff_t>(block.first_slot);
    std::fill_n(slots_.begin() + first, block.slots, Slot{});
    std::fill_n(compliance_.begin() + first, block.slots, Compliance{});
  }
}

void WideContactSolver::set_pair(Pair pair, const Triple<Triple<double>>& directions,
                                 const Triple<double>& offset) {
  Block& block = blocks_[pair.block];
  for (std::size_t r = 0; r < 3; ++r) set(block.direction[r], pair.lane, directions[r]);
  set(block.offset, pair.lane, offset);
}

void WideContactSolver::set_point(Pair pair, std::size_t k, const Point& point) {
  const std::size_t place = blocks_[pair.block].first_slot + k;
  Slot& slot = slots_[place];
  set(slot.arm, pair.lane, point.arm);
  slot.normal.target.set(pair.lane, point.target[0]);
  slot.normal.impulse.set(pair.lane, point.impulse[0]);
  for (std::size_t t = 0; t < 2; ++t) {
    slot.tangent[t].target.set(pair.lane, point.target[t + 1]);
    slot.tangent[t].impulse.set(pair.lane, point.impulse[t + 1]);
  }
  slot.normal_softness.set(pair.lane, point.normal_softness);
  slot.coefficient.set(pair.lane, point.coefficient);
  Compliance& compliance = compliance_[place];
  set(compliance.relative_compliance, pair.lane, point.relative_compliance);
  set(compliance.reference_impulse, pair.lane, point.reference_impulse);
  compliance.moves.set(pair.lane, point.prescribed ? 0 : 1);
  compliance.pushed.set(pair.lane, point.rigid ? 1 : 0);
}

WideContactSolver::Side WideContactSolver::gather(const std::array<std::uint32_t, kLanes>& bodies) const {
  Side side;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const Body& body = bodies_[bodies[lane]];
    set(side.velocity, lane, body.velocity);
    set(side.angular_velocity, lane, body.angular_velocity);
    side.inverse_mass.set(lane, body.inverse_mass);
    for (std::size_t k = 0; k < 6; ++k) side.inverse_inertia[k].set(lane, body.inverse_inertia[k]);
  }
  return side;
}

void WideContactSolver::scatter(const Side& side, const std::array<std::uint32_t, kLanes>& bodies) {
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    Body& body = bodies_[bodies[lane]];
    body.velocity = lane_of(side.velocity, lane);
    body.angular_velocity = lane_of(side.angular_velocity, lane);
  }
}

void WideContactSolver::add_impulses(std::span<const std::size_t> places, std::span<Spatial> sums) const {
  for (const Block& block : blocks_) {
    WideTriple force{};
    std::array<WideTriple, 2> moment{};
    for (std::uint32_t s = block.first_slot; s < block.first_slot + block.slots; ++s) {
      const Slot& slot = slots_[s];
      const WideTriple impulse =
          along(block.direction, slot.normal.impulse, slot.tangent[0].impulse, slot.tangent[1].impulse);
      force = sum(force, impulse);
      moment[0] = sum(moment[0], cross(slot.arm, impulse));
      moment[1] = sum(moment[1], cross(sum(slot.arm, block.offset), impulse));
    }
    for (std::size_t side = 0; side < 2; ++side) {
      const double sign = side == 0 ? -1 : 1;
      for (std::size_t lane = 0; lane < block.pairs; ++lane) {
        const std::uint32_t body = block.body[side][lane];
        if (body == body_count()) continue;
        Spatial& total = sums[places[body]];
        for (std::size_t k = 0; k < 3; ++k) {
          total[k] += sign * force[k][lane];
          total[k + 3] += sign * moment[side][k][lane];
        }
      }
    }
  }
}

void WideContactSolver::factor() {
  const Wide zero = 0;
  const Wide one = 1;
  for (Block& block : blocks_) {
    const Side a = gather(block.body[0]);
    const Side b = gather(block.body[1]);
    block.response = zero;
    for (std::uint32_t s = block.first_slot; s < block.first_slot + block.slots; ++s) {
      Slot& slot = slots_[s];
      const Compliance& compliance = compliance_[s];
      const WideTriple arm_b = sum(slot.arm, block.offset);
      Triple<WideTriple> lever_a, lever_b, turned_a, turned_b;
      for (std::size_t r = 0; r < 3; ++r) {
        lever_a[r] = cross(slot.arm, block.direction[r]);
        lever_b[r] = cross(arm_b, block.direction[r]);
        turned_a[r] = times(a.inverse_inertia, lever_a[r]);
        turned_b[r] = times(b.inverse_inertia, lever_b[r]);
      }
      const auto coupled = [&](std::size_t r, std::size_t q) {
        return dot(lever_a[r], turned_a[q]) + dot(lever_b[r], turned_b[q]);
      };
      const Wide straight = a.inverse_mass + b.inverse_mass;
      const WideTriple response{straight + coupled(0, 0), straight + coupled(1, 1), straight + coupled(2, 2)};
      const Wide tangents = max(response[1], response[2]);
      block.response = max(block.response, max(response[0], tangents));
      const Wide normal_compliance = compliance.relative_compliance[0] * response[0];
      slot.normal_softness += normal_compliance;
      slot.tangent_softness = compliance.relative_compliance[1] * tangents;
      slot.normal.target += normal_compliance * compliance.reference_impulse[0];
      for (std::size_t k = 0; k < 2; ++k) {
        slot.tangent[k].target += slot.tangent_softness * compliance.reference_impulse[k + 1];
      }
      // A lane without a point answers to nothing.
      const Wide::Mask acts = response[0] > zero;
      slot.inverse_normal = compliance.moves * select(acts, one / (response[0] + slot.normal_softness), zero);
      slot.inverse_push = compliance.pushed * select(acts, one / response[0], zero);
      slot.coupling = {coupled(1, 0), coupled(2, 0)};
      const Wide k00 = response[1] + slot.tangent_softness;
      const Wide k11 = response[2] + slot.tangent_softness;
      const Wide k01 = coupled(1, 2);
      const Wide determinant = k00 * k11 - k01 * k01;
      const Wide both = k00 + k11;
      const Wide::Mask plane = determinant > kOneLine * both * both;
      const Wide shared = select(acts, one / both, zero);
      slot.inverse_tangents = {select(plane, k11 / determinant, shared),
                               select(plane, k00 / determinant, shared),
                               select(plane, -k01 / determinant, zero)};
      slot.inverse_largest = select(acts, one / max(k00, k11), zero);
    }
  }
}

// `visit` solves a slot, whose two bodies move as a and b say, and returns its step.
template <WideContactSolver::Visit visit>
WideContactSolver::Sweep WideContactSolver::sweep(const Wide& onward) {
  Wide change = 0;
  Wide squared = 0;
  for (const Block& block : blocks_) {
    Side a = gather(block.body[0]);
    Side b = gather(block.body[1]);
    for (std::uint32_t s = block.first_slot; s < block.first_slot + block.slots; ++s) {
      const WideTriple step = visit(block, slots_[s], onward, a, b);
      change = max(block.response * max(abs(step[0]), max(abs(step[1]), abs(step[2]))), change);
      squared += block.response * dot(step, step);
    }
    scatter(a, block.body[0]);
    scatter(b, block.body[1]);
  }
  return {largest(change), squared[0] + squared[1] + squared[2] + squared[3]};
}

// The bodies' part of a start further on; the slots' is left to their next visit.
void WideContactSolver::go_on(double part) {
  const auto go = [&](Triple<double>& now, Triple<double>& before, Triple<double>& direction) {
    for (std::size_t k = 0; k < 3; ++k) {
      const double step = now[k] - before[k];
      now[k] += part * direction[k];
      direction[k] = part * direction[k] + step;
      before[k] = now[k];
    }
  };
  for (std::size_t i = 0; i < body_count(); ++i) {
    Course& course = courses_[i];
    go(bodies_[i].velocity, course.velocity_before, course.velocity);
    go(bodies_[i].angular_velocity, course.angular_velocity_before, course.angular_velocity);
  }
}

// Nonlinear conjugate gradients (Silcowitz-Hansen, Niebe, Erleben 2010): a sweep's step is taken for the
// gradient, and the next sweep starts further on in the direction of those before. What the last sweep leaves
// is within all bounds.
template <class SweepOnce>
WideContactSolver::Solved WideContactSolver::iterate(int most_sweeps, double tolerance,
                                                     SweepOnce sweep_once) {
  for (Slot& slot : std::span(slots_).first(slot_count_)) {
    for (Row* row : {&slot.normal, &slot.tangent[0], &slot.tangent[1]}) row->step = row->direction = Wide{};
  }
  for (std::size_t i = 0; i < body_count(); ++i) {
    courses_[i] = {bodies_[i].velocity, bodies_[i].angular_velocity, {}, {}};
  }
  Solved solved;
  double onward = 0;
  double squared_before = 0;
  do {
    if (solved.sweeps > 0) go_on(onward);
    const Sweep sweep = sweep_once(onward);
    if (solved.sweeps == 0) solved.first_change = sweep.change;
    solved.last_change = sweep.change;
    // Where steps grow, the directions before say nothing.
    onward = sweep.squared < squared_before ? sweep.squared / squared_before : 0;
    squared_before = sweep.squared;
    ++solved.sweeps;
  } while (solved.sweeps < most_sweeps && !(solved.last_change < tolerance));
  return solved;
}

// A row's part of a start further on.
void WideContactSolver::start_on(Row& row, const Wide& onward) {
  const Wide further = onward * row.direction;
  row.impulse += further;
  row.direction = further + row.step;
}

// On b at the end of its arm, and against it on a.
void WideContactSolver::apply(const WideTriple& impulse, const WideTriple& arm_a, const WideTriple& arm_b,
                              Side& a, Side& b) {
  a.velocity = difference(a.velocity, scaled(a.inverse_mass, impulse));
  b.velocity = sum(b.velocity, scaled(b.inverse_mass, impulse));
  a.angular_velocity = difference(a.angular_velocity, times(a.inverse_inertia, cross(arm_a, impulse)));
  b.angular_velocity = sum(b.angular_velocity, times(b.inverse_inertia, cross(arm_b, impulse)));
}

// The normal, then friction within its disc: sticking if the impulse that stops both tangents lies in it.
// Otherwise a step along the slip itself, back onto the disc: where that rests, friction opposes the slip.
WideContactSolver::WideTriple WideContactSolver::visit_rows(const Block& block, Slot& slot,
                                                            const Wide& onward, Side& a, Side& b) {
  start_on(slot.normal, onward);
  for (Row& row : slot.tangent) start_on(row, onward);
  const WideTriple arm_b = sum(slot.arm, block.offset);
  const WideTriple velocity = difference(velocity_at(b, arm_b), velocity_at(a, slot.arm));
  const Wide missing =
      slot.normal.target - dot(block.direction[0], velocity) - slot.normal_softness * slot.normal.impulse;
  const Wide normal = max(slot.normal.impulse + slot.inverse_normal * missing, 0);
  slot.normal.step = normal - slot.normal.impulse;
  slot.normal.impulse = normal;

  auto& [first, second] = slot.tangent;
  std::array<Wide, 2> excess;
  for (std::size_t k = 0; k < 2; ++k) {
    excess[k] = dot(block.direction[k + 1], velocity) + slot.coupling[k] * slot.normal.step +
                slot.tangent_softness * slot.tangent[k].impulse - slot.tangent[k].target;
  }
  const Wide most = slot.coefficient * normal;
  const WideTriple inverse{slot.inverse_tangents[0], slot.inverse_tangents[1], slot.inverse_tangents[2]};
  std::array<Wide, 2> next{first.impulse - (inverse[0] * excess[0] + inverse[2] * excess[1]),
                           second.impulse - (inverse[1] * excess[1] + inverse[2] * excess[0])};
  const Wide::Mask slides = next[0] * next[0] + next[1] * next[1] > most * most;
  if (any(slides)) {
    const Wide step = slot.inverse_largest;
    const std::array<Wide, 2> slid{first.impulse - step * excess[0], second.impulse - step * excess[1]};
    const Wide squared = slid[0] * slid[0] + slid[1] * slid[1];
    const Wide scale = select(squared > most * most, most / sqrt(squared), 1);
    for (std::size_t k = 0; k < 2; ++k) next[k] = select(slides, scale * slid[k], next[k]);
  }
  for (std::size_t k = 0; k < 2; ++k) {
    slot.tangent[k].step = next[k] - slot.tangent[k].impulse;
    slot.tangent[k].impulse = next[k];
  }
  apply(along(block.direction, slot.normal.step, first.step, second.step), slot.arm, arm_b, a, b);
  return {slot.normal.step, first.step, second.step};
}

WideContactSolver::Sweep WideContactSolver::sweep_rows(const Wide& onward) {
  return sweep<visit_rows>(onward);
}

WideContactSolver::Solved WideContactSolver::solve(int most_sweeps, double tolerance) {
  return iterate(most_sweeps, tolerance, [&](const Wide& onward) { return sweep_rows(onward); });
}

void WideContactSolver::set_push(Pair pair, std::size_t k, double speed) {
  Row& normal = slots_[blocks_[pair.block].first_slot + k].normal;
  normal.target.set(pair.lane, speed);
  normal.impulse.set(pair.lane, 0);
}

WideContactSolver::WideTriple WideContactSolver::visit_push(const Block& block, Slot& slot,
                                                            const Wide& onward, Side& a, Side& b) {
  Row& row = slot.normal;
  start_on(row, onward);
  const WideTriple arm_b = sum(slot.arm, block.offset);
  const WideTriple velocity = difference(velocity_at(b, arm_b), velocity_at(a, slot.arm));
  const Wide missing = row.target - dot(block.direction[0], velocity);
  const Wide normal = max(row.impulse + slot.inverse_push * missing, 0);
  row.step = normal - row.impulse;
  row.impulse = normal;
  apply(scaled(row.step, block.direction[0]), slot.arm, arm_b, a, b);
  return {row.step, Wide{}, Wide{}};
}

WideContactSolver::Sweep WideContactSolver::sweep_pushes(const Wide& onward) {
  return sweep<visit_push>(onward);
}

WideContactSolver::Solved WideContactSolver::solve_pushes(int most_sweeps) {
  return iterate(most_sweeps, kSpeedTolerance, [&](const Wide& onward) { return sweep_pushes(onward); });
}

WideContactSolver::Answer WideContactSolver::answer(Pair pair, std::size_t k) const {
  const Slot& slot = slots_[blocks_[pair.block].first_slot + k];
  Answer answer;
  answer.impulse = {slot.normal.impulse[pair.lane], slot.tangent[0].impulse[pair.lane],
                    slot.tangent[1].impulse[pair.lane]};
  answer.tangent_softness = slot.tangent_softness[pair.lane];
  const double most = slot.coefficient[pair.lane] * answer.impulse[0];
  answer.slides =
      answer.impulse[1] * answer.impulse[1] + answer.impulse[2] * answer.impulse[2] >= kAtBound * most * most;
  return answer;
}

Triple<double> WideContactSolver::velocity_between(Pair pair, std::size_t k) const {
  const Block& block = blocks_[pair.block];
  const Triple<double> arm = lane_of(slots_[block.first_slot + k].arm, pair.lane);
  const Body& a = bodies_[block.body[0][pair.lane]];
  const Body& b = bodies_[block.body[1][pair.lane]];
  return difference(velocity_at(b, sum(arm, lane_of(block.offset, pair.lane))), velocity_at(a, arm));
}

}  // namespace drawbar::physics
