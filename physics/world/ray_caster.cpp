// What rays meet among the shapes of a world's configuration, at poses that are read from its frames.
#include "physics/world/ray_caster.h"

#include <cassert>

#include "physics/math/floating_point.h"
#include "physics/world/collision_setup.h"

namespace drawbar::physics {

RayCaster::RayCaster(const WorldConfig& config)
    : shapes_(collision_config(config)),
      query_(shapes_),
      poses_(config.bodies.size()),
      absent_(config.bodies.size()) {}

void RayCaster::place(std::span<const BodyReading> bodies) {
  assert(bodies.size() == poses_.size());
  for (std::size_t b = 0; b < poses_.size(); ++b) {
    poses_[b].position = bodies[b].position;
    poses_[b].orientation = bodies[b].orientation;
    absent_[b] = bodies[b].absent ? 1 : 0;
  }
  shapes_.place(poses_);
  shapes_.set_absent(absent_);
}

std::optional<CastHit> RayCaster::cast(const Vec3& origin, const Vec3& direction, double length,
                                       double radius, BodyId ignored) {
  const FloatingPointScope scope;
  return query_.cast(origin, direction, length, radius, 0xFFFFFFFF, static_cast<std::uint32_t>(ignored));
}

}  // namespace drawbar::physics
