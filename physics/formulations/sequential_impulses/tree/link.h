// One link's part in a kick: its momentum, its joint and the bias its drift needs, for one link or for four
// side by side.
#pragma once

#include "physics/articulation/pivot.h"
#include "physics/articulation/tree_joint.h"
#include "physics/formulations/sequential_impulses/tree/free_motion.h"
#include "physics/formulations/sequential_impulses/tree/geometric_stiffness.h"
#include "physics/model/bias_memory.h"

namespace drawbar::physics {

/// Constants of a node, besides its TreeNode.
struct LinkModel {
  Slenderness rod;
  double largest_inertia = 0;     ///< principal, kg m^2
  bool lone = false;              ///< a free root that nothing hangs from
  bool spins_freely = false;      ///< its fastest rotation may exceed the limit of a substep
  bool has_spin_axis = false;     ///< symmetric about its hinge ...
  Vec3 spin_axis = Vec3::Zero();  ///< ... body axes; its moments then about that and across it, kg m^2
  double inertia_along = 0;
  double inertia_across = 0;
  bool predicts_bias = false;        ///< from the last substep: not where loops close
  bool needs_reaction_rate = false;  ///< its friction or its breaking asks how its reaction changes
  bool counts_turns = false;         ///< of axes that carry nothing: AxisConstraints counts the others
};

/// A body that turns further than this in a substep (rad) makes it split, except about its axis of symmetry.
inline constexpr double kLargestTurn = 0.5;

/// Variables of a node at the beginning of a substep and during the position iterations.
template <class Number>
struct LinkOf {
  bool joined = false;         ///< hangs from a joint that is not broken
  bool displaced = false;      ///< its joint still draws in what a hitch closed with
  SpatialOf<Number> momentum;  ///< after the kick and with G w_lp
  Vec3Of<Number> angular_velocity_before = Vec3Of<Number>::Zero();
  Vec3Of<Number> arm = Vec3Of<Number>::Zero();          ///< from its centre to its joint, m, world
  Vec3Of<Number> parent_arm = Vec3Of<Number>::Zero();   ///< from the parent's centre to that point
  Vec3Of<Number> bias_linear = Vec3Of<Number>::Zero();  ///< u at the joint that the drift needs
  Vec3Of<Number> bias_angular = Vec3Of<Number>::Zero();
  JointErrorOf<Number> gap;     ///< where the substep begins
  JointErrorOf<Number> error;   ///< after the last drift
  SmoothedSpinOf<Number> spin;  ///< after this substep
};

// A `Link` below is a LinkOf or has those of its members that are asked for or set.

/// Mass and momentum of a body with these velocities, m/s and rad/s, after a kick that changes the first by
/// `kick`. `Body` has mass and inertia in body axes, as BodyModel.
template <class Number, class Body, class Link>
inline void set_momentum(const Body& body, const Mat3Of<Number>& rotation, const Vec3Of<Number>& velocity,
                         const Vec3Of<Number>& angular_velocity, const AnyVec3<Number>& kick,
                         BodyMassOf<Number>& mass, Link& link) {
  const Mat3Of<Number> inertia = rotation * body.inertia * rotation.transpose();
  mass = {body.mass,
          {inertia(0, 0), inertia(0, 1), inertia(0, 2), inertia(1, 1), inertia(1, 2), inertia(2, 2)}};
  link.angular_velocity_before = angular_velocity;
  link.momentum = spatial<Number>(body.mass * (velocity + kick), inertia * angular_velocity);
}

/// A motion u of the joint, child against parent, as a motion of the node at its centre; `sign` as
/// TreeNode's.
template <class Number, class Link>
inline void to_center(const Link& link, double sign, const AnyVec3<Number>& linear,
                      const AnyVec3<Number>& angular, SpatialOf<Number>& out) {
  set(sign * (linear - angular.cross(link.arm)), sign * angular, out);
}

/// Arms and motion subspace of a node at `center` whose parent is at `parent_center`; `parent` and `child`
/// are the joint's. `motion` gets the subspace as motions u; of a PivotOf, `r`, `axes` and their motions are
/// set.
template <class Number, class Joint, class Link, class Pivot>
inline void place_joint(const Joint& joint, double sign, const BodyFrameOf<Number>& parent,
                        const BodyFrameOf<Number>& child, const Vec3Of<Number>& center,
                        const Vec3Of<Number>& parent_center, Link& link, Pivot& pivot,
                        std::array<SpatialOf<Number>, kMaxFreeAxes>& motion) {
  const Vec3Of<Number> point = child.center + child.rotation * joint.child_anchor;
  link.arm = point - center;
  link.parent_arm = point - parent_center;
  pivot.r = center - parent_center;
  pivot.axes = motion_subspace(joint, parent, child, motion);
  for (std::size_t k = 0; k < static_cast<std::size_t>(pivot.axes); ++k) {
    to_center<Number>(link, sign, motion[k].linear(), motion[k].angular(), pivot.axis[k].motion);
  }
}

/// Without what lies along the joint's free axes, and would only be missing in their rates.
template <class Number, class Link>
inline void drop_free_motion(JointType type, int axes,
                             const std::array<SpatialOf<Number>, kMaxFreeAxes>& motion, Link& link) {
  for (int k = 0; k < axes; ++k) {
    const Vec3Of<Number> linear = motion[static_cast<std::size_t>(k)].linear();
    const Vec3Of<Number> angular = motion[static_cast<std::size_t>(k)].angular();
    if (axis_slides(type, k)) {
      const Number rate = linear.dot(link.bias_linear) / linear.squaredNorm();
      link.bias_linear -= rate * linear;
      link.bias_angular -= rate * angular;
    } else {
      link.bias_angular -= (angular.dot(link.bias_angular) / angular.squaredNorm()) * angular;
    }
  }
}

/// The bias of a drift of length `h`, `scale` times as long as the one that the memory is kept for, and what
/// closes the gap. (What only closed a gap must not be extrapolated: it is a rest within the tolerance,
/// another one in every substep. Nor what lies along free axes, which nothing would ever correct.)
template <class Number, class Link>
inline void predict_bias(JointType type, const Mat3Of<Number>& parent_rotation,
                         const BiasMemoryOf<Number>& memory, double scale, double h, int axes,
                         const std::array<SpatialOf<Number>, kMaxFreeAxes>& motion, Link& link) {
  link.bias_linear = parent_rotation * extrapolate(memory.linear, scale);
  link.bias_angular = parent_rotation * extrapolate(memory.angular, scale);
  drop_free_motion(type, axes, motion, link);
  link.bias_linear -= (1 / h) * link.gap.linear;
  link.bias_angular -= (1 / h) * link.gap.angular;
}

/// After that drift, and after the `corrected` ones that did not close the joint at once.
template <class Number, class Link>
inline void remember_bias(const Mat3Of<Number>& parent_rotation, double scale, double h,
                          const MaskOf<Number>& corrected, const Link& link, BiasMemoryOf<Number>& memory) {
  const Mat3Of<Number> to_parent = parent_rotation.transpose();
  const double rate = 1 / h;
  const Vec3Of<Number> linear = link.bias_linear + rate * (link.gap.linear - link.error.linear);
  const Vec3Of<Number> angular = link.bias_angular + rate * (link.gap.angular - link.error.angular);
  remember(Vec3Of<Number>(to_parent * linear), scale, corrected, memory.linear);
  remember(Vec3Of<Number>(to_parent * angular), scale, corrected, memory.angular);
}

}  // namespace drawbar::physics
