// What a formulation can treat, and the first thing in a scene that it cannot.
#pragma once

#include <optional>
#include <string>

#include "physics/model/world_config.h"

namespace drawbar::physics {

/// Gears, racks and differentials that a formulation treats.
enum class Couplings {
  none,
  of_coordinates,  ///< rigid, between axes that are coordinates of the tree (axes_are_coordinates())
  all
};

struct Limits {
  bool contacts = false;   ///< bodies that may touch
  bool loops = true;       ///< joints that close a loop
  bool distances = false;  ///< distance joints
  bool ropes = false;
  bool guides = false;  ///< joints that follow a curve, and others outside the tree formulations' kinematics
  Couplings couplings = Couplings::none;
  bool cones = false;              ///< swing and twist limits
  bool reaction_friction = false;  ///< friction from the joint's own reaction
  bool breaking = false;           ///< joints that give way
  bool vehicles = false;  ///< tyres, brakes, steering, hitches, anti-roll bars, locks, damper tables, bump
                          ///< stops, belts, surfaces that give way, static friction of its own
  bool moved_bodies = false;  ///< bodies that no force moves and that have a motion
  bool armatures = false;     ///< rotors on joints' axes
};

inline constexpr Limits kNoLimits{true, true, true, true, true, Couplings::all,
                                  true, true, true, true, true, true};

/// Whether forces act that switch (contacts, hard stops, dry friction, drives): then no formulation is more
/// than first order in time at the switching, however smooth the rest.
bool has_switching_forces(const WorldConfig& config);

/// The first thing beyond the limits, such as "joint 'rod' (rope)"; nothing if there is none.
std::optional<std::string> beyond(const Limits& limits, const WorldConfig& config);

}  // namespace drawbar::physics
