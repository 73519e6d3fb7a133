// A shape of the scene as the engine's value.
#pragma once

#include "physics/model/shape.h"
#include "protocol/scene_generated.h"

namespace drawbar::scenes {

/// Whether only a body that never moves may have it.
bool is_for_static_bodies(scene::ShapeType type);

/// Geometry and place of a resolved shape that has all the fields its type needs; material 0.
physics::ShapeConfig shape_config(const scene::ShapeT& shape);

/// Local z of heightfield sample `index` (m), from `heights` or from `samples`.
double height_at(const scene::ShapeT& shape, std::size_t index);

}  // namespace drawbar::scenes
