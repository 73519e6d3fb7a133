// Joints, couplings between them, and springs.
#include <cmath>

#include "physics/model/joint_config.h"
#include "scenes/loader/convert/convert.h"
#include "scenes/loader/convert/joint_axes.h"
#include "scenes/loader/convert/joints.h"
#include "scenes/loader/convert/limits.h"
#include "scenes/loader/schema/schema_check.h"
#include "scenes/loader/validate/validate.h"

namespace drawbar::scenes {
namespace {

/// Cosine between `axis` and `axis2` that rounding of figures in a file may leave.
constexpr double kRightAngleRounding = 1e-3;

bool is_immovable(const scene::SceneT& scene, physics::BodyId body) {
  return body == physics::kWorldBody || scene.bodies[physics::index_of(body)]->static_;
}

/// Two ends of a joint or spring: known, different, and one of them moves.
void check_ends(const scene::SceneT& scene, const Names& names, const std::string& first,
                const std::string& first_path, const std::string& second, const std::string& second_path,
                Diagnostics& errors) {
  const auto a = names.body_or_world(first);
  const auto b = names.body_or_world(second);
  if (!a) errors.add(first_path, names.no_such_body(first));
  if (!b) errors.add(second_path, names.no_such_body(second));
  if (!a || !b) return;
  if (*a == *b) {
    errors.add(second_path, "is the body at its other end; allowed: another body");
  } else if (is_immovable(scene, *a) && is_immovable(scene, *b)) {
    errors.add(second_path, "neither end ever moves; allowed: at least one moving body");
  }
}

void check_frame(const scene::JointT& joint, const std::string& path, Diagnostics& errors) {
  // To a ball every second axis is as good; of a guided joint check_guide() asks for both.
  const bool needs_second = JointAxes(joint.type).described() == 2 &&
                            joint.type != scene::JointType::spherical &&
                            joint.type != scene::JointType::guided;
  const auto has_length = [&](const std::unique_ptr<scene::Vec3>& axis, const char* name) {
    if (!axis || vec3_or_zero(axis).squaredNorm() >= kSmallestLength * kSmallestLength) return true;
    errors.add(member(path, name), "has no length; allowed: any vector of length above 0");
    return false;
  };
  if (!has_length(joint.axis, "axis") || !has_length(joint.axis2, "axis2")) return;
  if (joint.axis2 && !joint.axis)
    return errors.add(member(path, "axis2"), "given without axis; allowed: both, or neither");
  if (joint.axis && !joint.axis2 && needs_second) {
    return errors.add(path, "the field \"axis2\" is missing; allowed: both axis and axis2, or neither");
  }
  if (!joint.axis2) return;
  const physics::Vec3 n0 = vec3_or_zero(joint.axis);
  const physics::Vec3 n1 = vec3_or_zero(joint.axis2);
  const double cosine = n0.dot(n1) / std::sqrt(n0.squaredNorm() * n1.squaredNorm());
  if (std::abs(cosine) > kRightAngleRounding) {
    errors.add(member(path, "axis2"),
               "is not at right angles to axis (cosine " + number_text(cosine) + "); allowed: a right angle");
  }
}

void check_ranges(const std::vector<scene::Range>& ranges, std::size_t axes, const char* kind,
                  const std::string& path, Diagnostics& errors) {
  if (ranges.empty()) return;
  if (ranges.size() != 1 && ranges.size() != axes) {
    return errors.add(path, "has " + std::to_string(ranges.size()) +
                                " entries; allowed: 1, or one for each of its " + std::to_string(axes) + " " +
                                kind + " axes");
  }
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const std::string range_path = element(path, i);
    check_range(ranges[i], range_path, errors);
    if (ranges[i].lower() > 0 || ranges[i].upper() < 0) {
      errors.warn(range_path, "the joint starts at 0, outside its limits, and is thrown between them");
    }
  }
}

void check_count(std::size_t count, std::size_t axes, const std::string& path, Diagnostics& errors) {
  if (count == 0 || count == 1 || count == axes) return;
  errors.add(path, "has " + std::to_string(count) + " entries; allowed: 1, or one for each of its " +
                       std::to_string(axes) + " free axes");
}

void check_stop_count(const scene::JointT& joint, std::size_t axes, const std::string& path,
                      Diagnostics& errors) {
  const std::size_t count = joint.stop.size();
  if (!joint.cone) return check_count(count, axes, path, errors);
  if (count > 2) {
    errors.add(path,
               "has " + std::to_string(count) + " entries; allowed: 1, or 2, of the cone's swing and twist");
  }
}

void check_stop(const scene::StopT& stop, const std::string& path, Diagnostics& errors) {
  if (stop.damping && !stop.stiffness)
    errors.add(member(path, "damping"), "given without stiffness; allowed with: stiffness");
  if (stop.restitution > 0 && stop.stiffness) {
    errors.add(member(path, "restitution"),
               "given beside stiffness; allowed: of a hard stop, without stiffness");
  }
}

void check_friction(const scene::JointFrictionT& friction, bool slides, const std::string& path,
                    Diagnostics& errors) {
  if (friction.radius && slides)
    return errors.add(member(path, "radius"), "the axis slides; allowed: on an axis that turns");
  if (friction.radius && friction.coefficient == 0) {
    return errors.add(member(path, "radius"), "given without coefficient; allowed with: coefficient");
  }
  if (friction.coefficient > 0 && !slides && !friction.radius) {
    errors.add(path,
               "the field \"radius\" is missing; allowed: the radius of the bearing beside coefficient (m)");
  }
}

void check_table(const std::vector<scene::TablePoint>& table, const std::string& path, Diagnostics& errors) {
  if (table.size() < 2) return errors.add(path, "has one point; allowed: two or more");
  for (std::size_t i = 1; i < table.size(); ++i) {
    if (!(table[i].deflection() > table[i - 1].deflection()) || !(table[i].force() >= table[i - 1].force())) {
      errors.add(element(path, i),
                 "does not go on from the point before it; allowed: increasing deflection, force that does "
                 "not fall");
    }
  }
}

void check_damper(const std::vector<scene::DamperPoint>& table, const std::string& path,
                  Diagnostics& errors) {
  if (table.size() < 2) return errors.add(path, "has one point; allowed: two or more");
  bool through_zero = table[0].rate() == 0 && table[0].force() == 0;
  for (std::size_t i = 1; i < table.size(); ++i) {
    through_zero = through_zero || (table[i].rate() == 0 && table[i].force() == 0);
    if (table[i].rate() > table[i - 1].rate() && table[i].force() >= table[i - 1].force()) continue;
    errors.add(element(path, i),
               "does not go on from the point before it; allowed: increasing rate, force that does not fall");
  }
  if (!through_zero) errors.add(path, "has no point [0, 0]; allowed: a damper without force at rest");
}

void check_spring(const scene::JointSpringT& spring, bool slides, const std::string& path,
                  Diagnostics& errors) {
  const auto only_for = [&](bool given, const char* field, const char* instead) {
    if (given) {
      errors.add(member(path, field),
                 std::string("the axis ") + (slides ? "slides" : "turns") + "; allowed: " + instead);
    }
  };
  only_for(slides && spring.rest_deg, "rest_deg", "rest (m)");
  only_for(!slides && spring.rest, "rest", "rest_deg (deg)");
  only_for(slides && !spring.table_deg.empty(), "table_deg", "table (m)");
  only_for(!slides && !spring.table.empty(), "table", "table_deg (deg)");
  const bool has_table = !spring.table.empty() || !spring.table_deg.empty();
  if (has_table && spring.stiffness > 0)
    errors.add(member(path, "stiffness"), "given beside a table; allowed: one of the two");
  if (!spring.table.empty()) check_table(spring.table, member(path, "table"), errors);
  if (!spring.table_deg.empty()) check_table(spring.table_deg, member(path, "table_deg"), errors);
  if (!spring.damper_table.empty()) check_damper(spring.damper_table, member(path, "damper_table"), errors);
}

void check_bump_stops(const scene::SpringT& spring, const std::string& path, Diagnostics& errors) {
  if (spring.limits) check_range(*spring.limits, member(path, "limits"), errors);
  if (spring.stop && !spring.limits)
    return errors.add(member(path, "stop"), "given without limits; allowed with: limits");
  if (!spring.limits) return;
  if (!spring.stop || !(spring.stop->stiffness.value_or(0) > 0)) {
    return errors.add(member(path, "limits"),
                      "the bump stops have no stiffness; allowed: \"stop\" with a stiffness above 0 (N/m)");
  }
  check_stop(*spring.stop, member(path, "stop"), errors);
}

void check_axes(const scene::JointT& joint, const std::string& path, Diagnostics& errors) {
  const JointAxes axes(joint.type);
  check_ranges(joint.limits, axes.sliding(), "sliding", member(path, "limits"), errors);
  check_ranges(joint.limits_deg, axes.turning(), "turning", member(path, "limits_deg"), errors);
  check_stop_count(joint, axes.count(), member(path, "stop"), errors);
  check_count(joint.friction.size(), axes.count(), member(path, "friction"), errors);
  check_count(joint.spring.size(), axes.count(), member(path, "spring"), errors);
  check_count(joint.armature.size(), axes.count(), member(path, "armature"), errors);
  for (std::size_t i = 0; i < joint.armature.size(); ++i) {
    // The schema's bounds do not reach into a buffer's lists of numbers.
    if (joint.armature[i] >= 0 && joint.armature[i] <= kLargestNumber) continue;
    errors.add(element(member(path, "armature"), i),
               "is not from 0 to 1e15; allowed: an inertia (kg or kg m^2)");
  }
  if (!errors.clean(path)) return;
  if (!joint.stop.empty() && joint.limits.empty() && joint.limits_deg.empty() && !joint.cone) {
    errors.add(member(path, "stop"), "given without limits; allowed with: limits, limits_deg, cone");
  }
  for (std::size_t i = 0; i < joint.stop.size(); ++i)
    check_stop(*joint.stop[i], element(member(path, "stop"), i), errors);
  for (std::size_t axis = 0; axis < axes.count(); ++axis) {
    const auto entry = [&](std::size_t count) { return count == 1 ? 0 : axis; };
    const auto skip = [&](std::size_t count) {
      return count == 0 || (count == 1 && axis > 0 && axes.same_kind(axis, 0));
    };
    if (const std::size_t n = joint.friction.size(); !skip(n)) {
      check_friction(*joint.friction[entry(n)], axes.slides(axis),
                     element(member(path, "friction"), entry(n)), errors);
    }
    if (const std::size_t n = joint.spring.size(); !skip(n)) {
      check_spring(*joint.spring[entry(n)], axes.slides(axis), element(member(path, "spring"), entry(n)),
                   errors);
    }
  }
}

void check_cone(const scene::JointT& joint, const std::string& path, Diagnostics& errors) {
  if (!joint.cone) return;
  if (!joint.limits_deg.empty())
    errors.add(member(path, "cone"), "given beside limits_deg; allowed: one of the two");
  if (joint.cone->twist_deg) check_range(*joint.cone->twist_deg, member(path, "cone.twist_deg"), errors);
}

void check_guide_table(const std::vector<scene::GuidePoint>& table, const std::string& path,
                       Diagnostics& errors) {
  if (table.size() < 2) return errors.add(path, "has one point; allowed: two or more");
  bool through_zero = false;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const scene::GuidePoint& p = table[i];
    if (i > 0 && !(p.travel() > table[i - 1].travel())) {
      errors.add(element(path, i), "does not go on from the point before it; allowed: increasing travel");
    }
    if (p.travel() != 0) continue;
    through_zero = true;
    for (const double value : {p.forward(), p.sideways(), p.toe(), p.camber(), p.caster()}) {
      if (value == 0) continue;
      return errors.add(element(path, i), "is not 0 at travel 0; allowed: changes against the initial pose");
    }
  }
  if (!through_zero) errors.add(path, "has no point of travel 0; allowed: with [0, 0, 0, 0, 0, 0]");
}

void check_links(const scene::JointT& joint, const std::string& path, Diagnostics& errors) {
  const scene::GuideT& guide = *joint.guide;
  if (guide.links.size() != 5) {
    return errors.add(member(path, "links"),
                      "has " + std::to_string(guide.links.size()) +
                          " entries; allowed: 5, a wishbone is two that meet on the child");
  }
  for (std::size_t i = 0; i < guide.links.size(); ++i) {
    const physics::Vec3 span = to_vec3(*guide.links[i]->to) - to_vec3(*guide.links[i]->from);
    if (span.squaredNorm() >= kSmallestLength * kSmallestLength) continue;
    return errors.add(element(member(path, "links"), i), "has no length; allowed: two different points");
  }
  if (!guide.travel) {
    return errors.add(path, "the field \"travel\" is missing; allowed: [lower, upper] (m) beside links");
  }
  if (!(guide.travel->lower() < 0) || !(guide.travel->upper() > 0)) {
    return errors.add(member(path, "travel"),
                      "is not about the initial pose; allowed: lower < 0 < upper (m)");
  }
  if (const auto unreached = link_curve(joint).unreached) {
    errors.add(member(path, "links"), "do not lead to travel " + number_text(*unreached) +
                                          " m; allowed: links that leave one motion, within their reach");
  }
}

void check_guide(const scene::JointT& joint, const std::string& path, Diagnostics& errors) {
  if (!joint.guide) return;
  if (!joint.axis || !joint.axis2) {
    return errors.add(path, "the field \"" + std::string(joint.axis ? "axis2" : "axis") +
                                "\" is missing; allowed: axis, the way of travel, and axis2, forward");
  }
  const std::string guide = member(path, "guide");
  if (!errors.clean(path)) return;
  if (joint.guide->table_deg.empty() == joint.guide->links.empty()) {
    return errors.add(guide, "needs one of table_deg and links; allowed: one of the two");
  }
  if (!joint.guide->links.empty()) return check_links(joint, guide, errors);
  if (joint.guide->travel) errors.add(member(guide, "travel"), "given beside table_deg; allowed with: links");
  check_guide_table(joint.guide->table_deg, member(guide, "table_deg"), errors);
}

void check_anchors(const scene::JointT& joint, const std::string& path, Diagnostics& errors) {
  if (!joint.child_position) return;
  const physics::Vec3 span = vec3_or_zero(joint.child_position) - vec3_or_zero(joint.position);
  if (span.squaredNorm() >= kSmallestLength * kSmallestLength) return;
  errors.add(member(path, "child_position"),
             "is where position is; allowed: another point, the distance is kept");
}

}  // namespace

void validate_joints(const scene::SceneT& scene, const Names& names, Diagnostics& errors) {
  for (std::size_t i = 0; i < scene.joints.size(); ++i) {
    const scene::JointT& joint = *scene.joints[i];
    const std::string path = element("joints", i);
    const bool clean = errors.clean(path);
    if (!joint.parent.empty() && !joint.child.empty()) {
      check_ends(scene, names, joint.parent, member(path, "parent"), joint.child, member(path, "child"),
                 errors);
    }
    if (!clean) continue;
    check_frame(joint, path, errors);
    check_anchors(joint, path, errors);
    check_cone(joint, path, errors);
    check_guide(joint, path, errors);
    check_axes(joint, path, errors);
  }
}

void validate_couplings(const scene::SceneT& scene, const Names& names, Diagnostics& errors) {
  for (std::size_t i = 0; i < scene.couplings.size(); ++i) {
    const scene::CouplingT& coupling = *scene.couplings[i];
    const std::string path = element("couplings", i);
    if (!errors.clean(path)) continue;
    const std::size_t wanted = coupling.type == scene::CouplingType::differential ? 3 : 2;
    if (coupling.joints.size() != wanted) {
      errors.add(member(path, "joints"), "has " + std::to_string(coupling.joints.size()) +
                                             " names; allowed: " + std::to_string(wanted));
      continue;
    }
    if (coupling.axes.size() != wanted) {
      errors.add(member(path, "axes"), "has " + std::to_string(coupling.axes.size()) +
                                           " entries; allowed: " + std::to_string(wanted));
      continue;
    }
    for (std::size_t k = 0; k < wanted; ++k) {
      const std::string joint_path = element(member(path, "joints"), k);
      const auto joint = names.joint(coupling.joints[k]);
      if (!joint) {
        errors.add(joint_path, names.no_such_joint(coupling.joints[k]));
        continue;
      }
      for (std::size_t before = 0; before < k; ++before) {
        if (coupling.joints[before] == coupling.joints[k] && coupling.axes[before] == coupling.axes[k]) {
          errors.add(joint_path, "this axis is named before; allowed: different axes");
        }
      }
      const JointAxes axes(scene.joints[*joint]->type);
      if (coupling.axes[k] >= axes.drivable()) {
        errors.add(joint_path, "joint " + coupling.joints[k] + " has no axis " +
                                   std::to_string(coupling.axes[k]) +
                                   "; allowed: a joint whose free axes are counted from 0");
      } else if (coupling.type == scene::CouplingType::rack_and_pinion &&
                 axes.slides(coupling.axes[k]) != (k == 0)) {
        errors.add(joint_path, std::string(k == 0 ? "the rack's axis turns; allowed: an axis that slides"
                                                  : "the pinion's axis slides; allowed: an axis that turns"));
      }
    }
    if (!coupling.lock_control.empty() && !coupling.lock_torque)
      errors.add(member(path, "lock_control"), "given without lock_torque; allowed with: lock_torque");
    if (!coupling.lock_control.empty() && !names.control(coupling.lock_control))
      errors.add(member(path, "lock_control"), names.no_such_control(coupling.lock_control));
    if (coupling.ratio && *coupling.ratio == 0)
      errors.add(member(path, "ratio"), "found 0; allowed: any other number");
    if (coupling.radius && *coupling.radius == 0)
      errors.add(member(path, "radius"), "found 0; allowed: any other number (m)");
  }
}

void validate_springs(const scene::SceneT& scene, const Names& names, Diagnostics& errors) {
  for (std::size_t i = 0; i < scene.springs.size(); ++i) {
    const scene::SpringT& spring = *scene.springs[i];
    const std::string path = element("springs", i);
    if (!errors.clean(path)) continue;
    check_ends(scene, names, spring.from->body, member(path, "from.body"), spring.to->body,
               member(path, "to.body"), errors);
    if (!spring.table.empty()) check_table(spring.table, member(path, "table"), errors);
    if (!spring.table.empty() && spring.stiffness > 0)
      errors.add(member(path, "stiffness"), "given beside a table; allowed: one of the two");
    if (!spring.damper_table.empty()) check_damper(spring.damper_table, member(path, "damper_table"), errors);
    check_bump_stops(spring, path, errors);
  }
}

}  // namespace drawbar::scenes
