// A resolved, valid scene as the engine's configuration.
#pragma once

#include <memory>
#include <vector>

#include "physics/vehicle/link_suspension.h"
#include "physics/world/world_config.h"
#include "protocol/result.h"
#include "protocol/scene_generated.h"
#include "scenes/loader/convert/names.h"

namespace drawbar::scenes {

/// The engine's formulation of this name; an error for one that this build does not have.
Result<physics::Formulation> formulation_of(scene::Formulation formulation);

/// The scene must have passed validate() and its formulation formulation_of().
physics::WorldConfig world_config(const scene::SceneT& scene, const Names& names);

/// The joints' part of it, and the joint's frame (columns n0, n1, n2) alone.
physics::JointConfig joint_config(const scene::JointT& joint, const Names& names);
physics::Mat3 joint_frame(const scene::JointT& joint);
/// The way of a guided joint whose guide has five links.
physics::SuspensionCurve link_curve(const scene::JointT& joint);
/// In m or rad; `stop` may be null.
physics::AxisLimit axis_limit(const scene::Range& range, bool slides, const scene::StopT* stop);

/// What feeds a drive, brake or steering.
std::vector<physics::DriveConfig::Input> inputs_of(
    const std::vector<std::unique_ptr<scene::DriveInputT>>& inputs, const Names& names);

/// Wheels with their tyres, brakes, steerings and hitches.
void add_vehicles(const scene::SceneT& scene, const Names& names, physics::WorldConfig& config);

}  // namespace drawbar::scenes
