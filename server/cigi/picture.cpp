#include "server/cigi/picture.h"

#include <algorithm>

#include "physics/math/rotation.h"

namespace drawbar::server {

namespace {

double as_seconds(Nanoseconds duration) {
  return static_cast<double>(duration) / static_cast<double>(kSecond);
}

PictureEntity entity_of(const scenes::CigiEntity& entity, const physics::BodyReading& body) {
  const physics::Vec3 arm = body.orientation * entity.position;
  PictureEntity shown;
  shown.position = body.position + arm;
  shown.orientation = body.orientation * entity.orientation;
  shown.linear_velocity = body.linear_velocity + body.angular_velocity.cross(arm);
  shown.angular_velocity = body.angular_velocity;
  shown.absent = body.absent;
  return shown;
}

/// Whether `after` is the frame behind `before`, so that their velocities tell of accelerations.
bool follows(const Picture& before, const Picture& after) {
  return before.branch == after.branch && before.frame + 1 == after.frame &&
         before.entities.size() == after.entities.size();
}

}  // namespace

Picture picture_of(const scenes::CigiMapping& mapping, const FrameSlot& slot, Nanoseconds period,
                   const Picture& before) {
  Picture picture;
  picture.instant = slot.timing.slot_start + period;
  picture.branch = slot.branch;
  picture.frame = slot.state.frame;
  picture.begins_branch = slot.begins_branch;
  picture.speed = slot.frozen ? 0 : slot.speed;
  picture.period = period;
  for (const scenes::CigiEntity& entity : mapping.entities)
    picture.entities.push_back(entity_of(entity, slot.state.bodies[entity.body]));
  for (const scenes::CigiPart& part : mapping.parts) {
    const physics::JointReading& joint = slot.state.joints[part.joint];
    picture.parts.push_back(
        {part.offset + part.factor * joint.position[part.axis], part.factor * joint.velocity[part.axis]});
  }
  for (const scenes::CigiComponent& component : mapping.components)
    picture.components.push_back(component.shown(slot.state));
  if (!follows(before, picture)) return picture;
  const double per_second = 1 / as_seconds(period);
  for (std::size_t i = 0; i < picture.entities.size(); ++i) {
    PictureEntity& now = picture.entities[i];
    const PictureEntity& then = before.entities[i];
    // What goes or comes does so without a way.
    if (now.absent || then.absent) continue;
    now.linear_acceleration = per_second * (now.linear_velocity - then.linear_velocity);
    now.angular_acceleration = per_second * (now.angular_velocity - then.angular_velocity);
  }
  return picture;
}

Picture Picture::at(Nanoseconds when) const {
  Picture moved = *this;
  const Nanoseconds ahead = std::clamp(when - instant, -period, period);
  const double time = as_seconds(ahead) * speed;
  moved.instant = when;
  for (PictureEntity& entity : moved.entities) {
    entity.position += time * (entity.linear_velocity + 0.5 * time * entity.linear_acceleration);
    entity.orientation = physics::quaternion_exponential(
                             time * (entity.angular_velocity + 0.5 * time * entity.angular_acceleration)) *
                         entity.orientation;
    entity.linear_velocity += time * entity.linear_acceleration;
    entity.angular_velocity += time * entity.angular_acceleration;
  }
  for (PicturePart& part : moved.parts) part.value += time * part.rate;
  return moved;
}

}  // namespace drawbar::server
