#include "physics/body/gyroscopic.h"

#include <Eigen/LU>

#include "physics/math/rotation.h"

namespace drawbar::physics {

Vec3 free_rotation(const Mat3& inertia, const Vec3& angular_velocity, double h) {
  constexpr int kNewtonSteps = 3;
  const Vec3& before = angular_velocity;
  Vec3 after = before;
  for (int i = 0; i < kNewtonSteps; ++i) {
    const Vec3 middle = 0.5 * (before + after);
    const Vec3 momentum = inertia * middle;
    const Vec3 residual = inertia * (after - before) + h * middle.cross(momentum);
    const Mat3 jacobian = inertia + (0.5 * h) * (cross_matrix(middle) * inertia - cross_matrix(momentum));
    after -= jacobian.inverse() * residual;
  }
  return after;
}

}  // namespace drawbar::physics
