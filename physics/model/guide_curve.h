// The way of a guided joint: where the child is, and how it is turned, at every travel along n0.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "physics/model/joint_config.h"

namespace drawbar::physics {

/// Natural cubic splines through the points of a table, straight on beyond its ends: the second derivative is
/// continuous everywhere, as a method of second order needs it. All in the joint's axes n0, n1, n2.
class GuideCurve {
 public:
  struct Place {
    Vec3 displacement;  ///< m
    Mat3 rotation;      ///< of the child against the parent: R0(toe) R1(camber) R2(caster)
    Vec3 slope;         ///< d displacement / d travel; 1 along n0
    Vec3 turn;          ///< rad/m: angular velocity per speed of travel
  };

  GuideCurve() = default;
  /// Two points or more, in increasing order of travel.
  explicit GuideCurve(std::span<const GuidePoint> points);

  Place at(double travel) const;

 private:
  /// forward, sideways, toe, camber, caster
  using Values = Eigen::Array<double, 5, 1>;
  struct Knot {
    double travel = 0;
    Values value = Values::Zero();
    Values curvature = Values::Zero();  ///< second derivative
  };
  std::vector<Knot> knots_;
};

}  // namespace drawbar::physics
