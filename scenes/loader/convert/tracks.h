// Belts and tracks of the scene as the engine's.
#pragma once

#include "physics/vehicle/track.h"
#include "protocol/scene_generated.h"
#include "scenes/loader/convert/names.h"

namespace drawbar::scenes {

/// The belt of a shape; its joint must exist.
physics::BeltConfig belt_config(const scene::BeltT& belt, const Names& names);

/// Without its material. The sprocket's joint and the bodies that carry wheels must exist.
physics::TrackConfig track_config(const scene::TrackT& track, const scene::SceneT& scene, const Names& names);

}  // namespace drawbar::scenes
