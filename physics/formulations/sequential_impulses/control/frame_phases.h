// Where each group stands within a frame: how far it has drifted since its last kick, and how finely it is
// stepped.
#pragma once

#include <algorithm>
#include <vector>

#include "physics/formulations/sequential_impulses/control/islands.h"
#include "physics/formulations/sequential_impulses/control/kick_interval.h"
#include "physics/formulations/sequential_impulses/control/substep_level.h"
#include "physics/model/state.h"

namespace drawbar::physics {

class FramePhases {
 public:
  explicit FramePhases(std::size_t groups) : phases_(groups), levels_(groups) {}

  void begin_frame(const State& state) {
    std::fill(phases_.begin(), phases_.end(), Phase{});
    for (std::size_t g = 0; g < levels_.size(); ++g) levels_[g].begin_frame(state.groups[g].turn_rate);
  }

  /// s drifted since the middle of the last kick; 0 between frames. The groups of an island are of one phase
  /// (is_of_one_phase).
  double since_kick(const Island& island) const { return of(island).since_kick; }
  /// s: length of the last drift.
  double drift(const Island& island) const { return of(island).drift; }
  /// The kick before a drift of h (s), which `begins` a substep or not, and the one that closes the last
  /// drift; `whole`: State::last_substep.
  KickTimes next_kick(const Island& island, double h, double whole, bool begins) const {
    return {h, since_kick(island) + 0.5 * h, false, whole, begins};
  }
  KickTimes closing_kick(const Island& island, double whole) const {
    return {drift(island), since_kick(island), true, whole};
  }
  void drifted(const Island& island, double h) { set(island, {0.5 * h, h}); }
  void closed(const Island& island) { set(island, {}); }

  bool is_of_one_phase(const Island& island) const {
    return std::all_of(island.groups.begin(), island.groups.end(),
                       [&](std::size_t g) { return are_equal(g, island.groups[0]); });
  }
  bool are_equal(std::size_t a, std::size_t b) const {
    return phases_[a].since_kick == phases_[b].since_kick && phases_[a].drift == phases_[b].drift;
  }
  bool is_open(std::size_t group) const { return phases_[group].since_kick != 0; }

  /// Level of the island's finest group.
  int level(const Island& island) const {
    int finest = 0;
    for (std::size_t group : island.groups) finest = std::max(finest, levels_[group].depth());
    return finest;
  }
  Refinement& level_of(std::size_t group) { return levels_[group]; }
  void refine_beyond(const Island& island, int level) {
    for (std::size_t group : island.groups) levels_[group].refine_beyond(level);
  }

 private:
  struct Phase {
    double since_kick = 0;
    double drift = 0;
  };
  const Phase& of(const Island& island) const { return phases_[island.groups[0]]; }
  void set(const Island& island, const Phase& phase) {
    for (std::size_t group : island.groups) phases_[group] = phase;
  }

  std::vector<Phase> phases_;       // [group]
  std::vector<Refinement> levels_;  // [group]
};

}  // namespace drawbar::physics
