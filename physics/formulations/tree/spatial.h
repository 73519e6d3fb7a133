// Six-dimensional vectors and inertias of the tree formulations: world axes, referred to a body's centre of
// mass.
#pragma once

#include "physics/formulations/shared/stepper.h"
#include "physics/math/rotation.h"
#include "physics/model/wrench.h"

namespace drawbar::physics {

/// Power of a wrench along a motion, both referred to the same point.
inline double dot(const Twist& motion, const Wrench& wrench) {
  return motion.linear.dot(wrench.force) + motion.angular.dot(wrench.torque);
}

/// The motion of the point `r` (m, world) away from where `motion` is taken: C_i of paper 001 in world axes.
inline Twist shifted(const Twist& motion, const Vec3& r) {
  return {motion.linear + motion.angular.cross(r), motion.angular};
}

/// A wrench that acts at `r` from the point it is wanted at: C_i^T.
inline Wrench shifted_back(const Wrench& wrench, const Vec3& r) {
  return {wrench.force, wrench.torque + r.cross(wrench.force)};
}

/// Symmetric 6x6 inertia [linear, coupling; coupling^T, angular].
struct SpatialInertia {
  Mat3 linear = Mat3::Zero();
  Mat3 coupling = Mat3::Zero();
  Mat3 angular = Mat3::Zero();

  static SpatialInertia rigid(double mass, const Mat3& inertia) {
    return {mass * Mat3::Identity(), Mat3::Zero(), inertia};
  }

  Wrench operator*(const Twist& v) const {
    return {linear * v.linear + coupling * v.angular, coupling.transpose() * v.linear + angular * v.angular};
  }

  SpatialInertia& operator+=(const SpatialInertia& other) {
    linear += other.linear;
    coupling += other.coupling;
    angular += other.angular;
    return *this;
  }

  /// C^T I C: the same inertia referred to the point that lies -r away.
  SpatialInertia shifted_back(const Vec3& r) const {
    const Mat3 cross = cross_matrix(r);
    const Mat3 moved = coupling - linear * cross;
    return {linear, moved, angular + cross * moved - coupling.transpose() * cross};
  }
};

}  // namespace drawbar::physics
