// Torque-free rotation of one body over a substep.
#pragma once

#include "physics/math/types.h"

namespace drawbar::physics {

/// Angular velocity (body axes) after h seconds of torque-free Euler's equations, by the implicit midpoint
/// rule: energy and |angular momentum| are conserved exactly, where the explicit term gains without bound and
/// the usual one-Newton implicit step loses half in ten seconds (REFERENCES R2).
Vec3 free_rotation(const Mat3& inertia, const Vec3& angular_velocity, double h);

}  // namespace drawbar::physics
