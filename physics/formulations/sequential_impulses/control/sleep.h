// Which groups have come to rest, and are left alone until something acts on them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "physics/articulation/topology.h"
#include "physics/formulations/sequential_impulses/control/islands.h"
#include "physics/model/step_view.h"

namespace drawbar::physics {

class CollisionWorld;

/// Outcome of a frame for a group's rest.
struct Rest {
  std::uint64_t still_frames = 0;
  bool begins_window = false;  ///< it has moved: it is watched from where it is now
  bool falls_asleep = false;   ///< its velocities become 0
  double wandered = 0;         ///< m or rad, since it was watched; of a group that begins a window
};

/// An island falls asleep when for half a second all its groups have stayed where they were, but for a
/// tremble: within 5e-6 m and rad, slower than 1e-4 m/s and rad/s, and no farther than in the half second
/// before; carried by a contact, no current in their motors and no steering on its way.
/// What hangs or swings without touching anything never sleeps, so that nothing balanced is frozen. Nothing
/// of a sleeping group changes but the temperature of its motors. It wakes when it may touch something awake,
/// when a control that acts on it changes, or when GroupState::still_frames is set to 0. With
/// WorldConfig::sleep false nothing ever sleeps.
class Sleep {
 public:
  Sleep(const StepView& view, const Topology& topology, const CollisionWorld& collisions);

  bool is_asleep(std::size_t group) const;
  /// Whether all of it sleeps.
  bool is_asleep(const Island& island) const;
  /// Whether a body that is moved takes it along, or slides beneath it.
  bool is_moved(const Island& island) const;
  /// Groups that a control acts on, and so wakes.
  std::span<const std::size_t> groups_of_control(std::size_t control) const {
    return groups_of_control_[control];
  }
  std::span<const std::size_t> drives_of(std::size_t group) const { return parts_[group].drives; }

  /// At a frame's end: whether the island may have come to rest, and what that makes of a group of it.
  /// Nothing rests where WorldConfig::sleep is false.
  bool is_still(const Island& island) const;
  Rest rest_after_frame(std::size_t group, bool still) const;
  /// Marks bodies that have not moved since contacts were searched last: [body].
  void mark_unmoved(std::span<std::uint8_t> still) const;

 private:
  // What can move in a group besides its bodies.
  struct Parts {
    std::vector<std::size_t> drives;
    std::vector<std::size_t> steerings;
  };
  bool rests_on_contact(const Island& island) const;
  bool is_still(std::size_t group) const;
  double wandered(std::size_t group) const;

  StepView view_;
  const Topology& topology_;
  const CollisionWorld& collisions_;
  std::uint64_t frames_ = 0;  // of stillness until sleep
  std::vector<Parts> parts_;  // [group]
  std::vector<std::vector<std::size_t>> groups_of_control_;
  std::vector<std::vector<BodyIndex>> movers_of_;  // [group] moved bodies that it hangs on
};

}  // namespace drawbar::physics
