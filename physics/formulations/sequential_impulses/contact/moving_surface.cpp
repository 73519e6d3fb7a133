#include "physics/formulations/sequential_impulses/contact/moving_surface.h"

#include <algorithm>
#include <cmath>

#include "physics/motion/prescribed_motions.h"

namespace drawbar::physics {
namespace {

/// Sine of the angle between a surface's normal and the belt's axis below which the belt's speed fades: its
/// flanks know no direction.
constexpr double kFlank = 0.5;

}  // namespace

MovingSurfaces::MovingSurfaces(const StepView& view, const Topology& topology, const TrialJoints& joints)
    : view_(view), topology_(topology), joints_(joints) {
  for (const BodyConfig& body : view.config.bodies) {
    for (const ShapeConfig& shape : body.shapes) shapes_.push_back(&shape);
  }
}

bool MovingSurfaces::any_driven(const WorldConfig& config) {
  return std::any_of(config.bodies.begin(), config.bodies.end(), [](const BodyConfig& body) {
    return std::any_of(body.shapes.begin(), body.shapes.end(),
                       [](const ShapeConfig& shape) { return shape.belt && shape.belt->joint; });
  });
}

SurfaceMotion MovingSurfaces::motion(const Manifold& manifold, const Vec3& normal,
                                     std::span<const BodyFrame> frames) const {
  SurfaceMotion out;
  const auto add = [&](std::uint32_t shape, std::uint32_t body) {
    if (!shapes_[shape]->belt) return;
    const BeltConfig& belt = *shapes_[shape]->belt;
    const Vec3 axis = frames[body].rotation * (shapes_[shape]->orientation * belt.axis);
    // The normal looks out of a, whose motion counts negative, and into b, whose counts positive.
    const Vec3 across = -axis.cross(normal);
    const Vec3 direction = across / std::max(std::sqrt(across.squaredNorm()), kFlank);
    out.velocity += belt.speed * direction;
    if (!belt.joint || joints_.broken(index_of(*belt.joint)) ||
        view_.config.joints[index_of(*belt.joint)].belts_off) {
      return;
    }
    const JointModel& joint = view_.model.joints[index_of(*belt.joint)];
    if (const MovedBody* carrier = view_.prescribed.find(joint.parent)) {
      const Vec3 hinge = frames[joint.parent].rotation * joint.parent_frame.col(0);
      out.velocity -= hinge.dot(carrier->twist.angular) * belt.radius * direction;
    }
    out.parts[out.part_count++] = {index_of(*belt.joint),
                                   frames[joint.parent].rotation * joint.parent_frame.col(0),
                                   belt.radius * direction};
  };
  add(manifold.shape_a, manifold.body_a);
  add(manifold.shape_b, manifold.body_b);
  return out;
}

std::size_t MovingSurfaces::rate_ends(const SurfaceMotion::Part& part, double coefficient,
                                      std::span<RowEnd> ends) const {
  const JointModel& joint = view_.model.joints[part.joint];
  std::size_t count = 0;
  const std::size_t child = topology_.node_of_body[joint.child];
  const std::size_t parent = topology_.node_of_body[joint.parent];
  if (child != kNone) ends[count++] = {child, spatial(Vec3::Zero(), coefficient * part.axis)};
  if (parent != kNone) ends[count++] = {parent, spatial(Vec3::Zero(), -coefficient * part.axis)};
  return count;
}

}  // namespace drawbar::physics
