// What image generators are to show at one instant: of a frame, what the scene's mapping names.
#pragma once

#include <cstdint>
#include <vector>

#include "scenes/cigi/mapping.h"
#include "server/loop/frame_slot.h"

namespace drawbar::server {

struct PictureEntity {
  physics::Vec3 position = physics::Vec3::Zero();  ///< of the model's origin, m, world
  physics::Quat orientation = physics::Quat::Identity();
  physics::Vec3 linear_velocity = physics::Vec3::Zero();   ///< of that origin, m/s, world axes
  physics::Vec3 angular_velocity = physics::Vec3::Zero();  ///< rad/s, world axes
  physics::Vec3 linear_acceleration = physics::Vec3::Zero();
  physics::Vec3 angular_acceleration = physics::Vec3::Zero();
  bool absent = false;  ///< it is not there: not to be drawn
};

struct PicturePart {
  double value = 0;  ///< m or deg
  double rate = 0;
};

struct Picture {
  Nanoseconds instant = 0;  ///< CLOCK_MONOTONIC at which it is so
  std::uint32_t branch = 0;
  std::uint64_t frame = 0;
  bool begins_branch = false;
  double speed = 0;  ///< simulation seconds per second of the clock; 0: time stands still
  Nanoseconds period = 0;
  std::vector<PictureEntity> entities;  ///< as in the mapping, the next two likewise
  std::vector<PicturePart> parts;
  std::vector<scenes::CigiComponent::Shown> components;

  /// The same at another instant, at most a period away: by velocities, and by accelerations where they are
  /// known.
  Picture at(Nanoseconds when) const;
};

/// Of a frame; accelerations from the picture `before`, where it is of the frame before.
Picture picture_of(const scenes::CigiMapping& mapping, const FrameSlot& slot, Nanoseconds period,
                   const Picture& before);

}  // namespace drawbar::server
