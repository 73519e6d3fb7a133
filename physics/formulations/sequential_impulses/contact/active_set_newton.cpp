#include "physics/formulations/sequential_impulses/contact/active_set_newton.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace drawbar::physics {
namespace {

/// Solutions of one step, each without the rows that left in the one before.
constexpr int kNewtonRounds = 4;
/// Compliance of a rigid row in Newton's step, as part of its response: shares loads among redundant
/// contacts.
constexpr double kProximal = 1e-6;
/// No step moves a row faster (m/s or rad/s): a matrix this near to singular says nothing, and what it did
/// could not be taken back without its rounding errors.
constexpr double kWildSpeed = 1e8;
constexpr std::size_t kNewtonRows = 512;
constexpr std::size_t kNewtonEntries = 32 * kNewtonRows;
/// Solutions of all steps of one call, fewer where more coordinates make them dear.
constexpr int kNewtonBudget = 16;
constexpr std::size_t kCheapCoordinates = 96;

}  // namespace

ActiveSetNewton::ActiveSetNewton(RowSet& rows, RowResponses& responses, const Topology& topology,
                                 std::size_t room)
    : rows_(rows),
      responses_(responses),
      coordinate_of_node_(topology.nodes.size()),
      coordinate_of_block_(topology.groups.size()),
      active_(kNewtonCoordinates, kNewtonRows, kNewtonEntries),
      steps_(kNewtonRows) {
  left_disc_.reserve(room);
  factored_.reserve(room);
  residuals_.reserve(kNewtonRows);
  kept_.reserve(room);
  collected_.test.resize(ActiveRows::padded(kNewtonCoordinates + 6));
  collected_.impulse.resize(ActiveRows::padded(kNewtonCoordinates + 6));
  collected_.clear();
  acting_.reserve(kNewtonRows);
}

void ActiveSetNewton::reach_coordinates(std::size_t row) {
  for (const RowSpace::PathNode& node : rows_.space().path(row)) {
    std::size_t& coordinate = coordinate_of_node_[node.node];
    if (coordinate != kNone) continue;
    coordinate = coordinates_;
    coordinates_ += node.axes;
  }
  const RowResponses::Response& response = responses_.of(row);
  for (std::size_t k = 0; k < 2 && response.block[k] != kNone; ++k) {
    std::size_t& coordinate = coordinate_of_block_[response.block[k]];
    if (coordinate != kNone) continue;
    coordinate = coordinates_;
    coordinates_ += responses_.block_size(response.block[k]);
  }
}

void ActiveSetNewton::prepare(const LoopConstraints& loops) {
  coordinates_ = 0;
  for (const std::size_t i : rows_.nodes()) coordinate_of_node_[i] = kNone;
  for (const std::size_t b : loops.present()) coordinate_of_block_[b] = kNone;
  for (const ImpulseBounds& bound : rows_.bounds()) {
    for (std::size_t k = 0; k < (bound.is_friction_disc ? 2u : 1u); ++k) reach_coordinates(bound.row + k);
  }
  left_disc_.resize(rows_.bounds().size());
  factored_.clear();
}

void ActiveSetNewton::begin() {
  rounds_left_ = coordinates_ <= kCheapCoordinates ? kNewtonBudget : kNewtonBudget / 4;
  may_reuse_ = true;
}

void ActiveSetNewton::remember() {
  kept_.clear();
  for (const ImpulseBounds& bound : rows_.bounds()) {
    kept_.push_back(
        {{rows_.row(bound.row).impulse, bound.is_friction_disc ? rows_.row(bound.row + 1).impulse : 0.0},
         bound.saturated});
  }
}

void ActiveSetNewton::restore() {
  for (std::size_t i = 0; i < rows_.bounds().size(); ++i) {
    ImpulseBounds& bound = rows_.bound(i);
    bound.saturated = kept_[i].saturated;
    for (std::size_t k = 0; k < (bound.is_friction_disc ? 2u : 1u); ++k)
      responses_.set_impulse(bound.row + k, kept_[i].impulse[k]);
  }
}

void ActiveSetNewton::Collected::touch(std::size_t from, std::size_t count) {
  first = std::min(first, from);
  end = std::max(end, from + count);
}

void ActiveSetNewton::Collected::clear() {
  if (first < end) {
    std::fill(test.data() + first, test.data() + end, 0.0);
    std::fill(impulse.data() + first, impulse.data() + end, 0.0);
  }
  first = test.size();
  end = 0;
}

void ActiveSetNewton::collect(std::size_t row, double test, double impulse) {
  const RowResponses::Response& response = responses_.of(row);
  for (const RowSpace::PathNode& node : rows_.space().path(row)) {
    const std::size_t base = coordinate_of_node_[node.node];
    if (node.axes == 0) continue;
    collected_.touch(base, node.axes);
    double* tests = collected_.test.data() + base;
    double* impulses = collected_.impulse.data() + base;
    if (node.axes == 1) {
      tests[0] += test * node.z[0];
      impulses[0] += impulse * node.z[0];
      continue;
    }
    // All six: what is beyond the node's axes is 0.
    for (std::size_t k = 0; k < 6; ++k) tests[k] += test * node.z[k];
    for (std::size_t k = 0; k < 6; ++k) impulses[k] += impulse * node.z[k];
  }
  for (std::size_t b = 0; b < 2 && response.block[b] != kNone; ++b) {
    const std::size_t base = coordinate_of_block_[response.block[b]];
    const std::size_t size = responses_.block_size(response.block[b]);
    const double* g = responses_.projection(response, b);
    collected_.touch(base, size);
    for (std::size_t k = 0; k < size; ++k) {
      collected_.test[base + k] -= test * g[k];
      collected_.impulse[base + k] += impulse * g[k];
    }
  }
}

// Calls change(row, impulse per impulse of the leader) for what slides or turns under the leader at `place`
// of the order: its impulse keeps its direction and grows with the leader's.
template <class Change>
void ActiveSetNewton::for_each_follower(std::size_t place, Change change) const {
  const std::size_t leader = rows_.bounds()[place].row;
  for (std::size_t i = place + 1; i < rows_.bounds().size(); ++i) {
    const ImpulseBounds& bound = rows_.bounds()[i];
    if (bound.normal_row != leader) return;
    if (!bound.saturated) continue;
    if (!bound.is_friction_disc) {
      change(bound.row, rows_.row(bound.row).impulse < 0 ? -bound.coefficient : bound.coefficient);
      continue;
    }
    const std::array<double, 2> along = direction(bound.row);
    change(bound.row, bound.coefficient * along[0]);
    change(bound.row + 1, bound.coefficient * along[1]);
  }
}

// The row collected last acts: its speed is to change by `change`. False if there is no room.
bool ActiveSetNewton::add_acting(const Acting& acting, double change, double compliance) {
  const bool room = active_.has_room(collected_.first, collected_.end);
  if (room) {
    active_.add(collected_.first, collected_.end, collected_.test, collected_.impulse, compliance);
    acting_.push_back(acting);
    residuals_.push_back(change);
  }
  collected_.clear();
  return room;
}

bool ActiveSetNewton::act_as_interval(std::size_t place) {
  const std::size_t row = rows_.bounds()[place].row;
  collect(row, 1, 1);
  for_each_follower(place, [&](std::size_t follower, double part) { collect(follower, 0, part); });
  return add_acting({row, place, Acts::interval}, responses_.missing(row), compliance(row));
}

bool ActiveSetNewton::act_as_sticking(std::size_t place) {
  const std::size_t first = rows_.bounds()[place].row;
  for (std::size_t row : {first, first + 1}) {
    collect(row, 1, 1);
    if (!add_acting({row, place, Acts::sticks}, responses_.missing(row), compliance(row))) return false;
  }
  return true;
}

// Friction of size m opposes the slip u: across its direction it gives way by |u| / m per impulse, along it
// the impulse follows its leader. What has just left its disc slides on, whatever the slip: that one is of
// impulses which the others have not answered to yet.
bool ActiveSetNewton::act_as_sliding(std::size_t place, double most) {
  const std::size_t row = rows_.bounds()[place].row;
  const std::array<double, 2> along = direction(row);
  const double first = responses_.missing(row);
  const double second = responses_.missing(row + 1);
  const double slip = along[0] * first + along[1] * second;
  // Pulled back from the edge.
  if (slip < 0 && !left_disc_[place]) return act_as_sticking(place);
  collect(row, -along[1], -along[1]);
  collect(row + 1, along[0], along[0]);
  return add_acting({row, place, Acts::slides}, along[0] * second - along[1] * first,
                    std::max(slip, 0.0) / most + std::max(compliance(row), compliance(row + 1)));
}

double ActiveSetNewton::compliance(std::size_t row) const {
  return responses_.of(row).softness + kProximal * responses_.of(row).effective;
}

// Unit, of the impulse of a disc; zero if there is none.
std::array<double, 2> ActiveSetNewton::direction(std::size_t row) const {
  const double first = rows_.row(row).impulse;
  const double second = rows_.row(row + 1).impulse;
  const double size = std::sqrt(first * first + second * second);
  if (!(size > 0)) return {0, 0};
  return {first / size, second / size};
}

// The impulse changes of all that acts as the last sweep left it.
bool ActiveSetNewton::solve_acting() {
  active_.begin(coordinates_);
  acting_.clear();
  residuals_.clear();
  factored_.clear();
  for (std::size_t place = 0; place < rows_.bounds().size(); ++place) {
    const ImpulseBounds& bound = rows_.bounds()[place];
    if (!(responses_.of(bound.row).effective > 0)) continue;
    if (!bound.is_friction_disc) {
      if (!bound.saturated && !act_as_interval(place)) return false;
      continue;
    }
    const double most = bound.upper + rows_.reach_of(bound);
    if (!(most > 0) || !(responses_.of(bound.row + 1).effective > 0)) continue;
    const bool slides = bound.saturated && direction(bound.row) != std::array<double, 2>{};
    if (!(slides ? act_as_sliding(place, most) : act_as_sticking(place))) return false;
  }
  if (!active_.factor()) return false;
  for (const ImpulseBounds& bound : rows_.bounds()) factored_.push_back(bound.saturated);
  return find_steps();
}

// Whether the rows act for which the factor was made.
bool ActiveSetNewton::same_act() const {
  if (factored_.size() != rows_.bounds().size()) return false;
  for (std::size_t i = 0; i < rows_.bounds().size(); ++i) {
    if (rows_.bounds()[i].saturated != factored_[i]) return false;
  }
  return true;
}

// The same from the factor of an earlier call: what slides has hardly turned since.
bool ActiveSetNewton::solve_acting_again() {
  for (std::size_t i = 0; i < acting_.size(); ++i) {
    const std::size_t row = acting_[i].row;
    residuals_[i] = responses_.missing(row);
    if (acting_[i].acts != Acts::slides) continue;
    const std::array<double, 2> along = direction(row);
    residuals_[i] = along[0] * responses_.missing(row + 1) - along[1] * residuals_[i];
  }
  return find_steps();
}

bool ActiveSetNewton::find_steps() {
  active_.solve(residuals_, steps_);
  for (std::size_t i = 0; i < acting_.size(); ++i) {
    if (!(std::fabs(steps_[i]) * responses_.of(acting_[i].row).effective < kWildSpeed)) return false;
  }
  return true;
}

void ActiveSetNewton::take_steps(double part_of_step) {
  for (std::size_t i = 0; i < acting_.size(); ++i) {
    const Acting& acting = acting_[i];
    const double step = part_of_step * steps_[i];
    if (acting.acts == Acts::slides) {
      const std::array<double, 2> along = direction(acting.row);
      responses_.set_impulses(acting.row, {rows_.row(acting.row).impulse - along[1] * step,
                                           rows_.row(acting.row + 1).impulse + along[0] * step});
      continue;
    }
    if (acting.acts == Acts::sticks) {
      // Its two rows act one after the other.
      responses_.set_impulses(acting.row, {rows_.row(acting.row).impulse + step,
                                           rows_.row(acting.row + 1).impulse + part_of_step * steps_[++i]});
      continue;
    }
    for_each_follower(acting.place, [&](std::size_t row, double part) {
      responses_.set_impulse(row, rows_.row(row).impulse + part * step);
    });
    responses_.set_impulse(acting.row, rows_.row(acting.row).impulse + step);
  }
}

// As far along the steps as no interval breaks; the one that stops them acts no more. False if none does.
bool ActiveSetNewton::stop_at_interval() {
  double part = 1;
  std::size_t stopped = kNone;
  double bound_impulse = 0;
  for (std::size_t i = 0; i < acting_.size(); ++i) {
    const ImpulseBounds& bound = rows_.bounds()[acting_[i].place];
    if (acting_[i].acts != Acts::interval) continue;
    const double impulse = rows_.row(bound.row).impulse;
    const double more = rows_.reach_of(bound);
    const double kept = std::clamp(impulse + steps_[i], bound.lower - more, bound.upper + more);
    if (kept == impulse + steps_[i] || std::fabs(kept - impulse) > part * std::fabs(steps_[i])) continue;
    part = (kept - impulse) / steps_[i];
    stopped = acting_[i].place;
    bound_impulse = kept;
  }
  if (stopped == kNone) return false;
  take_steps(part);
  ImpulseBounds& bound = rows_.bound(stopped);
  const double rest = bound_impulse - rows_.row(bound.row).impulse;
  for_each_follower(stopped, [&](std::size_t row, double share) {
    responses_.set_impulse(row, rows_.row(row).impulse + share * rest);
  });
  responses_.set_impulse(bound.row, bound_impulse);
  bound.saturated = true;
  return true;
}

// Discs that the steps would leave begin to slide where they do. False if none does.
bool ActiveSetNewton::slide_discs() {
  bool leaving = false;
  double leader = 0;  // after the step, of the followers at hand
  for (std::size_t i = 0; i < acting_.size(); ++i) {
    ImpulseBounds& bound = rows_.bound(acting_[i].place);
    const double next = rows_.row(acting_[i].row).impulse + steps_[i];
    if (acting_[i].acts == Acts::interval && bound.normal_row == kNone) leader = std::max(next, 0.0);
    if (acting_[i].acts != Acts::sticks) continue;
    const double second = rows_.row(acting_[i].row + 1).impulse + steps_[i + 1];
    ++i;
    const double most = bound.upper + (bound.normal_row == kNone ? 0.0 : bound.coefficient * leader);
    const double size = std::sqrt(next * next + second * second);
    if (size <= most) continue;
    const double scale = (bound.upper + rows_.reach_of(bound)) / size;
    responses_.set_impulses(bound.row, {scale * next, scale * second});
    bound.saturated = true;
    leaving = left_disc_[acting_[i].place] = true;
  }
  return leaving;
}

// Newton's steps from the rows that act as the last sweep left them, until none breaks its bounds; what ought
// to act besides is left to the next sweep. False if there is no such step, or no time for it.
bool ActiveSetNewton::step() {
  std::fill(left_disc_.begin(), left_disc_.end(), false);
  const bool reuse = may_reuse_ && same_act();
  may_reuse_ = false;
  for (int round = 0; round < kNewtonRounds; ++round) {
    if (rounds_left_-- <= 0) return false;
    if (!(reuse && round == 0 ? solve_acting_again() : solve_acting())) return false;
    if (stop_at_interval() || slide_discs()) continue;
    take_steps(1);
    break;
  }
  return true;
}

}  // namespace drawbar::physics
