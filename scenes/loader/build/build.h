// A resolved, valid scene as the engine's configuration.
#pragma once

#include <memory>
#include <vector>

#include "physics/model/world_config.h"
#include "protocol/result.h"
#include "protocol/scene_generated.h"
#include "scenes/loader/convert/names.h"

namespace drawbar::scenes {

/// The engine's formulation of this name; an error for one that this build does not have.
Result<physics::Formulation> formulation_of(scene::Formulation formulation);

/// The scene must have passed validate() and its formulation formulation_of().
physics::WorldConfig world_config(const scene::SceneT& scene, const Names& names);

/// What feeds a drive, brake or steering.
std::vector<physics::DriveConfig::Input> inputs_of(
    const std::vector<std::unique_ptr<scene::DriveInputT>>& inputs, const Names& names);

/// Wheels with their tyres, brakes, steerings and hitches.
void add_vehicles(const scene::SceneT& scene, const Names& names, physics::WorldConfig& config);

}  // namespace drawbar::scenes
