// Mass, centre of mass and inertia of a body from its shapes.
#pragma once

#include <span>

#include "physics/model/body_config.h"
#include "physics/model/shape.h"

namespace drawbar::physics {

/// Volume of one shape (m^3). Planes and heightfields have none. A mesh must be closed; seen from outside
/// clockwise its volume is negative. A hull without volume (flat, too few points) has 0.
double volume(const Geometry& geometry);

/// Of a body made of `shapes`, all of the same `density` (kg/m^3), in body axes. Overlaps count twice.
/// Without any volume everything is 0.
MassProperties mass_properties(std::span<const ShapeConfig> shapes, double density);

/// With one density (kg/m^3) per shape.
MassProperties mass_properties(std::span<const ShapeConfig> shapes, std::span<const double> densities);

/// The same distribution with another total mass (kg).
MassProperties scaled_to_mass(const MassProperties& properties, double mass);

/// Whether some distribution of positive mass has this inertia matrix: symmetric, positive principal moments
/// that satisfy the triangle inequality, each within a relative 1e-9.
bool is_physical_inertia(const Mat3& inertia);

}  // namespace drawbar::physics
