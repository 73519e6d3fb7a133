// Which groups have come to rest, and are left alone until something acts on them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "physics/articulation/topology.h"
#include "physics/formulations/sequential_impulses/control/islands.h"
#include "physics/model/step_context.h"

namespace drawbar::physics {

/// An island falls asleep when for half a second all its groups have stayed where they were, but for a
/// tremble: within 5e-6 m and rad, slower than 1e-4 m/s and rad/s, and no farther than in the half second
/// before; carried by a contact, no current in their motors and no steering on its way.
/// What hangs or swings without touching anything never sleeps, so that nothing balanced is frozen. Nothing
/// of a sleeping group changes but the temperature of its motors. It wakes when it may touch something awake,
/// when a control that acts on it changes, or when GroupState::still_frames is set to 0. With
/// WorldConfig::sleep false nothing ever sleeps.
class Sleep {
 public:
  Sleep(const StepContext& context, const Topology& topology);

  /// Wakes what a control acts on that has changed since the frame before.
  void begin_frame();
  /// Whether the island sleeps; if only a part of it does, that wakes.
  bool sleeps(const Island& island);
  /// A substep of h (s) of a sleeping island.
  void pass(const Island& island, double h);
  /// Counts the frame; velocities of what falls asleep become 0.
  void end_frame(const Island& island);
  /// Marks bodies that have not moved since contacts were searched last: [body].
  void mark_still(std::span<std::uint8_t> still) const;

 private:
  // What besides bodies moves or moves something in a group.
  struct Parts {
    std::vector<std::size_t> drives;
    std::vector<std::size_t> steerings;
  };
  bool asleep(std::size_t group) const;
  bool carried(const Island& island) const;
  bool is_still(std::size_t group) const;
  double wandered(std::size_t group) const;
  void begin_window(std::size_t group, double wandered);
  void fall_asleep(std::size_t group);

  StepContext context_;
  const Topology& topology_;
  std::uint64_t frames_ = 0;  // of stillness until sleep
  std::vector<Parts> parts_;  // [group]
  std::vector<std::vector<std::size_t>> groups_of_control_;
};

}  // namespace drawbar::physics
