#include "scenes/loader/convert/tracks.h"

#include <cmath>

#include "scenes/loader/convert/convert.h"

namespace drawbar::scenes {

physics::BeltConfig belt_config(const scene::BeltT& belt, const Names& names) {
  physics::BeltConfig config;
  config.axis = vec3_or_zero(belt.axis);
  config.axis /= std::sqrt(config.axis.squaredNorm());
  config.speed = belt.speed;
  if (!belt.joint.empty()) config.joint = static_cast<physics::JointId>(*names.joint(belt.joint));
  config.radius = belt.radius.value_or(0);
  return config;
}

physics::TrackConfig track_config(const scene::TrackT& track, const scene::SceneT& scene,
                                  const Names& names) {
  const std::size_t sprocket = *names.joint(track.sprocket);
  physics::TrackConfig config;
  config.sprocket = static_cast<physics::JointId>(sprocket);
  config.sprocket_radius = *track.sprocket_radius;
  for (const auto& wheel : track.wheels) {
    const std::string& carrier = wheel->body.empty() ? scene.joints[sprocket]->parent : wheel->body;
    config.wheels.push_back({*names.body_or_world(carrier), to_vec3(*wheel->position), *wheel->radius});
  }
  config.width = *track.width;
  config.thickness = track.thickness;
  return config;
}

}  // namespace drawbar::scenes
