// What is compared with the peers' engines, as worlds of ours.
#pragma once

#include "physics/world/world.h"
#include "tests/bench/box_engine.h"
#include "tests/bench/vehicle_engine.h"

namespace drawbar::bench {

physics::WorldConfig boxes_world(const Boxes& boxes, bool sleep);
/// The Fleet, of scenes/car_trailer.json with its trailer or without.
physics::WorldConfig fleet_world(bool trailers);
/// The same throttle for all.
void start_fleet(physics::World& world);

}  // namespace drawbar::bench
