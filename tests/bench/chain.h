// The chain of the comparison (PEERS S1 and S2), described once for every engine.
#pragma once

#include <cstddef>

#include "physics/math/types.h"

namespace drawbar::bench {

/// `links` boxes of 1 x 0.1 x 0.1 m and 1 kg hinged end to end about y, the first at the origin; at rest
/// along x at the start. The last link may be heavier, its inertia in proportion.
struct Chain {
  static constexpr double kLength = 1;      ///< m, of a link, along its x
  static constexpr double kWidth = 0.1;     ///< m, along its y and z
  static constexpr double kMass = 1;        ///< kg
  static constexpr double kGravity = 9.81;  ///< m/s^2, down z

  int links = 10;
  double end_mass = 1;  ///< kg

  double mass(int link) const { return link + 1 == links ? end_mass : kMass; }
  /// Principal moments about the centre of mass, kg m^2.
  physics::Vec3 inertia(int link) const {
    const double along = kWidth * kWidth + kWidth * kWidth;
    const double across = kLength * kLength + kWidth * kWidth;
    return mass(link) / 12 * physics::Vec3(along, across, across);
  }
  physics::Vec3 center(int link) const { return {(link + 0.5) * kLength, 0, 0}; }
  /// Weight x half length: what energy errors are compared with (J).
  double energy_scale() const {
    double weight = 0;
    for (int i = 0; i < links; ++i) weight += mass(i) * kGravity;
    return weight * 0.5 * kLength * links;
  }
};

/// A link in motion: its centre of mass.
struct LinkMotion {
  physics::Vec3 position = physics::Vec3::Zero();
  physics::Quat orientation = physics::Quat::Identity();
  physics::Vec3 velocity = physics::Vec3::Zero();
  physics::Vec3 angular_velocity = physics::Vec3::Zero();  ///< world axes
};

}  // namespace drawbar::bench
