// The vector vocabulary of the public API. SI units, right-handed axes, z up, radians, double precision.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace drawbar::physics {

using Vec3 = Eigen::Vector3d;  ///< Column of three numbers.
using Mat3 = Eigen::Matrix3d;  ///< Three by three numbers.
/// Unit quaternion that takes body axes to world axes.
using Quat = Eigen::Quaterniond;

}  // namespace drawbar::physics
