// How a body moves that no force moves.
#pragma once

#include "physics/model/motion_config.h"
#include "protocol/scene_generated.h"
#include "scenes/loader/convert/names.h"

namespace drawbar::scenes {

/// Of a resolved and valid motion of `body`.
physics::MotionConfig motion_config(const scene::MotionT& motion, const scene::BodyT& body,
                                    const Names& names);

/// The points of a resolved path, as they are given.
physics::PathMotion path_of(const scene::MotionT& motion);

}  // namespace drawbar::scenes
