// The peers: each adds its ways to step, if it was found when the build was configured.
#pragma once

#include "tests/bench/box_engine.h"
#include "tests/bench/engine.h"
#include "tests/bench/vehicle_engine.h"

namespace drawbar::bench {

void add_bullet(std::vector<Method>& methods);
void add_ode(std::vector<Method>& methods);
void add_mujoco(std::vector<Method>& methods);
void add_simbody(std::vector<Method>& methods);

void add_bullet_boxes(std::vector<BoxMethod>& methods);
void add_ode_boxes(std::vector<BoxMethod>& methods);

void add_bullet_vehicles(std::vector<VehicleMethod>& methods);

}  // namespace drawbar::bench
