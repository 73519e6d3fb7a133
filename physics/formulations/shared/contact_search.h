// Where bodies may touch in the coming substep, for the formulations that treat contacts.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "physics/math/pose.h"
#include "physics/model/step_context.h"

namespace drawbar::physics {

/// Contacts are looked for this far apart (m), beyond what the bodies travel in the substep.
inline constexpr double kContactMargin = 0.01;

class ContactSearch {
 public:
  explicit ContactSearch(const StepContext& context);

  /// Renews the collision world's manifolds at State's poses, with points as far apart as the bodies travel
  /// in the substep of h (s). Bodies that are marked in `still`, if it is not empty, have not moved since the
  /// search before. Does not allocate.
  void find(double h, std::span<const std::uint8_t> still = {});

 private:
  StepContext context_;
  std::vector<Pose> poses_;
  std::vector<Vec3> travel_;
};

}  // namespace drawbar::physics
