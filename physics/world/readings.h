// What the world shows of itself, computed from State and synchronised velocities.
#pragma once

#include <span>

#include "physics/contact/collision_world.h"
#include "physics/joint/kinematics.h"
#include "physics/model/frame_state.h"
#include "physics/model/step_context.h"
#include "physics/model/twist.h"

namespace drawbar::physics {

/// Fills everything but the time, statistics, effects and what they show. `velocities`: one entry per entry
/// of Model::bodies, synchronised with State's positions, at which `kinematics` was updated; `currents`: of
/// the drives (A), at the same instant.
void read_frame(const StepContext& context, const Kinematics& kinematics, std::span<const Twist> velocities,
                std::span<const double> currents, FrameState& out);

/// Of `out` the drives alone, whose joints it has already.
void read_drives(const StepContext& context, std::span<const double> currents, FrameState& out);

/// Of `out` the contacts alone.
void read_contacts(const StepContext& context, FrameState& out);

}  // namespace drawbar::physics
