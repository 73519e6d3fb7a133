#include "physics/formulations/sequential_impulses/touch_rows.h"

#include <algorithm>

namespace drawbar::physics {
namespace {

// Room for the paths of all rows: vehicles and arms whole, long chains as far as is sensible.
std::size_t path_room(const StepContext& context, const Topology& topology) {
  std::size_t most = 1;
  std::size_t sum = 0;
  for (std::size_t depth : topology.depth) {
    most = std::max(most, depth);
    sum += depth;
  }
  const std::size_t average = sum / std::max<std::size_t>(1, topology.depth.size()) + 1;
  const std::size_t ends = TouchBelts::any_driven(context.config) ? 4 : 2;
  return (ends * TouchContacts::most_rows(context) + 2 * TyreRows::most_rows(context)) *
             std::min(most, 2 * average) +
         2 * (TouchStops::most_rows(context, topology) + 2 * LockRows::most_rows(context)) * most;
}

}  // namespace

TouchRows::TouchRows(const StepContext& context, const Topology& topology)
    : topology_(topology),
      solver_(context, topology,
              TouchStops::most_rows(context, topology) + LockRows::most_rows(context) +
                  TyreRows::most_rows(context) + TouchContacts::most_rows(context),
              path_room(context, topology)),
      stops_(context, topology),
      locks_(context),
      tyres_(context),
      contacts_(context, topology) {}

void TouchRows::prepare(const Island& island, std::span<const BodyFrame> frames, const KickTimes& times) {
  solver_.begin(island);
  stops_.prepare(island, frames, times, solver_);
  locks_.prepare(island, frames, times, topology_, solver_);
  tyres_.prepare(island, frames, times, solver_);
  contacts_.prepare(island, frames, times, solver_);
}

void TouchRows::prepare_closing(const KickTimes& times) {
  stops_.prepare_closing(times, solver_);
  locks_.prepare_closing(times, solver_);
  tyres_.prepare_closing(times, solver_);
  contacts_.prepare_closing(times, solver_);
}

void TouchRows::commit(std::span<const Spatial> velocity) {
  stops_.commit(solver_);
  tyres_.commit(velocity, solver_);
  contacts_.commit(velocity, solver_);
}

}  // namespace drawbar::physics
