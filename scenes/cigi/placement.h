// A pose of the world as an image generator is told it: under the entity that stands for the world, or on the
// Earth.
#pragma once

#include "physics/math/types.h"
#include "protocol/scene_generated.h"

namespace drawbar::scenes {

/// A model's axes are x forwards, y to the right, z down: those of the world and of bodies (z up) turned by
/// half a turn about x. Angles and what x, y and z are: as in cigi::EntityControl.
struct CigiPose {
  double x = 0;
  double y = 0;
  double z = 0;
  double roll = 0;
  double pitch = 0;
  double yaw = 0;
};

class CigiPlacement {
 public:
  CigiPlacement() : CigiPlacement(scene::CigiOriginT(), scene::CigiPlacement::world_entity) {}
  CigiPlacement(const scene::CigiOriginT& origin, scene::CigiPlacement placement);

  bool geodetic() const { return placement_ == scene::CigiPlacement::geodetic; }
  /// Of the entity that stands for the world.
  CigiPose world() const { return on_earth(physics::Vec3::Zero(), physics::Quat::Identity()); }
  /// Of what stands at `position` (m, world), its axes (z up) turned by `orientation`.
  CigiPose place(const physics::Vec3& position, const physics::Quat& orientation) const {
    return geodetic() ? on_earth(position, orientation) : under_world(position, orientation);
  }

 private:
  CigiPose on_earth(const physics::Vec3& position, const physics::Quat& orientation) const;
  static CigiPose under_world(const physics::Vec3& position, const physics::Quat& orientation);

  scene::CigiPlacement placement_;
  physics::Vec3 origin_;    ///< m, Earth's axes: x through longitude 0, z through the north pole
  physics::Mat3 to_earth_;  ///< world axes to Earth's
};

/// Half a turn about x: between axes with z up and axes with z down.
inline physics::Vec3 turned_over(const physics::Vec3& v) {
  return {v.x(), -v.y(), -v.z()};
}

}  // namespace drawbar::scenes
