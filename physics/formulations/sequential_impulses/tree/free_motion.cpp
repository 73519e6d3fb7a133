#include "physics/formulations/sequential_impulses/tree/free_motion.h"

#include <algorithm>
#include <array>

#include "physics/math/symmetric_eigen.h"

namespace drawbar::physics {

Slenderness slenderness(const Mat3& inertia) {
  Slenderness rod;
  constexpr double kSlender = 0.1;
  constexpr double kRound = 1e-9;
  std::array<double, 9> diagonal{};
  std::array<double, 9> axes{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      diagonal[3 * i + j] = inertia(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
    }
  }
  symmetric_eigen(3, diagonal, axes);
  std::array<std::size_t, 3> order{0, 1, 2};
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return diagonal[4 * a] < diagonal[4 * b]; });
  std::array<double, 3> moments{};  // kg m^2
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t from = order[k];
    moments[k] = diagonal[4 * from];
    rod.principal_axes.col(static_cast<Eigen::Index>(k)) = Vec3(axes[from], axes[3 + from], axes[6 + from]);
  }
  rod.slender = moments[0] < kSlender * moments[1];
  rod.round = moments[2] - moments[1] < kRound * moments[1];
  rod.across = 1 / moments[1];
  rod.along_excess = 1 / moments[0] - rod.across;
  rod.flat_excess = 1 / moments[2] - rod.across;
  return rod;
}

}  // namespace drawbar::physics
