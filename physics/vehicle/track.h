// A track: a belt round wheels, driven by its sprocket.
//
// The belt has one degree of freedom, the angle of the sprocket's joint. Where it touches the ground a
// contact acts as on a surface that runs at sprocket_radius x the joint's rate, and the joint feels the
// traction: motor, brake and ground balance each other in one solve. Wheels only hold the belt; they are not
// bodies.
#pragma once

#include <string>
#include <vector>

#include "physics/model/world_config.h"
#include "physics/vehicle/belt_path.h"

namespace drawbar::physics {

struct TrackWheel {
  BodyId body = kWorldBody;      ///< that carries it
  Vec3 position = Vec3::Zero();  ///< its centre at the initial pose, m, world
  double radius = 0;             ///< m, without the belt
};

struct TrackConfig {
  JointId sprocket{0};             ///< revolute; its parent carries the sprocket, its child is driven
  double sprocket_radius = 0;      ///< m: speed of the belt per rate of the joint
  std::vector<TrackWheel> wheels;  ///< all but the sprocket, in their order round the belt after it
  double width = 0;                ///< m, of the belt
  double thickness = 0;            ///< m, outside the wheels
  MaterialId material{0};
};

/// The way of the belt's outer surface; wheel 0 is the sprocket. `error` is set where the wheels hold no
/// belt.
BeltPath track_path(const TrackConfig& track, const JointConfig& sprocket);

/// Adds the surfaces of the belt to the bodies that carry the wheels: a flat piece for every run between
/// wheels of the same body and a cylinder where the belt turns at a wheel, so that on level ground every road
/// wheel has as many contact points as the next. A run between two bodies, whose length changes with the
/// suspension, is not touched: there the wheels carry, each a cylinder. Give the belt's material some
/// stiffness: how rigid contacts share a load is nobody's choice, on soft ones it is even, and the turning
/// resistance with it. The sprocket's joint must be in `config` before, and the wheels must hold a belt.
void add_track(const TrackConfig& track, WorldConfig& config);

}  // namespace drawbar::physics
