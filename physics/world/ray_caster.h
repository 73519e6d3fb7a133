// What rays meet among the shapes of a world's configuration, at poses that are read from its frames.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "physics/contact/collision_query.h"
#include "physics/model/frame_state.h"
#include "physics/model/world_config.h"

namespace drawbar::physics {

/// The questions of World::cast, for who has frames and no World: another thread, or the replay of a
/// recording. Allocates in its constructor only. Not for use by two threads at once.
class RayCaster {
 public:
  /// `config` as that of a World.
  explicit RayCaster(const WorldConfig& config);

  /// Puts every body where a frame has it (FrameState::bodies); what is absent there is passed through.
  void place(std::span<const BodyReading> bodies);
  /// As World::cast.
  std::optional<CastHit> cast(const Vec3& origin, const Vec3& direction, double length, double radius = 0,
                              BodyId ignored = kWorldBody);

 private:
  CollisionWorld shapes_;
  CollisionQuery query_;
  std::vector<Pose> poses_;
  std::vector<std::uint8_t> absent_;  // [body]
};

}  // namespace drawbar::physics
