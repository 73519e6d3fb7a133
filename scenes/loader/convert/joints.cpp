#include "scenes/loader/convert/joints.h"

#include <cmath>

#include "physics/math/rotation.h"
#include "scenes/loader/convert/convert.h"
#include "scenes/loader/convert/joint_axes.h"
#include "scenes/loader/convert/limits.h"

namespace drawbar::scenes {
namespace {

/// Columns n0, n1, n2 in world axes.
physics::Mat3 joint_frame(const scene::JointT& joint) {
  if (!joint.axis) return physics::Mat3::Identity();
  physics::Vec3 n0 = to_vec3(*joint.axis);
  n0 /= std::sqrt(n0.squaredNorm());
  physics::Vec3 n1;
  physics::Vec3 n2;
  if (joint.axis2) {
    // What rounding left of n0 in it is taken out.
    n1 = to_vec3(*joint.axis2);
    n1 -= n0.dot(n1) * n0;
    n1 /= std::sqrt(n1.squaredNorm());
    n2 = n0.cross(n1);
  } else {
    physics::tangents_of(n0, n1, n2);
  }
  physics::Mat3 frame;
  frame << n0, n1, n2;
  return frame;
}

/// The entry for an axis of a list that has one per axis, or one for all; nothing if it is empty.
template <class T>
const T* entry(const std::vector<T>& list, std::size_t axis) {
  if (list.empty()) return nullptr;
  return list.size() == 1 ? &list[0] : &list[axis];
}

physics::AxisFriction friction(const scene::JointFrictionT& from, bool slides) {
  return {from.coulomb, from.viscous, from.coefficient * (slides ? 1.0 : from.radius.value_or(0))};
}

std::optional<physics::AxisSpring> spring(const scene::JointSpringT& from, bool slides) {
  physics::AxisSpring to;
  to.stiffness = from.stiffness;
  to.damping = from.damping;
  to.rest = slides ? from.rest.value_or(0) : radians(from.rest_deg.value_or(0));
  for (const scene::TablePoint& point : slides ? from.table : from.table_deg) {
    to.table.push_back({slides ? point.deflection() : radians(point.deflection()), point.force()});
  }
  for (const scene::DamperPoint& point : from.damper_table)
    to.damper_table.push_back({point.rate(), point.force()});
  if (to.stiffness == 0 && to.damping == 0 && to.table.empty() && to.damper_table.empty())
    return std::nullopt;
  return to;
}

std::vector<physics::GuidePoint> guide(const scene::JointT& joint) {
  if (!joint.guide->links.empty()) return link_curve(joint).points;
  std::vector<physics::GuidePoint> to;
  for (const scene::GuidePoint& p : joint.guide->table_deg) {
    to.push_back(
        {p.travel(), p.forward(), p.sideways(), radians(p.toe()), radians(p.camber()), radians(p.caster())});
  }
  return to;
}

}  // namespace

physics::SuspensionCurve link_curve(const scene::JointT& joint) {
  const physics::Mat3 frame = joint_frame(joint);
  physics::SuspensionLinks links;
  for (std::size_t k = 0; k < links.size(); ++k) {
    const scene::LinkT& link = *joint.guide->links[k];
    links[k].from = frame.transpose() * (to_vec3(*link.from) - to_vec3(*joint.position));
    links[k].to = frame.transpose() * (to_vec3(*link.to) - to_vec3(*joint.position));
  }
  return physics::curve_of_links(links, joint.guide->travel->lower(), joint.guide->travel->upper());
}

physics::AxisLimit axis_limit(const scene::Range& range, bool slides, const scene::StopT* stop) {
  physics::AxisLimit to;
  to.lower = slides ? range.lower() : radians(range.lower());
  to.upper = slides ? range.upper() : radians(range.upper());
  if (stop == nullptr) return to;
  if (stop->stiffness) to.stiffness = *stop->stiffness;
  to.damping = stop->damping.value_or(0);
  to.restitution = stop->restitution;
  return to;
}

physics::JointConfig joint_config(const scene::JointT& joint, const Names& names) {
  physics::JointConfig config;
  config.name = joint.name;
  config.type = to_engine(joint.type);
  config.parent = *names.body_or_world(joint.parent);
  config.child = *names.body_or_world(joint.child);
  config.position = to_vec3(*joint.position);
  config.child_position = joint.child_position ? to_vec3(*joint.child_position) : config.position;
  config.frame = joint_frame(joint);
  const JointAxes axes(joint.type);
  const auto stop = [&](std::size_t of) {
    const auto* found = entry(joint.stop, of);
    return found != nullptr ? found->get() : nullptr;
  };
  std::size_t sliding = 0;
  std::size_t turning = 0;
  for (std::size_t axis = 0; axis < axes.count(); ++axis) {
    const bool slides = axes.slides(axis);
    const scene::Range* range = slides ? entry(joint.limits, sliding++) : entry(joint.limits_deg, turning++);
    if (range != nullptr && !is_unlimited(*range)) {
      config.axes[axis].limit = axis_limit(*range, slides, stop(axis));
    }
    if (const auto* from = entry(joint.friction, axis)) config.axes[axis].friction = friction(**from, slides);
    if (const auto* from = entry(joint.spring, axis)) config.axes[axis].spring = spring(**from, slides);
    if (const auto* from = entry(joint.armature, axis)) config.axes[axis].armature = *from;
  }
  if (joint.guide) config.guide = guide(joint);
  if (joint.cone) {
    const scene::Range swing(-*joint.cone->swing_deg, *joint.cone->swing_deg);
    const scene::Range twist = joint.cone->twist_deg ? *joint.cone->twist_deg : scene::Range(-180, 180);
    config.cone = physics::ConeLimit{axis_limit(swing, false, stop(0)), std::nullopt};
    if (!is_unlimited(twist)) config.cone->twist = axis_limit(twist, false, stop(1));
  }
  if (joint.break_force) config.break_force = *joint.break_force;
  if (joint.break_torque) config.break_torque = *joint.break_torque;
  return config;
}

std::array<double, 3> coupling_coefficients(const scene::CouplingT& coupling) {
  switch (coupling.type) {
    case scene::CouplingType::gear:
      return {1, coupling.ratio.value_or(0), 0};
    case scene::CouplingType::rack_and_pinion:
      return {1, -coupling.radius.value_or(0), 0};
    case scene::CouplingType::differential:
      return {2, -1, -1};
    case scene::CouplingType::anti_roll_bar:
      return {1, -1, 0};
  }
  return {};
}

}  // namespace drawbar::scenes
